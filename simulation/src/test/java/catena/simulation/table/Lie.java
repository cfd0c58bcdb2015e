// SPDX-License-Identifier: Apache-2.0
package catena.simulation.table;

import catena.graph.judge.FindingKind;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Set;

/** A fault that the simulated table can be given: something that Accumulo promises not to do. */
public enum Lie {
  /** An entry is gone. */
  LOSE_ENTRY(FindingKind.LOST),
  /** All that one tablet has behind some row is gone. */
  LOSE_TAIL(FindingKind.LOST),
  /** All that is stored of one window of one writer is gone. */
  LOSE_WINDOW(FindingKind.LOST),
  /** All of one writer is gone. */
  LOSE_WRITER(FindingKind.LOST),
  /** A server dies and its log with it. */
  LOSE_LOG(FindingKind.LOST, FindingKind.STALE, FindingKind.RESURRECTED),
  /** The newest version of an entry is gone, an older one is there. */
  REVERT(FindingKind.STALE),
  /** The newest version of one of several cells of a row is gone, an older one is there. */
  TEAR(FindingKind.TORN),
  /** A delete is gone. */
  RESURRECT(FindingKind.RESURRECTED),
  /** The content of an entry is another, with the right checksum. */
  ALTER(FindingKind.ALTERED),
  /** An entry stands under another column. */
  MISPLACE(FindingKind.MISPLACED),
  /** An entry stands under no visibility. */
  BARE(FindingKind.MISPLACED, FindingKind.LEAKED),
  /** Bytes of an entry are wrong. */
  CORRUPT(FindingKind.CORRUPT),
  /** Scans return an entry twice. */
  DUPLICATE(FindingKind.DUPLICATED),
  /** Scans return an entry to those who may not see it. */
  LEAK(FindingKind.LEAKED),
  /** Scans keep an entry from those who have not all of the authorizations. */
  WITHHOLD(FindingKind.WITHHELD),
  /** A row is there that no writer writes. */
  PHANTOM(FindingKind.PHANTOM),
  /** A version of an entry is there twice, in a table that keeps every version. */
  MULTIPLY(FindingKind.MISCOUNTED);

  @SuppressWarnings("ImmutableEnumChecker") // of Set.of
  private final Set<FindingKind> kinds;

  Lie(FindingKind... kinds) {
    this.kinds = Set.of(kinds);
  }

  /**
   * What may be found while the table lies so and others write: what was missing may be written
   * again.
   *
   * @param eventual whether it may be late without any lie
   */
  public static Set<FindingKind> kinds(Collection<Lie> told, boolean eventual) {
    Set<FindingKind> all = EnumSet.noneOf(FindingKind.class);
    told.forEach(lie -> all.addAll(lie.kinds));
    if (eventual || all.contains(FindingKind.LOST)) {
      all.add(FindingKind.LATE);
    }
    if (all.contains(FindingKind.LOST)) {
      // A writer may have a ledger that the reader has not seen yet.
      all.add(FindingKind.UNDEFINED);
    }
    return all;
  }
}
