// SPDX-License-Identifier: Apache-2.0
package catena.scenario;

import static java.nio.charset.StandardCharsets.UTF_8;

import catena.fleet.ClientAssignment;
import catena.fleet.FleetSettings;
import catena.fleet.agree.FleetNodes;
import catena.fleet.agree.Specification;
import catena.fleet.agree.WorkerId;
import catena.fleet.coordinate.FleetWorkers;
import catena.fleet.worker.FleetWorker;
import catena.fleet.worker.FleetWorker.WorkerEnding;
import catena.fleet.worker.WorkerPhase.WorkerSetup;
import catena.fleet.worker.WorkerShares;
import catena.harness.accumulo.Connection;
import catena.harness.activity.CallerContext;
import catena.harness.activity.PartEnvironment;
import catena.harness.activity.RunContext;
import catena.harness.activity.RunJournal;
import catena.harness.client.Seed;
import catena.harness.command.Command;
import catena.harness.command.CommandContext;
import catena.harness.command.CommandDescription;
import catena.harness.command.Terminal;
import catena.harness.engine.PhaseSettings;
import catena.harness.engine.Scenario;
import catena.records.fleet.FleetFile;
import catena.records.fleet.InputFiles;
import catena.records.journal.ClientName;
import catena.records.run.Environment;
import catena.records.run.ProcessLog;
import catena.records.run.RunDirectory;
import catena.records.settings.Layer;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import catena.records.verdict.Verdict;
import catena.records.words.Problems;
import catena.records.words.Reasons;
import catena.records.words.UsageException;
import catena.stats.StatsCollector;
import com.beust.jcommander.Parameter;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Takes part in a run that another process coordinates; all launchers start this command. */
final class WorkerCommand implements Command {
  private static final Duration CONNECT_LIMIT = Duration.ofSeconds(60);

  @Parameter(
      description =
          "RUN: the run directory of the coordinator, by the same path or URI on all hosts")
  private List<String> runs = new ArrayList<>();

  @Parameter(
      names = {"-c", "--client-props"},
      description = "Accumulo's client properties file")
  private String clientProps;

  @Parameter(
      names = "--slot",
      description = "which of the workers this is, from 0; without it, the first that is missing")
  private Integer slot;

  @Parameter(
      names = "--attempt",
      description = "which process of that worker it is, from 1; without it, the next")
  private Integer attempt;

  private final Activities activities;
  private final CommandContext context;

  WorkerCommand(Activities activities, CommandContext context) {
    this.activities = activities;
    this.context = context;
  }

  @Override
  public CommandDescription description() {
    return CommandDescription.of(
        "worker",
        "take part in a run with workers, as its coordinator says",
        "0 its part is done, 2 stopped, given up or left alone, 64 it may not take part",
        "bin/catena worker hdfs://namenode/runs/soak -c client.properties",
        "bin/catena worker /mnt/runs/soak -c client.properties --slot 3");
  }

  @Override
  public Verdict run(Terminal terminal) throws Exception {
    if (runs.size() != 1) {
      throw new UsageException("Name the run directory of the coordinator, and no other: RUN");
    }
    if (clientProps == null) {
      throw new UsageException("Name the cluster's client properties file with -c FILE");
    }
    if ((slot != null && slot < 0) || (attempt != null && attempt < 1)) {
      throw new UsageException("--slot is a number from 0, and --attempt one from 1");
    }
    RunDirectory.open(runs.get(0)).close(); // it is not to be made here
    try (RunDirectory directory = RunDirectory.at(runs.get(0))) {
      FleetFile file =
          FleetFile.read(directory)
              .orElseThrow(
                  () ->
                      new UsageException(
                          directory.display()
                              + " is no run with workers: it has no fleet.json; begin one with"
                              + " bin/catena run SCENARIO --workers N"));
      return run(terminal, directory, file);
    }
  }

  private Verdict run(Terminal terminal, RunDirectory directory, FleetFile file) throws Exception {
    InputFiles.use(directory);
    Scenario scenario = scenario(activities, directory, file);
    PhaseSettings settings = settings(scenario, file, context.known(), true);
    try (Connection connection = Connection.open(Path.of(clientProps), CONNECT_LIMIT);
        FleetNodes nodes = FleetWorkers.nodes(connection.zookeepers(), file)) {
      FleetWorker worker =
          FleetWorker.join(
              new WorkerSetup(
                  nodes,
                  FleetWorkers.specification(directory, file, false),
                  slot == null ? OptionalInt.empty() : OptionalInt.of(slot),
                  attempt == null ? OptionalInt.empty() : OptionalInt.of(attempt),
                  Environment.hostName(),
                  FleetSettings.limits(settings.whole()),
                  directory,
                  terminal::note,
                  context.clock(),
                  context.stop()));
      WorkerId me = worker.me().worker();
      String name = ClientName.worker(me.slot(), me.attempt());
      ProcessLog.into(directory, name);
      terminal.note("%s of the run %s".formatted(worker.me().inWords(), directory.display()));
      try (RunJournal record = new RunJournal(directory, name, terminal)) {
        long seed = new Seed(file.seed()).derive(name, me.slot()).value();
        PartEnvironment site =
            new PartEnvironment(
                () -> connection,
                true,
                CallerContext.NOTHING,
                List.of(),
                terminal,
                context.clock(),
                seed);
        RunContext run =
            new RunContext(
                name, site, directory, record.journal(), Optional.empty(), context.stop());
        ClientAssignment deal = new ClientAssignment(file.workers(), file.tservers());
        Optional<StatsCollector> samples = samples(run, settings.whole());
        WorkerEnding ending;
        try {
          WorkerShares shares = new WorkerShares(scenario, settings, deal, run, record::doubts);
          ending = worker.run(shares, record.journal()::add);
        } finally {
          samples.ifPresent(StatsCollector::close);
        }
        terminal.note("ended: " + ending.reason());
        return ending.completed() && record.doubts().isEmpty() ? Verdict.PASS : Verdict.UNKNOWN;
      }
    }
  }

  /** Samples of this host; they are no part of what is verified. */
  private static Optional<StatsCollector> samples(RunContext run, Settings whole)
      throws InterruptedException {
    try {
      return StatsCollector.ofHost(run, whole);
    } catch (IOException e) {
      run.terminal().note("this host is not sampled: " + Reasons.of(e));
      return Optional.empty();
    }
  }

  /**
   * The scenario of a run with workers, as its directory has it.
   *
   * @throws UsageException if it is another than its coordinator began with
   */
  static Scenario scenario(Activities activities, RunDirectory directory, FleetFile file)
      throws IOException {
    byte[] content =
        directory
            .read(directory.scenario())
            .orElseThrow(
                () -> new UsageException(directory.display() + " has no scenario.yaml any more"));
    if (!Specification.sha256(content).equals(file.scenario())) {
      throw new UsageException(
          directory.display(directory.scenario())
              + " was changed since the run began: put it back as it was");
    }
    List<String> parameters =
        file.parameters().entrySet().stream()
            .map(each -> each.getKey() + "=" + each.getValue())
            .toList();
    return ScenarioFile.parse(
            activities,
            Path.of(directory.scenario().getName()),
            new String(content, UTF_8),
            parameters,
            file::seed)
        .get(0)
        .scenario();
  }

  /** The settings with which another process of the run works, a worker or a later coordinator. */
  static PhaseSettings settings(
      Scenario scenario, FleetFile file, List<Setting<?>> known, boolean worker) {
    List<Layer> layers = new ArrayList<>(file.layers());
    layers.add(file.scenarioAt(), scenario.layer());
    ClientAssignment deal = new ClientAssignment(file.workers(), file.tservers());
    Problems problems = new Problems();
    PhaseSettings settings =
        new PhaseSettings(
            scenario,
            layers,
            CallerContext.NOTHING,
            new ScenarioTerms(known, Optional.of(deal), worker),
            problems);
    problems.throwIfAny();
    return settings;
  }
}
