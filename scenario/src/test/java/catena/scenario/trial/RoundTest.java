// SPDX-License-Identifier: Apache-2.0
package catena.scenario.trial;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.judge.FindingKind;
import catena.records.settings.Settings;
import catena.records.verdict.Verdict;
import catena.scenario.trial.Matrix.MatrixLine;
import catena.scenario.trial.MatrixCell.CellState;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RoundTest {
  private static final MatrixLine LOST = MatrixLine.of(FindingKind.LOST, "a row");
  private static final MatrixLine STALE = MatrixLine.of(FindingKind.STALE, "a rewrite");
  private static final MatrixLine QUIET = MatrixLine.quiet("nothing else");
  private static final Mark ONE = new Mark("01", FindingKind.LOST);
  private static final Mark TWO = new Mark("02", FindingKind.STALE);
  private static final Mark MAY = new Mark("03", FindingKind.PHANTOM);

  private static final Round FAULTS =
      new Round(Map.of(LOST, Set.of(ONE), STALE, Set.of(TWO)), Set.of(MAY), QUIET, Verdict.FAIL);
  private static final Round CLEAN = new Round(Map.of(), QUIET, Verdict.PASS);

  private static TrialOutcome seen(Verdict verdict, Mark... marks) {
    return new TrialOutcome(verdict, Set.of(marks), List.of("a reason"), Optional.empty());
  }

  private static Map<String, CellState> judged(Round round, TrialOutcome seen) {
    Map<String, CellState> states = new java.util.TreeMap<>();
    round.judge(seen).forEach((line, cell) -> states.put(line.text(), cell.state()));
    return states;
  }

  private static Map<String, CellState> states(CellState lost, CellState stale, CellState quiet) {
    return Map.of(LOST.text(), lost, STALE.text(), stale, QUIET.text(), quiet);
  }

  @Test
  void allThatWasPlantedAndNothingElse() {
    TrialOutcome seen = seen(Verdict.FAIL, ONE, TWO, MAY);
    assertThat(judged(FAULTS, seen))
        .isEqualTo(states(CellState.FOUND, CellState.FOUND, CellState.QUIET));
    assertThat(judged(CLEAN, seen(Verdict.PASS))).isEqualTo(Map.of(QUIET.text(), CellState.QUIET));
    assertThat(FAULTS.rows()).containsExactly("01", "02");
  }

  @Test
  void whatIsMissedMisnamedOrMadeUpIsWrong() {
    assertThat(judged(FAULTS, seen(Verdict.FAIL, TWO)))
        .isEqualTo(states(CellState.MISSED, CellState.FOUND, CellState.QUIET));
    assertThat(judged(FAULTS, seen(Verdict.FAIL, ONE, new Mark("02", FindingKind.LOST))))
        .isEqualTo(states(CellState.FOUND, CellState.MISNAMED, CellState.ALARM));
    assertThat(judged(CLEAN, seen(Verdict.FAIL, ONE)))
        .isEqualTo(Map.of(QUIET.text(), CellState.ALARM));
  }

  @Test
  void findingsWithoutAFailAndAFailWithoutFindingsAreWrong() {
    assertThat(judged(FAULTS, seen(Verdict.PASS, ONE, TWO)))
        .isEqualTo(states(CellState.FOUND, CellState.FOUND, CellState.ALARM));
    assertThat(judged(CLEAN, seen(Verdict.FAIL))).isEqualTo(Map.of(QUIET.text(), CellState.ALARM));
  }

  @Test
  void aCheckThatIsInDoubtHasNotBeenTried() {
    Map<String, CellState> open = states(CellState.OPEN, CellState.OPEN, CellState.OPEN);
    assertThat(judged(FAULTS, seen(Verdict.UNKNOWN))).isEqualTo(open);
    assertThat(judged(CLEAN, seen(Verdict.UNKNOWN)))
        .isEqualTo(Map.of(QUIET.text(), CellState.OPEN));
    Map<MatrixLine, MatrixCell> cells =
        new Round(Map.of(), QUIET, Verdict.PASS).judge(seen(Verdict.UNKNOWN));
    assertThat(cells.get(QUIET).why()).isEqualTo("a reason");
  }

  /** The page has the matrix with an x for each trial. */
  @Test
  void thePageSaysWhatEachCheckClaims() throws Exception {
    Bench bench = announced();
    List<String> page = Files.readAllLines(Path.of("../docs/selftest.md"));
    List<String> claims =
        bench.matrix.lines().stream()
            .map(line -> line.replaceAll(" open(?= |$)", "    x"))
            .toList();
    assertThat(page).containsSubsequence(claims);
  }

  private static Bench announced() {
    Settings usual = Settings.resolve(SelftestActivity.SETTINGS, List.of());
    return new Bench(null, usual, ShippedChecks.all()).announced();
  }

  @Test
  void everyKindOfFindingIsClaimedBySomeCheck() {
    Map<FindingKind, Integer> claimed = new EnumMap<>(FindingKind.class);
    Bench bench = announced();
    bench.matrix.cells.forEach(
        (line, row) ->
            line.kind().ifPresent(kind -> claimed.merge(kind, row.size(), Integer::sum)));
    assertThat(claimed)
        .containsOnlyKeys(FindingKind.values())
        .allSatisfy((kind, n) -> assertThat(n).as(kind.name()).isGreaterThanOrEqualTo(3));
    assertThat(bench.matrix.outcome().verdict()).isEqualTo(Verdict.UNKNOWN);
  }
}
