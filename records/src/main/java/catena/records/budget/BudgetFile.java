// SPDX-License-Identifier: Apache-2.0
package catena.records.budget;

import catena.records.run.Json;
import catena.records.run.RunDirectory;
import catena.records.verdict.PartOutcome;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * What {@code budgets.json} holds.
 *
 * @param budgets each budget of a run with its result, in the order of {@link Measure}
 * @param doubt why they may not be judged by all that was recorded
 */
public record BudgetFile(List<Judgement> budgets, Optional<String> doubt) {
  /** Copies the list. */
  public BudgetFile {
    budgets = List.copyOf(budgets);
  }

  /** The outcome of all of them together. */
  public PartOutcome outcome() {
    PartOutcome all =
        budgets.stream().map(Judgement::outcome).reduce(PartOutcome.NOTHING, PartOutcome::and);
    return doubt.map(all::doubted).orElse(all);
  }

  /** Replaces {@code budgets.json} of a run directory. */
  public void writeTo(RunDirectory directory) throws IOException {
    directory.writeAtomically(
        directory.budgets(), Json.PRETTY.writeValueAsBytes(this), "what came of the budgets");
  }
}
