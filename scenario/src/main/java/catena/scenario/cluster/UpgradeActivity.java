// SPDX-License-Identifier: Apache-2.0
package catena.scenario.cluster;

import catena.cluster.config.AccumuloHome;
import catena.cluster.config.ServerJars;
import catena.cluster.local.LocalCluster;
import catena.cluster.spec.ClusterException;
import catena.cluster.spec.ClusterSpec;
import catena.harness.accumulo.TableName;
import catena.harness.activity.Activity;
import catena.harness.activity.Description;
import catena.harness.activity.Effect;
import catena.harness.activity.Given;
import catena.harness.activity.Site;
import catena.harness.activity.Work;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import catena.records.verdict.PartOutcome;
import catena.records.words.Problems;
import catena.records.words.Reasons;
import catena.records.words.UsageException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Stops the run's own cluster in order, and starts it again on the same data with the servers of
 * another Accumulo.
 */
public final class UpgradeActivity implements Activity {
  private static final Setting<String> ACCUMULO =
      Setting.ofString(
          "upgrade.accumulo",
          "",
          "an unpacked Accumulo 2.1.x, or a directory of its jars; empty: the one that Catena has");

  /** The activity. */
  public UpgradeActivity() {}

  @Override
  public Description description() {
    return Description.of(
            "upgrade",
            "restart the run's own cluster with another Accumulo on the same data",
            List.of(TableName.SETTING, ACCUMULO))
        .phaseOnly("restart the servers of the run's own cluster")
        .effect(Effect.HITS);
  }

  @Override
  public void check(Settings own, Given given, Problems problems) {
    problems.unless(
        given.find(ClusterSpec.class).isPresent(),
        "upgrade restarts the servers of the run's own cluster: leave -c out");
    problems.check(
        () -> {
          Optional<String> problem = problem(own);
          if (problem.isPresent()) {
            throw new UsageException(ACCUMULO.key() + ": " + problem.get());
          }
        });
  }

  private static Optional<String> problem(Settings own) {
    try {
      return own.get(ACCUMULO).isBlank() ? Optional.empty() : home(own).problem();
    } catch (IOException e) {
      return Optional.of(Reasons.of(e));
    }
  }

  private static AccumuloHome home(Settings own) throws ClusterException {
    String text = own.get(ACCUMULO);
    return new AccumuloHome(
        text.isBlank() ? ServerJars.find(Optional.empty()).accumulo() : Path.of(text));
  }

  @Override
  public Work prepare(Site site, Settings own) {
    return run -> {
      LocalCluster before =
          run.site()
              .given()
              .find(LocalCluster.class)
              .orElseThrow(() -> new UsageException("upgrade needs the run's own cluster"));
      AccumuloHome home = home(own);
      ClusterSpec spec = before.spec().withAccumulo(home.directory());
      before.stop();
      LocalCluster after =
          LocalCluster.start(before.clientProperties().getParent(), spec, run.terminal()::note);
      return PartOutcome.fact(
          "upgrade: %d servers, Accumulo %s".formatted(after.list().size(), home.version()));
    };
  }
}
