// SPDX-License-Identifier: Apache-2.0
package catena.simulation;

import catena.harness.command.Progress;
import catena.harness.command.ProgressTask;
import catena.harness.command.Terminal;
import com.beust.jcommander.JCommander;
import com.beust.jcommander.Parameter;
import com.beust.jcommander.ParameterException;
import java.io.IOException;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;

/** Runs seeds of the simulation and tells of each that is not right. */
public final class Simulate {
  private static final int WRONG = 1;
  private static final int USAGE = 64;

  @Parameter(names = "--seeds", description = "how many seeds are run")
  private long seeds = 1000;

  @Parameter(names = "--first", description = "the first of them")
  private long first;

  @Parameter(names = "--help", help = true, description = "prints this")
  private boolean help;

  private final Map<String, Long> verdicts = new TreeMap<>();
  private final Map<String, Long> lies = new TreeMap<>();
  private final AtomicLong done = new AtomicLong();
  private long wrong;

  private Simulate() {}

  /** Exits with 0 if all are right, 1 if one is not, 64 if the arguments make no sense. */
  public static void main(String[] words) throws Exception {
    Simulate simulate = new Simulate();
    JCommander reader = JCommander.newBuilder().programName("bench/run simulation").build();
    reader.addObject(simulate);
    try {
      reader.parse(words);
      if (simulate.seeds < 1 || simulate.first > Long.MAX_VALUE - simulate.seeds) {
        throw new ParameterException("--seeds must be at least 1, and the last seed a number");
      }
    } catch (ParameterException e) {
      System.err.println(e.getMessage());
      reader.usage();
      System.exit(USAGE);
    }
    if (simulate.help) {
      reader.usage();
      return;
    }
    System.exit(simulate.run(Terminal.ofProcess()));
  }

  @SuppressWarnings("try") // the progress shows itself
  private int run(Terminal terminal) throws IOException {
    try (Simulation simulation = new Simulation();
        Progress progress = progress(terminal)) {
      for (long seed = first; seed < first + seeds; seed++) {
        add(simulation.run(seed), terminal);
      }
    }
    terminal.line(
        "%d seeds from %d: %d right, %d wrong".formatted(seeds, first, seeds - wrong, wrong));
    terminal.line("verdicts: " + verdicts);
    terminal.line("lies told: " + lies);
    return wrong == 0 ? 0 : WRONG;
  }

  private Progress progress(Terminal terminal) {
    return Progress.start(
        terminal, ProgressTask.of("simulation", "seeds", done::get).upTo(OptionalLong.of(seeds)));
  }

  private void add(Result result, Terminal terminal) {
    done.incrementAndGet();
    verdicts.merge(result.verdict(), 1L, Long::sum);
    result.lies().forEach((lie, n) -> lies.merge(lie, (long) n, Long::sum));
    if (!result.isRight()) {
      wrong++;
      terminal.line(result.reproducer());
    }
  }
}
