// SPDX-License-Identifier: Apache-2.0
package catena.scenario.trial;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.judge.FindingKind;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.Verdict;
import catena.scenario.trial.Matrix.MatrixLine;
import catena.scenario.trial.MatrixCell.CellState;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MatrixTest {
  private static final MatrixLine LOST = MatrixLine.of(FindingKind.LOST, "a row");
  private static final MatrixLine CLEAN = MatrixLine.quiet("nothing");
  private static final List<String> COLUMNS =
      List.of("exact", "files", "refs", "scan", "walk", "batch", "lag", "ycsb");

  private static Matrix matrix() {
    Matrix matrix = new Matrix(COLUMNS);
    matrix.announce(CLEAN, List.of("exact", "scan"));
    matrix.announce(LOST, List.of("exact", "scan"));
    return matrix;
  }

  private static Matrix right() {
    Matrix matrix = matrix();
    for (String column : List.of("exact", "scan")) {
      matrix.put(CLEAN, column, MatrixCell.of(CellState.QUIET));
      matrix.put(LOST, column, MatrixCell.of(CellState.FOUND));
    }
    return matrix;
  }

  @Test
  void onlyAWholeMatrixThatIsRightIsAPass() {
    PartOutcome outcome = right().outcome();
    assertThat(outcome.verdict()).isEqualTo(Verdict.PASS);
    assertThat(outcome.reasons()).isEmpty();
    assertThat(outcome.findings()).as("they are none of the run's own").isEmpty();
    assertThat(outcome.proof().compared())
        .containsExactly("Self-test: 4 of 4 trials as they should be, 1 kinds of findings of 14");
    assertThat(outcome.facts())
        .containsExactly(
            "planted                        exact files  refs  scan  walk batch   lag  ycsb",
            "nothing                        quiet     -     - quiet     -     -     -     -",
            "LOST        a row              found     -     - found     -     -     -     -");
  }

  @Test
  void columnsWithoutRoomStandBelowWithTheLinesThatTheyClaim() {
    List<String> nine = new ArrayList<>(COLUMNS);
    nine.add("sums");
    Matrix matrix = new Matrix(nine);
    matrix.announce(CLEAN, nine);
    matrix.announce(LOST, List.of("exact"));
    matrix.put(CLEAN, "sums", MatrixCell.of(CellState.QUIET));
    assertThat(matrix.lines())
        .containsExactly(
            "planted                        exact files  refs  scan  walk batch   lag  ycsb",
            "nothing                         open  open  open  open  open  open  open  open",
            "LOST        a row               open     -     -     -     -     -     -     -",
            "",
            "planted                         sums",
            "nothing                        quiet");
  }

  @Test
  void whatWasAnnouncedAndNeverTriedIsADoubt() {
    Matrix matrix = matrix();
    matrix.put(CLEAN, "exact", MatrixCell.of(CellState.QUIET));
    matrix.put(CLEAN, "scan", MatrixCell.of(CellState.QUIET));
    matrix.put(LOST, "exact", MatrixCell.of(CellState.FOUND));
    assertThat(matrix.outcome().verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(matrix.outcome().reasons())
        .containsExactly("not run: scan LOST (a row): the self-test did not come to it");
    matrix.put(LOST, "scan", MatrixCell.open("no server"));
    assertThat(matrix.outcome().reasons()).containsExactly("not run: scan LOST (a row): no server");
    assertThat(matrix.lines().get(2)).contains("open");
  }

  @Test
  void oneCellThatIsWrongFailsItWhateverElseIsOpen() {
    for (CellState wrong : List.of(CellState.MISSED, CellState.MISNAMED, CellState.ALARM)) {
      Matrix matrix = right();
      matrix.put(LOST, "scan", new MatrixCell(wrong, "it did not"));
      matrix.put(CLEAN, "walk", MatrixCell.open("no server"));
      assertThat(matrix.outcome().verdict()).as(wrong.name()).isEqualTo(Verdict.FAIL);
      assertThat(matrix.outcome().reasons().get(0)).isEqualTo("scan: LOST (a row): it did not");
      matrix.put(LOST, "scan", MatrixCell.of(CellState.FOUND));
      assertThat(matrix.cells.get(LOST).get("scan").state())
          .as("the worse stands")
          .isEqualTo(wrong);
    }
  }

  @Test
  void whatIsLeftOutByNameIsNoDoubtAndSaidAndNotEverythingMayBe() {
    Matrix matrix = right();
    matrix.put(CLEAN, "walk", MatrixCell.of(CellState.LEFT_OUT));
    assertThat(matrix.outcome().verdict()).isEqualTo(Verdict.PASS);
    assertThat(matrix.outcome().reasons())
        .containsExactly("1 of 5 trials were left out (selftest.without)");
    Matrix nothing = new Matrix(COLUMNS);
    nothing.put(LOST, "exact", MatrixCell.of(CellState.LEFT_OUT));
    assertThat(nothing.outcome().verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(nothing.outcome().reasons()).contains("nothing that was planted was found");
  }

  @Test
  void noLineIsWiderThanTheSummaryHasRoomFor() {
    Matrix matrix = right();
    matrix.put(
        MatrixLine.of(FindingKind.RESURRECTED, "a name that is much too long for its column"),
        "exact",
        MatrixCell.of(CellState.MISSED));
    assertThat(matrix.lines()).allMatch(line -> line.length() <= 78);
    assertThat(matrix.lines().get(3)).contains("…").endsWith("-");
    for (CellState state : CellState.values()) {
      assertThat(state.word().length()).isLessThanOrEqualTo(5);
    }
  }
}
