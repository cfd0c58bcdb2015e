// SPDX-License-Identifier: Apache-2.0
package catena.scenario;

import catena.agitator.AbandonedFaults;
import catena.agitator.AgitateActivity;
import catena.agitator.Healing;
import catena.cluster.local.LocalCluster;
import catena.fleet.agree.FleetNodes;
import catena.fleet.agree.Order;
import catena.fleet.coordinate.Coordinator;
import catena.fleet.coordinate.FleetFigures;
import catena.fleet.coordinate.FleetPlan;
import catena.fleet.coordinate.FleetWorkers;
import catena.harness.accumulo.Connection;
import catena.harness.accumulo.Holder;
import catena.harness.command.CommandContext;
import catena.harness.command.CommonOptions;
import catena.harness.command.Terminal;
import catena.harness.engine.PhaseSettings;
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
import catena.records.words.UsageException;
import catena.scenario.cluster.Clusters;
import catena.scenario.rate.RateActivity;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Goes on with a run with workers that another process coordinated.
 *
 * @param options the client properties, where they are named
 * @param lost goes on although ZooKeeper knows nothing of the run any more
 */
record TakeOver(
    Activities activities,
    CommonOptions options,
    CommandContext context,
    Terminal terminal,
    RunDirectory directory,
    boolean lost) {
  /**
   * Takes the right to coordinate it, heals what its faults have left, and performs the rest.
   *
   * @throws UsageException if it is no such run, or it is over
   */
  Verdict perform() throws Exception {
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
        checkUnfinished();
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
              Optional.of(nodes));
      return goOn(properties, plan);
    }
  }

  private void checkUnfinished() throws IOException {
    Optional<VerdictFile> verdict =
        VerdictFile.readFrom(directory).filter(each -> !each.unfinished());
    if (verdict.isPresent()) {
      throw new UsageException(
          "The run %s is over: %s".formatted(directory.display(), verdict.get().inWords()));
    }
  }

  /** Publishes the verdict that a coordinator had reached before it died. */
  static void publish(RunDirectory directory, int term) throws IOException {
    boolean unused =
        PendingVerdict.publish(
            directory,
            VerdictFile.readFrom(directory, directory.verdict(term))
                .orElseThrow(() -> new IOException(directory.display() + " has lost its verdict")));
  }

  /** Goes on, with the right to coordinate the run: so no other process writes its files. */
  private Verdict goOn(Path properties, FleetPlan plan) throws Exception {
    FleetFile file = plan.file();
    checkUnfinished();
    InputFiles.use(directory); // what they hold now is not what the run began with
    Scenario scenario = WorkerCommand.scenario(activities, directory, file);
    PhaseSettings settings = WorkerCommand.settings(scenario, file, context.known(), false);
    PendingVerdict pending =
        PendingVerdict.resume(directory, context.clock(), PendingVerdict.THE_RUN);
    pending.fencedBy(claimed(plan.claim().orElseThrow(), context.stop()));
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
}
