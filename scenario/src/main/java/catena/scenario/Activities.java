// SPDX-License-Identifier: Apache-2.0
package catena.scenario;

import catena.agitator.AddServersActivity;
import catena.agitator.AgitateActivity;
import catena.batchwalker.BatchWalkActivity;
import catena.cluster.placement.PlacementCompanion;
import catena.cluster.process.NodeCompanion;
import catena.harness.activity.Activity;
import catena.harness.activity.Companions;
import catena.ingest.BulkActivity;
import catena.ingest.CreateTableActivity;
import catena.ingest.IngestActivity;
import catena.ingest.MoruActivity;
import catena.ingest.TableActivities;
import catena.ingest.YcsbActivity;
import catena.report.BudgetCompanion;
import catena.report.ReportCompanion;
import catena.scenario.cluster.MutantCompanion;
import catena.scenario.cluster.PauseActivity;
import catena.scenario.cluster.QuiesceActivity;
import catena.scenario.rate.RateActivity;
import catena.scenario.trial.CanaryCompanion;
import catena.scenario.trial.SelftestActivity;
import catena.scenario.watch.WatchCompanion;
import catena.stats.MetricsCompanion;
import catena.stats.StatsActivity;
import catena.stats.StatsCompanion;
import catena.stats.TestedCompanion;
import catena.trace.TraceCompanion;
import catena.verify.SummariesActivity;
import catena.verify.VerifyActivity;
import catena.walker.LagActivity;
import catena.walker.ScanActivity;
import catena.walker.WalkActivity;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The list of all that a run can do, as parts of scenarios and as commands, and of what accompanies
 * runs. Nothing else in this module knows any of them by name.
 *
 * @param all in the order in which a person meets them
 */
record Activities(List<Activity> all) {
  /** Those that do something with a cluster or a table. */
  private static final List<Activity> WORKING =
      Stream.of(
              List.of(
                  new CreateTableActivity(),
                  new IngestActivity(),
                  new BulkActivity(),
                  new ScanActivity(),
                  new WalkActivity(),
                  new BatchWalkActivity(),
                  new LagActivity(),
                  new YcsbActivity(),
                  new MoruActivity(),
                  new PauseActivity(),
                  new QuiesceActivity(),
                  new VerifyActivity(),
                  new SummariesActivity(),
                  new StatsActivity(),
                  new AgitateActivity(),
                  new AddServersActivity()),
              TableActivities.ALL)
          .<Activity>flatMap(List::stream)
          .toList();

  /**
   * Those that there are; the search takes those that are rated, the self-test those that check.
   */
  static final Activities SHIPPED =
      new Activities(
          Stream.concat(
                  WORKING.stream(),
                  Stream.of(new RateActivity(WORKING), new SelftestActivity(WORKING)))
              .toList());

  /**
   * What accompanies every run, begun in this order and ended in the reverse one: the record of
   * what is tested and the watch end last; the tablets are recorded from before the first sample.
   */
  static final Companions COMPANIONS =
      new Companions(
          List.of(
              new TestedCompanion(),
              new WatchCompanion(),
              new TraceCompanion(),
              new StatsCompanion(),
              new MetricsCompanion(),
              new PlacementCompanion(),
              new NodeCompanion(),
              new MutantCompanion(),
              CanaryCompanion.of(WORKING),
              new BudgetCompanion(),
              new ReportCompanion()));

  Activities {
    all = List.copyOf(all);
  }

  Optional<Activity> of(String word) {
    return all.stream().filter(activity -> activity.name().equals(word)).findFirst();
  }

  /** All the words, for messages. */
  String words() {
    return all.stream().map(Activity::name).collect(Collectors.joining(", "));
  }
}
