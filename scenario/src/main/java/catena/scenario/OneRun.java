// SPDX-License-Identifier: Apache-2.0
package catena.scenario;

import catena.agitator.AbandonedFaults;
import catena.agitator.AgitateActivity;
import catena.agitator.Healing;
import catena.cluster.local.LocalCluster;
import catena.fleet.agree.FleetNodes;
import catena.fleet.agree.Order;
import catena.fleet.agree.Specification;
import catena.fleet.coordinate.Coordinator;
import catena.fleet.coordinate.FleetFigures;
import catena.fleet.coordinate.FleetWorkers;
import catena.fleet.coordinate.FleetWorkers.FleetPlan;
import catena.harness.accumulo.Connection;
import catena.harness.accumulo.Holder;
import catena.harness.command.CommandContext;
import catena.harness.command.CommonOptions;
import catena.harness.command.Terminal;
import catena.harness.engine.PhaseSettings;
import catena.harness.engine.RunDescription;
import catena.harness.engine.Scenario;
import catena.records.fleet.FleetFile;
import catena.records.fleet.FleetProgress;
import catena.records.fleet.InputFiles;
import catena.records.run.ProcessLog;
import catena.records.run.RunDirectory;
import catena.records.threads.StopSignal;
import catena.records.verdict.PendingVerdict;
import catena.records.verdict.Verdict;
import catena.records.verdict.VerdictFile;
import catena.records.words.Reasons;
import catena.records.words.UsageException;
import catena.scenario.cluster.Clusters;
import catena.scenario.language.SweepRow;
import catena.scenario.rate.RateActivity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;

/**
 * Performs runs of a scenario, each in its own directory, as one command line asks for them.
 *
 * @param file the scenario's
 * @param parameters {@code name=value} of the command line
 * @param keepCluster leaves a run's own cluster running
 * @param workers that do what clients do, if this process is not to do all of it
 */
record OneRun(
    CommonOptions options,
    CommandContext context,
    Terminal terminal,
    Path file,
    List<String> parameters,
    boolean keepCluster,
    Optional<Workforce> workers) {
  /**
   * The workers that a command line asks for.
   *
   * @param number how many
   * @param launch what starts them
   */
  record Workforce(int number, String launch) {}

  OneRun {
    parameters = List.copyOf(parameters);
  }

  /**
   * From the description of the run to its verdict.
   *
   * @param directory that is not described yet
   */
  Verdict perform(PlannedRun entry, RunDirectory directory) throws Exception {
    long seed = options.seed().orElseGet(context.seeds());
    Scenario scenario = entry.scenario();
    checkUnused(directory);
    PendingVerdict pending =
        PendingVerdict.begin(directory, context.clock(), PendingVerdict.THE_RUN);
    try {
      describe(directory, entry, seed);
      ProcessLog.into(directory, RunCommand.NAME);
      terminal.note("Scenario " + scenario.name() + ": " + scenario.about());
      scenario
          .expected()
          .ifPresent(expected -> terminal.note("A run of it should end as " + expected));
      terminal.note("Run directory " + directory.display());
      Optional<FleetPlan> fleet = Optional.empty();
      if (workers.isPresent()) {
        fleet = Optional.of(plan(workers.get(), entry, seed));
        InputFiles.store(directory, entry.settings().namedFiles());
      }
      ScenarioRun run =
          new ScenarioRun(
              scenario, entry.settings(), directory, terminal, context, seed, pending, fleet);
      return options.clientProps().isPresent()
          ? run.on(options.requireClientProps())
          : run.onOwnCluster(entry.planned().cluster(), keepCluster);
    } catch (Throwable e) { // an Error, too: Hadoop throws one where a disk fails
      pending.abandon(context.stop().reason().orElseGet(() -> Reasons.of(e)));
      throw e;
    }
  }

  /** Another process may coordinate an unfinished run, and a directory has many paths. */
  private static void checkUnused(RunDirectory directory) throws IOException {
    if (end(directory).isEmpty() && FleetFile.read(directory).isPresent()) {
      throw new UsageException(
          "%s holds a run with workers that is not finished: take it over with --resume, or name another --run-dir"
              .formatted(directory.display()));
    }
  }

  /** With the same parameters a worker computes the same rows; it gets the number of its row. */
  private FleetPlan plan(Workforce asked, PlannedRun entry, long seed) throws IOException {
    Map<String, String> given = new LinkedHashMap<>();
    parameters.stream()
        .map(each -> each.split("=", 2))
        .forEach(each -> given.put(each[0].strip(), each[1].strip()));
    given.put(SweepRow.ROW, Integer.toString(entry.planned().row().number()));
    FleetFile plan =
        new FleetFile(
            asked.number(),
            asked.launch(),
            Specification.sha256(Files.readAllBytes(file)),
            given,
            entry.settings().outsideScenario(),
            entry.settings().belowScenario(),
            seed,
            "",
            false,
            1,
            UUID.randomUUID().toString(),
            UUID.randomUUID().toString());
    return new FleetPlan(Launchers.of(asked.launch()), plan, Optional.empty(), Optional.empty());
  }

  /**
   * Goes on with a run that another process coordinated.
   *
   * @param lost goes on although ZooKeeper knows nothing of the run any more
   * @throws UsageException if it is no such run, or it is over
   */
  static Verdict takeOver(
      Activities activities,
      CommonOptions options,
      CommandContext context,
      Terminal terminal,
      RunDirectory directory,
      boolean lost)
      throws Exception {
    FleetFile file =
        FleetFile.read(directory)
            .orElseThrow(
                () ->
                    new UsageException(
                        directory.display()
                            + " has no fleet.json: only a run with --workers can be taken over,"
                            + " once its workers were asked for"));
    if (file.id().isEmpty()) {
      throw new UsageException(
          directory.display() + " is of an earlier version, which alone can take it over");
    }
    Path properties = options.clientProps().orElse(Path.of(file.clientProperties()));
    // Nothing is asked of Accumulo before its faults are healed.
    String zookeepers = Connection.zookeepers(properties);
    try (FleetNodes nodes = FleetWorkers.nodes(zookeepers, file)) {
      boolean known = nodes.specification().isPresent();
      if (!known) {
        checkUnfinished(directory);
      }
      if (!known && !lost) {
        throw new UsageException(
            "ZooKeeper at %s knows nothing of the run %s: name the client properties of its cluster with -c; if ZooKeeper has lost it, and no process coordinates it, add --lost"
                .formatted(zookeepers, directory.display()));
      }
      Holder me = Holder.here(directory.display(), context.clock());
      Order now = Coordinator.claim(nodes, me, directory.display(), terminal::note);
      if (!known) {
        now =
            Order.after(
                directory.lastGeneration(),
                directory.lastTerm(),
                FleetProgress.lastTerms(directory));
        nodes.order(now);
      }
      if (now.state() == Order.State.CONCLUDED) {
        publish(directory, now.term());
        nodes.remove();
        if (file.ownCluster()) { // which its coordinator may not have ended
          Path cluster = properties.toAbsolutePath().getParent();
          terminal.note("Its cluster may go on: bin/catena cluster stop --dir " + cluster);
        }
      }
      FleetPlan plan =
          new FleetPlan(
              // What ZooKeeper has lost, its workers have left: the user begins new ones.
              known && !lost ? Launchers.of(file.launch()) : Optional.empty(),
              file,
              Optional.of(FleetProgress.read(directory, now.over(), now.term())),
              Optional.of(new FleetPlan.Claim(nodes, me)));
      return goOn(activities, context, terminal, directory, properties, plan);
    }
  }

  private static void checkUnfinished(RunDirectory directory) throws IOException {
    Optional<VerdictFile> verdict = end(directory);
    if (verdict.isPresent()) {
      throw new UsageException(
          "The run %s is over: %s".formatted(directory.display(), verdict.get().inWords()));
    }
  }

  /** The verdict of a run that is over; empty if it is not. */
  private static Optional<VerdictFile> end(RunDirectory directory) throws IOException {
    return VerdictFile.readFrom(directory).filter(each -> !each.unfinished());
  }

  /** Publishes the verdict that a coordinator had reached before it died. */
  static void publish(RunDirectory directory, int term) throws IOException {
    PendingVerdict.publish(
        directory,
        VerdictFile.readFrom(directory, directory.verdict(term))
            .orElseThrow(() -> new IOException(directory.display() + " has lost its verdict")));
  }

  /** Goes on, with the right to coordinate the run: so no other process writes its files. */
  private static Verdict goOn(
      Activities activities,
      CommandContext context,
      Terminal terminal,
      RunDirectory directory,
      Path properties,
      FleetPlan plan)
      throws Exception {
    FleetFile file = plan.file();
    checkUnfinished(directory);
    InputFiles.use(directory); // what they hold now is not what the run began with
    Scenario scenario = WorkerCommand.scenario(activities, directory, file);
    PhaseSettings settings = ScenarioTerms.of(scenario, file, List.copyOf(context.known()), false);
    PendingVerdict pending =
        PendingVerdict.resume(directory, context.clock(), PendingVerdict.THE_RUN);
    pending.fencedBy(claimed(plan.claim().orElseThrow().nodes(), context.stop()));
    try {
      // While ZooKeeper was silent, or no process coordinated, it came into no verdict.
      new FleetFigures(seen -> ScenarioTerms.isFault(settings, seen), pending::found)
          .readAgain(directory);
      ProcessLog.into(directory, RunCommand.NAME);
      terminal.note("Taking over the run " + directory.display() + " of " + scenario.name());
      Optional<LocalCluster> local = Clusters.at(properties, terminal);
      for (Scenario.Part part : scenario.parts()) {
        for (String agitator : agitators(part)) {
          new Healing(settings.of(part), terminal, context.clock(), context.stop())
              .healOwn(directory, agitator, properties, local);
        }
      }
      List<String> doubts = agitated(scenario, plan.phasesDone(), directory);
      ScenarioRun run =
          new ScenarioRun(
              scenario,
              settings,
              directory,
              terminal,
              context,
              file.seed(),
              pending,
              Optional.of(plan.doubting(doubts)));
      Optional<LocalCluster> own = file.ownCluster() ? local : Optional.empty();
      return own.isPresent() ? run.onOwnCluster(own.get(), false) : run.on(properties);
    } catch (Throwable e) { // an Error, too: Hadoop throws one where a disk fails
      if (context.stop().asked()) { // else nothing has gone on: it may be taken over again
        pending.abandon(context.stop().reason().orElseThrow());
      }
      throw e;
    }
  }

  /** The names under which a part injects faults: its own, or that of the steps of a search. */
  private static List<String> agitators(Scenario.Part part) {
    if (part.activity() instanceof RateActivity) {
      return List.of(new AgitateActivity().name());
    }
    return part.activity() instanceof AgitateActivity ? List.of(part.name()) : List.of();
  }

  /**
   * The doubts about the agitation of processes that died during it.
   *
   * @param over how many phases are over: the outcome of agitation in those is on record
   */
  static List<String> agitated(Scenario scenario, int over, RunDirectory directory)
      throws IOException {
    List<Scenario.Phase> all = scenario.phases();
    List<String> doubts = new ArrayList<>();
    for (Scenario.Phase phase : all.subList(Math.min(over, all.size()), all.size())) {
      for (Scenario.Part part : phase.parts()) {
        for (String agitator : agitators(part)) {
          doubts.addAll(AbandonedFaults.doubts(directory, RunCommand.NAME, agitator));
        }
      }
    }
    return doubts;
  }

  /** The fence until the workers are watched, and the right with them. */
  private static PendingVerdict.Fence claimed(FleetNodes nodes, StopSignal stop) {
    return new PendingVerdict.Fence() {
      @Override
      public boolean mayWrite() {
        return true;
      }

      @Override
      public void concluding(VerdictFile last) throws IOException {
        if (!stop.asked()) {
          throw new IOException("nothing has gone on: the run may be taken over again");
        }
        nodes.confirm();
      }
    };
  }

  private void describe(RunDirectory directory, PlannedRun entry, long seed) throws IOException {
    directory.writePrivately(directory.scenario(), Files.readAllBytes(file), "the scenario");
    entry.plan().writeTo(directory);
    SortedMap<String, String> effective = new TreeMap<>(entry.settings().effective());
    effective.merge(
        "graph.seed", Long.toString(seed), (given, drawn) -> given.isBlank() ? drawn : given);
    new RunDescription(directory, context).begin(effective);
  }
}
