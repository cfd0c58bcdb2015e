// SPDX-License-Identifier: Apache-2.0
package catena.bench;

import catena.records.history.Span;
import catena.report.history.Blocks;
import catena.report.history.Chance;
import catena.report.history.Noise;
import com.beust.jcommander.JCommander;
import com.beust.jcommander.Parameter;
import com.beust.jcommander.ParameterException;
import java.util.Arrays;
import java.util.Random;

/**
 * How often a report's comparison tells two equal runs apart, and two that differ by a fifth.
 *
 * <p>A run is a rate that wanders by 20 % about its level as an autoregressive series of the first
 * order does, with 10 % of noise that remembers nothing.
 */
public final class ComparisonAlarms {
  private static final int USAGE = 64;
  private static final double WANDERING = 0.2;
  private static final double NOISE = 0.1;
  private static final double MORE = 1.2;

  /** Seconds of a run, and the correlation time of its rate. */
  private static final int[][] RUNS = {
    {18, 5},
    {60, 10},
    {120, 10},
    {300, 1},
    {300, 5},
    {600, 1},
    {600, 5},
    {600, 10},
    {600, 30},
    {1800, 10},
    {1800, 30},
    {3600, 10},
    {3600, 60},
    {14_400, 60},
    {14_400, 300}
  };

  @Parameter(names = "--pairs", description = "how many pairs of each kind of run")
  private int pairs = 2000;

  @Parameter(names = "--seed", description = "of the first pair")
  private long seed = 1;

  @Parameter(names = "--help", help = true, description = "prints this")
  private boolean help;

  private ComparisonAlarms() {}

  /** Prints a line for each kind of run; exits with 64 if the arguments make no sense. */
  public static void main(String[] words) {
    ComparisonAlarms alarms = new ComparisonAlarms();
    JCommander reader = JCommander.newBuilder().programName("bench/run comparison").build();
    reader.addObject(alarms);
    try {
      reader.parse(words);
      if (alarms.pairs < 1) {
        throw new ParameterException("--pairs must be at least 1");
      }
    } catch (ParameterException e) {
      System.err.println(e.getMessage());
      reader.usage();
      System.exit(USAGE);
    }
    if (alarms.help) {
      reader.usage();
      return;
    }
    System.out.println("seconds  correlated  told    equal stand out  a fifth more stands out");
    Arrays.stream(RUNS).forEach(run -> alarms.of(run[0], run[1]));
  }

  private void of(int seconds, int correlated) {
    Random random = new Random(seed);
    int told = 0;
    int alarms = 0;
    int seen = 0;
    for (int i = 0; i < pairs; i++) {
      double[] base = run(random, seconds, correlated, 1);
      Chance equal = chance(seconds, base, run(random, seconds, correlated, 1));
      Chance more = chance(seconds, base, run(random, seconds, correlated, MORE));
      told += equal.p().isPresent() ? 1 : 0;
      alarms += equal.p().orElse(1) < Noise.LEVEL ? 1 : 0;
      seen += more.p().orElse(1) < Noise.LEVEL ? 1 : 0;
    }
    System.out.printf(
        "%7d  %10d  %5.1f %%  %13.2f %%  %21.1f %%%n",
        seconds, correlated, share(told), share(alarms), share(seen));
  }

  private double share(int number) {
    return 100.0 * number / pairs;
  }

  /** Rates on the grid on which a run of this length tells them. */
  private static double[] run(Random random, int seconds, int correlated, double level) {
    int width = new Span(0, seconds * 1000L).rateSeconds();
    double keeps = Math.exp(-1.0 / correlated);
    double off = random.nextGaussian();
    double[] rates = new double[seconds / width];
    for (int i = 0; i < rates.length * width; i++) {
      double rate = level * (1 + WANDERING * off + NOISE * random.nextGaussian());
      rates[i / width] += Math.max(0, rate) / width;
      off = keeps * off + Math.sqrt(1 - keeps * keeps) * random.nextGaussian();
    }
    return rates;
  }

  private static Chance chance(int seconds, double[] a, double[] b) {
    double width = (double) seconds / a.length;
    return Blocks.ofRates(a, width).against(average(a), Blocks.ofRates(b, width), average(b));
  }

  private static double average(double[] rates) {
    return Arrays.stream(rates).average().orElse(Double.NaN);
  }
}
