// SPDX-License-Identifier: Apache-2.0
package catena.cluster.process;

import catena.cluster.spec.ClusterException;
import catena.records.threads.ProgramRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds programs of the system, and runs them to their end. */
public final class ShortCommand {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private ShortCommand() {}

  /** A program, if it is installed; those for root often lie where only root's path leads. */
  public static Optional<Path> find(String program) {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    return Stream.concat(Stream.of(path.split(":", -1)), Stream.of("/usr/sbin", "/sbin"))
        .filter(directory -> !directory.isEmpty())
        .map(directory -> Path.of(directory, program))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /**
   * Runs any short command to its end and gives what it prints.
   *
   * @param input what it reads
   * @throws ClusterException if it fails, with what it prints, or takes longer than half a minute
   */
  public static String output(List<String> line, String input)
      throws IOException, InterruptedException {
    String words = String.join(" ", line);
    ProgramRun run =
        ProgramRun.of(line, Map.of(), input, ProgramRun.Errors.PRINTED, LIMIT)
            .orElseThrow(() -> new ClusterException("'%s' does not end".formatted(words)));
    if (run.status() != 0) {
      throw new ClusterException(
          "'%s' failed: %s%s"
              .formatted(
                  words,
                  run.printed(),
                  input.isEmpty() ? "" : "\n    of: " + input.strip().replace("\n", "; ")));
    }
    return run.printed();
  }
}
