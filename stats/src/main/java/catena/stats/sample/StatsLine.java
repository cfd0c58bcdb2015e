package catena.stats.sample;

import catena.harness.run.Json;
import catena.stats.metric.Metric;
import com.fasterxml.jackson.core.JsonProcessingException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What was found at one point of the grid in one scope; a line of {@code stats/*.jsonl}.
 *
 * @param at the point of the grid, milliseconds since 1970
 * @param scope {@code cluster}, {@code table:<name>}, {@code host:<host>} or {@code
 *     group:<role>@<host>}
 * @param values figures by name
 * @param absent names of figures that belong here and could not be had, sorted
 */
public record StatsLine(
    long at, String scope, SortedMap<String, Number> values, List<String> absent) {
  public static final String CLUSTER = "cluster";

  public StatsLine {
    absent = List.copyOf(absent);
  }

  /** A line with what there is of what belongs into it. */
  public static <M extends Metric> StatsLine of(
      long at, String scope, Collection<M> wanted, Map<M, Double> found) {
    SortedMap<String, Number> values = new TreeMap<>();
    found.forEach((metric, value) -> values.put(metric.key(), shortest(value)));
    List<String> absent =
        wanted.stream().filter(m -> !found.containsKey(m)).map(Metric::key).sorted().toList();
    return new StatsLine(at, scope, values, absent);
  }

  public static String table(String name) {
    return "table:" + name;
  }

  public static String host(String host) {
    return "host:" + host;
  }

  public static String group(String role, String host) {
    return "group:" + role + "@" + host;
  }

  /** A whole number without a fraction, so that most lines are half as long. */
  private static Number shortest(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1L << 53
        ? (Number) (long) value
        : (Number) (Math.rint(value * 1e6) / 1e6);
  }

  /** The JSON of the line, without a line end. */
  public String json() {
    try {
      return Json.LINES.writeValueAsString(this);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a line of numbers and texts is always JSON", e);
    }
  }
}
