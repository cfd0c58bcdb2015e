// SPDX-License-Identifier: Apache-2.0
package catena.scenario;

import catena.cluster.spec.ClusterSpec;
import catena.fleet.ClientAssignment;
import catena.fleet.coordinate.FleetPhases;
import catena.fleet.coordinate.FleetPlan;
import catena.fleet.launch.YarnLauncher;
import catena.harness.accumulo.Connection;
import catena.harness.accumulo.TableName;
import catena.harness.activity.Activity;
import catena.harness.activity.CallerContext;
import catena.harness.activity.PartEnvironment;
import catena.harness.command.Command;
import catena.harness.command.CommandContext;
import catena.harness.command.CommonOptions;
import catena.harness.command.TargetOptions;
import catena.harness.command.Terminal;
import catena.harness.engine.DryRun;
import catena.harness.engine.RunDescription;
import catena.harness.engine.RunVerdict;
import catena.harness.engine.Scenario;
import catena.records.fleet.FleetFile;
import catena.records.fleet.InputFiles;
import catena.records.run.ProcessLog;
import catena.records.run.RunDirectory;
import catena.records.server.Role;
import catena.records.verdict.PendingVerdict;
import catena.records.verdict.Verdict;
import catena.records.verdict.VerdictFile;
import catena.records.words.Amounts;
import catena.records.words.Reasons;
import catena.records.words.UsageException;
import catena.report.ResultsFile;
import catena.scenario.cluster.Clusters;
import catena.scenario.language.SweepRow;
import com.beust.jcommander.Parameter;
import com.beust.jcommander.ParametersDelegate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.commons.lang3.function.FailableBiFunction;

/** A command that runs what a scenario's file describes, with the options of all that do so. */
abstract class ScenarioCommand implements Command {
  /** A parameter that says how many tablet servers the cluster has, where {@code -c} names one. */
  private static final String TABLET_SERVERS = "tablet_servers";

  /**
   * The workers that a command line asks for.
   *
   * @param number how many
   * @param launch what starts them
   */
  record Workforce(int number, String launch) {}

  /** The options that most commands share. */
  @ParametersDelegate final CommonOptions options = new CommonOptions();

  @Parameter(
      names = "--set",
      description =
          "a parameter of the scenario, name=value, or name=[value, value] for a run with each;"
              + " may be repeated",
      splitter = TargetOptions.Whole.class)
  private List<String> parameters = new ArrayList<>();

  @Parameter(
      names = "--keep-cluster",
      description = "leave the run's own cluster running when the run is over")
  private boolean keepCluster;

  @Parameter(
      names = "--accumulo-home",
      description =
          "the servers of the run's own cluster are those of this unpacked tarball, or directory of"
              + " jars, of Accumulo 2.1.x")
  private String accumuloHome;

  @Parameter(
      names = "--security",
      description = "how the run's own cluster talks: none, tls or kerberos (the scenario's)")
  private String security;

  /** All that a run can do. */
  final Activities activities;

  final CommandContext context;

  ScenarioCommand(Activities activities, CommandContext context) {
    this.activities = activities;
    this.context = context;
  }

  /** Whether any option but the client properties is given. */
  boolean isAsked() {
    return options.isAsked()
        || !parameters.isEmpty()
        || keepCluster
        || accumuloHome != null
        || security != null;
  }

  /**
   * Runs it to a verdict, or prints what it would do if only that is asked for.
   *
   * @param workforce the workers that do what clients do; empty where this process does it
   * @throws UsageException with all that is wrong with the file or the options
   */
  Verdict run(Path file, Terminal terminal, Optional<Workforce> workforce) throws Exception {
    List<String> given = withTabletServers(file, terminal);
    List<ScenarioFile.Planned> rows =
        read(file, given).stream().map(planned -> brought(planned, workforce)).toList();
    List<PlannedRun> entries =
        PlannedRun.of(
            rows,
            options,
            context.known(),
            workforce.map(all -> new ClientAssignment(all.number(), 1)));
    if (workforce.isPresent()) {
      checkShared(entries);
    }
    if (options.clientProps().isPresent() || entries.stream().anyMatch(PlannedRun::runsOnYarn)) {
      CommonOptions.hadoopInWords().ifPresent(terminal::note);
    }
    for (ScenarioFile.Planned planned : rows) {
      if (!planned.row().drawn().isEmpty()) {
        terminal.note(
            "drawn with --seed %d: %s"
                .formatted(options.seed().orElseThrow(), planned.row().drawnInWords()));
      }
    }
    if (options.clientProps().isEmpty()) {
      for (PlannedRun entry : entries) {
        Clusters.check(entry.cluster(), options.runDir().orElse(CommonOptions.RUNS));
      }
    }
    if (keepCluster && entries.size() > 1) {
      throw new UsageException(
          "--keep-cluster is for one run, and these are "
              + entries.size()
              + ", each with its own cluster: choose one with --set");
    }
    if (options.dryRun()) {
      if (options.runDir().isPresent()) {
        try (RunDirectory directory = directory(entries)) {
          checkNew(directory);
        }
      }
      return dryRun(entries, terminal);
    }
    FailableBiFunction<PlannedRun, RunDirectory, Verdict, Exception> runs =
        (entry, directory) -> perform(entry, directory, file, terminal, given, workforce);
    try (RunDirectory directory = directory(entries)) {
      checkNew(directory);
      return entries.size() == 1
          ? runs.apply(entries.get(0), directory)
          : new Sweep(runs, context, terminal, file).perform(entries, directory);
    }
  }

  /** Another process may coordinate an unfinished run, and a directory has many paths. */
  private static void checkUnused(RunDirectory directory) throws IOException {
    boolean over = VerdictFile.readFrom(directory).filter(each -> !each.unfinished()).isPresent();
    if (!over && FleetFile.read(directory).isPresent()) {
      throw new UsageException(
          "%s holds a run with workers that is not finished: take it over with --resume, or name another --run-dir"
              .formatted(directory.display()));
    }
  }

  /** With the same parameters a worker computes the same rows; it gets the number of its row. */
  private static Map<String, String> parameters(List<String> given, PlannedRun entry) {
    Map<String, String> all = new LinkedHashMap<>();
    given.stream()
        .map(each -> each.split("=", 2))
        .forEach(each -> all.put(each[0].strip(), each[1].strip()));
    all.put(SweepRow.ROW, Integer.toString(entry.row().number()));
    return all;
  }

  /** One run, from its description to its verdict; its directory is not described yet. */
  private Verdict perform(
      PlannedRun entry,
      RunDirectory directory,
      Path file,
      Terminal terminal,
      List<String> given,
      Optional<Workforce> workforce)
      throws Exception {
    checkUnused(directory);
    long seed = options.seed().orElseGet(context.seeds());
    Scenario scenario = entry.scenario();
    PendingVerdict pending =
        PendingVerdict.begin(directory, context.clock(), PendingVerdict.THE_RUN);
    try {
      byte[] content = Files.readAllBytes(file);
      directory.writePrivately(directory.scenario(), content, "the scenario");
      entry.plan().writeTo(directory);
      SortedMap<String, String> effective = new TreeMap<>(entry.settings().effective());
      effective.merge(
          "graph.seed", Long.toString(seed), (set, drawn) -> set.isBlank() ? drawn : set);
      new RunDescription(directory, context).begin(effective);
      ProcessLog.into(directory, RunCommand.NAME);
      terminal.note("Scenario " + scenario.name() + ": " + scenario.about());
      scenario
          .expected()
          .ifPresent(expected -> terminal.note("A run of it should end as " + expected));
      terminal.note("Run directory " + directory.display());
      Optional<FleetPlan> fleet = Optional.empty();
      if (workforce.isPresent()) {
        String launch = workforce.get().launch();
        fleet =
            Optional.of(
                FleetPlan.of(
                    workforce.get().number(),
                    launch,
                    Launchers.of(launch),
                    content,
                    parameters(given, entry),
                    entry.settings(),
                    seed));
        InputFiles.store(directory, entry.settings().namedFiles());
      }
      ScenarioRun run =
          new ScenarioRun(
              scenario, entry.settings(), directory, terminal, context, seed, pending, fleet);
      return options.clientProps().isPresent()
          ? run.on(options.requireClientProps())
          : run.onOwnCluster(entry.cluster(), keepCluster);
    } catch (Throwable e) { // an Error, too: Hadoop throws one where a disk fails
      pending.abandon(context.stop().reason().orElseGet(() -> Reasons.of(e)));
      throw e;
    }
  }

  private List<ScenarioFile.Planned> read(Path file, List<String> given) throws IOException {
    return ScenarioFile.read(activities, file, given, () -> options.seed(context.seeds()));
  }

  /**
   * The parameters that are given, and the number of tablet servers where the scenario asks;
   * workers get the same.
   */
  private List<String> withTabletServers(Path file, Terminal terminal) throws IOException {
    boolean given =
        parameters.stream().anyMatch(each -> each.split("=", 2)[0].strip().equals(TABLET_SERVERS));
    if (given
        || options.clientProps().isEmpty()
        || !read(file, parameters).get(0).row().parameters().containsKey(TABLET_SERVERS)) {
      return parameters;
    }
    try (Connection connection = options.connect()) {
      int servers = connection.client().instanceOperations().getTabletServers().size();
      List<String> all = new ArrayList<>(parameters);
      all.add(TABLET_SERVERS + "=" + Math.max(1, servers));
      terminal.note("--set " + all.get(all.size() - 1) + ", as many as the cluster has");
      return all;
    }
  }

  private void checkShared(List<PlannedRun> entries) {
    if (entries.stream()
        .anyMatch(e -> e.scenario().phases().stream().noneMatch(FleetPhases::isShared))) {
      throw new UsageException(
          "Scenario %s has nothing for workers to do (%s): leave --workers out"
              .formatted(
                  entries.get(0).scenario().name(),
                  activities.all().stream()
                      .filter(each -> each.description().clients().isPresent())
                      .map(Activity::name)
                      .collect(Collectors.joining(", "))));
    }
  }

  private Verdict dryRun(List<PlannedRun> entries, Terminal terminal) throws Exception {
    Map<String, String> printed = new HashMap<>();
    for (PlannedRun entry : entries) {
      if (entries.size() > 1) {
        terminal.line((printed.isEmpty() ? "" : "\n") + entry.row().inWords());
      }
      dryRun(entry, terminal, printed);
      printed.putAll(entry.settings().effective());
    }
    return Verdict.PASS;
  }

  /** Prints it for the cluster that is named, or for the run's own. */
  private void dryRun(PlannedRun entry, Terminal terminal, Map<String, String> printed)
      throws Exception {
    DryRun dry = new DryRun(entry.scenario(), entry.settings());
    String table = entry.settings().whole().get(TableName.SETTING);
    if (options.clientProps().isPresent()) {
      try (Connection connection = options.connect()) {
        long seed = options.seed().orElseGet(context.seeds());
        CallerContext given = Clusters.given(options.requireClientProps(), terminal);
        dry.ask(
            new PartEnvironment(
                () -> connection, true, given, List.of(), terminal, context.clock(), seed));
        dry.at(connection, table);
        dry.measured(measured(options.runDir(), connection.instanceId(), terminal));
      }
    } else {
      ClusterSpec own = entry.cluster();
      dry.at(
          "table %s on the run's own cluster: %s".formatted(table, PlannedRun.servers(own)),
          own.number(Role.TSERVER),
          "its cluster takes about %s more".formatted(Amounts.span(PlannedRun.OWN_CLUSTER)));
    }
    dry.print(terminal, entry.wouldDo(dry.outlook()), printed);
  }

  /** The rates that runs next to this one measured on an instance. */
  static List<Map<String, Double>> measured(
      Optional<String> runDir, String instance, Terminal terminal) {
    Path runs = Path.of(runDir.orElse(CommonOptions.RUNS + "/new"), "..").normalize();
    try {
      return ResultsFile.measured(runs, instance);
    } catch (IOException e) {
      terminal.note("The rates of earlier runs are not known: " + Reasons.of(e));
      return List.of();
    }
  }

  /** The scenario with the Accumulo, the security and the engine that the command line names. */
  private ScenarioFile.Planned brought(
      ScenarioFile.Planned planned, Optional<Workforce> workforce) {
    boolean yarn =
        options.clientProps().isEmpty()
            && workforce.filter(all -> all.launch().equals(YarnLauncher.NAME)).isPresent();
    if (accumuloHome == null && security == null && !yarn) {
      return planned;
    }
    if (options.clientProps().isPresent()) {
      throw new UsageException(
          (accumuloHome == null ? "--security" : "--accumulo-home")
              + " is for the run's own cluster, and -c names another; leave out one");
    }
    try {
      ClusterSpec spec = planned.cluster();
      spec = accumuloHome == null ? spec : spec.with("accumulo", accumuloHome);
      spec = security == null ? spec : spec.with("security", security);
      spec = yarn ? spec.withYarn() : spec;
      return new ScenarioFile.Planned(planned.row(), planned.scenario(), spec);
    } catch (IllegalArgumentException e) {
      throw new UsageException(e.getMessage().lines().toList());
    }
  }

  private RunDirectory directory(List<PlannedRun> entries) {
    return options.directory(options.runDir(), entries.get(0).scenario().name(), context.clock());
  }

  private static void checkNew(RunDirectory directory) throws IOException {
    if (RunVerdict.isAnothers(directory) || directory.read(directory.verdict()).isPresent()) {
      throw new UsageException(
          "The run directory " + directory.display() + " holds another run; name a new one");
    }
  }
}
