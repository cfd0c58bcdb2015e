package catena.scenario;

import catena.fleet.Deal;
import catena.harness.command.Command;
import catena.harness.command.CommandContext;
import catena.harness.command.CommonOptions;
import catena.harness.command.Manual;
import catena.harness.command.SettingOptions;
import catena.harness.command.Terminal;
import catena.harness.run.RunDirectory;
import catena.harness.verdict.Verdict;
import catena.harness.words.UsageException;
import catena.scenario.cluster.OwnCluster;
import catena.scenario.fleet.Launchers;
import com.beust.jcommander.Parameter;
import com.beust.jcommander.Parameters;
import com.beust.jcommander.ParametersDelegate;
import java.io.IOException;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/** Runs a scenario from its first phase to a verdict. */
@Parameters(commandDescription = "run a scenario to a verdict, on its own cluster or that of -c")
final class RunCommand implements Command {
  /** The word on the command line. */
  static final String NAME = "run";

  /** Where runs are made. */
  private static final String RUNS = "runs";

  @ParametersDelegate private final CommonOptions options = new CommonOptions();

  @Parameter(description = "[SCENARIO]: a file, or one of conf/scenarios by its name (quick)")
  private List<String> scenarios = new ArrayList<>();

  @Parameter(
      names = "--list",
      description = "list the scenarios that are shipped, with what they do and how long they take")
  private boolean list;

  @Parameter(
      names = "--set",
      description =
          "a parameter of the scenario, name=value, or name=[value, value] for a run with each;"
              + " may be repeated",
      splitter = SettingOptions.Whole.class)
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
      names = "--workers",
      description =
          "so many worker processes do what clients do (ingest, walk, batchwalk, scan); this one"
              + " coordinates them and does the rest")
  private Integer workers;

  @Parameter(
      names = "--launch",
      description = "what starts the workers: local (processes of this machine), or none (you do)")
  private String launch = "local";

  @Parameter(
      names = "--resume",
      description = "take over this run with workers, whose coordinator died")
  private String resume;

  @Parameter(
      names = "--standby",
      description = "with --resume: wait until the coordinator ends, however long that takes")
  private boolean standby;

  private final Activities activities;
  private final CommandContext context;

  RunCommand(Activities activities, CommandContext context) {
    this.activities = activities;
    this.context = context;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Manual manual() {
    return Manual.of(
            Manual.VERDICTS,
            "bin/catena run quick",
            "bin/catena run paper/6-3 --set scale=0.002",
            "bin/catena run agitated -c client.properties -o ingest.clients=8",
            "bin/catena run mixed --workers 3")
        .reading(List.copyOf(context.known()));
  }

  @Override
  public List<String> argumentWords() {
    return ScenarioFile.shippedNames();
  }

  @Override
  public Verdict run(Terminal terminal) throws Exception {
    if (list) {
      ScenarioList.lines(activities, List.copyOf(context.known())).forEach(terminal::line);
      return Verdict.PASS;
    }
    if (resume != null) {
      return takeOver(terminal);
    }
    if (standby) {
      throw new UsageException("--standby is for --resume RUN");
    }
    if (workers != null && workers < 1) {
      throw new UsageException("--workers is a number from 1");
    }
    if (scenarios.size() > 1) {
      throw new UsageException("One scenario at a time, not " + scenarios);
    }
    Path file = ScenarioFile.find(scenarios.isEmpty() ? "quick" : scenarios.get(0));
    List<ScenarioFile.Planned> rows =
        ScenarioFile.read(activities, file, parameters).stream().map(this::brought).toList();
    List<SweepPlan.Entry> entries =
        SweepPlan.of(
            rows,
            options,
            List.copyOf(context.known()),
            Optional.ofNullable(workers).map(number -> new Deal(number, 1)));
    Optional<OneRun.Workforce> workforce = workforce(entries);
    if (options.clientProps().isEmpty()) {
      for (SweepPlan.Entry entry : entries) {
        OwnCluster.check(entry.scenario().cluster(), options.runDir().orElse(RUNS));
      }
    }
    if (options.dryRun()) {
      return dryRun(entries, terminal);
    }
    if (keepCluster && entries.size() > 1) {
      throw new UsageException(
          "--keep-cluster is for one run, and these are "
              + entries.size()
              + ", each with a cluster of its own: choose one with --set");
    }
    OneRun runs = new OneRun(options, context, terminal, file, keepCluster, workforce);
    try (RunDirectory directory = directory(entries.get(0).scenario())) {
      checkNew(directory);
      return entries.size() == 1
          ? runs.perform(entries.get(0), directory)
          : new Sweep(runs, context, terminal, file).perform(entries, directory);
    }
  }

  private Optional<OneRun.Workforce> workforce(List<SweepPlan.Entry> entries) {
    if (workers == null) {
      return Optional.empty();
    }
    if (entries.size() > 1) {
      throw new UsageException(
          "--workers is for one run, and these are %d: choose one with --set"
              .formatted(entries.size()));
    }
    if (entries.get(0).scenario().phases().stream().noneMatch(SharedPhase::isShared)) {
      throw new UsageException(
          "Scenario %s has nothing for workers to do (ingest, walk, batchwalk, scan): leave"
                  .formatted(entries.get(0).scenario().name())
              + " --workers out");
    }
    var unused = Launchers.of(launch);
    return Optional.of(new OneRun.Workforce(workers, launch));
  }

  private Verdict takeOver(Terminal terminal) throws Exception {
    if (!scenarios.isEmpty() || workers != null || options.runDir().isPresent()) {
      throw new UsageException(
          "--resume takes over the run that it names: leave SCENARIO, --workers and --run-dir out");
    }
    RunDirectory.open(resume, new Configuration()).close(); // it is not to be made here
    try (RunDirectory directory = RunDirectory.at(resume, new Configuration())) {
      return OneRun.takeOver(activities, options, context, terminal, directory, standby);
    }
  }

  private Verdict dryRun(List<SweepPlan.Entry> entries, Terminal terminal) throws Exception {
    Map<String, String> printed = new HashMap<>();
    for (SweepPlan.Entry entry : entries) {
      if (entries.size() > 1) {
        terminal.line((printed.isEmpty() ? "" : "\n") + entry.planned().row().inWords());
      }
      long seed = options.seed().orElseGet(context.seeds());
      Verdict unused =
          new DryRun(entry.scenario(), entry.settings(), terminal, context.clock(), seed)
              .on(options.clientProps(), printed);
      printed.putAll(entry.settings().effective());
    }
    return Verdict.PASS;
  }

  /** The scenario with the Accumulo that the command line names. */
  private ScenarioFile.Planned brought(ScenarioFile.Planned planned) {
    if (accumuloHome == null) {
      return planned;
    }
    if (options.clientProps().isPresent()) {
      throw new UsageException(
          "--accumulo-home is for the run's own cluster, and -c names another; leave out one");
    }
    Scenario scenario = planned.scenario();
    return new ScenarioFile.Planned(
        planned.row(), scenario.with(scenario.cluster().withAccumulo(Path.of(accumuloHome))));
  }

  private RunDirectory directory(Scenario scenario) {
    Configuration hadoop = new Configuration();
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
    if (directory.read(directory.scenario()).isPresent()) {
      throw new UsageException(
          "The run directory " + directory.display() + " holds another run; name a new one");
    }
  }
}
