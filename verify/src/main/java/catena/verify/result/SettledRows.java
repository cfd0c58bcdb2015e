package catena.verify.result;

import catena.harness.command.Progress;
import catena.harness.command.Terminal;
import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Shows how many of the rows that differ have been looked at again; nothing while there is none.
 */
public final class SettledRows implements Closeable {
  private final Terminal terminal;
  private final AtomicLong rows = new AtomicLong();
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
                  "verify differences",
                  "rows",
                  OptionalLong.empty(),
                  Optional.empty(),
                  rows::get));
    }
  }

  @Override
  public void close() throws IOException {
    if (progress.isPresent()) {
      progress.get().close();
    }
  }
}
