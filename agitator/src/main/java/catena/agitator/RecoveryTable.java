// SPDX-License-Identifier: Apache-2.0
package catena.agitator;

import catena.records.history.RecoveryMeasure;
import catena.records.words.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** What the faults of each kind cost, for people: medians, and the worst of what counts most. */
final class RecoveryTable {
  /** The measures in the order of time, with short titles. */
  private static final List<Map.Entry<String, RecoveryMeasure>> COLUMNS =
      List.of(
          Map.entry("notice", RecoveryMeasure.NOTICE),
          Map.entry("rehost", RecoveryMeasure.REHOST),
          Map.entry("read", RecoveryMeasure.FIRST_READ),
          Map.entry("flush", RecoveryMeasure.FIRST_FLUSH),
          Map.entry("healed", RecoveryMeasure.HEALED),
          Map.entry("whole", RecoveryMeasure.RECOVERED));

  private RecoveryTable() {}

  /** The lines of the table; none if there was no fault. */
  static List<String> lines(List<FaultResult> results) {
    if (results.isEmpty()) {
      return List.of();
    }
    Map<String, List<FaultResult>> kinds = new TreeMap<>();
    results.forEach(
        result -> kinds.computeIfAbsent(result.kind(), kind -> new ArrayList<>()).add(result));
    List<String> titles = new ArrayList<>(List.of("fault", "back"));
    COLUMNS.forEach(column -> titles.add(column.getKey()));
    titles.add("worst");
    TextTable table = new TextTable(titles.toArray(String[]::new));
    kinds.forEach((kind, of) -> table.row(row(kind, of)));
    List<String> lines = new ArrayList<>(table.lines());
    lines.add("(back: recovered from/all; medians, seconds from the injection;");
    lines.add("healed: the victims are back as planned; worst: the longest until whole)");
    return lines;
  }

  private static Object[] row(String kind, List<FaultResult> of) {
    List<Object> cells = new ArrayList<>();
    cells.add(kind);
    cells.add(of.stream().filter(FaultResult::recovered).count() + "/" + of.size());
    COLUMNS.forEach(column -> cells.add(place(of, column.getValue(), 0.5)));
    cells.add(place(of, RecoveryMeasure.RECOVERED, 1));
    return cells.toArray();
  }

  private static String place(List<FaultResult> of, RecoveryMeasure measure, double quantile) {
    double[] values =
        of.stream()
            .filter(result -> result.measures().containsKey(measure.key()))
            .mapToDouble(result -> result.measures().get(measure.key()))
            .sorted()
            .toArray();
    if (values.length == 0) {
      return "-";
    }
    double value = values[(int) Math.round(quantile * (values.length - 1))];
    return String.format(Locale.ROOT, value < 100 ? "%.1f" : "%.0f", value);
  }
}
