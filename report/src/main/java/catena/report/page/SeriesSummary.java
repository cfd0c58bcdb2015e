package catena.report.page;

import catena.records.history.Series;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Many lines of one kind, such as a hundred hosts', as their middle and their highest. */
final class SeriesSummary {
  private SeriesSummary() {}

  /** For each role of {@code role@host}, or for all scopes without one, two lines. */
  static Map<String, Series> summary(Map<String, Series> byScope) {
    SortedMap<String, List<Series>> byRole = new TreeMap<>();
    byScope.forEach(
        (scope, series) -> {
          int at = scope.indexOf('@');
          String role = at < 0 ? "all" : scope.substring(0, at);
          byRole.computeIfAbsent(role, r -> new ArrayList<>()).add(series);
        });
    Map<String, Series> lines = new LinkedHashMap<>();
    byRole.forEach(
        (role, members) -> {
          if (members.size() == 1) {
            lines.put(role, members.get(0));
          } else {
            lines.put(role + ", highest of " + members.size(), fold(members, true));
            lines.put(role + ", median", fold(members, false));
          }
        });
    return lines;
  }

  private static Series fold(List<Series> members, boolean highest) {
    SortedMap<Long, List<Double>> byTime = new TreeMap<>();
    for (Series member : members) {
      for (int i = 0; i < member.size(); i++) {
        if (!Double.isNaN(member.value(i))) {
          byTime.computeIfAbsent(member.time(i), t -> new ArrayList<>()).add(member.value(i));
        }
      }
    }
    Series folded = new Series();
    byTime.forEach(
        (at, values) -> {
          double[] sorted = values.stream().mapToDouble(v -> v).toArray();
          Arrays.sort(sorted);
          folded.add(at, highest ? sorted[sorted.length - 1] : Series.median(sorted));
        });
    return folded;
  }
}
