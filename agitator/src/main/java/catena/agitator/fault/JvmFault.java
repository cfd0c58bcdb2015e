// SPDX-License-Identifier: Apache-2.0
package catena.agitator.fault;

import catena.cluster.control.Instrument;
import catena.harness.instance.ServerId;
import catena.records.server.Role;
import catena.records.settings.Texts;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Consumer;

/**
 * Something happens at a point within a server's JVM, which it must survive; healing takes it back.
 *
 * <p>Options: {@code at}, the point; {@code does}, {@code throw}, {@code hang} or {@code delay};
 * {@code for}, how long a delay is (1s); {@code every}, how many times the point is passed until it
 * happens (1). The cluster's servers need the agent. It is proven by the agent's own count, so that
 * a point to which the server does not come is a doubt.
 */
public final class JvmFault extends ServerFault {
  /**
   * The points of the agent at which a server must survive a fault. Its other names are defects,
   * which a test of a cluster must not plant.
   */
  static final List<String> POINTS =
      List.of(
          "apply-updates",
          "bulk-load",
          "compaction-commit",
          "flush-commit",
          "log-sync",
          "merge-write",
          "metadata-write",
          "recovery",
          "scan",
          "split-write");

  private static final String AT = "at";
  private static final String DOES = "does";
  private static final String FOR = "for";
  private static final String EVERY = "every";
  private static final Set<Role> ROLES = Set.of(Role.TSERVER, Role.MANAGER, Role.SSERVER);

  JvmFault() {
    super("jvm", AT, DOES, FOR, EVERY);
  }

  @Override
  public boolean appliesTo(Target target) {
    return target.unnamed().isPresent() || ROLES.stream().anyMatch(target::isOf);
  }

  @Override
  public Optional<String> problem(Topology topology, SortedMap<String, String> options) {
    String point = options.getOrDefault(AT, "");
    if (!POINTS.contains(point)) {
      return Optional.of(
          "there is no point '%s'; at is one of %s (defects of servers are planted by"
                  .formatted(point, String.join(", ", POINTS))
              + " bench/run server-mutants alone)");
    }
    try {
      var unused = does(options);
      var unusedToo = every(options);
    } catch (IllegalArgumentException e) {
      return Optional.of(e.getMessage());
    }
    return topology.absentPoints().isEmpty()
        ? Optional.of(
            "needs servers with the agent: start the cluster with --instrument, or write"
                + " instrument: true below cluster:")
        : Optional.ofNullable(topology.absentPoints().get().get(point));
  }

  /** The agent's order for what the fault does. */
  private static String does(SortedMap<String, String> options) {
    String word = options.getOrDefault(DOES, "");
    return switch (word) {
      case "throw", "hang" -> word;
      case "delay" -> "delay:" + Texts.parseDuration(options.getOrDefault(FOR, "1s")).toMillis();
      default ->
          throw new IllegalArgumentException("does is throw, hang or delay, not '" + word + "'");
    };
  }

  private static long every(SortedMap<String, String> options) {
    String text = options.getOrDefault(EVERY, "1");
    if (!text.matches("[1-9]\\d{0,8}")) {
      throw new IllegalArgumentException("every is a number from 1, not '" + text + "'");
    }
    return Long.parseLong(text);
  }

  private static Instrument agent(ClusterUnderTest field) {
    return field
        .control()
        .instrument()
        .orElseThrow(() -> new IllegalStateException("the servers of this cluster have no agent"));
  }

  /** By which the agent knows the fault. */
  private static String key(InjectedFault injected) {
    return "fault-" + injected.id();
  }

  /** How often it had happened before: the agent remembers faults of earlier plans. */
  private static String before(ServerId id) {
    return "strikes." + id;
  }

  @Override
  public InjectedFault resolve(ClusterUnderTest field, TimedFault planned) throws Exception {
    InjectedFault found = super.resolve(field, planned);
    for (Victim victim : found.victims()) {
      Optional<String> absent = agent(field).whyNot(id(victim), planned.options().get(AT));
      if (absent.isPresent()) {
        throw new IllegalStateException(absent.get());
      }
      long strikes = agent(field).strikes(id(victim), key(found));
      found = found.remember(before(id(victim)), String.valueOf(strikes));
    }
    return found;
  }

  @Override
  public void act(ClusterUnderTest field, InjectedFault injected, Consumer<Victim> hit)
      throws IOException {
    SortedMap<String, String> options = injected.options();
    for (Victim victim : injected.victims()) {
      agent(field).order(id(victim), key(injected), options.get(AT), does(options), every(options));
      hit.accept(victim);
    }
  }

  @Override
  public Evidence proof(ClusterUnderTest field, InjectedFault injected) throws Exception {
    String point = injected.options().get(AT);
    long all = 0;
    for (Victim victim : injected.victims()) {
      long strikes =
          agent(field).strikes(id(victim), key(injected))
              - Long.parseLong(injected.memo().get(before(id(victim))));
      if (strikes <= 0) {
        return Evidence.against(victim.name() + " has not come to " + point);
      }
      all += strikes;
    }
    return Evidence.of(
        "%s at %s, %d times by the count of the agent"
            .formatted(injected.options().get(DOES), point, all));
  }

  /** Takes it back, and starts a server that ended of it. */
  @Override
  public String heal(ClusterUnderTest field, InjectedFault injected) throws Exception {
    for (Victim victim : injected.victims()) {
      agent(field).withdraw(id(victim), key(injected));
    }
    String raised = super.heal(field, injected);
    for (Victim victim : injected.victims()) {
      if (agent(field).isInForce(id(victim), key(injected))) {
        throw new IOException(victim.name() + " has not obeyed yet");
      }
    }
    return injected.options().get(AT) + " is as it was; " + raised;
  }
}
