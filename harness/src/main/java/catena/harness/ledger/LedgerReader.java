package catena.harness.ledger;

import catena.graph.Position;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Reads what a ledger says, in memory that does not grow with it; the writer may be at work. */
public final class LedgerReader {
  private LedgerReader() {}

  /**
   * What the ledger says now.
   *
   * @throws IOException if it cannot be read; damage is no exception but part of the state
   */
  public static LedgerState read(FileSystem fs, Path path) throws IOException {
    return readWithEnd(fs, path).state();
  }

  /** A state and where a writer that carries on must begin. */
  record Reading(LedgerState state, LedgerScan.End end) {}

  static Reading readWithEnd(FileSystem fs, Path path) throws IOException {
    LedgerFold fold = new LedgerFold();
    LedgerScan.End end = LedgerScan.scan(fs, path, fold);
    return new Reading(fold.state(end), end);
  }

  /**
   * When the window that holds a position was written, by a second pass over the file.
   *
   * <p>A window that was sent more than once counts from the first time.
   */
  public static Optional<WindowTimes> windowOf(FileSystem fs, Path path, Position position)
      throws IOException {
    WindowSearch search = new WindowSearch(position);
    LedgerScan.scan(fs, path, search);
    return Optional.ofNullable(search.found);
  }

  private static final class WindowSearch implements LedgerScan.Visitor {
    private final Position position;
    private boolean pending;
    private WindowTimes found;

    WindowSearch(Position position) {
      this.position = position;
    }

    @Override
    public void line(LedgerLine line) {
      if (line instanceof LedgerLine.Intent intent) {
        pending = intent.window().holds(position);
        if (pending && (found == null || found.acknowledgedMillis().isEmpty())) {
          long first = found == null ? intent.millis() : found.intendedMillis();
          found = new WindowTimes(intent.window(), first, OptionalLong.empty());
        }
      } else if (line instanceof LedgerLine.Shortened shorter) {
        pending = pending && position.isBefore(shorter.to());
      } else if (line instanceof LedgerLine.Acknowledged acknowledged && pending) {
        found =
            new WindowTimes(
                found.window(), found.intendedMillis(), OptionalLong.of(acknowledged.millis()));
        pending = false;
      } else {
        pending = false;
      }
    }
  }
}
