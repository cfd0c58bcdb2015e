package catena.records.threads;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * What a program came to that was run to its end.
 *
 * @param status its exit status
 * @param printed what it printed, errors too, without blanks around it
 */
public record ProgramRun(int status, String printed) {
  /**
   * Runs a program.
   *
   * @param program its command line and environment
   * @param input what it reads; nobody but this user can read it
   * @return empty if it did not end within the limit: then it was killed, with all that it started
   * @throws IOException if it cannot be started
   */
  public static Optional<ProgramRun> of(ProcessBuilder program, String input, Duration limit)
      throws IOException, InterruptedException {
    // By files: what it started may keep a pipe open, and one that reads nothing breaks a pipe.
    Path given = Files.createTempFile("program-", ".in");
    Path printed = Files.createTempFile("program-", ".out");
    try {
      Files.writeString(given, input);
      Process process =
          program
              .redirectInput(given.toFile())
              .redirectOutput(printed.toFile())
              .redirectErrorStream(true)
              .start();
      if (!isEnded(process, limit)) {
        return Optional.empty();
      }
      String text = new String(Files.readAllBytes(printed), StandardCharsets.UTF_8);
      return Optional.of(new ProgramRun(process.exitValue(), text.strip()));
    } finally {
      Files.delete(given);
      Files.delete(printed);
    }
  }

  /** Whether it ended by itself; it has ended when this returns, or throws. */
  private static boolean isEnded(Process process, Duration limit) throws InterruptedException {
    boolean ended = false;
    try {
      ended = process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
    } finally {
      if (!ended) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
      }
    }
    return ended;
  }
}
