// SPDX-License-Identifier: Apache-2.0
package catena.report.growth;

import catena.records.history.Series;
import catena.records.history.Span;
import java.util.List;
import java.util.OptionalLong;

/**
 * From when on a figure is steady: the begin of the first three windows in a row that all lie
 * within a tenth of what is usual in the end, which is the median of the last third of the windows,
 * of three at least. Windows are in a row if less than one of them is missing between them: there
 * is none of a time in which nothing was answered.
 */
public final class Steady {
  /** How many windows in a row must lie near what is usual in the end. */
  public static final int ROW = 3;

  /** How far from it they may lie, as a share of it. */
  public static final double WITHIN = 0.1;

  private Steady() {}

  /**
   * One window.
   *
   * @param value of the figure in it
   */
  public record Window(Span span, double value) {}

  /** Whether there are too few windows to tell: the last ones would be all that there are. */
  public static boolean tooFew(List<Window> windows) {
    return windows.size() < 2 * ROW;
  }

  /** When it is steady, milliseconds since 1970; empty if it never is, or if it cannot be told. */
  public static OptionalLong since(List<Window> windows) {
    if (tooFew(windows)) {
      return OptionalLong.empty();
    }
    double usual = usual(windows);
    for (int i = 0; i + ROW <= windows.size(); i++) {
      List<Window> row = windows.subList(i, i + ROW);
      boolean near =
          row.stream().allMatch(window -> Math.abs(window.value() - usual) <= WITHIN * usual);
      if (near && isUnbroken(row)) {
        return OptionalLong.of(windows.get(i).span().from());
      }
    }
    return OptionalLong.empty();
  }

  private static boolean isUnbroken(List<Window> row) {
    for (int i = 1; i < row.size(); i++) {
      Span before = row.get(i - 1).span();
      if (row.get(i).span().from() - before.to() >= before.to() - before.from()) {
        return false;
      }
    }
    return true;
  }

  private static double usual(List<Window> windows) {
    int last = Math.max(ROW, windows.size() / 3);
    return Series.median(
        windows.subList(windows.size() - last, windows.size()).stream()
            .mapToDouble(Window::value)
            .sorted()
            .toArray());
  }
}
