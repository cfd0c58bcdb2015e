// SPDX-License-Identifier: Apache-2.0
package catena.fleet.coordinate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.fleet.FleetLimits;
import catena.fleet.FleetSettings.Death;
import catena.fleet.agree.FleetNodes;
import catena.fleet.agree.Order;
import catena.fleet.agree.OrdersTakenException;
import catena.fleet.agree.WorkerId;
import catena.fleet.coordinate.PhaseRun.PhaseCall;
import catena.fleet.coordinate.PhaseRun.PhaseResult;
import catena.fleet.launch.Workers.WorkerEnd;
import catena.fleet.worker.WorkerPhase.Shares;
import catena.harness.accumulo.Holder;
import catena.records.fleet.FleetFile;
import catena.records.fleet.FleetProgress;
import catena.records.journal.Event;
import catena.records.run.RunDirectory;
import catena.records.threads.StopSignal;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.PendingVerdict;
import catena.records.verdict.Verdict;
import catena.records.verdict.VerdictFile;
import catena.records.words.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.curator.test.TestingServer;
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

/**
 * Two coordinators of one run, of which one is cut off from ZooKeeper for a session or more: to
 * ZooKeeper that is what a process is that was stopped (SIGSTOP) and woken.
 */
@Timeout(180)
@Execution(ExecutionMode.CONCURRENT)
class TakeoverTest {
  private static final Duration CONNECT = Duration.ofSeconds(10);
  private static final VerdictFile VERDICT =
      VerdictFile.of(Verdict.UNKNOWN, List.of(), Map.of(), Map.of());

  private static TestingServer server;

  @TempDir Path temp;
  private RunDirectory directory;
  private PretendFleet fleet;
  private String id;

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
    id = test.getTestMethod().orElseThrow().getName();
    fleet = new PretendFleet(server, directory, id);
    // A worker is not lost while coordinators change.
    fleet.limits = patient();
  }

  private static FleetLimits patient() {
    return PretendFleet.quick(
        Map.of("sight", Duration.ofSeconds(30), "coordinator", Duration.ofSeconds(60)));
  }

  @AfterEach
  void close() throws Exception {
    fleet.close();
    directory.close();
  }

  private static PartOutcome counted(long n) {
    return new PartOutcome(Verdict.PASS, List.of(), Map.of("done", n), Map.of(), List.of());
  }

  private static Shares endless(CountDownLatch begun) {
    return (order, since, me) ->
        stop -> {
          begun.countDown();
          boolean asked = stop.await(Duration.ofMinutes(2));
          return Map.of("walk", PartOutcome.fact(me.node() + " " + asked));
        };
  }

  private static <T> CompletableFuture<T> async(Callable<T> work) {
    CompletableFuture<T> future = new CompletableFuture<>();
    Threads.later(
        new CountDownLatch(0),
        () -> {
          try {
            future.complete(work.call());
          } catch (Throwable e) {
            future.completeExceptionally(e);
          }
        });
    return future;
  }

  private static void await(BooleanSupplier come) throws InterruptedException {
    while (!come.getAsBoolean()) {
      boolean unused = new StopSignal().await(Duration.ofMillis(20));
    }
  }

  private static Holder second(String run) {
    return new Holder("second", 2, run, 6);
  }

  private FleetNodes through(Proxy proxy) {
    return through(proxy, CONNECT);
  }

  private FleetNodes through(Proxy proxy, Duration limit) {
    return FleetNodes.open(proxy.connect(), id, "", limit);
  }

  /** What the second coordinator works with: a process of its own has a stop of its own. */
  private FleetTerms second(int workers, StopSignal stop) {
    FleetTerms terms = fleet.terms(workers, "second");
    return new FleetTerms(
        terms.run(),
        terms.me(),
        terms.limits(),
        terms.settings(),
        terms.directory(),
        terms.journal(),
        terms.notes(),
        terms.clock(),
        stop,
        terms.faults());
  }

  @Test
  void whoWakesBetweenTheClaimOfAnotherAndItsFirstOrderOrdersNothing() throws Exception {
    Queue<String> did = new ConcurrentLinkedQueue<>();
    Shares doubtsOnce =
        (order, since, me) ->
            stop -> {
              did.add(order.words());
              return Map.of(
                  "walk", did.size() == 1 ? PartOutcome.doubt("it was not completed") : counted(1));
            };
    try (Proxy proxy = new Proxy(server.getPort());
        FleetNodes nodes = fleet.nodes()) {
      Coordinator first = Coordinator.open(through(proxy), fleet.terms(1, "first"));
      fleet.worker(1, 0, doubtsOnce);
      first.watch(Optional.empty());
      first.gather();
      PhaseCall walk = PhaseCalls.of(0, "walk", slot -> true);
      PhaseResult came = first.perform(walk, new StopSignal());
      assertThat(came.parts().get("walk").verdict()).isEqualTo(Verdict.UNKNOWN);
      proxy.cut();
      FleetTerms terms = second(1, new StopSignal());
      Order claimed = Coordinator.claim(nodes, terms.me(), "runs/" + id, note -> {});
      assertThat(claimed.over()).as("no phase is over by what it has read").isEmpty();
      proxy.heal();
      assertThatThrownBy(first::phaseIsOver).isInstanceOf(IOException.class);
      assertThatThrownBy(
              () -> first.perform(PhaseCalls.of(1, "scan", slot -> true), new StopSignal()))
          .isInstanceOf(IOException.class);
      assertThat(first.lead().isOusted()).isTrue();
      assertThatThrownBy(() -> first.lead().concluding(VERDICT)).isInstanceOf(IOException.class);
      first.close();
      assertThat(nodes.order()).isEqualTo(claimed);
      try (Coordinator second = Coordinator.open(nodes, terms)) {
        second.watch(Optional.empty());
        second.gather();
        assertThat(second.perform(walk, new StopSignal()).parts().get("walk").verdict())
            .as("the phase is done once, and what it came to is not forgotten")
            .isEqualTo(Verdict.UNKNOWN);
        second.release();
      }
    }
    assertThat(did).containsExactly("walk");
  }

  /** No clock counts from the last loss where nobody was lost: that may be any time ago. */
  @Test
  void whoWasGivenUpBeforeIsNotAwaitedByTheNextCoordinator() throws Exception {
    fleet.death = Death.REPLACE;
    fleet.limits =
        PretendFleet.quick(
            Map.of("join", Duration.ofDays(36_500), "sight", Duration.ofMillis(500)));
    FleetNodes dies = fleet.nodes();
    Coordinator first = fleet.coordinator(dies, 2, "first");
    fleet.worker(2, 0, endless(new CountDownLatch(1)));
    first.lead().give(order -> order.prepare(3, "walk").without(List.of(new WorkerId(1, 3))));
    dies.close();
    try (Coordinator second = Coordinator.open(fleet.nodes(), fleet.terms(2, "second"))) {
      second.watch(Optional.of(new PretendFleet.Engine()));
      await(() -> second.present() == 1);
      second.gather();
      assertThat(fleet.notes).contains("1 of 2 workers came; the run begins with those");
    }
  }

  @Test
  void theRightIsKeptUntilTheVerdictIsWrittenAndOneProcessConcludes() throws Exception {
    try (Proxy proxy = new Proxy(server.getPort());
        FleetNodes nodes = fleet.nodes()) {
      Coordinator first = Coordinator.open(through(proxy), fleet.terms(1, "first"));
      fleet.worker(1, 0, (order, since, me) -> stop -> Map.of("ingest", counted(1)));
      first.watch(Optional.empty());
      first.gather();
      first.perform(PhaseCalls.of(0, "ingest", slot -> true), new StopSignal());
      first.phaseIsOver();
      first.end(); // as before companions end and causes are looked for
      assertThat(fleet.endings.get(0).get(20, TimeUnit.SECONDS).completed()).isFalse();
      assertThat(nodes.coordinate(second("runs/" + id), Duration.ZERO)).isEmpty();
      first.lead().concluding(VERDICT);
      proxy.cut(); // it dies before its verdict is published
      Order found = Coordinator.claim(nodes, second("runs/" + id), "runs/" + id, note -> {});
      assertThat(found.state()).isEqualTo(Order.State.CONCLUDED);
      assertThat(found.term()).as("whose verdict it is").isEqualTo(1);
      assertThat(found.over()).containsExactly(1);
    }
  }

  @Test
  void whoCannotAskZooKeeperDoesNothingOutsideAndEndsNothingOfItsSuccessor() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    PretendFleet.Engine engine = new PretendFleet.Engine();
    try (Proxy proxy = new Proxy(server.getPort());
        FleetNodes nodes = fleet.nodes()) {
      Coordinator first = Coordinator.open(through(proxy), fleet.terms(1, "first"));
      fleet.worker(1, 0, endless(begun));
      first.watch(Optional.of(engine));
      first.gather();
      StopSignal phase = new StopSignal();
      var theirs = async(() -> first.perform(PhaseCalls.of(3, "walk", slot -> false), phase));
      CountDownLatch agitating = new CountDownLatch(1);
      var own =
          async(
              () ->
                  first
                      .lead()
                      .own(
                          phase,
                          stop -> {
                            agitating.countDown();
                            await(stop::asked);
                            return System.nanoTime();
                          }));
      begun.await();
      agitating.await();
      long cut = System.nanoTime();
      proxy.cut();
      assertThat(Duration.ofNanos(own.get(60, TimeUnit.SECONDS) - cut))
          .as("before its session can be over")
          .isLessThan(PretendFleet.SESSION);
      assertThat(phase.asked()).as("the workers go on").isFalse();
      assertThat(first.lead().mayWrite()).isFalse();
      assertThat(first.lead().doubts())
          .singleElement()
          .asString()
          .contains("has not answered for 2s");

      StopSignal stop = new StopSignal();
      Coordinator second = Coordinator.open(nodes, second(1, stop));
      second.watch(Optional.empty());
      second.gather();
      assertThat(second.lead().doubts()).isEmpty();
      phase.ask("what it did itself is over");
      proxy.heal();
      assertThatThrownBy(() -> theirs.get(60, TimeUnit.SECONDS))
          .isInstanceOf(ExecutionException.class);
      first.close();
      assertThat(first.lead().isOusted()).isTrue();
      assertThat(engine.started).as("the engine of the first was called").isEmpty();
      assertThat(second.present()).isEqualTo(1);
      assertThat(nodes.order().state()).isEqualTo(Order.State.GO);
      stop.ask("enough");
      second.close();
    }
    assertThat(FleetProgress.read(directory, List.of(), 3).doubts())
        .as("what the first said when it had no right to")
        .isEmpty();
  }

  @Test
  void withoutAnAnswerToTheLastOrderTheEngineStartsNothing() throws Exception {
    fleet.limits = PretendFleet.quick(Map.of("coordinator", Duration.ofSeconds(1)));
    PretendFleet.Engine engine = new PretendFleet.Engine();
    try (Proxy proxy = new Proxy(server.getPort());
        FleetNodes nodes = fleet.nodes()) {
      Coordinator first =
          Coordinator.open(through(proxy, Duration.ofSeconds(1)), fleet.terms(1, "first"));
      first.watch(Optional.of(engine));
      await(first.lead()::mayWrite);
      proxy.cut();
      await(() -> !first.lead().mayWrite());
      assertThatThrownBy(first::close).isInstanceOf(IOException.class);
      assertThat(engine.started).isEmpty();
      assertThat(nodes.specification()).isPresent();
      assertThatThrownBy(() -> first.lead().concluding(VERDICT)).isInstanceOf(Exception.class);
    }
  }

  /** A request that is made again has no new limit: else the loop would stand still meanwhile. */
  @Test
  void aRequestEndsSoonAfterItsLimitWhileZooKeeperIsAway() throws Exception {
    Duration limit = Duration.ofSeconds(1);
    try (Proxy proxy = new Proxy(server.getPort());
        FleetNodes nodes = through(proxy, limit)) {
      proxy.cut();
      long from = System.nanoTime();
      assertThatThrownBy(nodes::order).isInstanceOf(IOException.class);
      assertThat(Duration.ofNanos(System.nanoTime() - from)).isLessThan(limit.multipliedBy(15));
      proxy.heal();
      await(() -> isAnswered(nodes));
    }
  }

  private static boolean isAnswered(FleetNodes nodes) {
    try {
      return nodes.order().equals(Order.NONE);
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  void whatACoordinatorHasToSayOutlivesIt() throws Exception {
    fleet.death = Death.STOP;
    CountDownLatch begun = new CountDownLatch(2);
    FleetNodes dies = fleet.nodes();
    Coordinator first = fleet.coordinator(dies, 2, "first");
    PretendFleet.Engine engine = new PretendFleet.Engine();
    fleet.worker(2, 0, endless(begun));
    fleet.worker(2, 1, endless(begun));
    first.watch(Optional.of(engine));
    first.gather();
    var unused =
        async(() -> first.perform(PhaseCalls.of(3, "ingest", slot -> true), new StopSignal()));
    begun.await();
    fleet.kill(1);
    engine.ends.add(new WorkerEnd(1, 1, OptionalInt.of(137), "status 137"));
    await(() -> !first.lead().doubts().isEmpty());
    first.lead().doubt("the journal cannot be written: the disk is full");
    List<String> doubts = first.lead().doubts();
    await(() -> left().doubts().equals(doubts));
    dies.close(); // kill -9, before the verdict
    assertThat(doubts).hasSize(2).first().asString().contains("(worker.death=stop)");
    assertThat(left().handle()).isEqualTo("handle 0");
  }

  /**
   * A disk that was full for a moment loses no doubt, and no phase is over before it is written.
   */
  @Test
  void whatCouldNotBeWrittenForTheNextCoordinatorIsWrittenLater() throws Exception {
    FleetNodes dies = fleet.nodes();
    Coordinator first = fleet.coordinator(dies, 1, "first");
    first.watch(Optional.of(new PretendFleet.Engine()));
    await(() -> left().handle().equals("handle 0"));
    Path file = Path.of(directory.coordinator(1).toUri().getPath());
    Files.delete(file);
    Files.createFile(Files.createDirectory(file).resolve("in the way"));
    first.lead().doubt("the journal cannot be written");
    var over =
        async(
            () -> {
              first.phaseIsOver();
              return true;
            });
    first.lead().doubt("nor the log");
    assertThat(over.isDone()).isFalse();
    Files.delete(file.resolve("in the way"));
    Files.delete(file);
    over.get();
    assertThat(left().doubts()).containsExactly("the journal cannot be written", "nor the log");
    dies.close();
  }

  private FleetProgress left() {
    try {
      return FleetProgress.read(directory, List.of(), 2);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void theSameDirectoryByAnotherSpellingIsTheSameRun() throws Exception {
    Path real = Files.createDirectories(temp.resolve("real/run"));
    Path link = Files.createSymbolicLink(temp.resolve("link"), temp.resolve("real"));
    CountDownLatch begun = new CountDownLatch(1);
    try (RunDirectory one = RunDirectory.at(real.toString());
        RunDirectory other = RunDirectory.at(link.resolve("run").toString())) {
      new FleetFile(1, "local", "abc", Map.of(), List.of(), 0, 1, "x", false, 1, id, "")
          .writeTo(one);
      assertThat(other.display()).isNotEqualTo(one.display());
      try (Coordinator first = fleet.coordinator(1);
          FleetNodes nodes =
              FleetNodes.open(
                  server.getConnectString(),
                  FleetFile.read(other).orElseThrow().id(),
                  "",
                  CONNECT)) {
        fleet.worker(1, 0, endless(begun));
        first.watch(Optional.empty());
        first.gather();
        StopSignal phase = new StopSignal();
        var perform = async(() -> first.perform(PhaseCalls.of(0, "walk", slot -> false), phase));
        begun.await();
        Order before = nodes.order();
        assertThatThrownBy(
                () ->
                    Coordinator.claim(nodes, second(other.display()), other.display(), note -> {}))
            .isInstanceOf(UsageException.class)
            .hasMessageContaining("is coordinated by process 1 on here");
        assertThat(nodes.order()).isEqualTo(before);
        assertThat(first.present()).isEqualTo(1);
        phase.ask("enough");
        assertThat(perform.get(30, TimeUnit.SECONDS).took()).hasSize(1);
      }
    }
  }

  @Test
  void whoClaimedAndWasTakenOverDoesNotGoOn() throws Exception {
    try (FleetNodes one = fleet.nodes();
        FleetNodes other = fleet.nodes()) {
      FleetTerms terms = fleet.terms(1, "first");
      Order unused = Coordinator.claim(one, terms.me(), "runs/x", note -> {});
      unused = fleet.takenOver(other, "second");
      assertThatThrownBy(() -> Coordinator.open(one, terms))
          .isInstanceOf(OrdersTakenException.class);
      assertThat(other.order().term()).isEqualTo(2);
    }
  }

  @Test
  void ifThoseWithAnEndDieThePhaseEnds() throws Exception {
    CountDownLatch begun = new CountDownLatch(2);
    try (Coordinator coordinator = fleet.coordinator(2)) {
      PretendFleet.Engine engine = new PretendFleet.Engine();
      fleet.worker(2, 0, endless(begun));
      fleet.worker(2, 1, endless(begun));
      coordinator.watch(Optional.of(engine));
      coordinator.gather();
      var perform =
          async(
              () ->
                  coordinator.perform(
                      PhaseCalls.of(0, "ingest+walk", slot -> slot == 0), fleet.stop.child()));
      begun.await();
      fleet.kill(0);
      engine.ends.add(new WorkerEnd(0, 1, OptionalInt.of(137), "status 137 (killed)"));
      PhaseResult result = perform.get(30, TimeUnit.SECONDS);
      assertThat(result.took()).hasSize(1);
      assertThat(result.parts().get("walk").facts()).containsExactly("1-1 true");
    }
  }

  /** As where the machine of the coordinator and of all workers was started anew. */
  @Test
  void whereAllWorkersDiedWithTheCoordinatorTheirSuccessorsAreAwaited() throws Exception {
    fleet.death = Death.REPLACE;
    CountDownLatch begun = new CountDownLatch(1);
    FleetNodes dies = fleet.nodes();
    Coordinator first = fleet.coordinator(dies, 1, "first");
    fleet.worker(1, 0, endless(begun));
    first.watch(Optional.of(new PretendFleet.Engine()));
    first.gather();
    Threads.later(
        new CountDownLatch(0),
        () -> first.perform(PhaseCalls.of(0, "walk", slot -> false), new StopSignal()));
    begun.await();
    dies.close();
    fleet.kill(0);
    fleet.limits =
        PretendFleet.quick(Map.of("sight", Duration.ofMillis(300), "join", Duration.ofSeconds(20)));
    PretendFleet.Engine engine = new PretendFleet.Engine();
    try (Coordinator second = Coordinator.open(fleet.nodes(), fleet.terms(1, "second"))) {
      second.watch(Optional.of(engine));
      Threads.later(
          new CountDownLatch(0),
          () -> {
            await(() -> engine.started.contains("0-2"));
            fleet.worker(1, 0, endless(begun));
          });
      second.gather();
      assertThat(second.present()).isEqualTo(1);
    }
  }

  /** As where a ResourceManager has forgotten them, or all their machines were started anew. */
  @Test
  void workersThatNoEngineStartedHaveAsLongToComeBackAsToJoin() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    FleetNodes dies = fleet.nodes();
    Coordinator first = fleet.coordinator(dies, 1, "first");
    fleet.worker(1, 0, endless(begun));
    first.watch(Optional.empty());
    first.gather();
    Threads.later(
        new CountDownLatch(0),
        () -> first.perform(PhaseCalls.of(0, "walk", slot -> false), new StopSignal()));
    begun.await();
    dies.close();
    fleet.kill(0);
    try (FleetNodes nodes = fleet.nodes()) {
      while (!nodes.members().asked().isEmpty()) { // its session goes on for a while
        boolean unused = new StopSignal().await(Duration.ofMillis(20));
      }
    }
    fleet.limits =
        PretendFleet.quick(Map.of("sight", Duration.ofMillis(300), "join", Duration.ofSeconds(20)));
    try (Coordinator second = Coordinator.open(fleet.nodes(), fleet.terms(1, "second"))) {
      second.watch(Optional.empty());
      Threads.later(
          new CountDownLatch(0),
          () -> {
            await(() -> fleet.events.stream().anyMatch(each -> each instanceof Event.WorkerLost));
            fleet.worker(1, 0, endless(begun));
          });
      second.gather();
      assertThat(second.present()).isEqualTo(1);
    }
  }

  /** As on a disk that is full. */
  @Test
  void aRunWhoseVerdictCouldNotBeWrittenCanStillBeTakenOver() throws Exception {
    Coordinator first = fleet.coordinator(fleet.nodes(), 1, "first");
    first.watch(Optional.empty());
    PendingVerdict unused = PendingVerdict.begin(directory, Clock.systemUTC(), "the run");
    first.close();
    try (FleetNodes nodes = fleet.nodes()) {
      assertThat(nodes.specification()).isPresent();
      assertThat(nodes.coordinate(second("runs/" + id), CONNECT)).as("by another").isPresent();
    }
  }
}
