// SPDX-License-Identifier: Apache-2.0
package catena.read.check;

import java.io.IOException;

/**
 * Judges what scans return of ranges of rows; for one thread.
 *
 * <p>Call {@link #begin} before a scan is sent and {@link #end} when it is over.
 */
public interface RangeChecker {
  /** Takes note of what is promised before a scan. */
  void begin() throws IOException;

  /**
   * Judges all that a scan returns, and all that it should have returned.
   *
   * @param from the first row of the range
   * @param to the row after the last
   * @param scan read to its end
   */
  void range(long from, long to, RangeMerge.Scan scan) throws IOException, InterruptedException;

  /** As {@link RowChecker#end}. */
  void end() throws IOException, InterruptedException;
}
