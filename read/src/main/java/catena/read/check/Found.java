// SPDX-License-Identifier: Apache-2.0
package catena.read.check;

import catena.graph.judge.Difference;
import catena.graph.judge.FindingKind;
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
}
