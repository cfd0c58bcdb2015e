// SPDX-License-Identifier: Apache-2.0
package catena.fleet.coordinate;

import static org.assertj.core.api.Assertions.assertThat;

import catena.fleet.WorkerRanges;
import catena.fleet.agree.ClockOffset;
import catena.fleet.agree.Members.Member;
import catena.fleet.agree.Order;
import catena.fleet.agree.WorkerId;
import catena.fleet.coordinate.PhaseRun.PhaseResult.Skew;
import catena.records.fleet.ShareOutcome.ClockSeen;
import java.time.Duration;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** How punctual workers were, and whose end a phase waits for. */
class SkewTest {
  private static final WorkerId ZERO = new WorkerId(0, 1);
  private static final WorkerId ONE = new WorkerId(1, 1);
  private static final WorkerId NEXT = new WorkerId(1, 2);
  private static final int NOW = 7;

  private final Roster roster = new Roster(Duration.ofSeconds(30), Order.after(NOW, 0, List.of()));

  @Test
  void quantilesAreThoseOfTheSortedTimes() {
    List<Double> hundred = IntStream.rangeClosed(1, 100).mapToObj(i -> 101.0 - i).toList();
    assertThat(Skew.of(hundred, List.of()))
        .isEqualTo(new Skew(100, 50, 99, 100, java.util.Optional.empty()));
    assertThat(Skew.of(List.of(3.0), List.of()).inWords())
        .isEqualTo("1 worker began 3.0 ms (p50), 3.0 ms (p99), 3.0 ms (max) after the named time");
    assertThat(Skew.of(List.of(-0.04, 2.06), List.of()).inWords())
        .isEqualTo("2 workers began 0.0 ms (p50), 2.1 ms (p99), 2.1 ms (max) after the named time");
    assertThat(Skew.of(List.of(), List.of(new ClockSeen(3, 1))).workers()).isZero();
    assertThat(Skew.of(List.of(), List.of(new ClockSeen(3, 1))).clock()).isPresent();
    assertThat(Skew.of(List.of(1.0), List.of(new ClockSeen(3, 1), new ClockSeen(9, 0))).inWords())
        .contains("; clocks of hosts were up to 9.0 ms from ZooKeeper's, and had moved by up to ");
  }

  private void step(long second, Member... there) {
    roster.update(List.of(there), Duration.ofSeconds(second).toNanos());
  }

  private static Member ready(WorkerId worker) {
    return new Member(worker, "there", 17, new ClockOffset(0, 1, 1)).at(NOW, Member.Step.READY);
  }

  private static Member done(WorkerId worker) {
    return ready(worker).at(NOW, Member.Step.DONE);
  }

  private static NavigableSet<WorkerId> of(WorkerId... workers) {
    return new TreeSet<>(List.of(workers));
  }

  @Test
  void aPhaseIsOverWhereAllThatHasAnEndIs() {
    step(0, ready(ZERO), ready(ONE));
    assertThat(roster.isBoundedOver(slot -> slot == 1, of(ZERO, ONE), () -> true)).isFalse();
    step(1, ready(ZERO), done(ONE));
    assertThat(roster.isOver()).isFalse();
    assertThat(roster.isBoundedOver(slot -> slot == 1, of(ZERO, ONE), () -> false)).isTrue();
    assertThat(roster.isBoundedOver(slot -> true, of(ZERO, ONE), () -> true)).isFalse();
    assertThat(roster.isBoundedOver(slot -> slot == 5, of(ZERO), () -> true))
        .as("no worker had one")
        .isTrue();
    assertThat(roster.isBoundedOver(slot -> slot == 5, of(ZERO), () -> false)).isFalse();
  }

  /** Whoever came later is waited for only where none is left of those that began in time. */
  @Test
  void successorsAreWaitedForWhereNoOtherWorkerIsLeft() {
    step(0, ready(ZERO), ready(NEXT));
    step(1, done(ZERO), ready(NEXT));
    assertThat(roster.isBoundedOver(slot -> true, of(ZERO, ONE), () -> false)).isTrue();
    assertThat(roster.isBoundedOver(slot -> slot == 1, of(ZERO, ONE), () -> true)).isFalse();
    step(2, done(ZERO), done(NEXT));
    assertThat(roster.isBoundedOver(slot -> slot == 1, of(ZERO, ONE), () -> false)).isTrue();
  }

  @Test
  void whoIsDoneWithOnePhaseIsNotDoneWithTheNext() {
    step(0, done(ZERO), ready(ONE));
    assertThat(roster.done()).containsExactly(ZERO);
    roster.inPhase(NOW);
    assertThat(roster.done()).as("it is the same").containsExactly(ZERO);
    roster.inPhase(NOW + 1);
    assertThat(roster.done()).isEmpty();
    assertThat(roster.ready()).isEmpty();
    assertThat(roster.alive()).containsExactly(ZERO, ONE);
  }

  @Test
  void howLongAWorkerWasUnseenIsReported() {
    step(0, ready(ZERO));
    step(10);
    step(17, ready(ZERO));
    assertThat(roster.changes())
        .extracting(Roster.Change::kind, Roster.Change::after)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(Roster.Kind.JOINED, Duration.ZERO),
            org.assertj.core.groups.Tuple.tuple(Roster.Kind.UNSEEN, Duration.ZERO),
            org.assertj.core.groups.Tuple.tuple(Roster.Kind.SEEN, Duration.ofSeconds(7)));
    assertThat(roster.changes()).as("each is reported once").isEmpty();
    step(20);
    step(50);
    assertThat(roster.changes())
        .last()
        .satisfies(
            change ->
                assertThat(change.reason())
                    .isEqualTo("its session is over, and it did not come back within 30s"));
  }

  @Test
  void rangesOfWorkersHaveTheirEnds() {
    assertThat(WorkerRanges.parse("all").of(3)).containsExactly(0, 1, 2);
    assertThat(WorkerRanges.parse(" 1-2 , 4").of(6)).containsExactly(1, 2, 4);
    assertThat(WorkerRanges.parse("25%-75%").of(4)).containsExactly(1, 2);
    assertThat(WorkerRanges.parse("0%-100%").of(2)).containsExactly(0, 1);
    assertThat(
            Stream.of("5-4", "10%-10%", "0%-101%", "x")
                .filter(
                    text -> {
                      try {
                        return WorkerRanges.parse(text).ranges().isEmpty();
                      } catch (IllegalArgumentException e) {
                        return e.getMessage().isEmpty();
                      }
                    }))
        .as("all of them are refused, with a reason")
        .isEmpty();
    assertThat(WorkerRanges.parse("4-4").of(6)).containsExactly(4);
  }
}
