// SPDX-License-Identifier: Apache-2.0
package catena.report.history;

import catena.records.history.FaultRecord;
import java.util.Optional;

/**
 * What clients noticed of a fault.
 *
 * @param writes the writers' loss, of acknowledged entries
 * @param reads the readers' loss, of rows that were read
 */
public record FaultCost(FaultRecord fault, Loss writes, Loss reads) {
  /**
   * What writers, or readers, noticed.
   *
   * @param dip empty if the usual rate is not known, or no client reported the time after the fault
   * @param silence empty if no client reported the time of the fault
   */
  public record Loss(Optional<Dip> dip, Optional<Outage> silence) {
    static final Loss UNKNOWN = new Loss(Optional.empty(), Optional.empty());
  }

  /**
   * How much less than usual was done.
   *
   * @param depth the largest missing share of the usual rate, from 0 to 1
   * @param seconds how long in total the rate was below four fifths of the usual one; 0 if never
   * @param ended whether it was seen to be over
   * @param watched seconds from the fault's begin that clients have reported, until the next fault
   * @param whole whether they reported all the time until the cluster was whole
   */
  public record Dip(double depth, double seconds, boolean ended, double watched, boolean whole) {}

  /**
   * The longest time without any answer that is related to the time of the fault.
   *
   * @param seconds 0 if it was below a second and ended
   * @param ended whether an answer came after it, and a client was at work until the fault was over
   * @param unseen the longest silence that could have gone undetected; 0 if none
   */
  public record Outage(double seconds, boolean ended, double unseen) {}
}
