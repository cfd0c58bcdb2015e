// SPDX-License-Identifier: Apache-2.0
package catena.read.check;

import catena.graph.judge.Difference;
import catena.graph.judge.FindingKind;
import catena.graph.judge.Judgement;

/**
 * Which differences may pass by themselves, so that they are read again before they count.
 *
 * @param eventual whether reads may show an older state of the table
 */
public record TransientDifferences(boolean eventual) {
  /** Whether a difference of this kind may pass. */
  public boolean test(FindingKind kind) {
    return switch (kind) {
      case LOST, STALE, RESURRECTED, MISCOUNTED -> true;
      case LATE,
          PHANTOM,
          MISPLACED,
          CORRUPT,
          ALTERED,
          TORN,
          DUPLICATED,
          LEAKED,
          WITHHELD,
          UNDEFINED ->
          false;
    };
  }

  /** Whether it is only late if it passes; otherwise it stays what it was, and says so. */
  boolean isLate(FindingKind kind) {
    return kind == FindingKind.LOST || eventual;
  }

  /** Whether any of a row's differences may pass. */
  public boolean any(Judgement judgement) {
    return judgement.differences().stream().map(Difference::kind).anyMatch(this::test);
  }

  /** Whether a finding of this kind is a fault: what is late where it may be late is none. */
  public boolean isFault(FindingKind kind) {
    return kind != FindingKind.LATE || !eventual;
  }
}
