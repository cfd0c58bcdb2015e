// SPDX-License-Identifier: Apache-2.0
package catena.graph.judge;

import java.util.List;

/**
 * The result of judging one row.
 *
 * @param standing what the promise says about it
 * @param differences what is wrong with it; empty if all is well
 * @param doubts what differs but may not be the table's fault: a rejected attempt that took effect
 *     late, or a ledger that lost its end; a row with a doubt is neither right nor wrong
 */
public record Judgement(Standing standing, List<Difference> differences, List<Difference> doubts) {
  /** Copies the lists. */
  public Judgement {
    differences = List.copyOf(differences);
    doubts = List.copyOf(doubts);
  }

  /** What a promise says about a row, to a reader. */
  public enum Standing {
    /** One certain entry must be there. */
    PRESENT,
    /** Nothing must be there: it was deleted. */
    ABSENT,
    /** Nothing must be there: its writer has not come that far, or never writes this row. */
    UNWRITTEN,
    /** A write of it is indeterminate, so that more than one state is right. */
    OPEN,
    /** Its writer has no ledger. */
    UNPROMISED,
    /** The authorizations of the reader do not allow it to see the row. */
    HIDDEN,
    /** The row must not be seen: the filter of the read does not let it pass. */
    UNSELECTED,
    /** No writer of this graph has come to it, and it holds what was there before the graph. */
    FORMER
  }

  /** Whether there are neither differences nor doubts. */
  public boolean isSound() {
    return differences.isEmpty() && doubts.isEmpty();
  }
}
