package catena.scenario;

import catena.harness.command.Command;
import catena.harness.command.CommandContext;
import catena.harness.command.CommonOptions;
import catena.harness.command.Manual;
import catena.harness.command.SettingOptions;
import catena.harness.command.Terminal;
import catena.harness.verdict.Verdict;
import catena.harness.words.UsageException;
import com.beust.jcommander.Parameter;
import com.beust.jcommander.Parameters;
import com.beust.jcommander.ParametersDelegate;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs a scenario from its first phase to a verdict. */
@Parameters(commandDescription = "run a scenario to a verdict, on its own cluster or that of -c")
final class RunCommand implements Command {
  /** The word on the command line. */
  static final String NAME = "run";

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
    List<ScenarioFile.Planned> rows =
        ScenarioFile.read(activities, file, parameters).stream().map(this::brought).toList();
    return new ScenarioRuns(options, context, terminal, file, keepCluster).perform(rows);
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
}
