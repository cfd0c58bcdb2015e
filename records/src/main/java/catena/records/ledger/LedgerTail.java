// SPDX-License-Identifier: Apache-2.0
package catena.records.ledger;

import java.io.EOFException;
import java.io.IOException;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Follows a ledger while its writer is at work: each read takes only what was added since the last.
 *
 * <p>The file is opened at each read and its length is not asked: HDFS does not know it while the
 * file is being written, and NFS may answer from a cache, where to open a file shows all that was
 * written before it was closed or synced.
 */
public final class LedgerTail {
  private final FileSystem fs;
  private final Path path;
  private LedgerFold fold = new LedgerFold();
  private LedgerScan scan = new LedgerScan(fold);
  private LedgerState state = LedgerState.EMPTY;
  private boolean current;

  /** Follows a ledger from its beginning; nothing is read yet. */
  public LedgerTail(FileSystem fs, Path path) {
    this.fs = fs;
    this.path = path;
  }

  /** Where it is. */
  public FileSystem fileSystem() {
    return fs;
  }

  /** The ledger's file. */
  public Path path() {
    return path;
  }

  /**
   * What the ledger says now.
   *
   * @throws IOException if it cannot be read; damage is no exception but part of the state
   */
  public LedgerState read() throws IOException {
    current = false;
    if (state.header().isEmpty()) {
      // Its writer may have died before the first line, and another may have created it again.
      fold = new LedgerFold();
      scan = new LedgerScan(fold);
      state = LedgerState.EMPTY;
    }
    if (state.damage().isEmpty()) {
      readOn();
    }
    current = true;
    return state;
  }

  private void readOn() throws IOException {
    try (FSDataInputStream file = fs.open(path)) {
      file.seek(scan.taken());
      scan.read(file);
    } catch (EOFException e) {
      // One DataNode may show less than another did, of what is not synced yet: nothing is new.
      return;
    }
    state = fold.state(scan.end());
  }

  /**
   * Whether nothing can have been added since the last read: its writer had closed it by then, and
   * it has not grown. A writer that carries on adds a line before it sends anything.
   *
   * @param length of the file, as the file system lists it
   */
  public boolean isOver(long length) {
    return current && state.closed() && length == scan.taken();
  }

  /** What it said when it was read last. */
  public LedgerState last() {
    return state;
  }

  /** Whether the last read of it succeeded. */
  public boolean isCurrent() {
    return current;
  }
}
