// SPDX-License-Identifier: Apache-2.0
package catena.scenario.witness;

import catena.scenario.Main;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One run of a scenario, a process of its own, beside the observer.
 *
 * @param status with which the run ended; 0 for a PASS
 * @param comparison of what it shows with what was observed
 */
record WitnessedRun(int status, Comparison comparison) {
  /**
   * A scan that fails is tried again after at most so long ({@code
   * GENERAL_MAX_SCANNER_RETRY_PERIOD}).
   */
  private static final Duration SCAN_RETRY = Duration.ofSeconds(5);

  /**
   * Runs {@code catena run} and watches it.
   *
   * @param words what follows {@code run}, without {@code --run-dir}
   * @param cluster the directory of the local cluster that the run has, or will make
   * @param said where the run's output goes
   * @param seen where what was observed goes
   * @throws IOException if the run ended before its table was there
   */
  static WitnessedRun of(
      List<String> words, Path directory, Path cluster, String table, Path said, Path seen)
      throws Exception {
    Process run = start(words, directory, said);
    try {
      Optional<OutsideObserver> attached =
          OutsideObserver.await(cluster, table, () -> !run.isAlive());
      if (attached.isEmpty()) {
        throw new IOException(
            "the run ended with " + run.waitFor() + ": " + Files.readString(said));
      }
      try (OutsideObserver observer = attached.get()) {
        int status = run.waitFor();
        Sightings sightings = observer.sightings();
        sightings.writeTo(seen);
        return new WitnessedRun(status, comparison(directory, sightings));
      }
    } finally {
      run.destroy();
    }
  }

  /** Compares what a run shows with what was observed of it, as {@link #of} has written both. */
  static Comparison again(Path directory, Path seen) throws IOException {
    return comparison(directory, Sightings.read(seen));
  }

  private static Comparison comparison(Path directory, Sightings sightings) throws IOException {
    Shown shown = Shown.read(directory);
    Duration timeout = shown.duration("read.timeout");
    Duration retry = timeout.isZero() || timeout.compareTo(SCAN_RETRY) > 0 ? SCAN_RETRY : timeout;
    return Comparison.of(shown, new Observed(sightings, retry));
  }

  private static Process start(List<String> words, Path directory, Path said) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(argument -> !argument.startsWith("-javaagent") && !argument.startsWith("-agent"))
        .forEach(command::add);
    System.getProperties().stringPropertyNames().stream()
        .filter(key -> key.startsWith("catena."))
        .forEach(key -> command.add("-D" + key + "=" + System.getProperty(key)));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    command.add("run");
    command.addAll(words);
    command.addAll(List.of("--run-dir", directory.toString()));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(said.toFile())
        .start();
  }
}
