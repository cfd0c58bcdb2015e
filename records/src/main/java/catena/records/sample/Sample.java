// SPDX-License-Identifier: Apache-2.0
package catena.records.sample;

import catena.records.run.Json;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectReader;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What was found at one point of time in one scope; a line of {@code stats/*.jsonl}.
 *
 * @param at the point, milliseconds since 1970
 * @param answered when the last of the figures came, which is later than the point; empty in files
 *     of versions before this one, and where the figures are of an interval and of no moment
 * @param scope {@code cluster}, {@code table:<name>}, {@code host:<host>} or {@code
 *     group:<role>@<host>}
 * @param values figures by name
 * @param absent names of figures that belong here and could not be had, sorted
 */
public record Sample(
    long at,
    OptionalLong answered,
    String scope,
    SortedMap<String, Number> values,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> absent) {
  /** The scope of the whole cluster, and of all clients together. */
  public static final String CLUSTER = "cluster";

  /** The figure that says how long a server has held back writes for want of memory, seconds. */
  public static final String HOLD_TIME = "hold.time";

  private static final ObjectReader READER = Json.LINES.readerFor(Sample.class);

  /** What an older or damaged line does not have is empty, except for its scope. */
  public Sample {
    if (scope.isEmpty()) {
      throw new IllegalArgumentException("a sample of nothing");
    }
    absent = List.copyOf(absent);
  }

  /** A line with what there is of what belongs into it, all by name. */
  public static Sample of(
      long at, String scope, Collection<String> wanted, Map<String, Double> found) {
    SortedMap<String, Number> values = new TreeMap<>();
    found.forEach((name, value) -> values.put(name, shortest(value)));
    List<String> absent =
        wanted.stream().filter(name -> !found.containsKey(name)).sorted().toList();
    return new Sample(at, OptionalLong.empty(), scope, values, absent);
  }

  /**
   * The same with the time of the answers.
   *
   * @param millis milliseconds since 1970
   */
  public Sample answeredAt(long millis) {
    return new Sample(at, OptionalLong.of(millis), scope, values, absent);
  }

  /** The scope of a table. */
  public static String table(String name) {
    return "table:" + name;
  }

  /** The scope of a host. */
  public static String host(String host) {
    return "host:" + host;
  }

  /** The scope of the processes of a role on a host, or of a group of clients. */
  public static String group(String role, String host) {
    return "group:" + role + "@" + host;
  }

  /** A whole number without a fraction, so that most lines are half as long; so is a large one. */
  private static Number shortest(double value) {
    double rounded = Math.abs(value) < 1e6 ? Math.rint(value * 1e6) / 1e6 : Math.rint(value);
    return rounded == Math.rint(rounded) && Math.abs(rounded) < 1L << 53
        ? (Number) (long) rounded
        : (Number) rounded;
  }

  /** The JSON of the line, without a line end. */
  public String json() {
    try {
      return Json.LINES.writeValueAsString(this);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a line of numbers and texts is always JSON", e);
    }
  }

  /**
   * The sample of a line.
   *
   * @throws JsonProcessingException if it is cut off or none
   */
  public static Sample parse(String line) throws JsonProcessingException {
    return Json.present(READER.<Sample>readValue(line));
  }
}
