// SPDX-License-Identifier: Apache-2.0
package catena.read.announce;

/** The tags under which readers of announced rows record how late these are. */
public final class LagTimes {
  /** From the first attempt to read a row to the answer that had it; of lagging rows only. */
  public static final String LAG = "lag";

  /** From the insert of a row to the answer that had it; of all rows inserted on the same host. */
  public static final String VISIBLE = "visible";

  private LagTimes() {}
}
