// SPDX-License-Identifier: Apache-2.0
package catena.read.check;

import catena.graph.judge.Difference;
import catena.graph.judge.FindingKind;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A difference that remained one when it was settled.
 *
 * @param kind its final name
 * @param difference what was judged
 * @param expected what the row should hold, in words
 * @param foundMillis wall clock at which the scan passed the row
 * @param detail what settling it showed
 */
public record Found(
    FindingKind kind,
    Difference difference,
    String expected,
    long foundMillis,
    Map<String, String> detail) {

  /** The same with one more detail. */
  public Found with(String name, String value) {
    Map<String, String> more = new TreeMap<>(detail);
    more.put(name, value);
    return new Found(kind, difference, expected, foundMillis, more);
  }

  /** Receives what was found. */
  @FunctionalInterface
  public interface Sink {
    /** Receives one. */
    void add(Found found) throws Exception;

    /** Receives the next ones in advance, so that it can query at once what they have in common. */
    default void prepare(List<Found> next) {
      // a sink that handles each by itself does not need them
    }
  }
}
