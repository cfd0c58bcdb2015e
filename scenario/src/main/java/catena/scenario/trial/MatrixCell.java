// SPDX-License-Identifier: Apache-2.0
package catena.scenario.trial;

/**
 * The outcome of a check for what was planted.
 *
 * @param why it is as it is, in words, where it is not as it should be
 */
record MatrixCell(CellState state, String why) {
  /** From best to worst. */
  enum CellState {
    /** The check does not claim to see this. */
    UNCLAIMED("-"),
    /** It found what was planted, and by its name. */
    FOUND("found"),
    /** Nothing was planted, and it found nothing. */
    QUIET("quiet"),
    /** It was not to be performed, as the settings have it. */
    LEFT_OUT("out"),
    /** It could not be performed, or not to its end. */
    OPEN("open"),
    /** It found something where nothing was planted, or did not say FAIL. */
    ALARM("ALARM"),
    /** It found what was planted under another name. */
    MISNAMED("WRONG"),
    /** It did not find what was planted. */
    MISSED("MISS");

    private final String word;

    CellState(String word) {
      this.word = word;
    }

    /** In at most five characters. */
    String word() {
      return word;
    }

    boolean isWrong() {
      return compareTo(OPEN) > 0;
    }
  }

  static MatrixCell of(CellState state) {
    return new MatrixCell(state, "");
  }

  static MatrixCell open(String why) {
    return new MatrixCell(CellState.OPEN, why);
  }

  MatrixCell worse(MatrixCell other) {
    return state.compareTo(other.state) >= 0 ? this : other;
  }
}
