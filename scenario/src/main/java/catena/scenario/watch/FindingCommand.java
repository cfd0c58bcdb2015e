// SPDX-License-Identifier: Apache-2.0
package catena.scenario.watch;

import catena.records.threads.ProgramRun;
import catena.records.threads.ProgramRun.Errors;
import catena.records.threads.Threads;
import catena.records.verdict.Finding;
import catena.records.verdict.Findings;
import catena.records.words.Reasons;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Runs a command of the user's at each finding, by {@code sh -c}, one after the other; what it
 * prints is dropped. Findings wait while one runs, up to a limit; the number left out is reported.
 */
final class FindingCommand implements Closeable {
  private static final int MOST_WAITING = 100;
  private static final Duration LIMIT = Duration.ofMinutes(1);

  /** A process's environment takes some 128 KiB a variable; a finding may quote long values. */
  private static final int MOST_CHARACTERS = 30_000;

  private final String command;
  private final String run;
  private final Consumer<String> notes;
  private final AtomicLong left = new AtomicLong();
  private final ThreadPoolExecutor thread =
      new ThreadPoolExecutor(
          1,
          1,
          0,
          TimeUnit.SECONDS,
          new ArrayBlockingQueue<>(MOST_WAITING),
          Threads.daemons("on-finding"));

  /**
   * The command, before its first run.
   *
   * @param run the run directory, which the command gets in its environment
   * @param notes receives what went wrong with it
   */
  FindingCommand(String command, String run, Consumer<String> notes) {
    this.command = command;
    this.run = run;
    this.notes = notes;
  }

  /** Runs it for a finding as soon as it does not run for another. */
  void found(Finding finding) {
    try {
      thread.execute(() -> call(finding));
    } catch (RejectedExecutionException e) {
      left.incrementAndGet();
    }
  }

  private void call(Finding finding) {
    try {
      Map<String, String> told = Map.of("CATENA_RUN", run, "CATENA_FINDING", text(finding));
      Optional<ProgramRun> ended =
          ProgramRun.of(List.of("sh", "-c", command), told, "", Errors.DROPPED, LIMIT);
      if (ended.isEmpty()) {
        notes.accept("the command of --on-finding was ended after " + LIMIT.toSeconds() + " s");
      } else if (ended.get().status() != 0) {
        notes.accept("the command of --on-finding ended with status " + ended.get().status());
      }
    } catch (IOException e) {
      notes.accept("the command of --on-finding could not be run: " + Reasons.of(e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** As a line of {@code findings.jsonl}; without the values where these are long. */
  private static String text(Finding finding) throws IOException {
    String whole = Findings.line(finding);
    return whole.length() <= MOST_CHARACTERS
        ? whole
        : Findings.line(Finding.of(finding.kind(), finding.row(), finding.foundMillis()));
  }

  /** Waits for the one that runs and those that wait, for no longer than one may take. */
  @Override
  public void close() {
    thread.shutdown();
    try {
      if (!thread.awaitTermination(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
        left.addAndGet(thread.shutdownNow().size());
      }
    } catch (InterruptedException e) {
      left.addAndGet(thread.shutdownNow().size());
      Thread.currentThread().interrupt();
    }
    if (left.get() > 0) {
      notes.accept("the command of --on-finding was not run for " + left.get() + " more findings");
    }
  }
}
