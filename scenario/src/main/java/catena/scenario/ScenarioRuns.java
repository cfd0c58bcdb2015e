// SPDX-License-Identifier: Apache-2.0
package catena.scenario;

import catena.cluster.spec.ClusterSpec;
import catena.cluster.spec.Security;
import catena.fleet.ClientAssignment;
import catena.fleet.coordinate.FleetPhases;
import catena.fleet.launch.YarnLauncher;
import catena.harness.accumulo.Connection;
import catena.harness.accumulo.TableName;
import catena.harness.activity.Activity;
import catena.harness.activity.CallerContext;
import catena.harness.activity.PartEnvironment;
import catena.harness.activity.RunForecast;
import catena.harness.command.CommandContext;
import catena.harness.command.CommonOptions;
import catena.harness.command.TargetOptions;
import catena.harness.command.Terminal;
import catena.harness.engine.DryRun;
import catena.harness.engine.PhaseSettings;
import catena.harness.engine.RunVerdict;
import catena.harness.engine.Scenario;
import catena.harness.engine.Scenario.Part;
import catena.harness.engine.Scenario.Phase;
import catena.records.run.RunDirectory;
import catena.records.server.Role;
import catena.records.verdict.Verdict;
import catena.records.words.Amounts;
import catena.records.words.Reasons;
import catena.records.words.UsageException;
import catena.report.ResultsFile;
import catena.scenario.cluster.Clusters;
import com.beust.jcommander.Parameter;
import com.beust.jcommander.ParametersDelegate;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;

/**
 * Runs what a scenario's file describes, by the options that all commands have that do so; a
 * delegate for JCommander.
 */
final class ScenarioRuns {
  /** The directory in which runs are created. */
  private static final String RUNS = "runs";

  /** A parameter that says how many tablet servers the cluster has, where {@code -c} names one. */
  private static final String TABLET_SERVERS = "tablet_servers";

  /** The limit for a connection to the cluster. */
  static final Duration CONNECT_LIMIT = Duration.ofSeconds(30);

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

  private final Activities activities;
  private final CommandContext context;

  ScenarioRuns(Activities activities, CommandContext context) {
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
  Verdict run(Path file, Terminal terminal, Optional<OneRun.Workforce> workforce) throws Exception {
    List<String> given = withTabletServers(file, terminal);
    List<ScenarioFile.Planned> rows =
        read(file, given).stream().map(planned -> brought(planned, workforce)).toList();
    List<PlannedRun> entries =
        PlannedRun.of(
            rows,
            options,
            List.copyOf(context.known()),
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
        Clusters.check(entry.planned().cluster(), options.runDir().orElse(RUNS));
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
        try (RunDirectory directory = directory(entries.get(0).scenario())) {
          checkNew(directory);
        }
      }
      return dryRun(entries, terminal);
    }
    OneRun runs = new OneRun(options, context, terminal, file, given, keepCluster, workforce);
    try (RunDirectory directory = directory(entries.get(0).scenario())) {
      checkNew(directory);
      return entries.size() == 1
          ? runs.perform(entries.get(0), directory)
          : new Sweep(runs::perform, context, terminal, file).perform(entries, directory);
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
    try (Connection connection = Connection.open(options.requireClientProps(), CONNECT_LIMIT)) {
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
        terminal.line((printed.isEmpty() ? "" : "\n") + entry.planned().row().inWords());
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
      Path properties = options.requireClientProps();
      try (Connection connection = Connection.open(properties, CONNECT_LIMIT)) {
        long seed = options.seed().orElseGet(context.seeds());
        CallerContext given =
            Clusters.at(properties, terminal).map(Clusters::given).orElse(CallerContext.NOTHING);
        dry.ask(
            new PartEnvironment(
                () -> connection, true, given, List.of(), terminal, context.clock(), seed));
        dry.at(connection, table);
        dry.measured(measured(options.runDir(), connection.instanceId(), terminal));
      }
    } else {
      ClusterSpec own = entry.planned().cluster();
      dry.at(
          "table %s on the run's own cluster: %s".formatted(table, servers(own)),
          own.number(Role.TSERVER),
          "its cluster takes about %s more".formatted(Amounts.span(PlannedRun.OWN_CLUSTER)));
    }
    dry.print(terminal, wouldDo(entry, dry.outlook()), printed);
  }

  /** The rates that runs next to this one measured on an instance. */
  static List<Map<String, Double>> measured(
      Optional<String> runDir, String instance, Terminal terminal) {
    Path runs = Path.of(runDir.orElse(RUNS + "/new"), "..").normalize();
    try {
      return ResultsFile.measured(runs, instance);
    } catch (IOException e) {
      terminal.note("The rates of earlier runs are not known: " + Reasons.of(e));
      return List.of();
    }
  }

  private static List<String> wouldDo(PlannedRun entry, RunForecast outlook) {
    List<String> lines = new ArrayList<>();
    for (Phase phase : entry.scenario().phases()) {
      String parts =
          phase.parts().stream()
              .map(part -> words(part, entry.settings()))
              .collect(Collectors.joining(" + "));
      lines.add(
          "would do %s, %s%s%s"
              .formatted(
                  parts,
                  RunForecast.inWords(outlook.phases().get(lines.size())),
                  phase.when().stream()
                      .map(each -> ", if " + each.inWords())
                      .collect(Collectors.joining()),
                  phase.row().map(row -> ", which is row " + row).orElse("")));
    }
    return lines;
  }

  private static String words(Part part, PhaseSettings settings) {
    String words = settings.forecast(part).words();
    return part.activity().name() + (words.isEmpty() ? "" : " (" + words + ")");
  }

  private static String servers(ClusterSpec cluster) {
    return cluster.servers().entrySet().stream()
        .filter(each -> each.getValue() > 0)
        .map(each -> each.getValue() + " " + each.getKey().word())
        .collect(Collectors.joining(", "));
  }

  /** The scenario with the Accumulo, the security and the engine that the command line names. */
  private ScenarioFile.Planned brought(
      ScenarioFile.Planned planned, Optional<OneRun.Workforce> workforce) {
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
      spec = accumuloHome == null ? spec : spec.withAccumulo(Path.of(accumuloHome));
      spec = security == null ? spec : spec.withSecurity(Security.of(security));
      spec = yarn ? spec.withYarn() : spec;
      return new ScenarioFile.Planned(planned.row(), planned.scenario(), spec);
    } catch (IllegalArgumentException e) {
      throw new UsageException(e.getMessage().lines().toList());
    }
  }

  private RunDirectory directory(Scenario scenario) {
    Configuration hadoop = options.hadoop();
    return options
        .runDir()
        .map(named -> RunDirectory.at(named, hadoop))
        .orElseGet(
            () ->
                RunDirectory.create(
                    RUNS,
                    scenario.name(),
                    context.clock().instant(),
                    ZoneId.systemDefault(),
                    hadoop));
  }

  private static void checkNew(RunDirectory directory) throws IOException {
    if (RunVerdict.isAnothers(directory) || directory.read(directory.verdict()).isPresent()) {
      throw new UsageException(
          "The run directory " + directory.display() + " holds another run; name a new one");
    }
  }
}
