// SPDX-License-Identifier: Apache-2.0
package catena.scenario;

import catena.cluster.spec.ClusterSpec;
import catena.fleet.ClientAssignment;
import catena.fleet.FleetSettings;
import catena.harness.accumulo.TableName;
import catena.harness.activity.CallerContext;
import catena.harness.activity.Description;
import catena.harness.activity.Effect;
import catena.harness.activity.RunForecast;
import catena.harness.command.CommonOptions;
import catena.harness.engine.DryRun;
import catena.harness.engine.PhaseSettings;
import catena.harness.engine.Scenario;
import catena.harness.engine.Scenario.Part;
import catena.harness.instance.HadoopConf;
import catena.harness.job.JobSettings;
import catena.ingest.CreateTableActivity;
import catena.records.history.RunPlan;
import catena.records.server.Role;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import catena.records.words.Problems;
import catena.scenario.language.SweepRow;
import catena.scenario.rate.RateActivity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * One run that a scenario makes, a row of the sweep or the only one, with its settings: checked
 * before any of them begins.
 *
 * @param row the only one where the scenario sweeps nothing
 * @param cluster that the run starts for itself if none is named
 */
record PlannedRun(SweepRow row, Scenario scenario, ClusterSpec cluster, PhaseSettings settings) {
  /** For a run's own cluster to start and to stop: 17 to 19 s on two quiet cores. */
  static final Duration OWN_CLUSTER = Duration.ofSeconds(20);

  /** About how long it takes on its own cluster; empty if until it is stopped. */
  Optional<Duration> time() {
    int tservers = cluster.number(Role.TSERVER);
    return new DryRun(scenario, settings)
        .at("its own cluster", tservers)
        .outlook()
        .time()
        .map(time -> time.plus(OWN_CLUSTER));
  }

  /** Whether the job of a part runs on YARN, by the environment's Hadoop, as no other is named. */
  boolean runsOnYarn() {
    return scenario.parts().stream()
        .map(part -> settings.of(part).effective())
        .filter(own -> own.getOrDefault(JobSettings.ON.key(), "").equals("yarn"))
        .anyMatch(own -> own.get(HadoopConf.SETTING.key()).isEmpty());
  }

  /** For {@code phases.json}. */
  RunPlan plan() {
    return new RunPlan(
        scenario.name(),
        scenario.experiment(),
        row.number(),
        row.label(),
        row.given(),
        scenario.phases().stream()
            .map(
                phase ->
                    new RunPlan.Phase(
                        phase.words(),
                        phase.row(),
                        phase.parts().stream().map(Part::name).toList(),
                        settings.setByPhases(phase)))
            .toList());
  }

  /** What it would do, a line for each phase, given how long each takes. */
  List<String> wouldDo(RunForecast outlook) {
    List<String> lines = new ArrayList<>();
    for (Scenario.Phase phase : scenario.phases()) {
      lines.add(
          "would do %s, %s%s%s"
              .formatted(
                  phase.parts().stream().map(this::words).collect(Collectors.joining(" + ")),
                  RunForecast.inWords(outlook.phases().get(lines.size())),
                  phase.when().stream()
                      .map(each -> ", if " + each.inWords())
                      .collect(Collectors.joining()),
                  phase.row().map(row -> ", which is row " + row).orElse("")));
    }
    return lines;
  }

  private String words(Part part) {
    String words = settings.forecast(part).words();
    return part.activity().name() + (words.isEmpty() ? "" : " (" + words + ")");
  }

  /** The servers of a cluster in words: {@code 1 manager, 2 tserver}. */
  static String servers(ClusterSpec cluster) {
    return cluster.servers().entrySet().stream()
        .filter(each -> each.getValue() > 0)
        .map(each -> each.getValue() + " " + each.getKey().word())
        .collect(Collectors.joining(", "));
  }

  /**
   * The runs of all rows.
   *
   * @param deal by which clients are dealt to workers; empty without workers
   * @throws catena.records.words.UsageException with all problems of all rows, each once
   */
  static List<PlannedRun> of(
      List<ScenarioFile.Planned> rows,
      CommonOptions options,
      List<Setting<?>> known,
      Optional<ClientAssignment> deal) {
    List<PlannedRun> entries = new ArrayList<>();
    Problems problems = new Problems();
    for (ScenarioFile.Planned row : rows) {
      problems.check(
          () ->
              entries.add(
                  new PlannedRun(
                      row.row(),
                      row.scenario(),
                      row.cluster(),
                      resolve(row.scenario(), row.cluster(), options, known, deal))));
    }
    problems.throwIfAny();
    if (options.clientProps().isPresent()) {
      checkTables(entries, problems);
    }
    problems.throwIfAny();
    return entries;
  }

  /**
   * The settings of all the phases of a scenario.
   *
   * @param cluster that the run starts for itself if none is named
   * @throws catena.records.words.UsageException with all problems of all phases
   */
  static PhaseSettings resolve(
      Scenario scenario,
      ClusterSpec cluster,
      CommonOptions options,
      List<Setting<?>> known,
      Optional<ClientAssignment> deal) {
    Problems problems = new Problems();
    PhaseSettings settings =
        PhaseSettings.of(
            scenario,
            options,
            List.of(),
            options.clientProps().isPresent()
                ? CallerContext.of(options)
                : CallerContext.of(cluster),
            new ScenarioTerms(known, deal, false),
            problems);
    problems.throwIfAny();
    deal.ifPresent(its -> checkDealt(scenario, settings, its, problems));
    checkMade(scenario, settings, problems);
    problems.unless(
        scenario.parts().stream().filter(each -> each.activity() instanceof RateActivity).count()
            <= 1,
        scenario.name() + ": a run has one rate: sweep a parameter for several searches");
    problems.throwIfAny();
    return settings;
  }

  /** Checks whether each part that workers do is done by any of them. */
  private static void checkDealt(
      Scenario scenario, PhaseSettings settings, ClientAssignment deal, Problems problems) {
    for (Part part : scenario.parts()) {
      boolean done =
          part.activity().description().clients().isEmpty()
              || ScenarioTerms.dealt(settings, part, deal).findAny().isPresent();
      problems.unless(
          done,
          "%s: %s=%s names none of the %d workers"
              .formatted(
                  part.name(),
                  FleetSettings.WORKERS.key(),
                  settings.of(part).effective().get(FleetSettings.WORKERS.key()),
                  deal.workers()));
    }
  }

  /** Checks whether the other parts can work on the tables that the scenario creates. */
  private static void checkMade(Scenario scenario, PhaseSettings settings, Problems problems) {
    for (Part maker : scenario.parts()) {
      if (maker.activity() instanceof CreateTableActivity) {
        Settings made = settings.of(maker);
        String table = made.get(TableName.SETTING);
        for (Part part : scenario.parts()) {
          Settings own = settings.of(part);
          if (part.activity().settings().contains(TableName.SETTING)
              && own.get(TableName.SETTING).equals(table)) {
            Description does = part.activity().description();
            problems.check(() -> does.checkGraph(CreateTableActivity.graph(made), own, problems));
          }
        }
      }
    }
  }

  /** On one cluster, a table that one run has written cannot be made by another. */
  private static void checkTables(List<PlannedRun> entries, Problems problems) {
    Map<String, Integer> made = new HashMap<>();
    for (PlannedRun entry : entries) {
      Optional<Part> first =
          entry.scenario().parts().stream()
              .filter(part -> part.activity().description().effect() == Effect.WRITES)
              .findFirst();
      if (first.isEmpty()) {
        continue;
      }
      int number = entry.row().number();
      String table = entry.settings().of(first.get()).get(TableName.SETTING);
      Integer before = made.putIfAbsent(table, number);
      problems.unless(
          before == null,
          "rows %d and %d would write the same table, %s: put ${row} into table.name"
              .formatted(before, number, table));
    }
  }

  /** About how long a scenario's rows take together, each on its own cluster. */
  static String time(List<ScenarioFile.Planned> rows, List<Setting<?>> known) {
    Optional<Duration> sum = Optional.of(Duration.ZERO);
    for (PlannedRun entry : of(rows, new CommonOptions(), known, Optional.empty())) {
      Optional<Duration> time = entry.time();
      sum = sum.flatMap(before -> time.map(before::plus));
    }
    String runs = sum.isPresent() && rows.size() > 1 ? ", " + rows.size() + " runs" : "";
    return RunForecast.inWords(sum) + runs;
  }
}
