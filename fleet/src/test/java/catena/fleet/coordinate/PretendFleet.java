// SPDX-License-Identifier: Apache-2.0
package catena.fleet.coordinate;

import catena.fleet.FleetLimits;
import catena.fleet.FleetSettings;
import catena.fleet.FleetSettings.Death;
import catena.fleet.agree.FleetNodes;
import catena.fleet.agree.Order;
import catena.fleet.agree.Specification;
import catena.fleet.agree.WorkerId;
import catena.fleet.launch.Workers;
import catena.fleet.launch.Workers.WorkerEnd;
import catena.fleet.worker.FleetWorker;
import catena.fleet.worker.FleetWorker.WorkerEnding;
import catena.fleet.worker.WorkerPhase.Shares;
import catena.fleet.worker.WorkerPhase.WorkerSetup;
import catena.graph.judge.FindingKind;
import catena.harness.accumulo.Holder;
import catena.records.journal.ClientName;
import catena.records.journal.Event;
import catena.records.journal.Journal;
import catena.records.run.RunDirectory;
import catena.records.settings.Layer;
import catena.records.settings.Settings;
import catena.records.threads.StopSignal;
import catena.records.verdict.Finding;
import java.lang.reflect.RecordComponent;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.curator.test.InstanceSpec;
import org.apache.curator.test.TestingServer;

/** Coordinators and workers in one process, each with a session of its own, on a real ZooKeeper. */
final class PretendFleet {
  static final FleetLimits QUICK =
      new FleetLimits(
          Duration.ofSeconds(20),
          Duration.ofSeconds(20),
          Duration.ofSeconds(20),
          Duration.ofMillis(100),
          Duration.ofSeconds(1),
          Duration.ofSeconds(20),
          Duration.ofSeconds(10),
          Duration.ofMillis(1),
          Duration.ofMillis(1),
          Duration.ofMillis(50));

  /** What ZooKeeper grants, so that the end of a session is soon seen. */
  static final Duration SESSION = Duration.ofSeconds(3);

  private static final Duration CONNECT = Duration.ofSeconds(10);
  private static final Duration END = Duration.ofSeconds(10);

  final Queue<Event> events = new ConcurrentLinkedQueue<>();
  final Queue<String> notes = new ConcurrentLinkedQueue<>();
  final StopSignal stop = new StopSignal();
  final Map<Integer, CompletableFuture<WorkerEnding>> endings = new ConcurrentHashMap<>();

  /** What signals to each process ask for. */
  final Map<Integer, StopSignal> signals = new ConcurrentHashMap<>();

  /** Of all workers, and of what these start: of several fleets, each ends its own. */
  private final ThreadGroup threads = new ThreadGroup("fleet");

  private final TestingServer server;
  private final RunDirectory directory;
  private final String id;
  private final Map<Integer, FleetNodes> sessions = new ConcurrentHashMap<>();
  private final Map<WorkerId, Journal> journals = new ConcurrentHashMap<>();
  private final List<FleetNodes> opened = new ArrayList<>();

  FleetLimits limits = QUICK;
  Death death = Death.GO_ON;
  Optional<Integer> least = Optional.empty();
  Predicate<Event.FindingSeen> faults = finding -> true;

  /** The clock of hosts that workers are on. */
  Clock clock = Clock.systemUTC();

  Clock coordinators = Clock.systemUTC();

  /** The way to ZooKeeper of the next worker. */
  Optional<Proxy> through = Optional.empty();

  /** A ZooKeeper of this process that grants short sessions, and syncs nothing to the disk. */
  static TestingServer server() throws Exception {
    System.setProperty("zookeeper.forceSync", "no");
    Map<String, Object> granted = Map.of("maxSessionTimeout", Long.toString(SESSION.toMillis()));
    return new TestingServer(new InstanceSpec(null, -1, -1, -1, true, -1, 200, -1, granted), true);
  }

  /** The quick limits with others in the place of some, by their names. */
  static FleetLimits quick(Map<String, Duration> others) {
    try {
      RecordComponent[] all = FleetLimits.class.getRecordComponents();
      Object[] values = new Object[all.length];
      Class<?>[] types = new Class<?>[all.length];
      for (int i = 0; i < all.length; i++) {
        types[i] = all[i].getType();
        Duration other = others.get(all[i].getName());
        values[i] = other == null ? all[i].getAccessor().invoke(QUICK) : other;
      }
      return FleetLimits.class.getConstructor(types).newInstance(values);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  PretendFleet(TestingServer server, RunDirectory directory, String id) {
    this.server = server;
    this.directory = directory;
    this.id = id;
  }

  Specification specification(int workers) {
    return new Specification("runs/" + id, "abc", "1.0", workers, death == Death.REPLACE);
  }

  FleetNodes nodes() {
    return nodes(server.getConnectString());
  }

  FleetNodes nodes(Proxy proxy) {
    return nodes(proxy.connect());
  }

  private FleetNodes nodes(String connect) {
    FleetNodes nodes = FleetNodes.open(connect, id, "", CONNECT);
    opened.add(nodes);
    return nodes;
  }

  FleetTerms terms(int workers, String host) {
    return new FleetTerms(
        specification(workers),
        new Holder(host, 1, "runs/" + id, 5),
        limits,
        settings(),
        directory,
        events::add,
        notes::add,
        coordinators,
        stop,
        faults);
  }

  private Settings settings() {
    Map<String, String> given = new HashMap<>();
    given.put(FleetSettings.DEATH.key(), death.word());
    given.put(FleetSettings.ATTEMPTS.key(), "3");
    least.ifPresent(number -> given.put(FleetSettings.LEAST.key(), "" + number));
    return Settings.resolve(FleetSettings.ALL, List.of(Layer.of("test", given)));
  }

  /** Has another one take the run over, as it does once the session of the first is over. */
  Order takenOver(FleetNodes by, String host) throws Exception {
    endCoordinatorsSession();
    return by.coordinate(terms(1, host).me(), Duration.ZERO).orElseThrow();
  }

  void endCoordinatorsSession() throws Exception {
    endSession("coordinator");
  }

  /** Removes the node that goes with it. */
  void endSession(String node) throws Exception {
    try (CuratorFramework curator =
        CuratorFrameworkFactory.newClient(server.getConnectString(), new RetryOneTime(100))) {
      curator.start();
      curator.delete().forPath("/catena/runs/" + id + "/" + node);
    }
  }

  Coordinator coordinator(int workers) throws Exception {
    return coordinator(nodes(), workers, "here");
  }

  Coordinator coordinator(FleetNodes nodes, int workers, String host) throws Exception {
    return Coordinator.open(nodes, terms(workers, host));
  }

  WorkerSetup setup(Specification mine, OptionalInt slot, Clock clock, StopSignal signal) {
    return new WorkerSetup(
        through.map(this::nodes).orElseGet(this::nodes),
        mine,
        slot,
        OptionalInt.empty(),
        "there",
        limits,
        directory,
        notes::add,
        clock,
        signal);
  }

  /** A worker on its own thread, until it ends. */
  @SuppressWarnings("try") // that they are closed is all
  void worker(int workers, int slot, Shares shares) {
    StopSignal signal = new StopSignal();
    signals.put(slot, signal);
    WorkerSetup setup = setup(specification(workers), OptionalInt.of(slot), clock, signal);
    CompletableFuture<WorkerEnding> ending = new CompletableFuture<>();
    sessions.put(slot, setup.nodes());
    Thread thread =
        new Thread(
            threads,
            () -> {
              try (FleetNodes unused = setup.nodes()) {
                FleetWorker worker = FleetWorker.join(setup);
                ending.complete(work(worker, shares));
              } catch (Throwable e) {
                ending.completeExceptionally(e);
              }
            },
            "worker-" + slot);
    thread.setDaemon(true);
    thread.start();
    endings.put(slot, ending);
  }

  /** Each worker has its journal before it is ready, and writes there when it begins. */
  private WorkerEnding work(FleetWorker worker, Shares shares) throws Exception {
    WorkerId me = worker.me().worker();
    try (Journal journal =
        new Journal(
            directory.append(directory.events(ClientName.worker(me.slot(), me.attempt()))),
            e -> notes.add("a journal cannot be written: " + e))) {
      journals.put(me, journal);
      return worker.run(
          shares,
          event -> {
            events.add(event);
            note(journal, event);
          });
    }
  }

  private static void note(Journal journal, Event event) {
    journal.add(event);
    journal.flush();
  }

  /** A process has something on record before it dies. */
  void found(WorkerId worker, FindingKind kind) {
    String part = ClientName.ofWorker("walk", worker.slot(), worker.attempt());
    note(
        journals.get(worker),
        new Event.FindingSeen(
            5, ClientName.reader(part, 0), Finding.of(kind, "00000000000000aa", 5)));
  }

  /** Ends a worker's session, as its death would, but at once. */
  void kill(int slot) {
    sessions.get(slot).close();
  }

  /** Processes of which a test says when they end. */
  static final class Engine implements Workers {
    final Queue<WorkerEnd> ends = new ConcurrentLinkedQueue<>();
    final Queue<String> started = new ConcurrentLinkedQueue<>();
    volatile CountDownLatch answers = new CountDownLatch(0);
    final Queue<String> starters = new ConcurrentLinkedQueue<>();
    final AtomicInteger asked = new AtomicInteger();
    Duration each = Duration.ZERO;

    @Override
    public Duration askEach() {
      return each;
    }

    @Override
    public String handle() {
      return "handle " + started.size();
    }

    @Override
    public List<WorkerEnd> ended() {
      asked.incrementAndGet();
      try {
        answers.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      List<WorkerEnd> taken = new ArrayList<>();
      for (WorkerEnd end = ends.poll(); end != null; end = ends.poll()) {
        taken.add(end);
      }
      return taken;
    }

    @Override
    public boolean start(int slot, int attempt) {
      starters.add(Thread.currentThread().getName());
      return started.add(slot + "-" + attempt);
    }

    @Override
    public int stop(Duration limit) {
      return 0;
    }

    @Override
    public void close() {
      started.add("closed");
    }
  }

  /**
   * Ends all threads of workers. A turn outlives the session of its worker, and what it writes in
   * the end would make the directory of the test anew.
   */
  void close() throws InterruptedException {
    List<Thread> left =
        Thread.getAllStackTraces().keySet().stream()
            .filter(thread -> thread.getThreadGroup() == threads)
            .toList();
    long deadline = System.nanoTime() + END.toNanos();
    for (Thread thread : left) {
      while (thread.isAlive() && System.nanoTime() - deadline < 0) {
        thread.interrupt(); // again, since a call of ZooKeeper may take it for a failure
        thread.join(100);
      }
    }
    opened.parallelStream().forEach(FleetNodes::close); // each takes a tenth of a second
  }
}
