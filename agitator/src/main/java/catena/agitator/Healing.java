// SPDX-License-Identifier: Apache-2.0
package catena.agitator;

import catena.agitator.fault.ClusterUnderTest;
import catena.agitator.fault.Fault;
import catena.agitator.fault.InjectedFault;
import catena.agitator.fault.ServerFault;
import catena.agitator.fault.TableFault;
import catena.agitator.fault.Victim;
import catena.agitator.observe.ClusterWatch;
import catena.cluster.control.ClusterControl;
import catena.cluster.local.LocalCluster;
import catena.cluster.process.ClusterLock;
import catena.cluster.spec.Server;
import catena.cluster.spec.ServerState;
import catena.harness.accumulo.Connection;
import catena.harness.accumulo.TableName;
import catena.harness.command.Terminal;
import catena.harness.instance.ServerId;
import catena.harness.instance.ServerLocks;
import catena.records.journal.Event;
import catena.records.journal.Journal;
import catena.records.run.RunDirectory;
import catena.records.settings.Settings;
import catena.records.threads.StopSignal;
import catena.records.threads.Threads;
import catena.records.verdict.Verdict;
import catena.records.words.Reasons;
import catena.records.words.UsageException;
import com.google.common.base.Suppliers;
import com.google.common.io.Closer;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.apache.accumulo.core.client.AccumuloClient;

/** Heals what an agitator that died has left, and waits until the cluster is whole. */
public record Healing(Settings settings, Terminal terminal, Clock clock, StopSignal stop) {
  private static final Duration ZOOKEEPER = Duration.ofSeconds(4);
  private static final Duration CONNECT = Duration.ofSeconds(60);
  private static final Duration POLL = Duration.ofMillis(500);

  /** The name of its journal: the injecting process may still have its own open. */
  static final String JOURNAL = "heal";

  /**
   * Heals the open faults that are written down in the run directory, if given, in the cluster's,
   * and in those of the runs that these name.
   *
   * @throws UsageException if an agitator is at work there, or it cannot be found out what is open
   */
  Verdict heal(Path clientProps, Optional<LocalCluster> local, Optional<String> runDirectory)
      throws Exception {
    Optional<Path> run = runDirectory.filter(each -> !RunDirectory.isUri(each)).map(Path::of);
    if (run.isPresent()) { // in one that is not there nothing seems to be open
      RunDirectory.open(run.get().toString()).close();
    } // while HDFS may be down, and is to be healed
    List<Path> places = AgitatePhase.places(run, local);
    if (places.isEmpty() && runDirectory.isEmpty()) {
      throw new UsageException(
          "This cluster is no local one: name by --run-dir the run whose faults are to be healed");
    }
    try (Closer held = Closer.create()) {
      for (Path place : places) {
        if (!ClusterLock.taken(held.register(AgitatePhase.lock(place)))) {
          throw new UsageException(
              "An agitate is at work at "
                  + place
                  + ", and heals what it does: stop it; --heal is for what one left that was killed");
        }
      }
      AbandonedFaults left = AbandonedFaults.at(places, runDirectory);
      terminal.note(
          left.faults().isEmpty() ? "no fault is open" : left.faults().size() + " faults are open");
      return heal(left, clientProps, local, false);
    }
  }

  /** Heals these, without a client of the cluster, which may not answer before that. */
  private Verdict heal(
      AbandonedFaults left, Path clientProps, Optional<LocalCluster> local, boolean onceWhole)
      throws Exception {
    Properties client = properties(clientProps);
    AtomicReference<Connection> opened = new AtomicReference<>();
    Supplier<AccumuloClient> clients =
        Suppliers.memoize(
            () -> {
              opened.set(Connection.open(clientProps, CONNECT));
              return opened.get().client();
            });
    try (ServerLocks locks =
        new ServerLocks(
            client.getProperty("instance.zookeepers"),
            client.getProperty("instance.name"),
            ZOOKEEPER)) {
      ClusterControl control = AgitatePhase.control(settings, local, locks, victims(left));
      Duration limit = settings.get(AgitateSettings.RECOVERY_LIMIT);
      String table = settings.get(TableName.SETTING);
      ClusterUnderTest field = new ClusterUnderTest(control, locks::read, clients, table, limit);
      return heal(left, field, onceWhole);
    } finally {
      if (opened.get() != null) {
        opened.get().close();
      }
    }
  }

  /**
   * Heals these, records it in the journals of their runs, and removes their records once all are
   * healed.
   *
   * @param onceWhole whether the cluster must be whole for that: who dies before leaves them to the
   *     next
   */
  Verdict heal(AbandonedFaults left, ClusterUnderTest field, boolean onceWhole) throws Exception {
    boolean healed = healEach(left, field);
    boolean whole = false;
    try {
      whole = healed && whole(left, field, settings.get(AgitateSettings.RECOVERY_LIMIT));
    } finally {
      if (onceWhole ? whole : healed) {
        left.forget(); // at last, since HDFS may not be back
      }
    }
    return whole ? Verdict.PASS : Verdict.UNKNOWN;
  }

  /**
   * Heals what one part of a run left open when its process died, and another one has taken the run
   * over, before anything is read from the cluster, which may not answer with these faults; what
   * belongs to another part or run is left as it is.
   *
   * @param client the part
   * @throws IOException if something of it is open still
   */
  public void healOwn(
      RunDirectory run, String client, Path clientProps, Optional<LocalCluster> local)
      throws Exception {
    AbandonedFaults left =
        AbandonedFaults.at(AgitatePhase.places(run.local(), local), Optional.of(run.display()));
    if (left.faults().isEmpty() || !left.areOf(run, client)) {
      return;
    }
    terminal.note("healing what the process left open that died in " + client);
    if (heal(left, clientProps, local, true) != Verdict.PASS) {
      throw new IOException(
          "What the process left open that died in %s could not be healed as a whole: see above, and heal it by bin/catena agitate --heal"
              .formatted(client));
    }
  }

  private static List<Victim> victims(AbandonedFaults left) {
    return left.faults().stream().flatMap(injected -> injected.victims().stream()).toList();
  }

  private static Properties properties(Path clientProps) {
    Properties properties = new Properties();
    try (Reader in = Files.newBufferedReader(clientProps)) {
      properties.load(in);
      return properties;
    } catch (IOException | IllegalArgumentException e) {
      throw new UsageException(clientProps + " cannot be read: " + e.getMessage());
    }
  }

  /** Servers and networks first: tables cannot be healed without them. What fails is retried. */
  private boolean healEach(AbandonedFaults left, ClusterUnderTest field)
      throws InterruptedException {
    List<InjectedFault> order = new ArrayList<>(left.faults());
    order.sort(Comparator.comparing(injected -> Fault.of(injected) instanceof TableFault));
    Map<InjectedFault, String> failures = new HashMap<>();
    long deadline = clock.millis() + settings.get(AgitateSettings.RECOVERY_LIMIT).toMillis();
    do {
      for (InjectedFault injected : List.copyOf(order)) {
        Threads.attempt(
                () -> {
                  String outcome = Fault.of(injected).heal(field, injected);
                  terminal.line(injected.words() + ": " + outcome);
                  journal(left.of(injected), injected, outcome);
                  order.remove(injected);
                })
            .ifPresent(e -> failures.put(injected, " could not be healed: " + Reasons.of(e)));
      }
    } while (!order.isEmpty() && !stop.await(POLL) && clock.millis() < deadline);
    order.forEach(injected -> terminal.line(injected.words() + failures.get(injected)));
    return order.isEmpty();
  }

  /**
   * Records in the journals of a run that one of its faults was healed by another process than the
   * one that injected it, under the name of that agitator: else the fault would be taken for open
   * until the run's end.
   */
  private void journal(OpenFaults of, InjectedFault fault, String outcome) {
    Optional<String> run = of.run();
    if (run.isEmpty()) {
      terminal.note(
          "in no journal is written that fault %d is healed: which run it was of is not known; name that by --run-dir"
              .formatted(fault.id()));
      return;
    }
    String client = of.client().orElse(JOURNAL);
    try (RunDirectory directory = RunDirectory.open(run.get());
        Journal journal =
            new Journal(
                directory.append(directory.events(JOURNAL)), e -> silent(fault, run.get(), e))) {
      journal.add(new Event.FaultHealed(clock.millis(), client, fault.id(), outcome));
    } catch (IOException | UsageException e) {
      silent(fault, run.get(), e);
    }
  }

  private void silent(InjectedFault fault, String run, Exception cause) {
    terminal.note(
        "that fault %d is healed cannot be written into the journals of %s: %s"
            .formatted(fault.id(), run, Reasons.of(cause)));
  }

  /** Waits until the cluster is whole, starting what has died of the faults meanwhile. */
  private boolean whole(AbandonedFaults left, ClusterUnderTest field, Duration limit)
      throws Exception {
    List<Victim> victims = victims(left);
    long deadline = clock.millis() + limit.toMillis();
    Optional<String> missing = Optional.empty();
    Map<ServerId, String> reported = new HashMap<>();
    do {
      for (Server server : field.control().list()) {
        if (server.state() == ServerState.DEAD) {
          Threads.attempt(() -> terminal.line(ServerFault.raise(field, server.id())))
              .map(e -> server.id() + " could not be started, and is tried again: " + Reasons.of(e))
              .filter(why -> !why.equals(reported.put(server.id(), why)))
              .ifPresent(terminal::line);
        }
      }
      Map<Long, ServerId> ended = field.endedSessions(victims);
      missing =
          ClusterWatch.observe(field, clock, AgitatePhase.OBSERVE_LIMIT, () -> ended, tablets -> {})
              .missing(Set.of());
      if (missing.isEmpty()) {
        terminal.line("the cluster is whole");
        return true;
      }
    } while (!stop.await(POLL) && clock.millis() < deadline);
    terminal.line("the cluster is not whole: " + missing.get());
    return false;
  }
}
