// SPDX-License-Identifier: Apache-2.0
package catena.records.ledger;

import catena.graph.Position;
import catena.records.run.AppendFile;
import catena.records.words.UsageException;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import org.apache.commons.lang3.function.FailableRunnable;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The ledger of one writer, open for writing; used by that writer's thread alone.
 *
 * <p>Call {@link #intend} before a window is sent and {@link #acknowledge} after its flush
 * returned. The same window may be intended again, as often as it has to be sent again.
 */
public final class Ledger implements Closeable {
  private final Path path;
  private final AppendFile file;
  private final LedgerState state;

  /** What its readers make of the lines, those of this writer among them. */
  private final LedgerFold fold;

  private String sum;
  private boolean broken;
  private boolean closed;

  private Ledger(Path path, AppendFile file, LedgerState state, LedgerFold fold, String sum) {
    this.path = path;
    this.file = file;
    this.state = state;
    this.fold = fold;
    this.sum = sum;
  }

  /**
   * Begins a ledger, synced before this returns.
   *
   * @throws IOException if there is one already, or it cannot be written
   */
  public static Ledger create(FileSystem fs, Path path, LedgerHeader header) throws IOException {
    AppendFile file =
        AppendFile.create(fs, path)
            .orElseThrow(() -> new IOException(path + " exists: a new writer never has a ledger"));
    try {
      Ledger ledger =
          new Ledger(path, file, LedgerState.EMPTY, new LedgerFold(), LedgerLine.NO_SUM);
      return ledger.begin(new LedgerLine.Header(header), "");
    } catch (IOException | RuntimeException e) {
      file.abort(e);
      throw e;
    }
  }

  /**
   * Carries on the ledger of a writer that died or ended; {@link #state} says from where. One that
   * died before its first line was complete is created again.
   *
   * @param header must be that of the ledger
   * @param leaseLimit how long HDFS may take to free a dead writer's file
   * @throws UsageException if the ledger belongs to another writer, table or graph
   * @throws IOException if it is damaged: what it promised is not certain any more
   */
  public static Ledger resume(
      FileSystem fs, Path path, LedgerHeader header, long wallMillis, Duration leaseLimit)
      throws IOException {
    // Opened first: on HDFS that ends the dead writer's lease and with it any change of the file.
    AppendFile file = AppendFile.open(fs, path, leaseLimit);
    try {
      LedgerFold fold = new LedgerFold();
      LedgerScan.End end = LedgerScan.scan(fs, path, fold);
      LedgerState state = fold.state(end);
      if (state.header().isEmpty() && state.damage().isEmpty()) {
        file.close();
        fs.delete(path, false);
        return create(fs, path, header);
      }
      check(path, state, header);
      String before =
          end.openLine() ? "\n" : end.tornBytes() > 0 ? "" + LedgerLine.RESUME_MARK : "";
      Ledger ledger = new Ledger(path, file, state, fold, end.sum());
      return ledger.begin(new LedgerLine.Resumed(wallMillis, end.tornBytes()), before);
    } catch (IOException | RuntimeException e) {
      file.abort(e);
      throw e;
    }
  }

  private static void check(Path path, LedgerState state, LedgerHeader header) throws IOException {
    if (state.damage().isPresent()) {
      throw new IOException(path + " is damaged: " + state.damage().get());
    }
    LedgerHeader found = state.header().orElseThrow();
    if (!found.equals(header)) {
      throw new UsageException(
          path + " is the ledger of " + found.text() + ", not of " + header.text());
    }
  }

  private Ledger begin(LedgerLine line, String before) throws IOException {
    append(before, line);
    sync();
    return this;
  }

  private void append(String before, LedgerLine line) throws IOException {
    String text = line.text();
    String next = LedgerLine.sum(sum, text);
    attempt(
        () -> {
          fold.accept(line); // it refuses what would be damage: nothing is written then, or later
          file.line(before + text + ' ' + next);
        });
    sum = next;
  }

  /** A line that failed may stand in the file in part, so that nothing may follow it. */
  private void attempt(FailableRunnable<IOException> write) throws IOException {
    if (broken) {
      throw new IOException(path + " could not be written before; resume it in a new process");
    }
    broken = true;
    write.run();
    broken = false;
  }

  /** What the ledger said when it was opened: a new writer begins at the origin. */
  public LedgerState state() {
    return state;
  }

  /**
   * Says how windows that put entries are written from now on, if the ledger does not say it yet;
   * to be called before the first window.
   *
   * @param imports whether they are imported as files; else a batch writer sends them
   */
  public void means(boolean imports, long wallMillis) throws IOException {
    if (fold.imports() != imports) {
      append("", new LedgerLine.DeliveryChange(imports, wallMillis));
    }
  }

  /**
   * Says that a window is about to be sent; synced before this returns.
   *
   * @throws IOException if it cannot be made durable: then the window must not be sent
   */
  public void intend(Window window, long wallMillis) throws IOException {
    append("", new LedgerLine.Intent(window, wallMillis));
    sync();
  }

  /** No write at or after this point was ever sent, as far as was said until now. */
  public Position attempted() {
    return fold.attempted();
  }

  /** As {@link #intend(Window, long)}, for the writes from one position to before another. */
  public void intend(Position from, Position to, long entries, long deletes, long wallMillis)
      throws IOException {
    intend(new Window(from, to, entries, deletes), wallMillis);
  }

  /**
   * Says that only what lies before a position of the intended window was sent, and that the rest
   * never was; for a writer that is stopped within a window. It may be said only if this is the
   * first time that the window was sent; the rest of an earlier attempt may be in the table.
   *
   * @param to the beginning of the window if nothing was sent; then the window is intended no more
   * @throws IllegalStateException if no window is intended
   */
  public void shorten(Position to, long entries, long deletes, long wallMillis) throws IOException {
    requireIntent("shortened without intent");
    append("", new LedgerLine.Shortened(to, entries, deletes, wallMillis));
  }

  /**
   * Says that the flush of the intended window returned. It becomes durable with the next intent at
   * the latest; should that never come, the window counts as indeterminate.
   *
   * @throws IllegalStateException if no window is intended
   */
  public void acknowledge(long wallMillis) throws IOException {
    requireIntent("acknowledged without an intent");
    append("", new LedgerLine.Acknowledged(wallMillis));
    attempt(file::flushIfCheap);
  }

  private void requireIntent(String otherwise) {
    if (!fold.hasPending()) {
      throw new IllegalStateException(path + ": " + otherwise);
    }
  }

  /**
   * Gives the intended window up: it may be in the table or not. Does nothing when none is
   * intended.
   *
   * @param reason one word or several, for a person who reads the file
   */
  public void abandon(String reason, long wallMillis) throws IOException {
    if (fold.hasPending()) {
      String word = reason.replaceAll("[^!-}]+", "-");
      append(
          "", new LedgerLine.Abandoned(wallMillis, word.substring(0, Math.min(80, word.length()))));
    }
  }

  /** Makes everything said so far durable. */
  public void sync() throws IOException {
    attempt(file::sync);
  }

  /** Ends the ledger in order: a window that is still intended is indeterminate. */
  public void close(long wallMillis) throws IOException {
    if (!closed) {
      abandon("closed", wallMillis);
      append("", new LedgerLine.Closed(wallMillis));
    }
    close();
  }

  /** Syncs and lets go of the file, without a closing line. */
  @Override
  public void close() throws IOException {
    if (!closed) {
      closed = true;
      file.close();
    }
  }
}
