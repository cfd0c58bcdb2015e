// SPDX-License-Identifier: Apache-2.0
package catena.report.history;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.IntFunction;
import org.apache.commons.math3.distribution.TDistribution;

/**
 * A number of a run that can be taken from each of equally long blocks of the run as well: the
 * average of a rate, the percentile of a latency.
 *
 * <p>What is measured in one second resembles what is measured in the next. A test that treats each
 * as a separate measurement finds a difference between any two runs; so blocks are long and few:
 * {@link #SHORTEST_SECONDS}, and {@link #CORRELATION_TIMES} of the longer of both runs' correlation
 * times, at the least. How far the blocks lie from the number of the whole run shows how uncertain
 * that number is. Welch's t test checks whether the difference of two runs is more, for the number
 * that is shown.
 *
 * <p>For averages these are batch means (B. Schmeiser, Batch size effects in the analysis of
 * simulation output, Operations Research 30 (1982), who advises 10 to 30 of them); for percentiles,
 * sectioning (S. Asmussen and P. Glynn, Stochastic Simulation (2007), III.5). Five correlation
 * times and ten blocks are the 50 correlation times that an estimate of the correlation time needs.
 *
 * @param seconds how long the run is
 * @param correlationSeconds its integrated autocorrelation time
 * @param cut the number in each of so many blocks; empty if one of them has too little data
 */
public record Blocks(double seconds, double correlationSeconds, IntFunction<Optional<double[]>> cut)
    implements Noise {
  /** The most blocks that a run is cut into: more do not make the test sharper. */
  public static final int MOST = 30;

  /** A run with fewer blocks than this is too short to compare. */
  public static final int FEWEST = 10;

  /** The minimum length of a block. */
  public static final int SHORTEST_SECONDS = 30;

  /** The minimum length of a block in integrated autocorrelation times. */
  public static final int CORRELATION_TIMES = 5;

  /**
   * The correlation of one block with the next that is assumed. It is 0.055 if correlation decays
   * exponentially and its time is known, and more if that time was underestimated.
   */
  private static final double CORRELATION = 0.1;

  /** How many correlation times are used: beyond them there is only noise to add up. */
  private static final int CORRELATION_WINDOW = 5;

  /** How many independent blocks a block counts for. */
  private static final double WORTH = (1 - CORRELATION) / (1 + CORRELATION);

  /**
   * Blocks of the average of a rate.
   *
   * @param rates of equally long intervals, one after the other
   * @param seconds of an interval
   */
  public static Blocks ofRates(double[] rates, double seconds) {
    return new Blocks(
        rates.length * seconds,
        correlationTime(rates) * seconds,
        blocks -> Optional.of(averages(rates, blocks)));
  }

  private static double[] averages(double[] values, int blocks) {
    double[] averages = new double[blocks];
    for (int i = 0; i < blocks; i++) {
      int from = (int) ((long) i * values.length / blocks);
      int to = (int) ((i + 1L) * values.length / blocks);
      averages[i] = Arrays.stream(values, from, to).average().orElse(Double.NaN);
    }
    return averages;
  }

  @Override
  public Chance against(double value, Noise other, double otherValue) {
    if (!(other instanceof Blocks blocks)) {
      return Chance.unknown("one value each");
    }
    double correlated = Math.max(correlationSeconds, blocks.correlationSeconds);
    double length = Math.max(SHORTEST_SECONDS, CORRELATION_TIMES * correlated);
    Optional<double[]> own = blocks(length);
    Optional<double[]> others = blocks.blocks(length);
    return own.isEmpty() || others.isEmpty()
        ? Chance.unknown("too short to compare")
        : Chance.of(welch(value, own.get(), otherValue, others.get()));
  }

  /** As many blocks as fit with at least a length, each with enough data. */
  private Optional<double[]> blocks(double length) {
    for (int n = (int) Math.min(MOST, seconds / length); n >= FEWEST; n--) {
      Optional<double[]> blocks = cut.apply(n);
      if (blocks.isPresent()) {
        return blocks;
      }
    }
    return Optional.empty();
  }

  private static double welch(double a, double[] as, double b, double[] bs) {
    double varianceA = variance(a, as);
    double varianceB = variance(b, bs);
    double both = varianceA + varianceB;
    if (both == 0) {
      return a == b ? 1 : 0;
    }
    double freedom =
        both * both / (varianceA * varianceA / freedom(as) + varianceB * varianceB / freedom(bs));
    double t = Math.abs(a - b) / Math.sqrt(both);
    return 2 * new TDistribution(null, freedom).cumulativeProbability(-t);
  }

  /** The variance of the whole run's number, from how far the blocks' numbers lie from it. */
  private static double variance(double value, double[] blocks) {
    double squares = Arrays.stream(blocks).map(v -> (v - value) * (v - value)).sum();
    return squares / (blocks.length - 1) / (blocks.length * WORTH);
  }

  private static double freedom(double[] blocks) {
    return blocks.length * WORTH - 1;
  }

  /**
   * The integrated autocorrelation time of equally long intervals: the average of {@code n} of them
   * is as uncertain as that of {@code n} divided by this many independent ones. At least 1.
   *
   * <p>{@code 1 + 2 (r1 + r2 + … + rM)} with the smallest M that is not below five times the sum:
   * the automatic windowing of A. D. Sokal, Monte Carlo Methods in Statistical Mechanics (1997), 3.
   *
   * @return infinity if the series is too short to estimate its correlation
   */
  static double correlationTime(double[] values) {
    double mean = Arrays.stream(values).average().orElse(0);
    double[] off = Arrays.stream(values).map(v -> v - mean).toArray();
    double variance = covariance(off, 0);
    if (variance == 0) {
      return 1;
    }
    double time = 1;
    for (int lag = 1; lag < CORRELATION_WINDOW * time; lag++) {
      if (CORRELATION_WINDOW * time > values.length) {
        return Double.POSITIVE_INFINITY;
      }
      time += 2 * covariance(off, lag) / variance;
    }
    return Math.max(1, time);
  }

  private static double covariance(double[] off, int lag) {
    double sum = 0;
    for (int i = 0; i + lag < off.length; i++) {
      sum += off[i] * off[i + lag];
    }
    return sum;
  }
}
