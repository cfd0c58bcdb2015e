// SPDX-License-Identifier: Apache-2.0
package catena.report.history;

import static org.assertj.core.api.Assertions.assertThat;

import catena.records.budget.Measure;
import catena.records.history.Series;
import catena.records.journal.Event;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CoverageMarksTest {
  private static final String ONE = "h:9997";
  private static final String TWO = "h:9998";

  private static long marks(Measure mark, Event... events) {
    CoverageMarks marks = new CoverageMarks();
    List.of(events).forEach(marks::accept);
    Map<Measure, Long> all = marks.of(List.of(), new Series(), new Series(), new Series());
    return all.get(mark);
  }

  private static Event logs(long at, String... logs) {
    return new Event.ServerLogs(at, "tablets", ONE, List.of(logs));
  }

  private static Event added(long at, String... logs) {
    return new Event.LogsChanged(at, "tablets", ONE, List.of(logs), List.of());
  }

  private static Event hosted(long at, String server) {
    return new Event.TabletHosted(at, "tablets", "2<", Optional.of(server), List.of());
  }

  private static Event unhosted(long at, String... logs) {
    return new Event.TabletHosted(at, "tablets", "2<", Optional.empty(), List.of(logs));
  }

  private static Event begun(long at) {
    return new Event.RunStarted(at, "ingest", "x");
  }

  /** By the service manager of its host: nobody writes down that it is gone or back. */
  @Test
  void theLogsOfAServerThatOnlyRestartedWereNotFull() {
    assertThat(
            marks(Measure.LOGS_FOLLOWED, logs(1_000, "1", "2"), logs(2_000), logs(3_000, "3", "4")))
        .isZero();
    assertThat(
            marks(
                Measure.LOGS_FOLLOWED,
                hosted(500, ONE),
                logs(1_000, "1", "2"),
                unhosted(2_000, "1"),
                hosted(3_000, ONE),
                added(4_000, "3", "4")))
        .as("its earlier logs are not collected yet")
        .isZero();
  }

  @Test
  void aRecorderThatTakesOverListsTheLogsOfTheSameProcess() {
    assertThat(
            marks(
                Measure.LOGS_FOLLOWED,
                logs(1_000, "1", "2"),
                logs(2_000, "1", "2"),
                added(3_000, "3")))
        .isOne();
  }

  @Test
  void aTabletIsMovedWithinOneRecordingFromAServerThatLives() {
    assertThat(marks(Measure.TABLETS_MOVED, hosted(1_000, ONE), hosted(60_000, TWO))).isOne();
    assertThat(
            marks(Measure.TABLETS_MOVED, hosted(1_000, ONE), unhosted(59_000), hosted(60_000, TWO)))
        .as("given up, with nothing in a log")
        .isOne();
    assertThat(
            marks(
                Measure.TABLETS_MOVED,
                hosted(1_000, ONE),
                unhosted(40_000, "log"),
                hosted(60_000, TWO)))
        .as("its server fell, and its log took a while")
        .isZero();
  }

  @Test
  void aClusterThatBeginsAnewBetweenTwoRunsMovesNoTablet() {
    assertThat(
            marks(
                Measure.TABLETS_MOVED,
                begun(500),
                hosted(1_000, ONE),
                begun(60_000),
                hosted(60_100, TWO)))
        .isZero();
  }

  /** The journal of one is read behind that of the other. */
  @Test
  void twoRecordersSeeTheSamePlaces() {
    assertThat(
            marks(
                Measure.TABLETS_MOVED,
                hosted(1_000, ONE),
                hosted(60_000, TWO),
                hosted(2_000, ONE),
                hosted(60_000, TWO)))
        .as("each saw the move once")
        .isEqualTo(2);
    assertThat(marks(Measure.TABLETS_MOVED, hosted(60_000, TWO), hosted(2_000, ONE))).isZero();
  }
}
