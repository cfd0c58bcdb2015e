// SPDX-License-Identifier: Apache-2.0
package catena.scenario.trial;

import catena.harness.activity.Activity;
import catena.harness.activity.Description;
import catena.harness.activity.Effect;
import catena.harness.activity.Forecast;
import catena.harness.activity.Given;
import catena.harness.activity.Site;
import catena.harness.activity.Work;
import catena.records.settings.Settings;
import catena.records.words.Problems;
import catena.records.words.UsageException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Plants each kind of fault in a table of its own, and sees whether each check finds it. */
public final class SelftestActivity implements Activity {
  /** The word on the command line. */
  public static final String NAME = "selftest";

  /** On two cores. */
  private static final Duration USUAL = Duration.ofMinutes(2);

  private final List<Check> checks;

  /**
   * The activity.
   *
   * @param activities of which those that check a table are tried
   */
  public SelftestActivity(List<Activity> activities) {
    this.checks = Check.all(activities);
  }

  @Override
  public Description description() {
    return Description.of(
            NAME, "plant each kind of fault, and see each check find it", SelftestSettings.ALL)
        .effect(Effect.TRIES);
  }

  @Override
  public Forecast forecast(Settings own) {
    return Forecast.lasting(checks.size() + " checks", Optional.of(USUAL));
  }

  @Override
  public void check(Settings own, Given given, Problems problems) {
    List<String> titles = checks.stream().map(Check::title).toList();
    SelftestSettings.check(SelftestSettings.plan(own), titles, problems);
  }

  @Override
  public Work prepare(Site site, Settings own) throws Exception {
    SelftestSettings.SelftestPlan plan = SelftestSettings.plan(own);
    for (String table : plan.tables()) {
      if (site.connection().client().tableOperations().exists(table)) {
        throw new UsageException(
            "Table "
                + table
                + " exists, and the self-test writes only its own tables: name another with"
                + " table.name, or delete it if it is left from a self-test that was killed");
      }
    }
    return run -> new SelfTest(run, plan, checks).perform();
  }
}
