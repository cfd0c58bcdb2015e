// SPDX-License-Identifier: Apache-2.0
package catena.harness.activity;

import catena.records.budget.Measure;

/**
 * What an activity does at a rate, so that the highest rate can be searched for. Its settings
 * {@code NAME.rate}, {@code NAME.duration} and {@code NAME.clients} say how fast, how long and by
 * how many clients.
 *
 * @param unit what its rate counts, for people: {@code lookups}
 * @param percentile the budget for its latencies, which names these
 * @param first the rate that is tried first where no other is named, per second
 */
public record Rated(String unit, Measure percentile, double first) {
  /** The tag of its latencies: {@code lookup}. */
  public String tag() {
    return percentile.subject();
  }
}
