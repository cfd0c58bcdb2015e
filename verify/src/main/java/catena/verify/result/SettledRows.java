// SPDX-License-Identifier: Apache-2.0
package catena.verify.result;

import catena.harness.command.Progress;
import catena.harness.command.ProgressTask;
import catena.harness.command.Terminal;
import catena.records.words.Amounts;
import java.io.Closeable;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Shows how many of the rows that differ have been looked at again, and for how many it waits;
 * nothing while there is none.
 */
public final class SettledRows implements Closeable {
  private final Terminal terminal;
  private final AtomicLong rows = new AtomicLong();
  private volatile Optional<String> waiting = Optional.empty();
  private Optional<Progress> progress = Optional.empty();

  /** None yet; the terminal shows the number from the first on. */
  public SettledRows(Terminal terminal) {
    this.terminal = terminal;
  }

  /** Counts a row. */
  public void one() {
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

  /**
   * Takes note that it waits for rows that may come yet.
   *
   * @param number how many; none if it does not wait any more
   * @param left how long it waits at most
   */
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
