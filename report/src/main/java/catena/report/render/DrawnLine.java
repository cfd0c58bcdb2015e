package catena.report.render;

import catena.records.history.Series;
import catena.report.page.Plot.Line;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A line as it is drawn: lines that nobody could tell apart are one, and of many only the largest
 * are drawn before they are asked for. The files have all of them.
 *
 * @param name of the line, or of all those that it stands for
 * @param more whether it is drawn only if all are asked for
 */
record DrawnLine(Line line, String name, boolean more) {
  /** More names than these in one plot, and neither lines nor legend can be read. */
  private static final int MOST = 5;

  /**
   * Lines whose numbers differ by less than this share of the largest are drawn as one; on a
   * logarithmic axis, of themselves.
   */
  private static final double ALIKE = 0.005;

  /**
   * The lines of a plot, in their order.
   *
   * @param log whether they are drawn on a logarithmic axis
   */
  static List<DrawnLine> of(List<Line> lines, boolean log) {
    Map<Line, String> names = joined(lines, log);
    Map<String, Double> largest = new LinkedHashMap<>();
    names.forEach((line, name) -> largest.merge(name, Math.max(0, line.series().max()), Math::max));
    Set<String> first =
        largest.keySet().stream()
            .sorted(Comparator.comparingDouble(name -> -largest.get(name)))
            .limit(largest.size() == MOST + 1 ? MOST + 1 : MOST)
            .collect(Collectors.toSet());
    List<DrawnLine> drawn = new ArrayList<>();
    names.forEach((line, name) -> drawn.add(new DrawnLine(line, name, !first.contains(name))));
    return drawn;
  }

  /** Each line that differs from those before it, with the names of those that do not. */
  private static Map<Line, String> joined(List<Line> lines, boolean log) {
    Map<Line, String> names = new LinkedHashMap<>();
    boolean oneRun = lines.stream().map(Line::run).distinct().count() <= 1;
    for (Line line : lines) {
      Line same =
          names.keySet().stream()
              .filter(drawn -> oneRun && alike(drawn, line, log))
              .findFirst()
              .orElse(line);
      names.merge(same, line.name(), (name, other) -> name + " = " + other);
    }
    return names;
  }

  private static boolean alike(Line first, Line second, boolean log) {
    Series a = first.series();
    Series b = second.series();
    double most = Math.max(a.max(), b.max());
    if (a.size() != b.size() || first.steps() != second.steps() || !(most > 0)) {
      return false;
    }
    for (int i = 0; i < a.size(); i++) {
      boolean unknown = Double.isNaN(a.value(i)) && Double.isNaN(b.value(i));
      double scale = log ? Math.max(a.value(i), b.value(i)) : most;
      boolean close = unknown || Math.abs(a.value(i) - b.value(i)) <= ALIKE * scale;
      if (a.time(i) != b.time(i) || !close) {
        return false;
      }
    }
    return true;
  }
}
