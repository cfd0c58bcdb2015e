package catena.scenario;

import catena.harness.command.CommandContext;
import catena.harness.command.CommonOptions;
import catena.harness.command.Terminal;
import catena.harness.run.Environment;
import catena.harness.run.ProcessLog;
import catena.harness.run.RunDirectory;
import catena.harness.verdict.PendingVerdict;
import catena.harness.verdict.Verdict;
import catena.harness.words.Reasons;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;

/** Performs runs of a scenario, each in a directory of its own. */
final class OneRun {
  private final CommonOptions options;
  private final CommandContext context;
  private final Terminal terminal;
  private final Path file;
  private final boolean keepCluster;

  /**
   * For runs of one command line.
   *
   * @param file the scenario's
   * @param keepCluster leaves a run's own cluster running
   */
  OneRun(
      CommonOptions options,
      CommandContext context,
      Terminal terminal,
      Path file,
      boolean keepCluster) {
    this.options = options;
    this.context = context;
    this.terminal = terminal;
    this.file = file;
    this.keepCluster = keepCluster;
  }

  /**
   * From the description of the run to its verdict.
   *
   * @param directory of which nothing is told yet
   */
  Verdict perform(SweepPlan.Entry entry, RunDirectory directory) throws Exception {
    long seed = options.seed().orElseGet(context.seeds());
    Scenario scenario = entry.scenario();
    PendingVerdict pending = PendingVerdict.begin(directory, context.clock(), "the run");
    try {
      describe(directory, entry, seed);
      ProcessLog.into(directory, RunCommand.NAME);
      terminal.note("Scenario " + scenario.name() + ": " + scenario.about());
      scenario
          .expected()
          .ifPresent(expected -> terminal.note("A run of it should end as " + expected));
      terminal.note("Run directory " + directory.display());
      Run run = new Run(scenario, entry.settings(), directory, terminal, context, seed, pending);
      return options.clientProps().isPresent()
          ? run.on(options.requireClientProps())
          : run.onOwnCluster(keepCluster);
    } catch (Throwable e) { // an Error, too: Hadoop throws one where a disk fails
      pending.abandon(Reasons.of(e));
      throw e;
    }
  }

  private void describe(RunDirectory directory, SweepPlan.Entry entry, long seed)
      throws IOException {
    directory.writePrivately(directory.scenario(), Files.readAllBytes(file), "the scenario");
    entry.plan().writeTo(directory);
    SortedMap<String, String> effective = new TreeMap<>(entry.settings().effective());
    effective.merge(
        "graph.seed", Long.toString(seed), (given, drawn) -> given.isBlank() ? drawn : given);
    directory.writeSettings(effective);
    Environment.here(context.clock(), context.words()).writeTo(directory);
  }
}
