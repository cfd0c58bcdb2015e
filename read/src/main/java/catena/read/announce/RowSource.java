// SPDX-License-Identifier: Apache-2.0
package catena.read.announce;

import java.time.Duration;
import java.util.Optional;

/** Rows to be read, as they are written; for any thread. */
public interface RowSource {
  /**
   * A row to be read.
   *
   * @param row 16 hexadecimal digits
   * @param at when its batch writer had it, wall clock in milliseconds since 1970
   * @param here whether that is the clock of this host
   */
  record SoughtRow(String row, long at, boolean here) {}

  /** A row that no other caller has taken, if one comes within the limit. */
  Optional<SoughtRow> next(Duration limit) throws InterruptedException;

  /** Whether a writer has been seen. */
  boolean begun();

  /**
   * Whether all writers have ended and none is waited for: a row that is not in the table by now
   * will not come.
   */
  boolean written();

  /** Whether no row will come any more. */
  boolean isOver();

  /** Why taking rows failed, if it did; the readers get no more rows then. */
  Optional<String> failure();
}
