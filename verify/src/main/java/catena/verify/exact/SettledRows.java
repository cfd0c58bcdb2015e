// SPDX-License-Identifier: Apache-2.0
package catena.verify.exact;

import catena.harness.command.Progress;
import catena.harness.command.ProgressTask;
import catena.harness.command.Terminal;
import catena.records.threads.StopSignal;
import catena.records.words.Amounts;
import java.io.Closeable;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Waits for rows that differ until a stop is asked for, and shows how many have been checked again
 * and for how many it waits; nothing while there is none.
 */
final class SettledRows implements ExactConclusion.Pause, Closeable {
  private final Terminal terminal;
  private final StopSignal stop;
  private final AtomicLong rows = new AtomicLong();
  private volatile Optional<String> waiting = Optional.empty();
  private Optional<Progress> progress = Optional.empty();

  /** None yet; the terminal shows the number from the first on. */
  SettledRows(Terminal terminal, StopSignal stop) {
    this.terminal = terminal;
    this.stop = stop;
  }

  /** Counts a row. */
  void one() {
    rows.incrementAndGet();
    if (progress.isEmpty()) {
      progress =
          Optional.of(
              Progress.start(
                  terminal,
                  ProgressTask.of("verify differences", "rows", rows::get)
                      .waitingFor(() -> waiting)));
    }
  }

  @Override
  public boolean await(Duration limit) throws InterruptedException {
    return stop.await(limit);
  }

  @Override
  public void waiting(long number, Duration left) {
    waiting =
        number == 0
            ? Optional.empty()
            : Optional.of(
                "%s missing or old row%s, %s left"
                    .formatted(
                        Amounts.grouped(number), number == 1 ? "" : "s", Amounts.span(left)));
  }

  @Override
  public void close() {
    progress.ifPresent(Progress::close);
  }
}
