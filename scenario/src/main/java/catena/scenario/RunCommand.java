package catena.scenario;

import catena.harness.command.Command;
import catena.harness.command.CommandContext;
import catena.harness.command.CommonOptions;
import catena.harness.command.Manual;
import catena.harness.command.Terminal;
import catena.harness.run.Environment;
import catena.harness.run.ProcessLog;
import catena.harness.run.RunDirectory;
import catena.harness.verdict.PendingVerdict;
import catena.harness.verdict.Verdict;
import catena.harness.words.Reasons;
import catena.harness.words.UsageException;
import com.beust.jcommander.Parameter;
import com.beust.jcommander.Parameters;
import com.beust.jcommander.ParametersDelegate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;

/** Runs a scenario from its first phase to a verdict. */
@Parameters(commandDescription = "run a scenario to a verdict, on its own cluster or that of -c")
final class RunCommand implements Command {
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
      names = "--keep-cluster",
      description = "leave the run's own cluster running when the run is over")
  private boolean keepCluster;

  @Parameter(
      names = "--accumulo-home",
      description =
          "the servers of the run's own cluster are those of this unpacked tarball, or directory of"
              + " jars, of Accumulo 2.1.x")
  private String accumuloHome;

  private final Activities activities;
  private final CommandContext context;

  RunCommand(Activities activities, CommandContext context) {
    this.activities = activities;
    this.context = context;
  }

  @Override
  public String name() {
    return "run";
  }

  @Override
  public Manual manual() {
    return Manual.of(
            Manual.VERDICTS,
            "bin/catena run quick",
            "bin/catena run agitated -c client.properties -o ingest.clients=8")
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
    if (scenarios.size() > 1) {
      throw new UsageException("One scenario at a time, not " + scenarios);
    }
    Path file = ScenarioFile.find(scenarios.isEmpty() ? "quick" : scenarios.get(0));
    Scenario scenario = brought(ScenarioFile.read(activities, file));
    PhaseSettings settings = new PhaseSettings(scenario, options, List.copyOf(context.known()));
    long seed = options.seed().orElseGet(context.seeds());
    if (options.clientProps().isEmpty()) {
      OwnCluster.check(scenario.cluster(), options.runDir().orElse(RUNS));
    }
    if (options.dryRun()) {
      return new DryRun(scenario, settings, terminal, context.clock(), seed)
          .on(options.clientProps());
    }
    try (RunDirectory directory = directory(scenario)) {
      checkNew(directory);
      PendingVerdict pending = PendingVerdict.begin(directory, context.clock(), "the run");
      try {
        describe(directory, file, settings, seed);
        ProcessLog.into(directory, name());
        terminal.note("Scenario " + scenario.name() + ": " + scenario.about());
        terminal.note("Run directory " + directory.display());
        Run run = new Run(scenario, settings, directory, terminal, context, seed, pending);
        return options.clientProps().isPresent()
            ? run.on(options.requireClientProps())
            : run.onOwnCluster(keepCluster);
      } catch (Throwable e) { // an Error, too: Hadoop throws one where a disk fails
        pending.abandon(Reasons.of(e));
        throw e;
      }
    }
  }

  /** The scenario with the Accumulo that the command line names. */
  private Scenario brought(Scenario scenario) {
    if (accumuloHome == null) {
      return scenario;
    }
    if (options.clientProps().isPresent()) {
      throw new UsageException(
          "--accumulo-home is for the run's own cluster, and -c names another; leave out one");
    }
    return scenario.with(scenario.cluster().withAccumulo(Path.of(accumuloHome)));
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

  private void describe(RunDirectory directory, Path file, PhaseSettings settings, long seed)
      throws IOException {
    directory.writePrivately(directory.scenario(), Files.readAllBytes(file), "the scenario");
    SortedMap<String, String> effective = new TreeMap<>(settings.effective());
    effective.merge(
        "graph.seed", Long.toString(seed), (given, drawn) -> given.isBlank() ? drawn : given);
    directory.writeSettings(effective);
    Environment.here(context.clock(), context.words()).writeTo(directory);
  }
}
