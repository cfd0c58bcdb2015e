// SPDX-License-Identifier: Apache-2.0
package catena.records.threads;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The result of a program that was run to its end; and the one place where processes are started.
 *
 * @param status its exit status
 * @param printed what it printed, without blanks around it
 */
public record ProgramRun(int status, String printed) {
  /** What happens to the standard error of a program. */
  public enum Errors {
    /** They are among what it prints. */
    PRINTED,
    /** They are discarded. */
    DROPPED
  }

  /** Runs a program that reads nothing, with its errors among what it prints. */
  public static Optional<ProgramRun> of(List<String> command, Duration limit)
      throws IOException, InterruptedException {
    return of(command, Map.of(), "", Errors.PRINTED, limit);
  }

  /**
   * Runs a program.
   *
   * @param environment what is added to this process's own
   * @param input what it reads; only this user can read it
   * @return empty if it did not end within the limit: then it was killed, with all that it started
   * @throws IOException if it cannot be started
   */
  public static Optional<ProgramRun> of(
      List<String> command,
      Map<String, String> environment,
      String input,
      Errors errors,
      Duration limit)
      throws IOException, InterruptedException {
    // By files: what it started may keep a pipe open, and one that reads nothing breaks a pipe.
    Path given = Files.createTempFile("program-", ".in");
    Path printed = Files.createTempFile("program-", ".out");
    try {
      Files.writeString(given, input);
      ProcessBuilder program =
          new ProcessBuilder(command)
              .redirectInput(given.toFile())
              .redirectOutput(printed.toFile())
              .redirectError(Redirect.DISCARD)
              .redirectErrorStream(errors == Errors.PRINTED);
      program.environment().putAll(environment);
      Process process = program.start();
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

  /**
   * Starts a program that goes on, and may outlive this process; it reads nothing.
   *
   * @param environment what is added to this process's own
   * @param directory in which it works
   * @param printed takes what it prints, errors too, after what is there
   * @throws IOException if it cannot be started
   */
  public static Process begin(
      List<String> command, Map<String, String> environment, Path directory, Path printed)
      throws IOException {
    ProcessBuilder program =
        new ProcessBuilder(command)
            .directory(directory.toAbsolutePath().toFile())
            .redirectInput(new File("/dev/null"))
            .redirectOutput(Redirect.appendTo(printed.toFile()))
            .redirectErrorStream(true);
    program.environment().putAll(environment);
    return program.start();
  }

  /**
   * Runs a program that has this process's input and output, for as long as it takes.
   *
   * @return its exit status
   * @throws IOException if it cannot be started
   */
  public static int inForeground(List<String> command) throws IOException, InterruptedException {
    return new ProcessBuilder(command).inheritIO().start().waitFor();
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
