// SPDX-License-Identifier: Apache-2.0
package catena.stats;

import catena.harness.activity.Activity;
import catena.harness.activity.CallerContext;
import catena.harness.activity.Companion;
import catena.harness.activity.Description;
import catena.harness.activity.Description.Trait;
import catena.harness.activity.Forecast;
import catena.harness.activity.PartEnvironment;
import catena.harness.activity.RunContext;
import catena.harness.activity.Scope;
import catena.harness.activity.Work;
import catena.harness.command.Progress;
import catena.harness.command.ProgressTask;
import catena.records.run.Environment;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import catena.records.threads.StopSignal;
import catena.records.verdict.PartOutcome;
import catena.records.words.Problems;
import catena.records.words.TextTable;
import catena.records.words.UsageException;
import catena.stats.StatsSettings.Part;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Samples a cluster, this host, the clients of a run: by itself, or as the companion of a run, if
 * what is to be sampled exists.
 */
public final class StatsActivity implements Activity, Companion {
  private static final String NAME = "stats";

  private static final Duration LONG = Duration.ofDays(3650);

  @Override
  public Description description() {
    return Description.of(
            NAME, "sample the cluster, this host and the clients of a run", StatsSettings.ALL)
        .examples(
            "bin/catena stats -c client.properties --run-dir runs/soak",
            "bin/catena stats -c client.properties -o stats.interval=10s")
        .traits(Trait.BESIDE_OTHERS)
        .journal(NAME + "-" + Environment.hostName()); // several hosts sample into one directory
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<Setting<?>> settings() {
    return StatsSettings.ALL;
  }

  @Override
  public Forecast forecast(Settings own) {
    return Forecast.BRIEF.endless(own.get(StatsSettings.DURATION).isEmpty());
  }

  @Override
  public Scope scope(Settings own) {
    boolean cluster = own.get(StatsSettings.PARTS).contains(Part.CLUSTER);
    return new Scope(Activity.super.scope(own).table(), List.of(), cluster);
  }

  @Override
  public void check(Settings own, CallerContext given, Problems problems) {
    problems.unless(
        !own.get(StatsSettings.PARTS).isEmpty(),
        "stats.parts is empty: there is nothing to sample; name cluster, host or clients");
  }

  @Override
  public Work prepare(PartEnvironment site, Settings own) {
    return run -> sample(run, own);
  }

  @SuppressWarnings("try") // the progress shows itself
  private static PartOutcome sample(RunContext run, Settings own)
      throws IOException, InterruptedException {
    StopSignal stop = run.stop().child();
    Optional<Duration> limit = own.get(StatsSettings.DURATION);
    try (StatsCollector collector = StatsCollector.start(run, own, stop)) {
      try (Progress progress =
          Progress.start(
              run.terminal(),
              ProgressTask.of(run.name(), "samples", collector::samples).within(limit))) {
        boolean unused = stop.await(limit.orElse(LONG));
      }
      collector.close();
      PartOutcome outcome = collector.outcome();
      TextTable table = new TextTable("what", "number");
      outcome.tally().forEach(table::row);
      table.lines().forEach(run.terminal()::note);
      return outcome;
    }
  }

  @Override
  public Attendance attend(RunContext run, Settings whole)
      throws IOException, InterruptedException {
    if (whole.get(StatsSettings.PARTS).contains(Part.CLUSTER) && !run.site().hasCluster()) {
      return Attendance.NONE;
    }
    // A run that is broken off is sampled to its end.
    try {
      return StatsCollector.start(run, whole, new StopSignal());
    } catch (UsageException e) { // no user asked for it, and another process samples
      run.terminal().note("stats: not sampled here. " + e.getMessage());
      return Attendance.NONE;
    }
  }
}
