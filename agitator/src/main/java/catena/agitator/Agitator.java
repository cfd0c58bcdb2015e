// SPDX-License-Identifier: Apache-2.0
package catena.agitator;

import catena.agitator.fault.Fault;
import catena.agitator.fault.GoingOn;
import catena.agitator.fault.Target;
import catena.agitator.fault.TimedFault;
import catena.agitator.fault.Topology;
import catena.agitator.fault.Victim;
import catena.agitator.plan.Limits;
import catena.agitator.plan.Plan;
import catena.harness.instance.ServerId;
import catena.records.journal.Event;
import catena.records.server.Role;
import catena.records.settings.Texts;
import catena.records.threads.Threads;
import com.google.common.collect.Lists;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Carries out a plan: begins each fault when its time has come, the limits allow it and, if the
 * plan has a gate, the cluster has recovered from those before; and does not end before everything
 * it did is healed.
 */
public final class Agitator {
  private static final Duration POLL = Duration.ofMillis(100);

  /** How often is reported why a fault waits. */
  private static final Duration REPORTED_EVERY = Duration.ofSeconds(30);

  /** Of two at once each would take what the other did for what is to be restored. */
  private static final Set<String> RESTORING = Set.of("cut", "merge", "offline", "split-threshold");

  private final FaultContext context;
  private final Plan plan;
  private final Topology topology;
  private final Limits limits;

  /** Those that are begun, with what becomes of each. */
  private final Map<FaultRun, Future<FaultResult>> running = new LinkedHashMap<>();

  private final ExecutorService threads = Executors.newCachedThreadPool(Threads.daemons("fault"));

  /** Those whose time has come, and that wait for something to go on. */
  private final List<FaultRun> due = new ArrayList<>();

  /** Since when the gate was found ready to open, wall clock in milliseconds. */
  private OptionalLong wholeSince = OptionalLong.empty();

  /** One that has not begun to carry out a plan. */
  public Agitator(FaultContext context, Plan plan, Topology topology) {
    this.context = context;
    this.plan = plan;
    this.topology = topology;
    this.limits = Limits.of(plan, topology);
  }

  /** What has become of each fault, in the order of the plan. */
  public List<FaultResult> run() throws InterruptedException {
    List<FaultResult> results = new ArrayList<>();
    Optional<String> over = Optional.empty();
    long start = context.now();
    try {
      for (TimedFault fault : plan.faults()) {
        long intendedAt = start + fault.at().toMillis();
        over = over.or(() -> stopped(intendedAt));
        if (over.isEmpty() && fault.during().isPresent()) {
          due.add(new FaultRun(context, fault, intendedAt));
          continue;
        }
        over = over.or(() -> barred(fault));
        if (over.isPresent()) {
          results.add(skip(fault, over.get(), results.isEmpty()));
        } else {
          begin(new FaultRun(context, fault, intendedAt));
        }
      }
      Optional<String> last = over.or(() -> stopped(start + plan.end().toMillis()));
      due.forEach(each -> leaveOut(each.result().planned(), last));
    } finally {
      threads.shutdown();
      results.addAll(0, ends());
    }
    return results;
  }

  /** A fault that is not done; the first one's reason holds for all after it. */
  private FaultResult skip(TimedFault fault, String why, boolean first) {
    int after = plan.faults().size() - 1 - plan.faults().indexOf(fault);
    String others = after == 0 ? " was" : " and " + after + " after it were";
    String reason = fault.words() + (first ? others : " was") + " not done: " + why;
    context.doubt(fault.id(), "prove", reason);
    return FaultResult.skipped(fault, first ? List.of(reason) : List.of());
  }

  /** This is no doubt: the marks of a scenario define what it must meet. */
  private void leaveOut(TimedFault fault, Optional<String> why) {
    String word = fault.during().orElseThrow().word();
    report(fault.words() + " was left out: " + why.orElse("no " + word + " was seen in its time"));
  }

  private void beginWhatIsDue() {
    Set<GoingOn> now = context.goingOn();
    for (FaultRun each : List.copyOf(due)) {
      TimedFault fault = each.result().planned();
      if (now.contains(fault.during().orElseThrow()) && bar(fault).isEmpty()) {
        due.remove(each);
        begin(each);
      }
    }
  }

  /**
   * Waits for a time, and meanwhile begins what waited for something that goes on now; why nothing
   * more is to be begun, if so.
   */
  private Optional<String> stopped(long until) {
    try {
      while (!due.isEmpty() && context.now() < until) {
        beginWhatIsDue();
        long left = Math.min(POLL.toMillis(), until - context.now());
        if (context.stop().await(Duration.ofMillis(Math.max(0, left)))) {
          return context.stop().reason();
        }
      }
      Duration left = Duration.ofMillis(Math.max(0, until - context.now()));
      return context.stop().await(left) ? context.stop().reason() : Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.of("interrupted");
    }
  }

  /**
   * Waits until a fault may begin; why it may not, if the limit comes first. Faults that are open
   * have their own limits.
   */
  private Optional<String> barred(TimedFault fault) {
    long limit = context.recoveryLimit().toMillis();
    long since = context.now();
    long reported = since;
    long deadline = since + limit;
    Optional<String> bar = bar(fault);
    while (bar.isPresent() && !damaged() && context.now() < deadline) {
      if (!open().isEmpty()) {
        deadline = context.now() + limit;
      }
      if (context.now() - reported >= REPORTED_EVERY.toMillis()) {
        reported = context.now();
        report(
            "%s has been waiting for %d s: %s"
                .formatted(fault.words(), (reported - since) / 1000, bar.get()));
      }
      Optional<String> stopped = stopped(context.now() + POLL.toMillis());
      if (stopped.isPresent()) {
        return stopped;
      }
      bar = bar(fault);
    }
    if (reported > since) {
      report(
          "%s waits no longer, after %d s"
              .formatted(fault.words(), (context.now() - since) / 1000));
    }
    return bar;
  }

  /** Reports what the plan waits for to the run's output, and records it in the journal. */
  private void report(String text) {
    context.journal().add(new Event.Note(context.now(), context.name(), text));
    context.notes().accept(text);
  }

  private List<FaultRun> open() {
    return running.keySet().stream().filter(each -> !each.isOver()).toList();
  }

  /** Whether the gate will never open again. */
  private boolean damaged() {
    return plan.gate() && running.keySet().stream().anyMatch(FaultRun::leftDamage);
  }

  private Optional<String> bar(TimedFault fault) {
    List<FaultRun> open = open();
    if (plan.gate()) {
      return shut(open)
          .map(what -> "the cluster has not recovered from those before: " + what)
          .or(this::settling);
    }
    if (open.size() >= plan.open()) {
      return Optional.of(open.size() + " faults are open, as many as may be");
    }
    String word = fault.fault();
    if (RESTORING.contains(word)
        && open.stream().anyMatch(each -> each.result().planned().fault().equals(word))) {
      return Optional.of("another " + word + " is open, which is to restore what it found");
    }
    Set<ServerId> down = new HashSet<>(context.watchdog().held());
    List<Role> unnamed = new ArrayList<>();
    open.stream()
        .map(FaultRun::result)
        .forEach(each -> count(each.planned().targets(), each.victims(), down, unnamed));
    boolean inTurn = Fault.of(word).orElseThrow().inTurn();
    for (List<String> step : Lists.partition(fault.targets(), inTurn ? 1 : Integer.MAX_VALUE)) {
      Set<ServerId> servers = new HashSet<>(down);
      List<Role> roles = new ArrayList<>(unnamed);
      count(step, List.of(), servers, roles);
      if (!limits.allow(servers, roles)) {
        return Optional.of("too many servers would be down: " + servers);
      }
    }
    return Optional.empty();
  }

  /**
   * Counts the servers that a fault with these aims takes down.
   *
   * @param hit the victims, once they are known: a server that is found is not counted as one
   *     without a name as well
   */
  private void count(List<String> aims, List<Victim> hit, Set<ServerId> down, List<Role> unnamed) {
    down.addAll(Target.servers(aims, topology));
    unnamed.addAll(hit.isEmpty() ? Target.unnamed(aims) : List.of());
    hit.forEach(victim -> victim.server().ifPresent(down::add));
  }

  /** Called only while nothing is open and the cluster is whole. */
  private Optional<String> settling() {
    long now = context.now();
    wholeSince = OptionalLong.of(Math.min(now, wholeSince.orElse(now)));
    boolean settled = running.isEmpty() || now - wholeSince.getAsLong() >= plan.quiet().toMillis();
    return settled
        ? Optional.empty()
        : Optional.of("the cluster has been whole for less than " + Texts.duration(plan.quiet()));
  }

  private Optional<String> shut(List<FaultRun> open) {
    Optional<String> missing = context.watch().notWhole();
    if (!open.isEmpty() || missing.isPresent()) {
      wholeSince = OptionalLong.empty();
    }
    return open.isEmpty()
        ? missing
        : Optional.of(
            open.get(0).result().planned().words() + missing.map(what -> ", " + what).orElse(""));
  }

  private void begin(FaultRun life) {
    running.put(life, threads.submit(life::run));
  }

  /** Waits for all lives to end, also when interrupted, since each of them heals what it broke. */
  private List<FaultResult> ends() throws InterruptedException {
    List<FaultResult> results = new ArrayList<>();
    boolean interrupted = false;
    for (Map.Entry<FaultRun, Future<FaultResult>> each : running.entrySet()) {
      Optional<FaultResult> result = Optional.empty();
      while (result.isEmpty()) {
        try {
          result = Optional.of(each.getValue().get());
        } catch (ExecutionException e) {
          result = Optional.of(each.getKey().brokeOff(e.getCause()));
        } catch (InterruptedException e) {
          interrupted = true;
          context.stop().ask("interrupted");
        }
      }
      results.add(result.get());
    }
    if (interrupted) {
      throw new InterruptedException();
    }
    return results;
  }
}
