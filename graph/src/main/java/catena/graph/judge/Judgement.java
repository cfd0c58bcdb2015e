// SPDX-License-Identifier: Apache-2.0
package catena.graph.judge;

import java.util.List;

/**
 * What is to be said of one row.
 *
 * @param standing what the promise says of it
 * @param differences what is wrong with it, nothing if all is well
 * @param doubts what differs and may be no fault of the table: a rejected attempt that took effect
 *     late, or a ledger that lost its end; a row with one is neither right nor wrong
 */
public record Judgement(Standing standing, List<Difference> differences, List<Difference> doubts) {
  /** Copies the lists. */
  public Judgement {
    differences = List.copyOf(differences);
    doubts = List.copyOf(doubts);
  }

  /** What a promise says of a row, for those who may see it. */
  public enum Standing {
    /** One certain entry must be there. */
    PRESENT,
    /** Nothing must be there: it was deleted. */
    ABSENT,
    /** Nothing must be there: its writer has not come that far, or never writes this row. */
    UNWRITTEN,
    /** A write of it is indeterminate, so that more than one answer is right. */
    OPEN,
    /** Its writer has no ledger. */
    UNPROMISED,
    /** Whatever is there must not be seen. */
    HIDDEN,
    /** Whatever is there must not be seen: the filter of the read does not let it pass. */
    UNSELECTED,
    /** No writer of this graph has come to it, and it holds what was there before the graph was. */
    FORMER
  }

  /** Whether everything is as it must be, or may be. */
  public boolean isSound() {
    return differences.isEmpty() && doubts.isEmpty();
  }
}
