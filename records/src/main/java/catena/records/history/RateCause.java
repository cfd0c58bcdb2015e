// SPDX-License-Identifier: Apache-2.0
package catena.records.history;

/** Why a step of a search did not hold its rate. */
public enum RateCause {
  /** It held. */
  NONE("held"),
  /** The servers did not do as much as was asked of them, or not in time. */
  SERVERS("servers"),
  /** The clients could not ask for as much: their CPU, their pacing, or their number. */
  CLIENT("client"),
  /** The rate was kept, and a budget was missed. */
  BUDGET("budget"),
  /** The step could not be completed, so it does not show that the rate can be kept. */
  DOUBT("doubt");

  private final String word;

  RateCause(String word) {
    this.word = word;
  }

  /** In a word, for tables. */
  public String word() {
    return word;
  }
}
