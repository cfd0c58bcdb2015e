// SPDX-License-Identifier: Apache-2.0
package catena.agitator;

import catena.agitator.fault.ClusterUnderTest;
import catena.agitator.fault.InjectedFault;
import catena.agitator.observe.ClientJournals;
import catena.agitator.observe.ClusterWatch;
import catena.agitator.observe.PlantedLooks;
import catena.agitator.observe.Watchdog;
import catena.cluster.spec.Server;
import catena.cluster.spec.ServerState;
import catena.harness.instance.ServerId;
import catena.harness.watch.RunFollower;
import catena.records.journal.Event;
import catena.records.journal.Journal;
import catena.records.journal.JournalReader;
import catena.records.run.AppendFile;
import catena.records.run.RunDirectory;
import catena.records.threads.StopSignal;
import com.google.common.collect.ConcurrentHashMultiset;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.apache.accumulo.core.client.AccumuloClient;

/**
 * All that a fault works with, without a cluster: servers that are what a test says, and a watch
 * that has seen what a test says.
 */
final class Surroundings implements AutoCloseable {
  final FakeControl control = new FakeControl();
  final FakeLocks locks = new FakeLocks();
  final List<String> notes = Collections.synchronizedList(new ArrayList<>());
  final List<String> unwritten = Collections.synchronizedList(new ArrayList<>());
  final StopSignal stop;
  final Watchdog watchdog;
  final ClusterWatch watch;
  final RunDirectory run;
  final Path place;
  final AppendFile file;
  Duration recoveryLimit = Duration.ofSeconds(100);
  int clientsAsked;

  /** Happens when the client of the watch, or of a fault, is asked for. */
  Runnable whenAsked = () -> {};

  /** The manager's unfinished table operations; read by other threads than the test's. */
  volatile Set<String> operations = Set.of();

  private final Clock clock;
  private final ClusterUnderTest field;
  private final Journal journal;
  private final UnhealedFaults writtenDown;
  private ClientJournals witnesses;
  private boolean looks = true;

  Surroundings(Path directory, Clock clock, StopSignal stop)
      throws IOException, InterruptedException {
    this.clock = clock;
    this.stop = stop;
    run = RunDirectory.at(directory.resolve("run").toString());
    place = Files.createDirectories(directory.resolve("cluster"));
    writtenDown = new UnhealedFaults(List.of(place));
    file = run.append(run.events("agitate"));
    journal = new Journal(file, e -> unwritten.add(e.toString()));
    field = field(control);
    watchdog = new Watchdog(field, journal, "agitate", notes::add);
    watch =
        new ClusterWatch(
            field(new Nobody()),
            clock,
            Duration.ofDays(1),
            Duration.ofDays(1),
            look -> {},
            why -> watchdog.doubt(clock.millis(), why));
    PlantedLooks.awaitFirst(watch);
    witnesses = new ClientJournals(new RunFollower(run, Clock.systemUTC(), note -> {}));
  }

  /** Whom the watch itself asks: all that it has seen is planted. */
  private static final class Nobody extends FakeControl {
    @Override
    public synchronized List<Server> list() {
      try {
        new CountDownLatch(1).await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      return List.of();
    }

    @Override
    public SortedMap<ServerId, String> missing() throws IOException {
      throw new IOException("nobody looks but the test");
    }
  }

  private ClusterUnderTest field(FakeControl servers) {
    return new ClusterUnderTest(servers, locks, this::noClient, "table", Duration.ofSeconds(1));
  }

  private AccumuloClient noClient() {
    clientsAsked++;
    whenAsked.run();
    throw new IllegalStateException("no tserver answers");
  }

  FaultContext context() {
    return context(writtenDown);
  }

  FaultContext context(UnhealedFaults open) {
    return context(open, field);
  }

  /** The same where there is a client of the run's table. */
  FaultContext context(Supplier<AccumuloClient> client) {
    return context(
        writtenDown, new ClusterUnderTest(control, locks, client, "table", Duration.ofSeconds(10)));
  }

  private FaultContext context(UnhealedFaults open, ClusterUnderTest field) {
    return new FaultContext(
        "agitate",
        "",
        field,
        watch,
        watchdog,
        open,
        witnesses,
        () -> operations,
        ConcurrentHashMultiset.create(),
        journal,
        clock,
        Duration.ofSeconds(10),
        recoveryLimit,
        notes::add,
        stop);
  }

  /** The run's other clients write into this directory, or cannot be read there. */
  void witnesses(RunDirectory directory) {
    witnesses = new ClientJournals(new RunFollower(directory, Clock.systemUTC(), note -> {}));
  }

  /** From now on the cluster is not polled. */
  void pollsEnd() {
    looks = false;
  }

  /** One poll of the whole cluster as it is now. */
  void poll() {
    if (looks) {
      PlantedLooks.whole(watch, clock.millis(), down());
    }
  }

  /** The servers that do not run. */
  SortedSet<String> down() {
    SortedSet<String> down = new TreeSet<>();
    for (Server server : control.list()) {
      if (server.state() != ServerState.RUNNING) {
        down.add(server.id().toString());
      }
    }
    return down;
  }

  /** What is written down as open. */
  List<InjectedFault> open() throws IOException {
    return OpenFaults.read(place).faults();
  }

  /** What the journal says, as another process reads it now. */
  List<Event> events() throws IOException {
    List<Event> events = new ArrayList<>();
    JournalReader.read(run.fileSystem(), run.events("agitate"), events::add);
    return events;
  }

  /** The same after the last of it was written. */
  List<Event> allEvents() throws IOException {
    journal.flush();
    return events();
  }

  <E extends Event> List<E> allEvents(Class<E> type) throws IOException {
    return allEvents().stream().filter(type::isInstance).map(type::cast).toList();
  }

  @Override
  public void close() throws IOException {
    watch.close();
    watchdog.close();
    try {
      journal.close();
    } catch (IOException e) {
      if (unwritten.isEmpty()) {
        throw e;
      }
    } finally {
      run.close();
    }
  }
}
