// SPDX-License-Identifier: Apache-2.0
package catena.scenario;

import catena.harness.command.Command;
import catena.harness.command.CommandContext;
import catena.harness.command.CommandDescription;
import catena.harness.command.Terminal;
import catena.records.verdict.Verdict;
import catena.records.words.UsageException;
import catena.scenario.rate.RateActivity;
import com.beust.jcommander.Parameter;
import com.beust.jcommander.ParametersDelegate;
import java.util.ArrayList;
import java.util.List;

/** Searches for the highest rate of a workload: a run of the scenario that is shipped for it. */
final class RateCommand implements Command {
  /** The directory of the scenarios, which are named after the workloads. */
  private static final String SCENARIOS = "rate/";

  @ParametersDelegate private final ScenarioRuns runs;

  @Parameter(description = "[WORKLOAD]: one of conf/scenarios/rate; ingest if none is named")
  private List<String> workloads = new ArrayList<>();

  private final CommandContext context;

  RateCommand(Activities activities, CommandContext context) {
    this.runs = new ScenarioRuns(activities, context);
    this.context = context;
  }

  @Override
  public CommandDescription description() {
    return CommandDescription.of(
            RateActivity.NAME,
            "search for the highest rate that a cluster holds in time",
            CommandDescription.VERDICTS,
            "bin/catena rate ingest -o budget.flush.p99=500ms",
            "bin/catena rate walk -c client.properties -o walk.clients=32 -o rate.step=60s",
            "bin/catena rate ingest -o rate.agitate=one-kill -o rate.step=2m")
        .reading(List.copyOf(context.known()))
        .withArguments(RateCommand::workloads)
        .in(CommandDescription.CLUSTER);
  }

  /** The workloads that have a scenario. */
  private static List<String> workloads() {
    return ScenarioFile.shippedNames().stream()
        .filter(name -> name.startsWith(SCENARIOS))
        .map(name -> name.substring(SCENARIOS.length()))
        .toList();
  }

  @Override
  public Verdict run(Terminal terminal) throws Exception {
    if (workloads.size() > 1) {
      throw new UsageException("One workload at a time, not " + workloads);
    }
    String workload = workloads.isEmpty() ? "ingest" : workloads.get(0);
    return runs.run(ScenarioFile.find(SCENARIOS + workload), terminal);
  }
}
