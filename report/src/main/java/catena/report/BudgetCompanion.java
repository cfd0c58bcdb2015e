package catena.report;

import catena.harness.activity.Companion;
import catena.harness.activity.RunContext;
import catena.records.budget.BudgetFile;
import catena.records.budget.Judgement;
import catena.records.budget.Measure;
import catena.records.run.RunDirectory;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import catena.records.verdict.PartOutcome;
import catena.records.words.Reasons;
import catena.report.budget.RunMeasures;
import catena.report.history.RunReader;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Judges the budgets of a run when its parts are over, by the numbers that its report will show.
 * One that is missed is BUDGET, one whose number the run has not is UNKNOWN; neither hides what was
 * found.
 */
public final class BudgetCompanion implements Companion {
  /** The companion. */
  public BudgetCompanion() {}

  @Override
  public String name() {
    return "budgets";
  }

  @Override
  public List<Setting<?>> settings() {
    return Measure.settings();
  }

  @Override
  public PartOutcome after(RunContext run, Settings whole) {
    run.journal().flush();
    return judged(run.directory(), run.clock(), whole);
  }

  /**
   * Judges what a directory tells, and writes it down there.
   *
   * @param whole with the settings of all budgets
   */
  static PartOutcome judged(RunDirectory directory, Clock clock, Settings whole) {
    List<Measure> asked = new ArrayList<>();
    for (Measure measure : Measure.values()) {
      if (whole.get(measure.setting()).isPresent()) {
        asked.add(measure);
      }
    }
    if (asked.isEmpty()) {
      return PartOutcome.NOTHING;
    }
    try {
      RunMeasures measures = new RunMeasures(RunReader.read(directory, clock));
      List<Judgement> judgements = new ArrayList<>();
      for (Measure measure : asked) {
        Optional<Double> limit = whole.get(measure.setting());
        judgements.add(Judgement.of(measure, limit.orElseThrow(), measures.of(measure)));
      }
      BudgetFile file = new BudgetFile(judgements);
      file.writeTo(directory);
      return file.outcome();
    } catch (IOException e) {
      return PartOutcome.doubt("the budgets were not judged: " + Reasons.of(e));
    }
  }
}
