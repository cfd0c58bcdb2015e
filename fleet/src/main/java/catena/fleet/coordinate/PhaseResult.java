// SPDX-License-Identifier: Apache-2.0
package catena.fleet.coordinate;

import catena.fleet.agree.WorkerId;
import catena.records.fleet.ShareOutcome;
import catena.records.verdict.PartOutcome;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;

/**
 * The outcome of a phase of the workers.
 *
 * @param parts the outcomes of all workers together, by the part's name within the scenario; under
 *     the empty name that of the fleet
 * @param skew of the workers' beginnings
 * @param took the workers that took part to the end
 * @param lost the workers that did not
 */
public record PhaseResult(
    Map<String, PartOutcome> parts,
    Skew skew,
    NavigableSet<WorkerId> took,
    NavigableSet<WorkerId> lost) {
  /** The name under which the fleet's own outcome is. */
  public static final String FLEET = "";

  /**
   * How late the workers of a phase began after the ordered time, in milliseconds.
   *
   * @param workers how many reported it
   * @param p99 of them; the greatest of fewer than a hundred
   * @param clock the worst of their hosts' clocks: how far times of different hosts can be compared
   */
  public record Skew(
      int workers, double p50, double p99, double max, Optional<ShareOutcome.ClockSeen> clock) {
    /** Computes it from what the workers reported. */
    public static Skew of(
        Collection<Double> lateMillis, Collection<ShareOutcome.ClockSeen> clocks) {
      Optional<ShareOutcome.ClockSeen> worst =
          clocks.stream().reduce(ShareOutcome.ClockSeen::worst);
      if (lateMillis.isEmpty()) {
        return new Skew(0, 0, 0, 0, worst);
      }
      double[] sorted = lateMillis.stream().mapToDouble(Double::doubleValue).sorted().toArray();
      return new Skew(sorted.length, at(sorted, 0.5), at(sorted, 0.99), at(sorted, 1), worst);
    }

    private static double at(double[] sorted, double quantile) {
      return sorted[Math.max(0, (int) Math.ceil(quantile * sorted.length) - 1)];
    }

    /**
     * {@code 3 workers began 2.1 ms (p50), 8.0 ms (p99), 8.0 ms (max) after the named time; clocks
     * of hosts were up to 3.0 ms from ZooKeeper's, …}.
     */
    public String inWords() {
      return String.format(
              Locale.ROOT,
              "%d %s began %.1f ms (p50), %.1f ms (p99), %.1f ms (max) after the named time",
              workers,
              workers == 1 ? "worker" : "workers",
              tenths(p50),
              tenths(p99),
              tenths(max))
          + clock.map(Skew::inWords).orElse("");
    }

    private static String inWords(ShareOutcome.ClockSeen clock) {
      return String.format(
          Locale.ROOT,
          "; clocks of hosts were up to %.1f ms from ZooKeeper's, and had moved by up to %.1f ms:"
              + " times of different hosts differ by so much",
          tenths(clock.off()),
          tenths(clock.moved()));
    }

    /** Rounded before it is printed, so that a value of almost zero has no sign. */
    private static double tenths(double millis) {
      return Math.round(10 * millis) / 10.0;
    }
  }
}
