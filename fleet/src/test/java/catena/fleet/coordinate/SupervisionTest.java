// SPDX-License-Identifier: Apache-2.0
package catena.fleet.coordinate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.fleet.FleetSettings.Death;
import catena.fleet.agree.ClockOffset;
import catena.fleet.agree.FleetNodes;
import catena.fleet.agree.Members.Member;
import catena.fleet.agree.WorkerId;
import catena.fleet.launch.Workers;
import catena.records.fleet.FleetProgress;
import catena.records.journal.Event;
import catena.records.threads.StopSignal;
import catena.records.words.UsageException;
import com.google.common.util.concurrent.Uninterruptibles;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a coordinator says of workers and of the engine that starts them. */
@Timeout(60)
class SupervisionTest extends OneFleetEach {

  @BeforeEach
  void limits() {
    fleet.limits =
        PretendFleet.quick(Map.of("end", Duration.ofMillis(100), "sight", Duration.ofSeconds(20)));
  }

  private static void await(Callable<Boolean> come) throws Exception {
    while (!come.call()) {
      boolean unused = new StopSignal().await(Duration.ofMillis(5));
    }
  }

  private long noted(String words) {
    return fleet.notes.stream().filter(note -> note.contains(words)).count();
  }

  private void awaitEvent(Class<? extends Event> type) throws Exception {
    await(() -> fleet.events.stream().anyMatch(type::isInstance));
  }

  /** A worker that is there, and does nothing. */
  private FleetNodes member(int slot) throws IOException {
    FleetNodes nodes = fleet.nodes();
    assertThat(nodes.members().say(member(new WorkerId(slot, 1)))).isTrue();
    return nodes;
  }

  private static Member member(WorkerId worker) {
    return new Member(worker, "there", 17, new ClockOffset(3, 1, 1));
  }

  /** An engine that fails as often as a test says. */
  private static final class Failing implements Workers {
    private final AtomicInteger failures = new AtomicInteger();
    private final AtomicInteger asked = new AtomicInteger();
    private volatile List<WorkerEnd> ends = List.of();
    private volatile CountDownLatch starts = new CountDownLatch(0);

    @Override
    public String handle() {
      return "job 5";
    }

    @Override
    public Duration askEach() {
      return Duration.ZERO;
    }

    @Override
    public List<WorkerEnd> ended() throws IOException {
      asked.incrementAndGet();
      if (failures.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
        throw new IOException("planted");
      }
      List<WorkerEnd> now = ends;
      ends = List.of();
      return now;
    }

    @Override
    public boolean start(int slot, int attempt) throws IOException {
      Uninterruptibles.awaitUninterruptibly(starts);
      throw new IOException("no room for " + slot + "-" + attempt);
    }

    @Override
    public String shortage() {
      return "of the engine, nothing is free";
    }

    @Override
    public int stop(Duration limit) {
      return 2;
    }

    @Override
    public void close() {}
  }

  @Test
  void anEngineThatDoesNotAnswerIsReportedOnceUntilItDoes() throws Exception {
    Failing engine = new Failing();
    engine.failures.set(3);
    try (Coordinator coordinator = fleet.coordinator(1)) {
      coordinator.watch(Optional.of(engine));
      await(() -> engine.asked.get() > 4);
      assertThat(noted("what starts the workers cannot be asked now: planted")).isEqualTo(1);
      engine.failures.set(1);
      await(() -> noted("cannot be asked now") == 2);
      assertThat(FleetProgress.read(directory, List.of(), 2).handle()).isEqualTo("job 5");
      assertThat(coordinator.lead().doubts()).isEmpty();
    }
    assertThat(noted("2 workers did not end and were killed")).isEqualTo(1);
  }

  @Test
  void aSuccessorThatCannotBeStartedIsReported() throws Exception {
    fleet.death = Death.REPLACE;
    Failing engine = new Failing();
    try (Coordinator coordinator = fleet.coordinator(1)) {
      FleetNodes there = member(0);
      coordinator.watch(Optional.of(engine));
      awaitEvent(Event.WorkerJoined.class);
      engine.ends =
          List.of(new Workers.WorkerEnd(0, 1, OptionalInt.of(137), "status 137 (killed)"));
      await(() -> noted("no successor of worker 0 could be started: no room for 0-2") == 1);
      there.close();
    }
    assertThat(fleet.notes)
        .contains("worker 0 is lost: its process ended: status 137 (killed) (replace)");
  }

  /** As where its output goes to a file system that hangs. */
  @Test
  void workersAreSeenWhileTheStartOfASuccessorHangs() throws Exception {
    fleet.death = Death.REPLACE;
    Failing engine = new Failing();
    engine.starts = new CountDownLatch(1);
    try (Coordinator coordinator = fleet.coordinator(2);
        FleetNodes there = member(0)) {
      coordinator.watch(Optional.of(engine));
      awaitEvent(Event.WorkerJoined.class);
      engine.ends = List.of(new Workers.WorkerEnd(0, 1, OptionalInt.of(137), "status 137"));
      awaitEvent(Event.WorkerLost.class);
      try (FleetNodes other = member(1)) {
        await(
            () -> fleet.events.stream().filter(Event.WorkerJoined.class::isInstance).count() == 2);
        assertThat(other.members().asked()).isNotEmpty();
      } finally {
        engine.starts.countDown(); // else the end waits for it
      }
      assertThat(there.members().asked()).isNotEmpty();
    }
  }

  @Test
  void aWorkerThatComesBackIsReportedWithTheTime() throws Exception {
    try (Coordinator coordinator = fleet.coordinator(1)) {
      FleetNodes there = member(0);
      coordinator.watch(Optional.empty());
      awaitEvent(Event.WorkerJoined.class);
      assertThat(coordinator.present()).isEqualTo(1);
      fleet.endSession("members/0");
      awaitEvent(Event.WorkerUnseen.class);
      assertThat(coordinator.present()).as("it may come back").isEqualTo(1);
      assertThat(there.members().say(member(new WorkerId(0, 1)))).isTrue();
      awaitEvent(Event.WorkerSeen.class);
      await(() -> noted("worker 0 is there again, its session had been over for ") == 1);
      assertThat(
              fleet.events.stream()
                  .filter(Event.WorkerSeen.class::isInstance)
                  .map(Event.WorkerSeen.class::cast))
          .allSatisfy(
              seen -> {
                assertThat(seen.worker()).isEqualTo("0-1");
                assertThat(seen.afterSeconds()).isBetween(0.0, 30.0);
              });
      Event.WorkerJoined joined =
          (Event.WorkerJoined)
              fleet.events.stream()
                  .filter(Event.WorkerJoined.class::isInstance)
                  .findFirst()
                  .orElseThrow();
      assertThat(joined.host()).isEqualTo("there");
      assertThat(joined.pid()).isEqualTo(17);
    }
    assertThat(fleet.notes).contains("1 workers have not ended yet");
  }

  @Test
  void aRunBeginsWithFewerWhereThatIsEnough() throws Exception {
    fleet.least = Optional.of(1);
    fleet.limits =
        PretendFleet.quick(Map.of("end", Duration.ofMillis(100), "join", Duration.ofMillis(400)));
    try (Coordinator coordinator = fleet.coordinator(2)) {
      FleetNodes there = member(1);
      coordinator.watch(Optional.empty());
      awaitEvent(Event.WorkerJoined.class);
      coordinator.gather();
      assertThat(fleet.notes).contains("1 of 2 workers came; the run begins with those");
      there.close();
    }
  }

  @Test
  void aRunThatNeedsAllDoesNotBeginWithFewerAndSaysWhatTheEngineSays() throws Exception {
    fleet.limits =
        PretendFleet.quick(Map.of("end", Duration.ofMillis(100), "join", Duration.ofMillis(400)));
    try (Coordinator coordinator = fleet.coordinator(2)) {
      FleetNodes there = member(1);
      coordinator.watch(Optional.of(new Failing()));
      awaitEvent(Event.WorkerJoined.class);
      assertThatThrownBy(coordinator::gather)
          .isInstanceOf(UsageException.class)
          .hasMessageContaining("1 of 2 workers came within ")
          .hasMessageContaining("and 2 are needed (worker.min)")
          .hasMessageEndingWith("; of the engine, nothing is free");
      there.close();
    }
  }

  @Test
  void aDoubtIsHeldOnceAndLeftToTheNextCoordinator() throws Exception {
    try (Coordinator coordinator = fleet.coordinator(1)) {
      coordinator.watch(Optional.empty());
      assertThat(coordinator.lead().mayWrite()).isTrue();
      assertThat(coordinator.lead().isOusted()).isFalse();
      assertThat(coordinator.isReleased()).isFalse();
      coordinator.lead().doubt("the disk is full");
      coordinator.lead().doubt("the disk is full");
      coordinator.lead().doubt("the net is slow");
      assertThat(coordinator.lead().doubts())
          .containsExactly("the disk is full", "the net is slow");
      assertThat(FleetProgress.read(directory, List.of(), coordinator.lead().term() + 1).doubts())
          .contains("the disk is full", "the net is slow");
      assertThat(coordinator.since(0)).as("no worker has begun it").isZero();
      coordinator.release();
      assertThat(coordinator.isReleased()).isTrue();
    }
    try (FleetNodes nodes = fleet.nodes()) {
      assertThat(nodes.coordinator()).as("the right is given back").isEmpty();
    }
  }
}
