package catena.scenario;

import catena.harness.command.CommandContext;
import catena.harness.command.CommonOptions;
import catena.harness.command.Terminal;
import catena.harness.run.RunDirectory;
import catena.harness.verdict.Verdict;
import catena.harness.words.UsageException;
import catena.scenario.cluster.OwnCluster;
import java.io.IOException;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;

/** What a command does with a scenario that it has read: a dry run, one run, or a sweep of them. */
final class ScenarioRuns {
  /** Where runs are made. */
  private static final String RUNS = "runs";

  private final CommonOptions options;
  private final CommandContext context;
  private final Terminal terminal;
  private final Path file;
  private final boolean keepCluster;

  /**
   * For one command line.
   *
   * @param file the scenario's
   * @param keepCluster leaves the run's own cluster running
   */
  ScenarioRuns(
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

  /** Performs what the options ask for, on the cluster of {@code -c} or on one of its own. */
  Verdict perform(List<ScenarioFile.Planned> rows) throws Exception {
    List<SweepPlan.Entry> entries = SweepPlan.of(rows, options, List.copyOf(context.known()));
    if (options.clientProps().isEmpty()) {
      for (SweepPlan.Entry entry : entries) {
        OwnCluster.check(entry.scenario().cluster(), options.runDir().orElse(RUNS));
      }
    }
    if (options.dryRun()) {
      return dryRun(entries);
    }
    if (keepCluster && entries.size() > 1) {
      throw new UsageException(
          "--keep-cluster is for one run, and these are "
              + entries.size()
              + ", each with a cluster of its own: choose one with --set");
    }
    OneRun runs = new OneRun(options, context, terminal, file, keepCluster);
    try (RunDirectory directory = directory(entries.get(0).scenario())) {
      checkNew(directory);
      return entries.size() == 1
          ? runs.perform(entries.get(0), directory)
          : new Sweep(runs, context, terminal, file).perform(entries, directory);
    }
  }

  private Verdict dryRun(List<SweepPlan.Entry> entries) throws Exception {
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
