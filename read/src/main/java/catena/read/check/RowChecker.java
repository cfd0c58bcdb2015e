// SPDX-License-Identifier: Apache-2.0
package catena.read.check;

import catena.graph.Entry;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Judges what reads return, row by row or as a range of rows; for one thread.
 *
 * <p>Call {@link #begin} before a read is sent, {@link #row} for each row that was asked for or
 * returned, or {@link #range} for all that a scan was to return, and {@link #end} when the read is
 * over.
 */
public interface RowChecker {
  /** Gets what is promised before a read. */
  void begin() throws IOException;

  /**
   * Judges one row.
   *
   * @param seen all that the read returned of it, perhaps nothing
   * @param referrer the sound entry that led to the row, if one did
   * @return whether the row is as promised, as far as was known before the read
   */
  boolean row(byte[] row, List<Entry> seen, Optional<Entry> referrer) throws IOException;

  /**
   * Judges all that a scan returns, and all that it should have returned.
   *
   * @param from the first row of the range
   * @param to the row after the last
   * @param scan read to its end
   */
  void range(long from, long to, RangeMerge.Scan scan) throws IOException, InterruptedException;

  /**
   * Whether an entry is exactly what its row must hold, as far as was known before the read; counts
   * nothing, so that a reader of many rows can ask while more of them are on their way.
   */
  default boolean isExactly(Entry entry) {
    return false;
  }

  /** Counts a row that returned nothing but an entry that {@link #isExactly}. */
  default void exact(Entry entry) {
    throw new IllegalArgumentException("no entry is exact where nothing is promised");
  }

  /**
   * Judges again what differed, now that the read is over: what no write explains is a finding at
   * once, or is read again concurrently with the reader's work if it is missing.
   *
   * @throws InterruptedException if too many rows wait to be read again, and waiting for it was
   *     broken off
   */
  void end() throws IOException, InterruptedException;
}
