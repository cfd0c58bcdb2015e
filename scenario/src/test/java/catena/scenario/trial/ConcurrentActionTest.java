// SPDX-License-Identifier: Apache-2.0
package catena.scenario.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.graph.judge.FindingKind;
import catena.records.threads.StopSignal;
import catena.records.verdict.Verdict;
import catena.scenario.trial.Matrix.MatrixLine;
import catena.scenario.trial.MatrixCell.CellState;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is done beside a check, and how a check in doubt is judged. */
@Timeout(30)
class ConcurrentActionTest {
  @Test
  void itIsDoneOnceWhatItWaitsForHolds() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    CountDownLatch done = new CountDownLatch(1);
    try (ConcurrentAction meanwhile =
        ConcurrentAction.once(() -> asked.incrementAndGet() > 2, done::countDown)) {
      done.await();
      assertThat(meanwhile.failure()).isEmpty();
    }
    assertThat(asked).hasValue(3);
  }

  @Test
  void itIsNotDoneWhereTheCheckIsOverBefore() throws Exception {
    AtomicBoolean done = new AtomicBoolean();
    CountDownLatch asked = new CountDownLatch(1);
    ConcurrentAction meanwhile =
        ConcurrentAction.once(
            () -> {
              asked.countDown();
              return false;
            },
            () -> done.set(true));
    asked.await();
    meanwhile.close();
    assertThat(done).isFalse();
    assertThat(meanwhile.failure()).isEmpty();
  }

  @Test
  void whyItCouldNotBeDoneIsKept() throws Exception {
    ConcurrentAction meanwhile =
        ConcurrentAction.once(
            () -> true,
            () -> {
              throw new IOException("planted");
            });
    meanwhile.close();
    assertThat(meanwhile.failure().orElseThrow())
        .contains("nothing was done during the check", "planted");
  }

  @Test
  @SuppressWarnings("try") // it only has to be open meanwhile
  void whatHasBegunIsDoneToItsEnd() throws Exception {
    StopSignal over = new StopSignal();
    AtomicBoolean ended = new AtomicBoolean();
    try (ConcurrentAction unused =
        new ConcurrentAction(
            over,
            "x",
            signal -> {
              boolean asked = signal.await(java.time.Duration.ofSeconds(20));
              ended.set(asked);
            })) {
      assertThat(over.asked()).isFalse();
    }
    assertThat(over.asked()).isTrue();
    assertThat(ended).isTrue();
  }

  @Test
  void anInterruptWhileItEndsIsThrown() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    ConcurrentAction meanwhile = new ConcurrentAction(new StopSignal(), "x", signal -> go.await());
    Thread.currentThread().interrupt();
    assertThatThrownBy(meanwhile::close).isInstanceOf(IOException.class);
    assertThat(Thread.interrupted()).as("it stays interrupted").isTrue();
    go.countDown();
    meanwhile.close();
  }

  private static final MatrixLine LOST = MatrixLine.of(FindingKind.LOST, "a row");
  private static final MatrixLine QUIET = MatrixLine.quiet("nothing else");
  private static final Mark A = new Mark("a", FindingKind.LOST);
  private static final Mark B = new Mark("b", FindingKind.LOST);

  private static Round round(Verdict verdict) {
    return new Round(Map.of(LOST, Set.of(A, B)), QUIET, verdict);
  }

  private static TrialOutcome seen(Verdict verdict, Mark... marks) {
    return new TrialOutcome(
        verdict, Set.of(marks), List.of("one", "two"), java.util.Optional.empty());
  }

  @Test
  void aCheckInDoubtLeavesAllOpenUnlessThatIsExpected() {
    assertThat(round(Verdict.FAIL).judge(seen(Verdict.UNKNOWN, A, B)))
        .isEqualTo(Map.of(LOST, MatrixCell.open("one; two"), QUIET, MatrixCell.open("one; two")));
    assertThat(round(Verdict.UNKNOWN).judge(seen(Verdict.UNKNOWN, A, B)).get(LOST).state())
        .isEqualTo(CellState.FOUND);
    assertThat(round(Verdict.FAIL).judge(TrialOutcome.failed("no table")))
        .containsEntry(LOST, MatrixCell.open("no table"))
        .containsEntry(QUIET, MatrixCell.open("no table"));
    assertThat(round(Verdict.FAIL).rows()).containsExactly("a", "b");
  }

  @Test
  void whatIsMissedMisnamedOrTooMuchIsSaid() {
    Mark named = new Mark("b", FindingKind.PHANTOM);
    Mark more = new Mark("c", FindingKind.PHANTOM);
    Map<MatrixLine, MatrixCell> missed = round(Verdict.FAIL).judge(seen(Verdict.FAIL, A));
    assertThat(missed.get(LOST))
        .isEqualTo(new MatrixCell(CellState.MISSED, "1 of 2 rows not found"));
    assertThat(missed.get(QUIET).state()).isEqualTo(CellState.QUIET);
    Map<MatrixLine, MatrixCell> other =
        round(Verdict.FAIL).judge(seen(Verdict.FAIL, A, named, more));
    assertThat(other.get(LOST))
        .isEqualTo(new MatrixCell(CellState.MISNAMED, B + " was called PHANTOM"));
    assertThat(other.get(QUIET))
        .isEqualTo(new MatrixCell(CellState.ALARM, named + " and 1 more found, not planted"));
    assertThat(round(Verdict.FAIL).judge(seen(Verdict.FAIL, A, B, more)).get(QUIET))
        .isEqualTo(new MatrixCell(CellState.ALARM, more + " found, not planted"));
    assertThat(round(Verdict.FAIL).judge(seen(Verdict.PASS, A, B)).get(QUIET))
        .isEqualTo(new MatrixCell(CellState.ALARM, "its verdict is PASS, not FAIL"));
  }
}
