// SPDX-License-Identifier: Apache-2.0
package catena.ingest;

import catena.graph.GraphSpec;
import catena.harness.accumulo.TableName;
import catena.harness.activity.Activity;
import catena.harness.activity.CallerContext;
import catena.harness.activity.CommandOptions;
import catena.harness.activity.Description;
import catena.harness.activity.Description.Trait;
import catena.harness.activity.Effect;
import catena.harness.activity.Forecast;
import catena.harness.activity.PartEnvironment;
import catena.harness.activity.Rated;
import catena.harness.activity.RunContext;
import catena.harness.activity.Work;
import catena.harness.command.CommonOptions;
import catena.harness.command.Progress;
import catena.harness.command.ProgressTask;
import catena.ingest.bulk.BulkPlace;
import catena.ingest.table.GraphSettings;
import catena.ingest.table.IngestTarget;
import catena.ingest.write.BulkPlan;
import catena.ingest.write.IngestPlan;
import catena.records.budget.Measure;
import catena.records.run.GraphFile;
import catena.records.run.RunDirectory;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import catena.records.verdict.PartOutcome;
import catena.records.words.Amounts;
import catena.records.words.Problems;
import catena.records.words.UsageException;
import com.beust.jcommander.Parameter;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Writes a graph into a table. */
public final class IngestActivity implements Activity {
  /** The settings that it reads. */
  public static final List<Setting<?>> SETTINGS =
      Setting.all(List.of(TableName.SETTING), GraphSettings.ALL, IngestPlan.SETTINGS);

  @Override
  public Description description() {
    return Description.of("ingest", "write the graph into its table", SETTINGS)
        .examples(
            "bin/catena ingest -c client.properties -o ingest.duration=24h",
            "bin/catena ingest -c client.properties --resume runs/soak")
        .effect(Effect.WRITES)
        .traits(Trait.BESIDE_OTHERS)
        .options(IngestOptions::new)
        .sharing(IngestPlan.CLIENTS)
        .rated(new Rated("entries", Measure.FLUSH_P99, 1000));
  }

  @Override
  public Forecast forecast(Settings own) {
    return IngestPlan.of(own).forecast(GraphSettings.fresh(own, 0));
  }

  @Override
  public void check(Settings own, CallerContext given, Problems problems) {
    problems.call(() -> IngestPlan.of(own));
    problems.check(
        () -> {
          GraphSpec spec = GraphSettings.fresh(own, 0);
          if (BulkPlan.of(own).isPresent()) {
            IngestTarget.checkImported(spec);
          }
        });
    given
        .find(IngestOptions.class)
        .ifPresent(
            options -> options.check(own, given.find(CommonOptions.class).orElseThrow(), problems));
  }

  @Override
  public Work prepare(PartEnvironment site, Settings own) throws Exception {
    IngestTarget target =
        IngestTarget.find(site.connection(), own.get(TableName.SETTING), own, site::seed);
    Optional<IngestOptions> options = site.given().find(IngestOptions.class);
    if (options.isPresent()) {
      options.get().check(target);
    }
    IngestPlan plan = IngestPlan.of(own);
    if (plan.bulk().isPresent()) {
      target.checkImport();
      // Checks, before anything begins, that the place is on a file system of the instance.
      var unused = BulkPlace.of(site.connection(), target.tableId(), plan.bulk().get().directory());
    }
    return new Ingest(
        target,
        plan,
        options.flatMap(CommandOptions::directory),
        Stream.of(plan.thinBuffer(target.tablets(), target.spec()), plan.endlessAnnouncements())
            .flatMap(Optional::stream)
            .toList());
  }

  /**
   * One part's writers.
   *
   * @param resumed the directory of the run whose writers are continued
   * @param warnings what to print about the plan before it begins
   */
  private record Ingest(
      IngestTarget target, IngestPlan plan, Optional<String> resumed, List<String> warnings)
      implements Work {
    @Override
    public List<String> wouldDo() {
      String entries =
          plan.entries() == Long.MAX_VALUE
              ? "entries without end"
              : Amounts.grouped(plan.entries()) + " entries";
      return List.of(
          "table %s, graph %s".formatted(target.table(), target.spec().fingerprint()),
          "would write %s with each of %s into table %s"
              .formatted(
                  entries,
                  resumed.map(run -> "the writers of " + run).orElse(plan.clients() + " clients"),
                  target.table()));
    }

    @Override
    public Map<String, String> settled() {
      return Map.of("graph.seed", Long.toString(target.spec().seed()));
    }

    private ProgressTask task(String name, IngestPhase phase, int clients) {
      return ProgressTask.of(name, "entries", phase::entries)
          .upTo(plan.total(clients))
          .within(plan.duration())
          .answeredBy(
              new ProgressTask.Replies("no acknowledgement", phase::acknowledged, phase::sent))
          .timedAs(() -> Optional.of("flush"));
    }

    @Override
    public PartOutcome perform(RunContext run) throws Exception {
      warnings.forEach(run.terminal()::note);
      IngestPhase phase = new IngestPhase(run, target, plan);
      int clients =
          resumed.isEmpty() ? plan.clients() : Math.max(1, run.directory().ledgers().size());
      IngestOutcome outcome;
      try (Progress progress = Progress.start(run.terminal(), task(run.name(), phase, clients))) {
        outcome = phase.run(resumed.isPresent());
        progress.took(outcome.took());
      }
      outcome.writerLines().forEach(run.terminal()::note);
      return outcome.part();
    }
  }

  /** Options that only the command line has: to continue what another process began. */
  static final class IngestOptions extends CommandOptions {
    @Parameter(
        names = "--resume",
        description = "continue the writers of this run directory, killed or finished")
    private String resume;

    @Override
    public Optional<String> directory() {
      return Optional.ofNullable(resume);
    }

    void check(Settings own, CommonOptions common, Problems problems) {
      problems.unless(
          resume == null || common.runDir().isEmpty(),
          "--resume carries on within the run directory that it names; leave --run-dir out");
      problems.unless(
          resume == null || own.origin(IngestPlan.CLIENTS.key()).filter("-o"::equals).isEmpty(),
          "--resume carries on all writers of the run; leave ingest.clients out");
    }

    /**
     * Checks whether the run that is continued wrote into this table.
     *
     * @throws UsageException if it is no run of ingest, or wrote into another table
     */
    void check(IngestTarget target) throws IOException {
      if (resume == null) {
        return;
      }
      try (RunDirectory directory = RunDirectory.open(resume)) {
        GraphFile run =
            GraphFile.read(directory)
                .orElseThrow(
                    () ->
                        new UsageException(
                            resume + " has no graph.json: name the directory of an ingest run"));
        Optional<String> differs = target.asRunTable().differs(directory, run);
        if (differs.isPresent()) {
          throw new UsageException(differs.get());
        }
      }
    }
  }
}
