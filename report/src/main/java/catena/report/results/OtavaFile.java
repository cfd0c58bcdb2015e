package catena.report.results;

import catena.records.verdict.Verdict;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The runs of one scenario as Apache Otava's JSON importer reads them: a list of objects with
 * {@code timestamp} (seconds since 1970), {@code metrics} and {@code attributes}.
 *
 * <p>Otava sets the n-th value of each metric beside the n-th time, so that every object must have
 * the same metrics: those of the newest run, and older runs that lack one of them are left out. Of
 * a run whose data was wrong or that was not verified nobody wants to know how fast it was.
 */
final class OtavaFile {
  private static final Set<String> COUNTED = Set.of(Verdict.PASS.name(), Verdict.BUDGET.name());

  private OtavaFile() {}

  /**
   * One run.
   *
   * @param timestamp when it began, seconds since 1970
   */
  record Result(long timestamp, List<Metric> metrics, Map<String, String> attributes) {}

  /** One figure of a run. */
  record Metric(String name, String unit, double value) {}

  /** The runs in the order of their times; those without a time are left out. */
  static List<Result> of(List<Map<String, String>> rows) {
    List<Map<String, String>> counted =
        rows.stream()
            .filter(row -> COUNTED.contains(row.getOrDefault(ResultRow.VERDICT, "")))
            .filter(row -> !row.getOrDefault(ResultRow.TIME, "").isEmpty())
            .sorted((a, b) -> a.get(ResultRow.TIME).compareTo(b.get(ResultRow.TIME)))
            .toList();
    if (counted.isEmpty()) {
      return List.of();
    }
    List<String> names =
        metrics(counted.get(counted.size() - 1)).stream().map(Metric::name).toList();
    List<Result> results = new ArrayList<>();
    for (Map<String, String> row : counted) {
      List<Metric> metrics =
          metrics(row).stream().filter(metric -> names.contains(metric.name())).toList();
      if (metrics.size() == names.size()) {
        results.add(
            new Result(
                Instant.parse(row.get(ResultRow.TIME)).getEpochSecond(), metrics, attributes(row)));
      }
    }
    return results;
  }

  private static List<Metric> metrics(Map<String, String> row) {
    List<Metric> metrics = new ArrayList<>();
    row.forEach(
        (column, text) -> {
          String unit = unit(column);
          if (!unit.isEmpty() && !text.isEmpty()) {
            metrics.add(new Metric(column, unit, Double.parseDouble(text)));
          }
        });
    return metrics;
  }

  /** Of a column that holds a measure; empty for any other. */
  private static String unit(String column) {
    if (column.endsWith("_per_second")) {
      return "1/s";
    }
    if (column.endsWith("_ms")) {
      return "ms";
    }
    return column.endsWith("_seconds") ? "s" : "";
  }

  private static Map<String, String> attributes(Map<String, String> row) {
    Map<String, String> attributes = new LinkedHashMap<>();
    ResultRow.ATTRIBUTES.forEach(name -> attributes.put(name, row.getOrDefault(name, "")));
    return attributes;
  }
}
