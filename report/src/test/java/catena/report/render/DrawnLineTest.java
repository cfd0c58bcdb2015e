// SPDX-License-Identifier: Apache-2.0
package catena.report.render;

import static org.assertj.core.api.Assertions.assertThat;

import catena.records.history.Series;
import catena.report.page.Plot.Line;
import catena.report.render.HtmlPage.PageData.DrawnLine;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which lines of a plot are drawn. */
class DrawnLineTest {
  private static Line line(String name, double... numbers) {
    Series series = new Series();
    for (int i = 0; i < numbers.length; i++) {
      series.add(i * 1000L, numbers[i]);
    }
    return new Line(0, name, series, false, List.of());
  }

  @Test
  void theFiveLargestOfTenLinesAreDrawn() {
    List<Line> lines = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      lines.add(line("group " + i, 0, i * 100, Double.NaN));
    }

    List<DrawnLine> drawn = DrawnLine.of(lines, false);

    assertThat(drawn).hasSize(10);
    assertThat(drawn)
        .filteredOn(each -> !each.more())
        .extracting(DrawnLine::name)
        .containsExactly("group 5", "group 6", "group 7", "group 8", "group 9");
    assertThat(DrawnLine.of(lines.subList(0, 6), false)).noneMatch(DrawnLine::more);
  }

  @Test
  void indistinguishableLinesAreOneLineWithBothNames() {
    List<Line> lines = List.of(line("test table", 1000, 2000), line("all tables", 1003, 2005));

    assertThat(DrawnLine.of(lines, false))
        .extracting(DrawnLine::name)
        .containsExactly("test table = all tables");
    assertThat(DrawnLine.of(List.of(line("p50", 1, 2000), line("p99", 5, 2000)), true))
        .as("on a logarithmic axis they can")
        .hasSize(2);
    assertThat(DrawnLine.of(List.of(line("a", 1, Double.NaN), line("b", 1, 1)), false))
        .as("one has a gap")
        .hasSize(2);
  }

  @Test
  void linesOfTwoRunsStayApart() {
    Line other = new Line(1, "written", line("", 5, 5).series(), false, List.of());

    assertThat(DrawnLine.of(List.of(line("written", 5, 5), other), false)).hasSize(2);
  }
}
