// SPDX-License-Identifier: Apache-2.0
package catena.report.table;

import static org.assertj.core.api.Assertions.assertThat;

import catena.records.history.Span;
import catena.report.table.GrowthTables.Median;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SteadyTest {
  private static List<Median> windows(double... values) {
    List<Median> windows = new ArrayList<>();
    for (double value : values) {
      long from = 10_000L * windows.size();
      windows.add(new Median(new Span(from, from + 10_000), value));
    }
    return windows;
  }

  @Test
  void itIsSteadyFromTheFirstOfThreeWindowsNearWhatIsUsualInTheEnd() {
    assertThat(GrowthTables.steady(windows(10, 10, 10, 10, 10, 10))).hasValue(0);
    assertThat(GrowthTables.steady(windows(30, 20, 11, 10, 9, 10, 10, 10))).hasValue(20_000);
    // Two in a row are not enough.
    assertThat(GrowthTables.steady(windows(30, 10, 10, 30, 10, 10, 10, 10))).hasValue(40_000);
  }

  /** What is usual in the end may be more than at first: the new servers are cold, or too slow. */
  @Test
  void whatWasBeforeIsNoMeasure() {
    assertThat(GrowthTables.steady(windows(5, 5, 5, 20, 20, 20, 20, 20, 20))).hasValue(30_000);
  }

  @Test
  void atTheEdgeOfATenthItCountsAndBeyondItDoesNot() {
    assertThat(GrowthTables.steady(windows(50, 110, 90, 110, 100, 100, 100))).hasValue(10_000);
    assertThat(GrowthTables.steady(windows(50, 112, 88, 112, 100, 100, 100))).hasValue(40_000);
  }

  @Test
  void whatNeverComesToRestIsNotSteady() {
    assertThat(GrowthTables.steady(windows(10, 20, 10, 20, 10, 20, 10, 20, 10))).isEmpty();
  }

  @Test
  void fewWindowsAreTooFewToDecide() {
    assertThat(GrowthTables.tooFew(windows(10, 10, 10, 10, 10))).isTrue();
    assertThat(GrowthTables.steady(windows(10, 10, 10, 10, 10))).isEmpty();
    assertThat(GrowthTables.tooFew(windows(10, 10, 10, 10, 10, 10))).isFalse();
  }

  @Test
  void aTimeWithoutAnAnswerBreaksARow() {
    List<Median> windows = windows(10, 10, 10, 10, 10, 10, 10);
    windows.remove(1);
    assertThat(GrowthTables.steady(windows)).hasValue(20_000);
  }
}
