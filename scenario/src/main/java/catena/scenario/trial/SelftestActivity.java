// SPDX-License-Identifier: Apache-2.0
package catena.scenario.trial;

import catena.harness.accumulo.TableName;
import catena.harness.activity.Activity;
import catena.harness.activity.CallerContext;
import catena.harness.activity.Description;
import catena.harness.activity.Effect;
import catena.harness.activity.Forecast;
import catena.harness.activity.PartEnvironment;
import catena.harness.activity.Work;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import catena.records.words.Nearest;
import catena.records.words.Problems;
import catena.records.words.UsageException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Plants each kind of fault in separate tables, and sees whether each check finds it. */
public final class SelftestActivity implements Activity {
  /** The word on the command line. */
  public static final String NAME = "selftest";

  /** What is left out. */
  static final Setting<List<String>> WITHOUT =
      Setting.ofList(
          "selftest.without",
          "",
          "what is not to be tried: scanservers, labels, or checks by their titles (exact, files,"
              + " refs, scan, walk, batch, lag, ycsb, sums); it is no doubt then");

  /** All of them. */
  static final List<Setting<?>> SETTINGS = List.of(TableName.SETTING, WITHOUT);

  /** The usual time on two cores. */
  private static final Duration USUAL = Duration.ofMinutes(2);

  private final List<Check> checks;

  /**
   * The activity.
   *
   * @param activities those among them that check a table are tried
   */
  public SelftestActivity(List<Activity> activities) {
    this.checks = Check.all(activities);
  }

  @Override
  public Description description() {
    return Description.of(NAME, "plant each kind of fault, and see each check find it", SETTINGS)
        .effect(Effect.TRIES);
  }

  @Override
  public Forecast forecast(Settings own) {
    return Forecast.lasting(checks.size() + " checks", Optional.of(USUAL));
  }

  @Override
  public void check(Settings own, CallerContext given, Problems problems) {
    List<String> known = new ArrayList<>(List.of(Bench.SCAN_SERVERS, Bench.LABELS));
    known.addAll(Bench.titles(checks));
    for (String word : own.get(WITHOUT)) {
      problems.unless(
          known.contains(word),
          "%s: there is no %s%s; write some of %s"
              .formatted(WITHOUT.key(), word, Nearest.hint(word, known), String.join(", ", known)));
    }
  }

  @Override
  public Work prepare(PartEnvironment site, Settings own) throws Exception {
    for (String suffix :
        List.of(
            "",
            PlantedLive.SUFFIX,
            PlantedRewritten.VERSIONS.suffix(),
            PlantedRewritten.CELLS.suffix())) {
      String table = own.get(TableName.SETTING) + suffix;
      if (site.connection().client().tableOperations().exists(table)) {
        throw new UsageException(
            "Table "
                + table
                + " exists, and the self-test writes only its own tables: name another with"
                + " table.name, or delete it if it is left from a self-test that was killed");
      }
    }
    return run -> new Bench(run, own, checks).announced().perform();
  }
}
