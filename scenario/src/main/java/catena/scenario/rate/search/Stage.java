// SPDX-License-Identifier: Apache-2.0
package catena.scenario.rate.search;

/** What a step is for. */
public enum Stage {
  /** To find one rate that holds and one that does not. */
  RAMP("ramp"),
  /** To bring these together. */
  BISECTION("bisect"),
  /** To see, for a longer time, whether the number holds. */
  CONFIRM("confirm");

  private final String word;

  Stage(String word) {
    this.word = word;
  }

  /** In a word. */
  public String word() {
    return word;
  }
}
