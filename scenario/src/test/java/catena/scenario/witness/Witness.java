// SPDX-License-Identifier: Apache-2.0
package catena.scenario.witness;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A shipped scenario beside the observer, for minutes: {@code bench/run witness --seed N}; with
 * {@code --again} what was observed of an earlier run is compared once more.
 *
 * <p>Its status is 0 if all agree, 1 if anything differs, 2 if the run did not pass.
 */
public final class Witness {
  private Witness() {}

  /**
   * Runs and compares; {@code [--run-dir DIR] [--scenario NAME --table TABLE] [-o …] [--seed N]},
   * or {@code --again --run-dir DIR}.
   */
  public static void main(String[] args) throws Exception {
    List<String> words = new ArrayList<>(List.of(args));
    String scenario = taken(words, "--scenario", "agitated");
    String table = taken(words, "--table", scenario);
    Path directory =
        Path.of(taken(words, "--run-dir", "runs/witness-" + System.currentTimeMillis()))
            .toAbsolutePath();
    if (words.remove("--again")) {
      Comparison comparison =
          WitnessedRun.again(
              directory, directory.resolveSibling(directory.getFileName() + ".seen"));
      System.out.println(comparison);
      System.exit(print(comparison));
    }
    words.add(0, scenario);
    Files.createDirectories(directory.getParent());
    Path said = directory.resolveSibling(directory.getFileName() + ".out");
    Path seen = directory.resolveSibling(directory.getFileName() + ".seen");
    System.out.printf(
        "The run is %s; what it says is in %s, what was observed in %s%n", directory, said, seen);
    WitnessedRun run =
        WitnessedRun.of(words, directory, directory.resolve("cluster"), table, said, seen);
    System.out.println(run.comparison());
    System.out.printf("The run ended with %d%n", run.status());
    int differs = print(run.comparison());
    System.exit(run.status() != 0 ? 2 : differs);
  }

  /** Says how many numbers differ; 1 if any does. */
  private static int print(Comparison comparison) {
    int differ = comparison.disagreements().size();
    System.out.printf("%d of %d numbers differ%n", differ, comparison.lines().size());
    return differ == 0 ? 0 : 1;
  }

  /** Takes an option and its value out of the words. */
  private static String taken(List<String> words, String option, String otherwise) {
    int at = words.indexOf(option);
    if (at < 0 || at + 1 == words.size()) {
      return otherwise;
    }
    words.remove(at);
    return words.remove(at);
  }
}
