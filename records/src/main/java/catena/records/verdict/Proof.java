// SPDX-License-Identifier: Apache-2.0
package catena.records.verdict;

import catena.records.ledger.LedgerTotals;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Why a verdict may be believed: what was compared, and how much there was to compare.
 *
 * @param compared sentences such as "1,225,015 of 1,225,015 promised entries, exactly, of 4
 *     writers"; none where nothing was compared
 * @param ledgers how far the ledgers of the run directory had come when the comparison began; empty
 *     where none were compared with
 */
public record Proof(List<String> compared, Optional<LedgerTotals> ledgers) {
  /** Nothing was compared. */
  public static final Proof NONE = new Proof(List.of(), Optional.empty());

  /** Copies the sentences. */
  public Proof {
    compared = List.copyOf(compared);
  }

  /** Both together; of the ledgers, what the later of the two says, if it says something. */
  public Proof and(Proof later) {
    List<String> all = new ArrayList<>(compared);
    later.compared.stream().filter(sentence -> !all.contains(sentence)).forEach(all::add);
    return new Proof(all, later.ledgers.isPresent() ? later.ledgers : ledgers);
  }
}
