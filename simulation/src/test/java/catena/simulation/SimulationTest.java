// SPDX-License-Identifier: Apache-2.0
package catena.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import catena.simulation.table.Lie;
import catena.simulation.world.Plan;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The tester tested: of seeds, each with a truth of its own, every verdict is right. */
final class SimulationTest {
  private static final int SEEDS = 175;

  @Test
  void everyVerdictIsRight() throws Exception {
    List<String> wrong = new ArrayList<>();
    Set<String> verdicts = new TreeSet<>();
    Set<String> lies = new TreeSet<>();
    try (Simulation simulation = new Simulation()) {
      for (int seed = 0; seed < SEEDS; seed++) {
        Result result = simulation.run(seed);
        verdicts.add(result.verdict());
        lies.addAll(result.lies().keySet());
        if (!result.isRight()) {
          wrong.add(result.reproducer());
        }
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(verdicts).containsExactlyInAnyOrder("PASS", "FAIL", "UNKNOWN");
    assertThat(lies).hasSize(Lie.values().length - 1).doesNotContain(Lie.TEAR.name());
  }

  /** Rows of several cells: no honest table tears one, and each that is torn is found. */
  @Test
  void worldsWhoseRowsHaveSeveralCellsAreJudgedRightly() throws Exception {
    assertThat(liesOfWorldsJudgedRightly(Plan.CELLS_FROM))
        .contains(Lie.TEAR.name(), Lie.REVERT.name());
  }

  /** Rows by a power law, and in order. */
  @Test
  void worldsWhoseRowsAreNotEvenAreJudgedRightly() throws Exception {
    assertThat(liesOfWorldsJudgedRightly(Plan.ROWS_FROM))
        .contains(Lie.LOSE_ENTRY.name(), Lie.PHANTOM.name(), Lie.MISPLACE.name());
  }

  /** Updates with times that their writer gives, and fields that are read one by one. */
  @Test
  void worldsWhoseUpdatesHaveTheirOwnTimesAreJudgedRightly() throws Exception {
    assertThat(liesOfWorldsJudgedRightly(Plan.TIMES_FROM))
        .contains(Lie.REVERT.name(), Lie.TEAR.name(), Lie.LOSE_ENTRY.name());
  }

  private static Set<String> liesOfWorldsJudgedRightly(long from) throws Exception {
    List<String> wrong = new ArrayList<>();
    Set<String> lies = new TreeSet<>();
    try (Simulation simulation = new Simulation()) {
      for (long seed = from; seed < from + SEEDS / 4; seed++) {
        Result result = simulation.run(seed);
        lies.addAll(result.lies().keySet());
        if (!result.isRight()) {
          wrong.add(result.reproducer());
        }
      }
    }
    assertThat(wrong).isEmpty();
    return lies;
  }

  /** A write that took effect between the reader's last read and the user's was WITHHELD. */
  @Test
  void whatTakesEffectBetweenTwoReadsIsNotCalledWithheld() throws Exception {
    for (long seed : new long[] {54_687, 96_275}) {
      assertThat(run(seed)).returns(true, Result::isRight).returns("FAIL", Result::verdict);
    }
  }

  /** An update that was sent again, and comes back, is a doubt: the first write was sent once. */
  @Test
  void whetherAWriteWasSentAgainIsAskedOfTheVersionThatIsSeen() throws Exception {
    assertThat(run(1618)).returns(true, Result::isRight).returns("FAIL", Result::verdict);
  }

  /** By milliseconds a head and its rewrite may get one time, and then the older may be shown. */
  @Test
  void anEntryThatHasTheTimeOfItsRewriteIsADoubt() throws Exception {
    assertThat(run(81))
        .returns(true, Result::isRight)
        .returns(true, result -> result.lies().isEmpty())
        .returns("UNKNOWN", Result::verdict);
  }

  /** A walk saw a row of a writer that had no ledger when it began, and not what it refers to. */
  @Test
  void anImportThatIsHalfInIsNoFaultWhereItsWriterHasBegunMeanwhile() throws Exception {
    assertThat(run(22_292)).returns(true, Result::isRight);
  }

  /** Servers that are away for longer than it tries are a reason. */
  @Test
  void aClientOfYcsbThatGivesAWriteUpIsRightlyInDoubt() throws Exception {
    assertThat(run(62_760)).returns(true, Result::isRight);
  }

  @Test
  void aSeedIsTheSameRunAgain() throws Exception {
    for (long seed = 0; seed < 10; seed++) {
      assertThat(run(seed)).isEqualTo(run(seed));
    }
  }

  private static Result run(long seed) throws Exception {
    try (Simulation simulation = new Simulation()) {
      return simulation.run(seed);
    }
  }
}
