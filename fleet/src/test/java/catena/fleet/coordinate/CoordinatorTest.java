// SPDX-License-Identifier: Apache-2.0
package catena.fleet.coordinate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.fleet.FleetLimits;
import catena.fleet.FleetSettings.Death;
import catena.fleet.agree.ClockOffset;
import catena.fleet.agree.FleetNodes;
import catena.fleet.agree.Members.Member;
import catena.fleet.agree.Order;
import catena.fleet.agree.OrdersTakenException;
import catena.fleet.agree.Specification;
import catena.fleet.agree.WorkerId;
import catena.fleet.coordinate.PhaseRun.PhaseCall;
import catena.fleet.coordinate.PhaseRun.PhaseResult;
import catena.fleet.launch.Workers.WorkerEnd;
import catena.fleet.worker.FleetWorker;
import catena.fleet.worker.WorkerPhase.Shares;
import catena.graph.judge.FindingKind;
import catena.harness.accumulo.Holder;
import catena.read.check.TransientDifferences;
import catena.records.fleet.FleetProgress;
import catena.records.journal.ClientName;
import catena.records.journal.Event;
import catena.records.run.RunDirectory;
import catena.records.threads.StopSignal;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.Verdict;
import catena.records.words.UsageException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.curator.test.TestingServer;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.data.ACL;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
@Execution(ExecutionMode.CONCURRENT)
class CoordinatorTest {
  /** How long a successor takes to join, several polls of the coordinator at least. */
  private static final Duration JOINS = Duration.ofMillis(300);

  private static TestingServer server;

  @TempDir Path temp;
  private RunDirectory directory;
  private PretendFleet fleet;

  @BeforeAll
  static void start() throws Exception {
    server = PretendFleet.server();
  }

  @AfterAll
  static void stop() throws IOException {
    server.close();
  }

  @BeforeEach
  void open(TestInfo test) {
    directory = RunDirectory.at(temp.toString());
    String name = test.getTestMethod().orElseThrow().getName();
    String row = test.getDisplayName().startsWith("[") ? test.getDisplayName() : "";
    fleet = new PretendFleet(server, directory, name + row.replaceAll("\\W+", "-"));
  }

  @AfterEach
  void close() throws Exception {
    fleet.close();
    directory.close();
  }

  private static PartOutcome counted(long n) {
    return new PartOutcome(Verdict.PASS, List.of(), Map.of("done", n), Map.of(), List.of());
  }

  /** Does something short. */
  private static Shares brief(Queue<String> did) {
    return (order, since, me) ->
        stop -> {
          did.add(order.words() + " by " + me.node());
          return Map.of("ingest", counted(1));
        };
  }

  /** Prepares itself until the end of the test. */
  private static Shares neverReady(CountDownLatch never) {
    return (order, since, me) -> {
      never.await();
      throw new IllegalStateException("it is never ready");
    };
  }

  /** Goes on until it is asked to end. */
  private static Shares endless(CountDownLatch begun) {
    return (order, since, me) ->
        stop -> {
          begun.countDown();
          boolean asked = stop.await(Duration.ofSeconds(60));
          return Map.of("walk", PartOutcome.fact(me.node() + " " + asked + ", " + stop.reason()));
        };
  }

  private static PhaseCall bounded(int index, String words) {
    return PhaseCalls.of(index, words, slot -> true);
  }

  private static PhaseCall unbounded(int index, String words) {
    return PhaseCalls.of(index, words, slot -> false);
  }

  private <T extends Event> List<T> seen(Class<T> type) {
    return fleet.events.stream().filter(type::isInstance).map(type::cast).toList();
  }

  @Test
  void phasesBeginAtATimeAndAllOfThemEnd() throws Exception {
    Queue<String> did = new ConcurrentLinkedQueue<>();
    try (Coordinator coordinator = fleet.coordinator(3)) {
      for (int slot = 0; slot < 3; slot++) {
        fleet.worker(3, slot, brief(did));
      }
      coordinator.watch(Optional.empty());
      coordinator.gather();
      assertThat(coordinator.present()).isEqualTo(3);
      PhaseResult first = coordinator.perform(bounded(1, "ingest"), fleet.stop.child());
      PhaseResult second = coordinator.perform(bounded(2, "again"), fleet.stop.child());
      assertThat(first.parts().get("ingest").tally()).containsEntry("done", 3L);
      assertThat(first.lost()).isEmpty();
      assertThat(first.skew().workers()).isEqualTo(3);
      assertThat(second.skew().max()).isLessThan(5_000);
      assertThat(did)
          .containsExactlyInAnyOrder(
              "ingest by 0-1",
              "ingest by 1-1",
              "ingest by 2-1",
              "again by 0-1",
              "again by 1-1",
              "again by 2-1");
      coordinator.release();
      assertThat(coordinator.lead().doubts()).isEmpty();
    }
    for (var ending : fleet.endings.values()) {
      assertThat(ending.get(10, TimeUnit.SECONDS).completed()).isTrue();
    }
    assertThat(seen(Event.WorkerJoined.class)).hasSize(3);
    assertThat(fleet.events)
        .filteredOn(Event.Note.class::isInstance)
        .as("the report shows notes")
        .allSatisfy(
            note -> assertThat(((Event.Note) note).text()).contains("3 workers began", "(p99)"))
        .hasSize(2);
    assertThat(seen(Event.WorkerBegan.class)).hasSize(6);
    assertThat(seen(Event.WorkerLost.class)).isEmpty();
    try (FleetNodes nodes = fleet.nodes()) {
      assertThat(nodes.specification()).as("nothing is left").isEmpty();
      assertThat(nodes.members().asked()).isEmpty();
    }
  }

  @Test
  void noWorkerBeginsBeforeTheTime() throws Exception {
    try (Coordinator coordinator = fleet.coordinator(2)) {
      fleet.worker(2, 0, brief(new ConcurrentLinkedQueue<>()));
      fleet.worker(2, 1, brief(new ConcurrentLinkedQueue<>()));
      coordinator.watch(Optional.empty());
      coordinator.gather();
      coordinator.perform(bounded(0, "ingest"), fleet.stop.child());
    }
    assertThat(seen(Event.WorkerBegan.class))
        .allSatisfy(
            began -> {
              assertThat(began.lateMillis()).isGreaterThan(-30); // the clocks are asked by writing
              assertThat(began.joinedLate()).isFalse();
            });
  }

  @Test
  void whatWouldGoOnIsEndedWhenAllElseIsOver() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    try (Coordinator coordinator = fleet.coordinator(2)) {
      fleet.worker(2, 0, brief(new ConcurrentLinkedQueue<>()));
      fleet.worker(2, 1, endless(begun));
      coordinator.watch(Optional.empty());
      coordinator.gather();
      PhaseResult result =
          coordinator.perform(
              PhaseCalls.of(0, "ingest+walk", slot -> slot == 0), fleet.stop.child());
      assertThat(result.parts().get("walk").facts())
          .containsExactly("1-1 true, Optional[the phase is over]");
      assertThat(result.took()).hasSize(2);
    }
  }

  @Test
  void aStopReachesAllLongBeforeTheLimits() throws Exception {
    Duration never = Duration.ofMinutes(10);
    fleet.limits = PretendFleet.quick(Map.of("ready", never, "end", never, "coordinator", never));
    CountDownLatch begun = new CountDownLatch(2);
    try (Coordinator coordinator = fleet.coordinator(2)) {
      fleet.worker(2, 0, endless(begun));
      fleet.worker(2, 1, endless(begun));
      coordinator.watch(Optional.empty());
      coordinator.gather();
      var result =
          java.util.concurrent.CompletableFuture.supplyAsync(
              () -> {
                try {
                  return coordinator.perform(unbounded(0, "walk"), fleet.stop.child());
                } catch (IOException | InterruptedException e) {
                  throw new IllegalStateException(e);
                }
              });
      assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
      fleet.stop.ask("stopped by a signal");
      PhaseResult stopped = result.get(60, TimeUnit.SECONDS);
      assertThat(stopped.parts().get("walk").facts()).as("no limit ended it").hasSize(2);
    }
    for (var ending : fleet.endings.values()) {
      assertThat(ending.get(10, TimeUnit.SECONDS).reason()).isEqualTo("stopped by a signal");
    }
  }

  @Test
  void whoDiesIsAnEventAndTheOthersGoOn() throws Exception {
    CountDownLatch begun = new CountDownLatch(3);
    CountDownLatch killed = new CountDownLatch(1);
    try (Coordinator coordinator = fleet.coordinator(3)) {
      fleet.worker(3, 0, endless(begun));
      fleet.worker(3, 1, endless(begun));
      fleet.worker(
          3,
          2,
          (order, since, me) ->
              stop -> {
                begun.countDown();
                boolean unused = killed.await(60, TimeUnit.SECONDS);
                return Map.of("walk", PartOutcome.fact("last"));
              });
      coordinator.watch(Optional.empty());
      coordinator.gather();
      Threads.later(
          begun,
          () -> {
            fleet.kill(1);
            awaitEvent(Event.WorkerLost.class);
            killed.countDown();
          });
      PhaseResult result =
          coordinator.perform(PhaseCalls.of(0, "walk", slot -> slot == 2), fleet.stop.child());
      assertThat(result.took()).containsExactly(new WorkerId(0, 1), new WorkerId(2, 1));
      assertThat(result.lost()).containsExactly(new WorkerId(1, 1));
      assertThat(result.fleet().verdict()).isEqualTo(Verdict.PASS);
      assertThat(coordinator.lead().doubts()).isEmpty();
    }
    Event.WorkerLost lost = seen(Event.WorkerLost.class).get(0);
    assertThat(lost.worker()).isEqualTo("1-1");
    assertThat(lost.then()).isEqualTo("go-on");
    assertThat(lost.reason()).contains("did not come back within 1s");
    assertThat(seen(Event.WorkerUnseen.class)).isNotEmpty();
  }

  private void awaitEvent(Class<? extends Event> type) throws InterruptedException {
    while (fleet.events.stream().noneMatch(type::isInstance)) {
      boolean unused = new StopSignal().await(Duration.ofMillis(20));
    }
  }

  @ParameterizedTest
  @CsvSource({"STALE, false, FAIL", "LATE, false, FAIL", "LATE, true, PASS", "STALE, true, FAIL"})
  void whatADeadWorkerFoundIsNotLost(FindingKind kind, boolean eventual, Verdict verdict)
      throws Exception {
    CountDownLatch begun = new CountDownLatch(2);
    fleet.faults =
        seen ->
            ClientName.group(seen.client()).equals("walk")
                && new TransientDifferences(eventual).isFault(seen.finding().kind());
    try (Coordinator coordinator = fleet.coordinator(2)) {
      PretendFleet.Engine engine = new PretendFleet.Engine();
      fleet.worker(2, 0, endless(begun));
      fleet.worker(2, 1, endless(begun));
      coordinator.watch(Optional.of(engine));
      coordinator.gather();
      StopSignal phase = fleet.stop.child();
      Threads.later(
          begun,
          () -> {
            fleet.found(new WorkerId(1, 1), kind);
            fleet.kill(1);
            engine.ends.add(new WorkerEnd(1, 1, OptionalInt.of(137), "status 137 (killed)"));
            awaitEvent(Event.WorkerLost.class);
            phase.ask("the phase is over");
          });
      PhaseResult result = coordinator.perform(unbounded(0, "walk"), phase);
      PartOutcome fleetOutcome = result.fleet();
      assertThat(fleetOutcome.verdict()).isEqualTo(verdict);
      assertThat(fleetOutcome.findings()).containsEntry(kind, 1L);
      assertThat(seen(Event.WorkerLost.class).get(0).reason())
          .isEqualTo("its process ended: status 137 (killed)");
    }
  }

  @Test
  void whoDiesIsReplacedWhereThatIsAskedFor() throws Exception {
    fleet.death = Death.REPLACE;
    CountDownLatch begun = new CountDownLatch(2);
    try (Coordinator coordinator = fleet.coordinator(2)) {
      PretendFleet.Engine engine = new PretendFleet.Engine();
      fleet.worker(2, 0, endless(begun));
      fleet.worker(2, 1, endless(begun));
      coordinator.watch(Optional.of(engine));
      coordinator.gather();
      StopSignal phase = fleet.stop.child();
      CountDownLatch successor = new CountDownLatch(1);
      Threads.later(
          begun,
          () -> {
            fleet.kill(1);
            engine.ends.add(new WorkerEnd(1, 1, OptionalInt.of(137), "status 137 (killed)"));
            awaitStarted(engine, "1-2");
            fleet.worker(2, 1, endless(successor));
            boolean unused = successor.await(60, TimeUnit.SECONDS);
            phase.ask("the phase is over");
          });
      PhaseResult result = coordinator.perform(unbounded(0, "walk"), phase);
      assertThat(result.took()).containsExactly(new WorkerId(0, 1), new WorkerId(1, 2));
      assertThat(result.skew().workers())
          .as("who comes late is not late, and who died had begun in time")
          .isEqualTo(2);
      assertThat(FleetProgress.read(directory, List.of(), 2).handle()).isEqualTo("handle 1");
    }
    assertThat(seen(Event.WorkerBegan.class))
        .anySatisfy(
            each -> {
              assertThat(each.worker()).isEqualTo("1-2");
              assertThat(each.joinedLate()).isTrue();
            });
  }

  @Test
  void aSuccessorThatIsLostInItsTurnIsLostToo() throws Exception {
    fleet.death = Death.REPLACE;
    CountDownLatch begun = new CountDownLatch(2);
    try (Coordinator coordinator = fleet.coordinator(2)) {
      PretendFleet.Engine engine = new PretendFleet.Engine();
      fleet.worker(2, 0, endless(begun));
      fleet.worker(2, 1, endless(begun));
      coordinator.watch(Optional.of(engine));
      coordinator.gather();
      StopSignal phase = fleet.stop.child();
      CountDownLatch successor = new CountDownLatch(1);
      Threads.later(
          begun,
          () -> {
            fleet.kill(1);
            engine.ends.add(new WorkerEnd(1, 1, OptionalInt.of(137), "status 137 (killed)"));
            awaitStarted(engine, "1-2");
            fleet.worker(2, 1, endless(successor));
            boolean unused = successor.await(60, TimeUnit.SECONDS);
            fleet.found(new WorkerId(1, 2), FindingKind.STALE);
            fleet.kill(1);
            engine.ends.add(new WorkerEnd(1, 2, OptionalInt.of(137), "status 137 (killed)"));
            awaitStarted(engine, "1-3");
            phase.ask("the phase is over");
          });
      PhaseResult result = coordinator.perform(unbounded(0, "walk"), phase);
      assertThat(result.took()).containsExactly(new WorkerId(0, 1));
      assertThat(result.lost()).containsExactly(new WorkerId(1, 1), new WorkerId(1, 2));
      assertThat(result.fleet().verdict()).isEqualTo(Verdict.FAIL);
    }
  }

  @Test
  void aPhaseWhoseWorkersAllDiedIsForTheirSuccessors() throws Exception {
    fleet.death = Death.REPLACE;
    Queue<String> did = new ConcurrentLinkedQueue<>();
    CountDownLatch begun = new CountDownLatch(1);
    try (Coordinator coordinator = fleet.coordinator(1)) {
      PretendFleet.Engine engine = new PretendFleet.Engine();
      fleet.worker(1, 0, endless(begun));
      coordinator.watch(Optional.of(engine));
      coordinator.gather();
      Threads.later(
          begun,
          () -> {
            fleet.kill(0);
            engine.ends.add(new WorkerEnd(0, 1, OptionalInt.of(137), "status 137 (killed)"));
            awaitStarted(engine, "0-2");
            boolean unused = new StopSignal().await(JOINS); // as it does
            fleet.worker(1, 0, brief(did));
          });
      PhaseResult result = coordinator.perform(bounded(0, "ingest"), fleet.stop.child());
      assertThat(result.took()).containsExactly(new WorkerId(0, 2));
      assertThat(result.lost()).containsExactly(new WorkerId(0, 1));
      assertThat(did).containsExactly("ingest by 0-2");
    }
  }

  /** Another one goes on, so that the phase does; what is done is not done again. */
  @Test
  void theSuccessorOfOneThatWasDoneWaitsForTheNextPhase() throws Exception {
    fleet.death = Death.REPLACE;
    Queue<String> did = new ConcurrentLinkedQueue<>();
    CountDownLatch begun = new CountDownLatch(1);
    try (Coordinator coordinator = fleet.coordinator(2)) {
      PretendFleet.Engine engine = new PretendFleet.Engine();
      fleet.worker(2, 0, endless(begun));
      fleet.worker(2, 1, brief(did));
      coordinator.watch(Optional.of(engine));
      coordinator.gather();
      StopSignal phase = fleet.stop.child();
      Threads.later(
          begun,
          () -> {
            while (directory.shares().isEmpty()) {
              boolean unused = new StopSignal().await(Duration.ofMillis(20));
            }
            fleet.kill(1);
            engine.ends.add(new WorkerEnd(1, 1, OptionalInt.of(137), "status 137 (killed)"));
            awaitStarted(engine, "1-2");
            fleet.worker(2, 1, brief(did));
            while (seen(Event.WorkerJoined.class).size() < 3) {
              boolean unused = new StopSignal().await(Duration.ofMillis(20));
            }
            boolean unused = new StopSignal().await(JOINS); // in which it would have begun
            phase.ask("the phase is over");
          });
      PhaseResult result = coordinator.perform(unbounded(0, "walk"), phase);
      assertThat(result.took()).containsExactly(new WorkerId(0, 1), new WorkerId(1, 1));
      assertThat(did).containsExactly("walk by 1-1");
      coordinator.perform(PhaseCalls.of(1, "scan", slot -> slot == 1), fleet.stop.child());
      assertThat(did).containsExactly("walk by 1-1", "scan by 1-2");
    }
  }

  private static void awaitStarted(PretendFleet.Engine engine, String worker)
      throws InterruptedException {
    while (!engine.started.contains(worker)) {
      boolean unused = new StopSignal().await(Duration.ofMillis(20));
    }
  }

  @Test
  void aPhaseEndsAtItsTimeAndASuccessorHasWhatIsLeftOfIt() throws Exception {
    fleet.limits = PretendFleet.quick(Map.of("end", Duration.ofSeconds(5)));
    fleet.death = Death.REPLACE;
    CountDownLatch begun = new CountDownLatch(1);
    CompletableFuture<Duration> left = new CompletableFuture<>();
    try (Coordinator coordinator = fleet.coordinator(1)) {
      PretendFleet.Engine engine = new PretendFleet.Engine();
      fleet.worker(
          1,
          0,
          (order, since, me) -> {
            assertThat(since).isZero();
            return endless(begun).prepare(order, since, me);
          });
      coordinator.watch(Optional.of(engine));
      coordinator.gather();
      Threads.later(
          begun,
          () -> {
            fleet.kill(0);
            engine.ends.add(new WorkerEnd(0, 1, OptionalInt.of(137), "status 137 (killed)"));
            awaitStarted(engine, "0-2");
            boolean unused = new StopSignal().await(JOINS); // as it does
            fleet.worker(
                1,
                0,
                (order, since, me) -> {
                  left.complete(
                      Duration.ofMillis(order.endAtMillis() - order.goAtMillis()).minus(since));
                  return endless(begun).prepare(order, since, me);
                });
          });
      Duration lasts = Duration.ofMillis(2_500);
      PhaseCall call = PhaseCalls.lasting("ingest", lasts);
      long from = System.nanoTime();
      PhaseResult result = coordinator.perform(call, fleet.stop.child());
      assertThat(Duration.ofNanos(System.nanoTime() - from)).isGreaterThanOrEqualTo(lasts);
      assertThat(result.parts().get("walk").facts())
          .as("it has not ended by itself")
          .contains("0-2 true, Optional[the phase is over]");
      assertThat(left.get(1, TimeUnit.SECONDS)).isBetween(Duration.ofMillis(1), lasts.minus(JOINS));
      assertThat(result.took()).containsExactly(new WorkerId(0, 2));
    }
  }

  /**
   * Its readers have rows to settle when their time is up; an order to end would cut that short.
   */
  @Test
  void whoEndsByTimeIsNotAskedToEnd() throws Exception {
    fleet.limits = PretendFleet.quick(Map.of("end", Duration.ofSeconds(30)));
    try (Coordinator coordinator = fleet.coordinator(1)) {
      fleet.worker(
          1,
          0,
          (order, since, me) ->
              stop ->
                  Map.of("walk", PartOutcome.fact("asked: " + stop.await(Duration.ofSeconds(2)))));
      coordinator.watch(Optional.empty());
      coordinator.gather();
      PhaseCall call = PhaseCalls.lasting("walk", Duration.ofMillis(500));
      PhaseResult result = coordinator.perform(call, fleet.stop.child());
      assertThat(result.parts().get("walk").facts()).containsExactly("asked: false");
    }
  }

  @Test
  void aCoordinatorThatTakesAPhaseOverKnowsHowLongItGoesOnAlready() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    FleetNodes dies = fleet.nodes();
    Coordinator first = fleet.coordinator(dies, 1, "first");
    fleet.worker(1, 0, endless(begun));
    first.watch(Optional.empty());
    first.gather();
    assertThat(first.since(3)).isZero();
    long from = System.nanoTime();
    Threads.later(
        new CountDownLatch(0), () -> first.perform(unbounded(3, "walk"), new StopSignal()));
    assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
    dies.close();
    try (Coordinator second = Coordinator.open(fleet.nodes(), fleet.terms(1, "second"))) {
      assertThat(second.since(3))
          .as("since this test began it, or half a query of the time longer")
          .isPositive()
          .isLessThan(Duration.ofNanos(System.nanoTime() - from).multipliedBy(2));
      assertThat(second.since(4)).as("another phase").isZero();
      fleet.stop.ask("enough");
    }
  }

  @Test
  void aClockThatIsSetInTheMiddleOfARunIsADoubtAndItsWorkerBeginsInTime() throws Exception {
    AtomicLong ahead = new AtomicLong();
    fleet.clock = ahead(ahead);
    try (Coordinator coordinator = fleet.coordinator(1)) {
      fleet.worker(1, 0, brief(new ConcurrentLinkedQueue<>()));
      coordinator.watch(Optional.empty());
      coordinator.gather();
      PhaseResult before = coordinator.perform(bounded(0, "ingest"), fleet.stop.child());
      assertThat(before.fleet().verdict()).isEqualTo(Verdict.PASS);
      ahead.set(-60_000);
      PhaseResult after = coordinator.perform(bounded(1, "ingest"), fleet.stop.child());
      assertThat(after.fleet().verdict()).isEqualTo(Verdict.UNKNOWN);
      assertThat(after.fleet().reasons())
          .singleElement()
          .asString()
          .contains("worker 0: the clock of there is", "behind ZooKeeper's, more than 10s");
      assertThat(after.skew().max()).isLessThan(5_000);
      assertThat(after.skew().clock().orElseThrow().moved()).isBetween(59_000.0, 61_000.0);
    }
  }

  /** A clock that is set while it runs. */
  private static Clock ahead(AtomicLong millis) {
    Clock system = Clock.systemUTC();
    return new Clock() {
      @Override
      public ZoneId getZone() {
        return system.getZone();
      }

      @Override
      public Clock withZone(ZoneId zone) {
        return this;
      }

      @Override
      public Instant instant() {
        return system.instant().plusMillis(millis.get());
      }
    };
  }

  @Test
  void theClockOfTheCoordinatorIsAskedInEachPhaseToo() throws Exception {
    AtomicLong ahead = new AtomicLong();
    fleet.coordinators = ahead(ahead);
    try (Coordinator coordinator = fleet.coordinator(1)) {
      fleet.worker(1, 0, brief(new ConcurrentLinkedQueue<>()));
      coordinator.watch(Optional.empty());
      coordinator.gather();
      coordinator.perform(bounded(0, "ingest"), fleet.stop.child());
      assertThat(coordinator.lead().doubts()).isEmpty();
      ahead.set(600_000); // were the named time as far ahead, this test would not end in time
      coordinator.perform(bounded(1, "ingest"), fleet.stop.child());
      assertThat(coordinator.lead().doubts())
          .singleElement()
          .asString()
          .startsWith("the clock of here, which coordinates, is 600.0 s ahead of ZooKeeper's");
    }
  }

  @Test
  void nothingGrowsInZooKeeperWithTheRun() throws Exception {
    String root = "/catena/runs/nothingGrowsInZooKeeperWithTheRun";
    try (Coordinator coordinator = fleet.coordinator(1);
        CuratorFramework curator =
            CuratorFrameworkFactory.newClient(server.getConnectString(), new RetryOneTime(100))) {
      curator.start();
      fleet.worker(1, 0, brief(new ConcurrentLinkedQueue<>()));
      coordinator.watch(Optional.empty());
      coordinator.gather();
      coordinator.perform(bounded(0, "ingest"), fleet.stop.child());
      int first = curator.checkExists().forPath(root).getNumChildren() + nodes(curator, root);
      for (int phase = 1; phase < 4; phase++) {
        coordinator.perform(bounded(phase, "ingest"), fleet.stop.child());
      }
      assertThat(curator.checkExists().forPath(root).getNumChildren() + nodes(curator, root))
          .isEqualTo(first);
    }
  }

  /** How many there are below. */
  private static int nodes(CuratorFramework curator, String path) throws Exception {
    int nodes = 0;
    for (String child : curator.getChildren().forPath(path)) {
      nodes += 1 + nodes(curator, path + "/" + child);
    }
    return nodes;
  }

  @Test
  void whoDoesNotKnowTheSecretOfARunReadsAndOrdersNothing() throws Exception {
    String id = "secret-" + System.nanoTime();
    Duration limit = Duration.ofSeconds(10);
    try (FleetNodes mine = FleetNodes.open(server.getConnectString(), id, "drawn", limit);
        FleetNodes same = FleetNodes.open(server.getConnectString(), id, "drawn", limit);
        FleetNodes other = FleetNodes.open(server.getConnectString(), id, "guessed", limit);
        FleetNodes none = FleetNodes.open(server.getConnectString(), id, "", limit)) {
      mine.specify(fleet.specification(1));
      Holder me = fleet.terms(1, "x").me();
      Order taken = mine.coordinate(me, Duration.ZERO).orElseThrow();
      assertThat(same.order()).isEqualTo(taken);
      for (FleetNodes each : List.of(other, none)) {
        assertThatThrownBy(each::order).hasMessageContaining("NoAuth");
        assertThatThrownBy(each::specification).hasMessageContaining("NoAuth");
        assertThatThrownBy(() -> each.members().say(member(new WorkerId(0, 1))))
            .hasMessageContaining("NoAuth");
        assertThatThrownBy(() -> each.coordinate(me, Duration.ZERO)).hasMessageContaining("NoAuth");
      }
      mine.remove();
    }
  }

  @Test
  void whoIsReadyAndCutOffUntilThePhaseIsOverIsNamed() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch cut = new CountDownLatch(1);
    StopSignal phase = fleet.stop.child();
    try (Proxy proxy = new Proxy(server.getPort());
        Coordinator coordinator = fleet.coordinator(2);
        FleetNodes nodes = fleet.nodes()) {
      fleet.worker(
          2,
          0,
          (order, since, me) -> {
            boolean unused = cut.await(30, TimeUnit.SECONDS);
            return endless(begun).prepare(order, since, me);
          });
      fleet.through = Optional.of(proxy);
      fleet.worker(2, 1, endless(new CountDownLatch(1)));
      coordinator.watch(Optional.empty());
      coordinator.gather();
      Threads.later(
          new CountDownLatch(0),
          () -> {
            while (!isReady(nodes, new WorkerId(1, 1))) {
              boolean unused = new StopSignal().await(Duration.ofMillis(10));
            }
            proxy.cut();
            cut.countDown();
            begun.await();
            phase.ask("enough");
            while (nodes.order().state() != Order.State.END) {
              boolean unused = new StopSignal().await(Duration.ofMillis(10));
            }
            proxy.heal();
          });
      PhaseResult result = coordinator.perform(unbounded(0, "walk"), phase);
      assertThat(result.fleet().facts()).contains("worker 1 was ready and never began");
    }
  }

  private static boolean isReady(FleetNodes nodes, WorkerId worker) throws IOException {
    Member member = nodes.members().asked().get(worker.slot());
    return member != null && member.has(Member.Step.READY, nodes.order().generation());
  }

  @Test
  void whoEndsEarlyIsNamed() throws Exception {
    CountDownLatch begun = new CountDownLatch(2);
    try (Coordinator coordinator = fleet.coordinator(2)) {
      fleet.worker(2, 0, endless(begun));
      fleet.worker(2, 1, endless(begun));
      coordinator.watch(Optional.empty());
      coordinator.gather();
      StopSignal phase = fleet.stop.child();
      Threads.later(
          begun,
          () -> {
            fleet.signals.get(1).ask("stopped by a signal");
            var ended = fleet.endings.get(1).get(30, TimeUnit.SECONDS);
            phase.ask(ended.reason());
          });
      PhaseResult result = coordinator.perform(unbounded(0, "walk"), phase);
      assertThat(result.took()).hasSize(2);
      assertThat(result.fleet().facts())
          .filteredOn(fact -> fact.contains("early"))
          .containsExactly("worker 1 ended early: stopped by a signal");
    }
  }

  @Test
  void aLossThatCannotBeWrittenIsCarriedThroughLater() throws Exception {
    CountDownLatch begun = new CountDownLatch(2);
    String order = "/catena/runs/aLossThatCannotBeWrittenIsCarriedThroughLater/order";
    try (Coordinator coordinator = fleet.coordinator(2);
        CuratorFramework curator =
            CuratorFrameworkFactory.newClient(server.getConnectString(), new RetryOneTime(100))) {
      curator.start();
      PretendFleet.Engine engine = new PretendFleet.Engine();
      fleet.worker(2, 0, endless(begun));
      fleet.worker(2, 1, endless(begun));
      coordinator.watch(Optional.of(engine));
      coordinator.gather();
      StopSignal phase = fleet.stop.child();
      Threads.later(
          begun,
          () -> {
            curator
                .setACL()
                .withACL(allowed(ZooDefs.Perms.READ | ZooDefs.Perms.ADMIN))
                .forPath(order);
            engine.ends.add(new WorkerEnd(0, 1, OptionalInt.of(137), "status 137"));
            engine.ends.add(new WorkerEnd(1, 1, OptionalInt.of(137), "status 137"));
            while (fleet.notes.stream().noneMatch(note -> note.contains("cannot be seen now"))) {
              boolean unused = new StopSignal().await(Duration.ofMillis(20));
            }
            assertThat(seen(Event.WorkerLost.class)).isEmpty();
            curator.setACL().withACL(allowed(ZooDefs.Perms.ALL)).forPath(order);
          });
      coordinator.perform(unbounded(0, "walk"), phase);
      assertThat(seen(Event.WorkerLost.class).stream().map(Event.WorkerLost::worker))
          .containsExactly("0-1", "1-1");
      assertThat(coordinator.lead().doubts())
          .as("what follows from the loss of the last one")
          .anySatisfy(doubt -> assertThat(doubt).contains("0 of 2 workers are left"));
    }
    for (var ending : fleet.endings.values()) {
      assertThat(ending.get(10, TimeUnit.SECONDS).completed()).isFalse();
    }
  }

  private static List<ACL> allowed(int permissions) {
    return List.of(new ACL(permissions, ZooDefs.Ids.ANYONE_ID_UNSAFE));
  }

  @Test
  void aWorkerNotReadyInTimeIsReplacedByTheThreadOfTheEngine() throws Exception {
    fleet.death = Death.REPLACE;
    fleet.limits = limited(Duration.ofSeconds(1), Duration.ofSeconds(20));
    CountDownLatch never = new CountDownLatch(1);
    try (Coordinator coordinator = fleet.coordinator(2)) {
      PretendFleet.Engine engine = new PretendFleet.Engine();
      fleet.worker(2, 0, brief(new ConcurrentLinkedQueue<>()));
      fleet.worker(2, 1, neverReady(never));
      coordinator.watch(Optional.of(engine));
      coordinator.gather();
      PhaseResult result = coordinator.perform(bounded(0, "ingest"), fleet.stop.child());
      assertThat(result.took()).containsExactly(new WorkerId(0, 1));
      awaitStarted(engine, "1-2");
      assertThat(engine.started).containsExactly("1-2");
      assertThat(engine.starters).containsExactly("fleet-engine");
      assertThat(seen(Event.WorkerLost.class).get(0).reason())
          .isEqualTo("it was not ready within 1s (fleet.answer.limit)");
      never.countDown(); // else it would be waited for in the end
    } finally {
      never.countDown();
    }
  }

  /** Nobody was ready for it: its successor is, and there is nothing to go on with. */
  @Test
  void aPhaseWhoseOnlyWorkerWasNeverReadyEnds() throws Exception {
    fleet.death = Death.REPLACE;
    fleet.limits = limited(Duration.ofSeconds(1), Duration.ofSeconds(20));
    CountDownLatch never = new CountDownLatch(1);
    try (Coordinator coordinator = fleet.coordinator(1)) {
      PretendFleet.Engine engine = new PretendFleet.Engine();
      fleet.worker(1, 0, neverReady(never));
      coordinator.watch(Optional.of(engine));
      coordinator.gather();
      CountDownLatch started = new CountDownLatch(1);
      Threads.later(
          started,
          () -> {
            awaitStarted(engine, "0-2");
            fleet.worker(1, 0, endless(new CountDownLatch(1)));
          });
      started.countDown();
      PhaseResult result = coordinator.perform(unbounded(0, "walk"), fleet.stop.child());
      assertThat(result.fleet().verdict()).isEqualTo(Verdict.UNKNOWN);
      never.countDown(); // else it would be waited for in the end
    } finally {
      never.countDown();
    }
  }

  @Test
  void whoIsGivenUpAndLivesEnds() throws Exception {
    fleet.limits = limited(Duration.ofSeconds(20), Duration.ofSeconds(3));
    CountDownLatch begun = new CountDownLatch(2);
    try (Coordinator coordinator = fleet.coordinator(2)) {
      PretendFleet.Engine engine = new PretendFleet.Engine();
      fleet.worker(2, 0, endless(begun));
      fleet.worker(2, 1, endless(begun));
      coordinator.watch(Optional.of(engine));
      coordinator.gather();
      StopSignal phase = fleet.stop.child();
      Threads.later(
          begun,
          () -> {
            engine.ends.add(new WorkerEnd(1, 1, OptionalInt.empty(), "its container is lost"));
            phase.ask(fleet.endings.get(1).get(30, TimeUnit.SECONDS).reason());
          });
      coordinator.perform(unbounded(0, "walk"), phase);
      assertThat(phase.reason()).contains("the coordinator has given this worker up meanwhile");
    }
  }

  @Test
  void whoIsStartedAgainWithoutAnAttemptIsASuccessor() throws Exception {
    CountDownLatch begun = new CountDownLatch(2);
    CountDownLatch go = new CountDownLatch(1);
    Shares shares =
        (order, since, me) ->
            stop -> {
              begun.countDown();
              boolean unused = go.await(60, TimeUnit.SECONDS);
              return Map.of("ingest", counted(1));
            };
    try (Coordinator coordinator = fleet.coordinator(2)) {
      fleet.worker(2, 0, shares);
      fleet.worker(2, 1, shares);
      coordinator.watch(Optional.empty());
      coordinator.gather();
      Threads.later(
          begun,
          () -> {
            fleet.kill(0);
            fleet.worker(2, 0, brief(new ConcurrentLinkedQueue<>())); // as systemd does
            while (seen(Event.WorkerJoined.class).size() < 3) {
              boolean unused = new StopSignal().await(Duration.ofMillis(20));
            }
            go.countDown();
          });
      PhaseResult result = coordinator.perform(bounded(0, "ingest"), fleet.stop.child());
      assertThat(seen(Event.WorkerJoined.class).get(2).worker()).isEqualTo("0-2");
      assertThat(result.took()).contains(new WorkerId(1, 1));
    }
  }

  /** Else a run would begin without a worker that it needs. */
  @Test
  void aSuccessorAndItsPredecessorThatIsNotLostYetAreOneWorker() throws Exception {
    fleet.limits = PretendFleet.quick(Map.of("sight", Duration.ofSeconds(30)));
    CountDownLatch begun = new CountDownLatch(1);
    try (Coordinator coordinator = fleet.coordinator(3)) {
      fleet.worker(3, 0, endless(begun));
      fleet.worker(3, 1, endless(begun));
      coordinator.watch(Optional.empty());
      while (!(coordinator.present() == 2)) {
        boolean unused = new StopSignal().await(Duration.ofMillis(20));
      }
      fleet.kill(0);
      fleet.worker(3, 0, endless(begun)); // as systemd does
      while (!(seen(Event.WorkerJoined.class).size() == 3)) {
        boolean unused = new StopSignal().await(Duration.ofMillis(20));
      }
      assertThat(seen(Event.WorkerLost.class)).isEmpty();
      assertThat(coordinator.present()).as("of three").isEqualTo(2);
    }
  }

  @Test
  void aDeathStopsTheRunWhereThatIsAskedFor() throws Exception {
    fleet.death = Death.STOP;
    CountDownLatch begun = new CountDownLatch(2);
    try (Coordinator coordinator = fleet.coordinator(2)) {
      PretendFleet.Engine engine = new PretendFleet.Engine();
      fleet.worker(2, 0, endless(begun));
      fleet.worker(2, 1, endless(begun));
      coordinator.watch(Optional.of(engine));
      coordinator.gather();
      Threads.later(
          begun,
          () -> {
            fleet.kill(0);
            engine.ends.add(new WorkerEnd(0, 1, OptionalInt.of(137), "status 137 (killed)"));
          });
      PhaseResult result = coordinator.perform(unbounded(0, "walk"), fleet.stop.child());
      assertThat(result.lost()).containsExactly(new WorkerId(0, 1));
      assertThat(coordinator.lead().doubts())
          .containsExactly(
              "worker 0 is lost: its process ended: status 137 (killed) (worker.death=stop)");
      assertThat(fleet.stop.asked()).isTrue();
    }
  }

  @Test
  void fewerWorkersThanNeededStopTheRun() throws Exception {
    fleet.least = Optional.of(2);
    CountDownLatch begun = new CountDownLatch(2);
    try (Coordinator coordinator = fleet.coordinator(2)) {
      PretendFleet.Engine engine = new PretendFleet.Engine();
      fleet.worker(2, 0, endless(begun));
      fleet.worker(2, 1, endless(begun));
      coordinator.watch(Optional.of(engine));
      coordinator.gather();
      Threads.later(
          begun, () -> engine.ends.add(new WorkerEnd(0, 1, OptionalInt.of(1), "status 1")));
      coordinator.perform(unbounded(0, "walk"), fleet.stop.child());
      assertThat(coordinator.lead().doubts())
          .singleElement()
          .asString()
          .contains("1 of 2 workers are left, and 2 are needed (worker.min)");
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Death.class,
      names = {"GO_ON", "REPLACE"})
  void tooFewWorkersAreRefusedWithTheReason(Death death) throws Exception {
    fleet.death = death; // nobody takes the place of one that may not take part
    try (Coordinator coordinator = fleet.coordinator(2)) {
      PretendFleet.Engine engine = new PretendFleet.Engine();
      engine.ends.add(new WorkerEnd(1, 1, OptionalInt.of(64), "status 64"));
      fleet.worker(2, 0, brief(new ConcurrentLinkedQueue<>()));
      coordinator.watch(Optional.of(engine));
      assertThatThrownBy(coordinator::gather)
          .isInstanceOf(UsageException.class)
          .hasMessageContaining("of 2 workers came, and 2 are needed (worker.min)")
          .hasMessageContaining("worker 1: its process ended before it joined: status 64");
    }
  }

  @Test
  void oneOfTwoProcessesOfASlotIsAMemberAndTheOtherOverwritesNothing() throws Exception {
    try (FleetNodes one = fleet.nodes();
        FleetNodes other = fleet.nodes();
        FleetNodes looks = fleet.nodes()) {
      Member first = member(new WorkerId(0, 1));
      Member second = member(new WorkerId(0, 2));
      assertThat(one.members().say(first)).isTrue();
      assertThat(other.members().say(second)).isFalse();
      Member ready = first.at(3, Member.Step.READY);
      assertThat(one.members().say(ready)).isTrue();
      assertThat(looks.members().asked()).containsExactly(Map.entry(0, ready));
      fleet.endSession("members/0");
      assertThat(other.members().say(second)).isTrue();
      assertThat(one.members().say(ready)).as("its place is another one's now").isFalse();
      assertThat(one.members().sayAgain()).isFalse();
      assertThat(looks.members().asked()).containsExactly(Map.entry(0, second));
    }
  }

  private static Member member(WorkerId worker) {
    return new Member(worker, "there", 7, new ClockOffset(0, 1, 1));
  }

  @Test
  void whoTakesTheRightToCoordinateTakesTheOrdersInTheSameStep() throws Exception {
    Holder first = fleet.terms(1, "first").me();
    Holder second = fleet.terms(1, "second").me();
    try (FleetNodes one = fleet.nodes();
        FleetNodes other = fleet.nodes()) {
      Order mine = one.coordinate(first, Duration.ZERO).orElseThrow();
      assertThat(mine.term()).isEqualTo(1);
      assertThat(other.coordinate(second, Duration.ZERO)).isEmpty();
      assertThat(one.order()).as("no term without the right").isEqualTo(mine);
      assertThat(one.coordinate(first, Duration.ZERO)).as("it has it").contains(mine);
      fleet.endCoordinatorsSession();
      assertThat(one.coordinate(first, Duration.ZERO))
          .as("no other took it while it had no session")
          .contains(mine);
      Order taken = fleet.takenOver(other, "second");
      assertThat(taken.term()).isEqualTo(2);
      assertThatThrownBy(() -> one.coordinate(first, Duration.ZERO))
          .isInstanceOf(OrdersTakenException.class);
      assertThatThrownBy(() -> one.order(mine.prepare(1, "walk")))
          .isInstanceOf(OrdersTakenException.class);
      assertThat(other.coordinator()).contains(second);
      assertThat(other.order()).isEqualTo(taken);
    }
  }

  @Test
  void whatWorkersDoIsPushedAndNotPolled() throws Exception {
    fleet.limits = PretendFleet.quick(Map.of("look", Duration.ofHours(1)));
    try (Coordinator coordinator = fleet.coordinator(2)) {
      coordinator.watch(Optional.empty());
      fleet.worker(2, 0, brief(new ConcurrentLinkedQueue<>()));
      fleet.worker(2, 1, brief(new ConcurrentLinkedQueue<>()));
      coordinator.gather();
      PhaseResult result = coordinator.perform(bounded(0, "ingest"), fleet.stop.child());
      assertThat(result.took()).hasSize(2);
      coordinator.release();
      assertThat(coordinator.lead().doubts()).isEmpty();
    }
  }

  @Test
  void aSuccessorWaitsForOneThatWasGivenUpAndMayComeLater() throws Exception {
    fleet.limits =
        PretendFleet.quick(
            Map.of("end", Duration.ofMillis(300), "coordinator", Duration.ofMillis(1_800)));
    try (Coordinator coordinator = fleet.coordinator(1);
        FleetNodes cutOff = fleet.nodes()) {
      WorkerId dead = new WorkerId(0, 1);
      assertThat(cutOff.members().say(member(dead))).isTrue();
      PretendFleet.Engine engine = new PretendFleet.Engine();
      engine.ends.add(new WorkerEnd(0, 1, OptionalInt.empty(), "its container is lost"));
      coordinator.watch(Optional.of(engine));
      awaitEvent(Event.WorkerLost.class);
      long from = System.nanoTime();
      assertThatThrownBy(
              () ->
                  FleetWorker.join(
                      fleet.setup(
                          fleet.specification(1),
                          OptionalInt.of(0),
                          Clock.systemUTC(),
                          new StopSignal())))
          .as("status 64 says never again")
          .isInstanceOf(IOException.class)
          .hasMessageContaining("worker 0, process 7 on there was given up and has not ended yet");
      assertThat(Duration.ofNanos(System.nanoTime() - from))
          .as("its session, its look for that, and its end")
          .isGreaterThan(PretendFleet.SESSION.plusMillis(600));
    }
  }

  @Test
  void aSecondCoordinatorIsRefusedAndTheFirstNamed() throws Exception {
    try (Coordinator first = fleet.coordinator(1)) {
      assertThat(first.present()).isZero();
      FleetTerms second = fleet.terms(1, "elsewhere");
      FleetNodes nodes = fleet.nodes();
      assertThatThrownBy(() -> Coordinator.open(nodes, second))
          .as("it does not wait for the end of one that lives")
          .isInstanceOf(UsageException.class)
          .hasMessageContaining("is coordinated by process 1 on here");
    }
  }

  @Test
  void aCoordinatorThatDiedIsTakenOverInTheMiddleOfAPhase() throws Exception {
    CountDownLatch begun = new CountDownLatch(2);
    CountDownLatch go = new CountDownLatch(1);
    Shares shares =
        (order, since, me) ->
            stop -> {
              begun.countDown();
              boolean unused = go.await(60, TimeUnit.SECONDS);
              return Map.of("ingest", counted(1));
            };
    FleetNodes dies = fleet.nodes();
    Coordinator first = fleet.coordinator(dies, 2, "first");
    fleet.worker(2, 0, shares);
    fleet.worker(2, 1, shares);
    first.watch(Optional.empty());
    first.gather();
    Threads.later(
        new CountDownLatch(0), () -> first.perform(bounded(3, "ingest"), new StopSignal()));
    assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
    dies.close(); // as its death does
    FleetNodes nodes = fleet.nodes();
    try (Coordinator second = Coordinator.open(nodes, fleet.terms(2, "second"))) {
      second.watch(Optional.empty());
      second.gather();
      go.countDown();
      PhaseResult result = second.perform(bounded(3, "ingest"), fleet.stop.child());
      assertThat(result.parts().get("ingest").tally()).containsEntry("done", 2L);
      assertThat(result.skew().workers()).isEqualTo(2);
      second.release();
    }
    for (var ending : fleet.endings.values()) {
      assertThat(ending.get(10, TimeUnit.SECONDS).completed()).isTrue();
    }
  }

  /** Another coordinator takes over, and has the phase done that the first had begun. */
  private PhaseResult takenOver(PretendFleet.Engine engine, StopSignal phase) throws Exception {
    FleetNodes nodes = fleet.nodes();
    try (Coordinator second = Coordinator.open(nodes, fleet.terms(2, "second"))) {
      second.watch(Optional.of(engine));
      second.gather();
      assertThat(second.isReleased()).isFalse();
      return second.perform(bounded(3, "ingest"), phase);
    }
  }

  @Test
  void aPhaseThatWasOverAlreadyIsTakenOverWithItsResult() throws Exception {
    FleetNodes dies = fleet.nodes();
    Coordinator first = fleet.coordinator(dies, 2, "first");
    fleet.worker(2, 0, brief(new ConcurrentLinkedQueue<>()));
    fleet.worker(2, 1, brief(new ConcurrentLinkedQueue<>()));
    first.watch(Optional.empty());
    first.gather();
    first.perform(bounded(3, "ingest"), new StopSignal());
    dies.close(); // while parts of its own go on, or before the phase is on record
    PhaseResult result = takenOver(new PretendFleet.Engine(), fleet.stop.child());
    assertThat(result.parts().get("ingest").tally()).containsEntry("done", 2L);
    assertThat(result.fleet().verdict()).isEqualTo(Verdict.PASS);
  }

  @Test
  void aWorkerThatDiesWhileNoCoordinatorRunsIsLost() throws Exception {
    fleet.death = Death.REPLACE;
    CountDownLatch begun = new CountDownLatch(2);
    FleetNodes dies = fleet.nodes();
    Coordinator first = fleet.coordinator(dies, 2, "first");
    fleet.worker(2, 0, endless(begun));
    fleet.worker(2, 1, endless(begun));
    first.watch(Optional.empty());
    first.gather();
    Threads.later(
        new CountDownLatch(0), () -> first.perform(bounded(3, "ingest"), new StopSignal()));
    assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
    dies.close();
    fleet.kill(1);
    PretendFleet.Engine engine = new PretendFleet.Engine();
    StopSignal phase = fleet.stop.child();
    Threads.later(
        new CountDownLatch(0),
        () -> {
          awaitStarted(engine, "1-2");
          phase.ask("the phase is over");
        });
    PhaseResult result = takenOver(engine, phase);
    assertThat(result.lost()).containsExactly(new WorkerId(1, 1));
    assertThat(seen(Event.WorkerLost.class)).hasSize(1);
    assertThat(seen(Event.WorkerLost.class).get(0).reason())
        .isEqualTo("it was gone when the run was taken over");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aRunIsTakenOverAfterItsWorkersWereLetGo(boolean stopped) throws Exception {
    FleetNodes dies = fleet.nodes();
    Coordinator first = fleet.coordinator(dies, 1, "first");
    fleet.worker(1, 0, brief(new ConcurrentLinkedQueue<>()));
    first.watch(Optional.empty());
    first.gather();
    first.perform(bounded(3, "ingest"), new StopSignal());
    if (stopped) {
      first.end();
    } else {
      first.release();
    }
    dies.close();
    FleetNodes nodes = fleet.nodes();
    try (Coordinator second = Coordinator.open(nodes, fleet.terms(1, "second"))) {
      assertThat(second.isReleased()).isTrue();
      second.watch(Optional.empty());
      second.release();
      assertThat(second.lead().doubts()).isEmpty();
    }
    assertThat(seen(Event.WorkerLost.class)).isEmpty();
    try (FleetNodes after = fleet.nodes()) {
      assertThat(after.specification()).as("nothing is left").isEmpty();
    }
  }

  @Test
  void aCoordinatorThatWasTakenOverLeavesAllToItsSuccessor() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    String mine = "/catena/runs/aCoordinatorThatWasTakenOverLeavesAllToItsSuccessor/coordinator";
    PretendFleet.Engine engine = new PretendFleet.Engine();
    Coordinator first = fleet.coordinator(fleet.nodes(), 1, "first");
    fleet.worker(1, 0, endless(begun));
    first.watch(Optional.of(engine));
    first.gather();
    Threads.later(
        new CountDownLatch(0), () -> first.perform(unbounded(3, "walk"), new StopSignal()));
    assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
    try (CuratorFramework curator =
            CuratorFrameworkFactory.newClient(server.getConnectString(), new RetryOneTime(100));
        FleetNodes nodes = fleet.nodes()) {
      curator.start();
      curator.delete().forPath(mine); // as the end of its session does, while it stands still
      assertThat(nodes.coordinate(fleet.terms(1, "second").me(), Duration.ZERO)).isPresent();
      first.close();
      assertThat(first.lead().isOusted()).isTrue();
      assertThat(first.lead().doubts())
          .singleElement()
          .asString()
          .startsWith("the run was taken over by process 1 on second");
      assertThat(nodes.order().state()).isEqualTo(Order.State.GO);
      assertThat(nodes.members().asked()).hasSize(1);
      assertThat(nodes.specification()).isPresent();
      assertThat(engine.started).as("processes are not ended").isEmpty();
    }
  }

  @Test
  void aCoordinatorDoesNotTakeARunBackThatAnotherHasEnded() throws Exception {
    Coordinator first = fleet.coordinator(fleet.nodes(), 1, "first");
    first.watch(Optional.empty());
    try (FleetNodes nodes = fleet.nodes()) {
      nodes.remove(); // as the other one does at its end
      first.close();
      assertThat(first.lead().isOusted()).isTrue();
      assertThat(first.lead().doubts())
          .containsExactly("the run was taken over by another process, which has ended since");
      assertThat(nodes.coordinator()).isEmpty();
    }
  }

  @Test
  void workersAreSeenWhileTheEngineDoesNotAnswer() throws Exception {
    PretendFleet.Engine engine = new PretendFleet.Engine();
    engine.answers = new CountDownLatch(1);
    try (Coordinator coordinator = fleet.coordinator(1)) {
      fleet.worker(1, 0, brief(new ConcurrentLinkedQueue<>()));
      coordinator.watch(Optional.of(engine));
      coordinator.gather();
      PhaseResult result = coordinator.perform(bounded(0, "ingest"), fleet.stop.child());
      assertThat(result.took()).hasSize(1);
      engine.answers.countDown();
    }
  }

  @Test
  void anEngineIsAskedAtOnceAndThenAsRarelyAsItSays() throws Exception {
    try (Coordinator coordinator = fleet.coordinator(1)) {
      PretendFleet.Engine engine = new PretendFleet.Engine();
      engine.each = Duration.ofHours(1);
      engine.ends.add(new WorkerEnd(0, 1, OptionalInt.of(137), "status 137"));
      coordinator.watch(Optional.of(engine));
      awaitEvent(Event.WorkerLost.class);
      fleet.worker(1, 0, brief(new ConcurrentLinkedQueue<>())); // the coordinator looks on
      awaitEvent(Event.WorkerJoined.class);
      assertThat(engine.asked).hasValue(1);
    }
  }

  @Test
  void withoutACoordinatorWorkersEndByThemselves() throws Exception {
    fleet.limits = limited(Duration.ofSeconds(20), Duration.ofSeconds(2));
    CountDownLatch begun = new CountDownLatch(1);
    FleetNodes dies = fleet.nodes();
    Coordinator first = fleet.coordinator(dies, 1, "first");
    fleet.worker(1, 0, endless(begun));
    var ending = fleet.endings.get(0);
    first.watch(Optional.empty());
    first.gather();
    Threads.later(
        new CountDownLatch(0), () -> first.perform(unbounded(0, "walk"), new StopSignal()));
    assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
    dies.close();
    assertThat(ending.get(30, TimeUnit.SECONDS).completed()).isFalse();
    assertThat(ending.get().reason()).contains("no coordinator works on the run for 2s");
  }

  private static FleetLimits limited(Duration ready, Duration coordinator) {
    return PretendFleet.quick(Map.of("ready", ready, "coordinator", coordinator));
  }

  private void refused(Specification mine, OptionalInt slot, Clock clock, String... words) {
    assertThatThrownBy(() -> FleetWorker.join(fleet.setup(mine, slot, clock, new StopSignal())))
        .isInstanceOf(UsageException.class)
        .satisfies(e -> assertThat(e.getMessage()).contains(words));
  }

  @Test
  void aWorkerThatMayNotJoinIsRefusedWithTheReason() throws Exception {
    Clock now = Clock.systemUTC();
    Specification right = fleet.specification(1);
    FleetNodes nodes = fleet.nodes();
    try (Coordinator coordinator = fleet.coordinator(nodes, 1, "here")) {
      coordinator.watch(Optional.empty());
      Specification other = new Specification(right.run(), "abc", "2.0", 1, false);
      refused(other, OptionalInt.of(0), now, "This is Catena 2.0, and the run is of 1.0");
      Specification elsewhere = new Specification("/mnt/x", "def", "1.0", 1, false);
      refused(elsewhere, OptionalInt.of(0), now, "/mnt/x holds another description");
      refused(
          right, OptionalInt.of(1), now, "The run has 1 workers, 0 to 0: worker 1 is one too many");
      Clock hour = Clock.offset(now, Duration.ofHours(1));
      refused(right, OptionalInt.of(0), hour, "The clock of there is 3600", "ahead of ZooKeeper's");
      fleet.worker(1, 0, brief(new ConcurrentLinkedQueue<>()));
      coordinator.gather();
      refused(right, OptionalInt.empty(), now, "All 1 workers of the run", "are there already");
      coordinator.release();
      refused(right, OptionalInt.of(0), now, "has nothing more to do for a worker");
    }
  }

  @Test
  void whatIsOrderedSaysWhichPhaseAndWhen() throws Exception {
    FleetNodes nodes = fleet.nodes();
    assertThat(nodes.order()).isEqualTo(Order.NONE);
    Order first = nodes.coordinate(fleet.terms(1, "first").me(), Duration.ZERO).orElseThrow();
    assertThat(first.term()).isEqualTo(1);
    assertThat(first.state()).isEqualTo(Order.State.WAIT);
    nodes.specify(fleet.specification(1));
    Order order = first.prepare(3, "ingest").go(77, Optional.empty(), 5);
    nodes.order(order);
    assertThat(nodes.order()).isEqualTo(order);
    assertThat(order.in(Order.State.END, "why").generation()).isEqualTo(1);
    assertThat(order.overBy().overBy().over()).containsExactly(1, 1);
  }

  @Test
  void whoStoodStillOrdersNothingAfterItsSuccessor() throws Exception {
    Coordinator first = fleet.coordinator(fleet.nodes(), 1, "first");
    try (FleetNodes nodes = fleet.nodes()) {
      Order taken = fleet.takenOver(nodes, "second");
      Order next = taken.prepare(2, "walk");
      nodes.order(next);
      nodes.order(next.go(1, Optional.empty(), 2));
      assertThatThrownBy(() -> first.perform(bounded(3, "ingest"), new StopSignal()))
          .isInstanceOf(OrdersTakenException.class);
      assertThat(first.lead().isOusted()).isTrue();
      assertThat(first.lead().doubts())
          .singleElement()
          .asString()
          .startsWith("the run was taken over by process 1 on second");
      assertThat(nodes.order()).isEqualTo(next.go(1, Optional.empty(), 2));
      first.close();
      assertThat(nodes.specification()).as("the run is its successor's").isPresent();
      nodes.remove();
      assertThatThrownBy(() -> nodes.order(next)).isInstanceOf(OrdersTakenException.class);
    }
  }
}
