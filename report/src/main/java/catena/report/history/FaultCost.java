// SPDX-License-Identifier: Apache-2.0
package catena.report.history;

import catena.records.history.FaultRecord;
import java.util.Optional;

/**
 * What clients noticed of a fault.
 *
 * @param writes of those who write: entries that were acknowledged
 * @param reads of those who read: rows that came
 */
public record FaultCost(FaultRecord fault, Loss writes, Loss reads) {
  /**
   * What those who write, or those who read, noticed.
   *
   * @param dip empty if it is not known what is usual, or no client reported the time after the
   *     fault
   * @param silence empty if no client reported the time of the fault
   */
  public record Loss(Optional<Dip> dip, Optional<Silence> silence) {
    static final Loss UNKNOWN = new Loss(Optional.empty(), Optional.empty());
  }

  /**
   * How much less than usual was done.
   *
   * @param depth what was missing of the usual rate at the lowest, from 0 to 1
   * @param seconds how long in all the rate was below four fifths of the usual one; 0 if never
   * @param ended whether it was seen to be over
   * @param watched seconds from the fault's begin that clients have reported, until the next fault
   * @param whole whether they reported all the time until the cluster was whole
   */
  public record Dip(double depth, double seconds, boolean ended, double watched, boolean whole) {}

  /**
   * The longest time without any answer that has to do with the time of the fault.
   *
   * @param seconds 0 if it was below a second and ended
   * @param ended whether an answer came after it, and a client asked until the fault was over
   * @param unseen how long a silence may have been that could not be seen; 0 if none
   */
  public record Silence(double seconds, boolean ended, double unseen) {}
}
