package catena.report.budget;

import catena.records.budget.BudgetFile;
import catena.records.budget.Judgement;
import catena.records.verdict.Verdict;
import catena.report.page.Cell;
import catena.report.page.Table;
import catena.report.page.Unit;

/** The budgets of a run with what came of each. */
public final class BudgetTable {
  private BudgetTable() {}

  /**
   * The table; without rows where the run has no budget.
   *
   * @param judged when and by which numbers, in a sentence
   */
  public static Table of(BudgetFile file, String judged) {
    return Table.<Judgement>of("budgets", "Budgets", judged + " Exactly the budget is enough.")
        .words("Budget", Judgement::budget)
        .known("Asked", each -> each.measure().map(m -> m.asked(each.limit())))
        .cells("Measured", Unit.NUMBER, BudgetTable::measured)
        .words("Judgement", each -> word(each.verdict()))
        .words("Why", Judgement::sentence)
        .marked(each -> Table.Mark.mood(each.verdict() == Verdict.PASS ? "" : "worse"))
        .rows(file.budgets());
  }

  private static Cell measured(Judgement judgement) {
    double value = judgement.value().orElse(Double.NaN);
    return judgement
        .measure()
        .map(measure -> Cell.of(value, Unit.NUMBER, measure.inWords(value)))
        .orElse(Cell.NONE);
  }

  private static String word(Verdict verdict) {
    return switch (verdict) {
      case PASS -> "met";
      case BUDGET -> "missed";
      case UNKNOWN -> "not judged";
      case FAIL -> "FAIL";
    };
  }
}
