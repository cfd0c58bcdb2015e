package catena.scenario;

import catena.harness.command.Command;
import catena.harness.command.CommandContext;
import catena.harness.command.Manual;
import catena.harness.command.Terminal;
import catena.harness.verdict.Verdict;
import catena.harness.words.UsageException;
import com.beust.jcommander.Parameter;
import com.beust.jcommander.Parameters;
import com.beust.jcommander.ParametersDelegate;
import java.util.ArrayList;
import java.util.List;

/** Runs a scenario from its first phase to a verdict. */
@Parameters(commandDescription = "run a scenario to a verdict, on its own cluster or that of -c")
final class RunCommand implements Command {
  /** The word on the command line. */
  static final String NAME = "run";

  @ParametersDelegate private final ScenarioRuns runs;

  @Parameter(description = "[SCENARIO]: a file, or one of conf/scenarios by its name (quick)")
  private List<String> scenarios = new ArrayList<>();

  @Parameter(
      names = "--list",
      description = "list the scenarios that are shipped, with what they do and how long they take")
  private boolean list;

  private final Activities activities;
  private final CommandContext context;

  RunCommand(Activities activities, CommandContext context) {
    this.activities = activities;
    this.context = context;
    this.runs = new ScenarioRuns(activities, context);
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
    return runs.run(
        ScenarioFile.find(scenarios.isEmpty() ? "quick" : scenarios.get(0)), terminal);
  }
}
