package catena.bench;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * The ratios of benchmarks that need no cluster: both sides by turns, each time in a process of
 * their own, since what a compiler makes of a method differs from process to process.
 */
public final class MicroRatios {
  private static final TimeValue SECOND = TimeValue.seconds(1);
  private static final int ITERATIONS = 3;

  private MicroRatios() {}

  /** Measures; the only word says how many rounds, 9 if there is none. */
  public static void main(String... words) throws RunnerException {
    int rounds = words.length == 0 ? 9 : Integer.parseInt(words[0]);
    Class<?> generation = GenerationBenchmark.class;
    ratio(Target.atLeast("generation", 1.5), rounds, generation, "mutation", "plainLoop", Map.of());
    for (var each : new TreeMap<>(Map.of("2", 0.5, "3000", 0.3)).entrySet()) {
      ratio(
          Target.atMost("check-" + each.getKey(), each.getValue()),
          rounds,
          CheckBenchmark.class,
          "check",
          "formerCheck",
          Map.of("writers", each.getKey()));
    }
  }

  private static void ratio(
      Target target,
      int count,
      Class<?> benchmark,
      String ours,
      String floor,
      Map<String, String> parameters)
      throws RunnerException {
    Rounds rounds = new Rounds("", ours, floor);
    for (int i = 0; i < count; i++) {
      boolean oursFirst = i % 2 == 0;
      double early = score(benchmark, oursFirst ? ours : floor, parameters);
      double late = score(benchmark, oursFirst ? floor : ours, parameters);
      rounds.add(oursFirst ? early : late, oursFirst ? late : early);
    }
    rounds.conclude(target);
  }

  private static double score(Class<?> benchmark, String method, Map<String, String> parameters)
      throws RunnerException {
    ChainedOptionsBuilder options =
        new OptionsBuilder()
            .include(String.format(Locale.ROOT, "^%s\\.%s$", benchmark.getName(), method))
            .forks(1)
            .warmupIterations(ITERATIONS)
            .warmupTime(SECOND)
            .measurementIterations(ITERATIONS)
            .measurementTime(SECOND)
            .verbosity(VerboseMode.SILENT);
    parameters.forEach((name, value) -> options.param(name, value));
    return new Runner(options.build()).runSingle().getPrimaryResult().getScore();
  }
}
