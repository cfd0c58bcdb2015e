// SPDX-License-Identifier: Apache-2.0
package catena.scenario.cluster;

import catena.cluster.local.LocalCluster;
import catena.harness.accumulo.TableName;
import catena.harness.activity.Activity;
import catena.harness.activity.Description;
import catena.harness.activity.PartEnvironment;
import catena.harness.activity.RunContext;
import catena.harness.activity.Work;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import catena.records.threads.Bounded;
import catena.records.verdict.PartOutcome;
import catena.records.words.Reasons;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import org.apache.accumulo.core.client.admin.Locations;
import org.apache.accumulo.core.client.admin.TableOperations;
import org.apache.accumulo.core.data.Range;

/** Waits until every tablet is hosted, servers of a local cluster back: what is absent is lost. */
public final class QuiesceActivity implements Activity {
  private static final Setting<Duration> LIMIT =
      Setting.ofDuration(
          "quiesce.limit", "5m", "how long to wait until every tablet is hosted, else UNKNOWN");

  @Override
  public Description description() {
    return Description.of(
            "quiesce",
            "wait until every tablet is hosted, and a local cluster whole",
            List.of(TableName.SETTING, LIMIT))
        .examples(
            "bin/catena quiesce -c client.properties",
            "bin/catena quiesce -c client.properties -o quiesce.limit=20m");
  }

  @Override
  public Work prepare(PartEnvironment site, Settings own) {
    return run -> {
      Optional<String> missing = missing(run, own);
      if (missing.isEmpty()) {
        run.terminal().note("every tablet is hosted");
      }
      return missing.map(PartOutcome::doubt).orElse(PartOutcome.NOTHING);
    };
  }

  /** Waits; returns why the cluster is not whole if it is not. */
  private static Optional<String> missing(RunContext run, Settings own)
      throws InterruptedException {
    Duration limit = own.get(LIMIT);
    String table = own.get(TableName.SETTING);
    try {
      Optional<LocalCluster> servers = run.site().given().find(LocalCluster.class);
      TableOperations tables = run.connection().client().tableOperations();
      Locations located =
          run.stop()
              .interrupting(
                  () -> {
                    if (servers.isPresent()) {
                      servers.get().awaitHealthy(limit);
                    }
                    return Bounded.call(
                        "Locating the tablets of table " + table,
                        limit,
                        () -> tables.locate(table, List.of(new Range())));
                  });
      return located.groupByTablet().isEmpty()
          ? Optional.of("no tablet of table " + table + " was found")
          : Optional.empty();
    } catch (TimeoutException e) {
      return Optional.of(
          "not every tablet of table " + table + " is hosted after " + limit.toSeconds() + " s");
    } catch (InterruptedException e) {
      return Optional.of(run.stop().reason().orElseThrow(() -> e));
    } catch (Exception e) {
      return Optional.of(run.stop().reason().orElseGet(() -> Reasons.of(e)));
    }
  }
}
