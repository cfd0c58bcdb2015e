// SPDX-License-Identifier: Apache-2.0
package catena.bench;

import java.util.Locale;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * The ratio of the benchmark that needs no cluster and has a target: both sides by turns, each time
 * in a process of their own, since what a compiler makes of a method differs from process to
 * process.
 */
public final class MicroRatios {
  private static final TimeValue SECOND = TimeValue.seconds(1);
  private static final int ITERATIONS = 3;

  private MicroRatios() {}

  /** Measures; the only word says how many rounds, 9 if there is none. */
  public static void main(String... words) throws RunnerException {
    int rounds = words.length == 0 ? 9 : Integer.parseInt(words[0]);
    Rounds ratios = new Rounds("", "mutation", "plainLoop");
    for (int i = 0; i < rounds; i++) {
      boolean oursFirst = i % 2 == 0;
      double early = score(oursFirst ? "mutation" : "plainLoop");
      double late = score(oursFirst ? "plainLoop" : "mutation");
      ratios.add(oursFirst ? early : late, oursFirst ? late : early);
    }
    ratios.conclude(Target.atLeast("generation", 1.5));
  }

  private static double score(String method) throws RunnerException {
    Options options =
        new OptionsBuilder()
            .include(
                String.format(
                    Locale.ROOT, "^%s\\.%s$", GenerationBenchmark.class.getName(), method))
            .forks(1)
            .warmupIterations(ITERATIONS)
            .warmupTime(SECOND)
            .measurementIterations(ITERATIONS)
            .measurementTime(SECOND)
            .verbosity(VerboseMode.SILENT)
            .build();
    return new Runner(options).runSingle().getPrimaryResult().getScore();
  }
}
