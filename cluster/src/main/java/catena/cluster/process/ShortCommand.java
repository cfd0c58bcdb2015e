package catena.cluster.process;

import catena.cluster.spec.ClusterException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Finds programs of the system, and runs them to their end. */
public final class ShortCommand {
  private static final int LIMIT_SECONDS = 30;

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
   * @throws ClusterException if it fails, with what it says, or takes longer than half a minute
   */
  public static String output(List<String> line, String input)
      throws IOException, InterruptedException {
    Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
    try (OutputStream in = process.getOutputStream()) {
      in.write(input.getBytes(StandardCharsets.UTF_8));
    }
    String printed =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new ClusterException("'%s' does not end".formatted(String.join(" ", line)));
    }
    if (process.exitValue() != 0) {
      throw new ClusterException(
          "'%s' failed: %s%s"
              .formatted(
                  String.join(" ", line),
                  printed,
                  input.isEmpty() ? "" : "\n    of: " + input.strip().replace("\n", "; ")));
    }
    return printed;
  }
}
