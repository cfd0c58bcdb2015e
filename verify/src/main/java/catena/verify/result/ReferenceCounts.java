// SPDX-License-Identifier: Apache-2.0
package catena.verify.result;

import catena.read.check.Count;
import catena.records.words.Amounts;
import catena.verify.row.Tally;
import java.util.Optional;

/**
 * Holds what exact mode predicts of references against what references mode has counted by its
 * shuffle. Both are about the same rows, and neither knows of the other: where every entry is
 * exactly the promised one they must agree, else one of the two checks is not to be trusted.
 */
public final class ReferenceCounts {
  private ReferenceCounts() {}

  /**
   * Why the two passes do not agree, if they do not.
   *
   * <p>Nothing is said where they need not: where an entry was seen that is not exactly what is
   * promised (a finding, an indeterminate one, one of before a takeover), or where the second pass
   * saw another number of entries, since somebody wrote in between.
   *
   * @param exact the tally of a pass in exact mode over the whole table
   * @param references that of a pass in references mode over the same rows, with the same
   *     authorizations
   */
  public static Optional<String> differ(Tally exact, Tally references) {
    long entries = exact.get(Count.ENTRIES);
    boolean asPromised =
        exact.get(Count.EXACT) == entries
            && exact.get(Count.PROMISED) == entries
            && references.get(Count.ENTRIES) == entries;
    long predicted = exact.get(Count.REFERENCED_PREDICTED);
    long counted = references.get(Count.REFERENCED);
    return asPromised && predicted != counted
        ? Optional.of(
            ("Every entry is as promised, so %s rows are referred to, and the pass by references"
                    + " counted %s: one of the two checks is wrong")
                .formatted(Amounts.grouped(predicted), Amounts.grouped(counted)))
        : Optional.empty();
  }
}
