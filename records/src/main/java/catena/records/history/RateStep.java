// SPDX-License-Identifier: Apache-2.0
package catena.records.history;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;

/**
 * One step of a search: some time at one rate.
 *
 * @param number from 1
 * @param stage what the search was doing: {@code ramp}, {@code bisect}, {@code confirm}
 * @param repeat which of the repeated searches it belongs to, from 1
 * @param asked operations per second, of all clients together
 * @param done operations per second that were answered in the measured time
 * @param from begin of the measured time, milliseconds since 1970; 0 if nothing was measured
 * @param to its end
 * @param cause why it did not hold the rate, or that it did
 * @param reasons in sentences, the most important first
 * @param latencies of what was due in the measured time, by operation; what was not answered counts
 *     with its age at the end
 * @param lateSeconds how late behind its schedule an operation began at most
 * @param processors which share of its processors this process used
 * @param hostProcessors which share of all processors of this host was used, by any process
 */
public record RateStep(
    int number,
    String stage,
    int repeat,
    double asked,
    double done,
    long from,
    long to,
    RateCause cause,
    List<String> reasons,
    SortedMap<String, Latency> latencies,
    double lateSeconds,
    double processors,
    double hostProcessors) {
  /** Copies; what an older or damaged file does not say is empty, and in doubt. */
  public RateStep {
    cause = cause == null ? RateCause.DOUBT : cause;
    reasons = List.copyOf(reasons);
    latencies = Collections.unmodifiableSortedMap(latencies);
  }

  /**
   * Latencies of one operation, seconds from the intended start.
   *
   * @param count how many there were; a p99 of fewer than a hundred is their largest
   */
  public record Latency(long count, double p50, double p99, double max) {}

  /** Whether the rate was held, within all budgets. */
  public boolean held() {
    return cause == RateCause.NONE;
  }

  /** The longest p99 of its operations, seconds; 0 if there were none. */
  public double longestP99() {
    return latencies.values().stream().mapToDouble(Latency::p99).max().orElse(0);
  }
}
