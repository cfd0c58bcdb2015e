// SPDX-License-Identifier: Apache-2.0
package catena.records.sample;

import catena.records.run.Json;
import catena.records.run.RunDirectory;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.type.TypeFactory;
import java.io.IOException;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a sampled number means; {@code metrics.json} has that of each name.
 *
 * @param unit what one of it is: {@code entries/s}, {@code bytes}, {@code s}, {@code 1} for a
 *     share; empty where nothing is known
 * @param about what it means, in half a sentence
 */
public record Meaning(String unit, String about) {
  /** The form of {@code metrics.json}. */
  public static final JavaType BY_NAME =
      TypeFactory.defaultInstance().constructMapType(TreeMap.class, String.class, Meaning.class);

  /** Of a name without an explanation; its ending still shows whether it is a share. */
  public static Meaning unknown(String name) {
    return new Meaning(name.endsWith(".ratio") ? "1" : "", "");
  }

  /**
   * The unit of an axis on which the number is drawn: {@code bytes}, {@code bytes/s}, {@code s},
   * {@code ratio}, {@code /s}, or empty for a count of what the plot is about.
   */
  public String axis() {
    return switch (unit) {
      case "bytes", "bytes/s", "s" -> unit;
      case "1" -> "ratio";
      default -> unit.endsWith("/s") ? "/s" : "";
    };
  }

  /** Replaces {@code metrics.json} of a run directory. */
  public static void write(RunDirectory directory, SortedMap<String, Meaning> byName)
      throws IOException {
    directory.writeAtomically(
        directory.metrics(), Json.PRETTY.writeValueAsBytes(byName), "the metrics' names");
  }
}
