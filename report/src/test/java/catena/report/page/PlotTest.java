// SPDX-License-Identifier: Apache-2.0
package catena.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import catena.records.history.Series;
import catena.report.page.Plot.Line;
import catena.report.page.Plot.TimePlot;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PlotTest {
  private static Line line(String name, double... values) {
    Series series = new Series();
    for (int i = 0; i < values.length; i++) {
      series.add(1000L * i, values[i]);
    }
    return new Line(0, name, series, true);
  }

  private static TimePlot tablets(Line... lines) {
    return new TimePlot(
        new Words("tablets", Section.CLUSTER, "Tablets", "", ""), false, List.of(lines));
  }

  @Test
  void aPlotWhoseNumbersNeverChangeIsASentence() {
    assertThat(tablets(line("test table", 16, 16), line("hosted", 16, 16)).flat())
        .contains("Tablets (test table 16, hosted 16)");
  }

  /** A gap is a source that was gone, which is to be seen. */
  @Test
  void oneThatChangesOrHasAGapIsDrawn() {
    Line even = line("test table", 16, 16);
    assertThat(Stream.of(line("hosted", 16, 15), line("hosted", 16, Double.NaN, 16)))
        .allMatch(line -> tablets(even, line).flat().isEmpty());
  }
}
