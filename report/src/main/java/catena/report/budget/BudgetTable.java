package catena.report.budget;

import catena.records.budget.BudgetFile;
import catena.records.budget.Judgement;
import catena.records.budget.Measure;
import catena.records.verdict.Verdict;
import catena.report.page.Formats;
import catena.report.page.Table;
import java.util.Optional;

/** The budgets of a run with what came of each. */
public final class BudgetTable {
  private BudgetTable() {}

  /**
   * The table.
   *
   * @param suffix of its name in the page where that tells of several runs
   * @param title of the run where that is needed; may be empty
   * @param judged when and by which numbers, in a sentence
   * @return empty where the run has no budget
   */
  public static Optional<Table> of(BudgetFile file, String suffix, String title, String judged) {
    if (file.budgets().isEmpty()) {
      return Optional.empty();
    }
    Table.Draft table =
        Table.of("budgets" + suffix, "Budgets" + title, judged + " Exactly the budget is enough.")
            .columns("Budget", "Asked", "Measured", "Judgement", "Why");
    for (Judgement each : file.budgets()) {
      table.row(
          each.budget(),
          each.measure().map(m -> m.asked(each.limit())).orElse(Formats.NONE),
          each.measure().map(m -> measured(m, each)).orElse(Formats.NONE),
          word(each.verdict()),
          each.sentence());
      table.marked(new Table.Mark("", "", each.verdict() == Verdict.PASS ? "" : "worse"));
    }
    return Optional.of(table.done());
  }

  private static String measured(Measure measure, Judgement judgement) {
    return judgement.value().isPresent()
        ? measure.inWords(judgement.value().getAsDouble())
        : Formats.NONE;
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
