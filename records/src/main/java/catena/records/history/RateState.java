// SPDX-License-Identifier: Apache-2.0
package catena.records.history;

/** How far a search has come, or how it has ended. */
public enum RateState {
  /** It goes on, or its process died. */
  SEARCHING("not finished"),
  /** One number, confirmed. */
  FOUND("found"),
  /** Every rate up to the limit that was set is held. */
  AT_LEAST("at least"),
  /** Not even the lowest rate is held. */
  NEVER("never held"),
  /** The steps contradict one another. */
  CANNOT_TELL("cannot tell"),
  /** The end was asked for, or the data was found to be wrong. */
  BROKEN_OFF("broken off");

  private final String word;

  RateState(String word) {
    this.word = word;
  }

  /** In a word or two, for tables. */
  public String word() {
    return word;
  }
}
