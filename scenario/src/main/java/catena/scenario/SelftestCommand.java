// SPDX-License-Identifier: Apache-2.0
package catena.scenario;

import catena.harness.command.Command;
import catena.harness.command.CommandContext;
import catena.harness.command.CommandDescription;
import catena.harness.command.Terminal;
import catena.records.verdict.Verdict;
import catena.scenario.trial.SelftestActivity;
import com.beust.jcommander.ParametersDelegate;

/** The scenario of the self-test as a command: on the cluster of {@code -c}, or on its own. */
final class SelftestCommand implements Command {
  private static final String STATUSES =
      "0 each check found what it claims to find, and nothing else; 1 one did not; 2 not all of it"
          + " could be tried; 64 usage or settings error";

  @ParametersDelegate private final ScenarioRuns runs;

  private final Activities activities;

  SelftestCommand(Activities activities, CommandContext context) {
    this.activities = activities;
    this.runs = new ScenarioRuns(activities, context);
  }

  @Override
  public CommandDescription description() {
    return CommandDescription.of(
            SelftestActivity.NAME,
            "plant each kind of fault, and see each check find it",
            STATUSES,
            "bin/catena selftest",
            "bin/catena selftest -c client.properties -o selftest.without=scanservers")
        .reading(activities.of(SelftestActivity.NAME).orElseThrow().settings())
        .in(CommandDescription.START);
  }

  @Override
  public Verdict run(Terminal terminal) throws Exception {
    return runs.run(ScenarioFile.find(name()), terminal);
  }
}
