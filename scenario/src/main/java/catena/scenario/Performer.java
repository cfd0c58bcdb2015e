package catena.scenario;

import catena.harness.activity.OpenedRuns;
import catena.harness.activity.RunContext;
import catena.harness.activity.Site;
import catena.records.settings.Settings;
import catena.records.threads.StopSignal;
import catena.records.verdict.PartOutcome;
import catena.scenario.Scenario.Part;

/** Performs one part of a scenario. */
final class Performer {
  private final RunContext run;

  Performer(RunContext run) {
    this.run = run;
  }

  /**
   * Performs a part to its end.
   *
   * @param stop asks the part to end early, which is no fault of its own
   */
  PartOutcome perform(Part part, Settings own, StopSignal stop) throws Exception {
    try (OpenedRuns others = new OpenedRuns().open(part.activity().runs(own))) {
      Site site = run.site().with(others.all());
      return part.activity().prepare(site, own).perform(run.of(part.name(), site, stop));
    }
  }
}
