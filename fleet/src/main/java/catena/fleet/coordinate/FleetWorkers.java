// SPDX-License-Identifier: Apache-2.0
package catena.fleet.coordinate;

import catena.fleet.ClientAssignment;
import catena.fleet.FleetSettings;
import catena.fleet.agree.FleetNodes;
import catena.fleet.agree.Order;
import catena.fleet.agree.OrdersTakenException;
import catena.fleet.agree.Specification;
import catena.fleet.coordinate.Coordinator.FleetTerms;
import catena.fleet.coordinate.PhaseRun.PhaseCall;
import catena.fleet.coordinate.PhaseRun.PhaseResult;
import catena.fleet.launch.LaunchRequest;
import catena.fleet.launch.Launcher;
import catena.fleet.launch.Workers;
import catena.fleet.launch.Workers.WorkerEnd;
import catena.harness.accumulo.Holder;
import catena.harness.activity.RunContext;
import catena.harness.command.Progress;
import catena.harness.command.ProgressTask;
import catena.records.fleet.FleetFile;
import catena.records.fleet.FleetProgress;
import catena.records.run.RunDirectory;
import catena.records.run.Versions;
import catena.records.settings.Settings;
import catena.records.threads.StopSignal;
import catena.records.verdict.PendingVerdict;
import catena.records.verdict.VerdictFile;
import catena.records.words.Problems;
import catena.records.words.Reasons;
import catena.records.words.UsageException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/**
 * The workers of a run, as its coordinator has them.
 *
 * @param file what they read of the run
 * @param run that they are a part of
 * @param coordinator starts, watches and ends them, and gives them their orders
 */
public record FleetWorkers(FleetFile file, RunContext run, Coordinator coordinator)
    implements PendingVerdict.Fence {
  private static final Logger LOG = LogManager.getLogger(FleetWorkers.class);

  /** The limit for a connection to ZooKeeper, and for each request. */
  private static final Duration ZOOKEEPER_LIMIT = Duration.ofSeconds(15);

  /**
   * The workers with which a run is performed.
   *
   * @param launcher starts them; empty if they are started otherwise
   * @param file what they read of the run, as far as it is known before there is a cluster
   * @param before the progress of the earlier coordinator, if this process takes over
   * @param claim the right by which it coordinates already, if this process takes over
   */
  public record FleetPlan(
      Optional<Launcher> launcher,
      FleetFile file,
      Optional<FleetProgress> before,
      Optional<Claim> claim) {
    /**
     * The right to coordinate, taken before any file of the run was touched.
     *
     * @param nodes whose session holds the right
     */
    public record Claim(FleetNodes nodes, Holder me) {}

    /** The same plan with more doubts about what was done before. */
    public FleetPlan doubting(List<String> more) {
      return new FleetPlan(launcher, file, before.map(its -> its.doubting(more)), claim);
    }

    /** How many phases are over. */
    public int phasesDone() {
      return before.map(FleetProgress::phases).map(List::size).orElse(0);
    }
  }

  /** Catena's version, which all processes of a run must share. */
  public static String version() {
    return Versions.catena() + Versions.commit().map(commit -> " (" + commit + ")").orElse("");
  }

  /**
   * The specification of a run by which its processes agree.
   *
   * @throws IOException if the run directory cannot be read
   */
  public static Specification specification(
      RunDirectory directory, FleetFile file, boolean replaces) throws IOException {
    byte[] content = directory.read(directory.fleet()).orElse(new byte[0]);
    return new Specification(
        directory.root().toString(),
        Specification.sha256(content),
        version(),
        file.workers(),
        replaces);
  }

  /**
   * Becomes the coordinator, has the workers started or finds those that run, and waits for them.
   *
   * @param settings of the run as a whole
   * @param ahead whether workers have anything to do any more; where another coordinator has come
   *     further than that, none is waited for
   * @throws UsageException if another process coordinates, if the engine cannot start workers, or
   *     if too few come; nothing runs then
   */
  public static FleetWorkers open(
      FleetPlan plan,
      RunContext run,
      Path clientProperties,
      boolean ownCluster,
      Settings settings,
      FleetFigures figures,
      boolean ahead)
      throws IOException, InterruptedException {
    RunDirectory directory = run.directory();
    FleetFile file = plan.file();
    if (plan.before().isEmpty()) {
      int tservers = run.connection().client().instanceOperations().getTabletServers().size();
      String properties = clientProperties.toAbsolutePath().toString();
      file = file.at(properties, ownCluster, Math.max(1, tservers));
      file.writeTo(directory);
    }
    FleetNodes nodes =
        plan.claim()
            .map(FleetPlan.Claim::nodes)
            .orElseGet(() -> nodes(run.connection().zookeepers(), plan.file()));
    Holder me =
        plan.claim()
            .map(FleetPlan.Claim::me)
            .orElseGet(() -> Holder.here(directory.display(), run.clock()));
    LaunchRequest request =
        new LaunchRequest(
            directory.reach(), file.workers(), Path.of(file.clientProperties()), settings);
    Optional<Workers> there = Optional.empty();
    Coordinator coordinator;
    try {
      if (ahead && plan.launcher().isPresent() && !handle(plan).isEmpty()) {
        Order now = Coordinator.claim(nodes, me, directory.display(), run.terminal()::note);
        if (!now.isLast()) { // so that nothing is ended where what started them cannot be reached
          there = Optional.of(started(plan, plan.launcher().get(), request));
        }
      }
      boolean replaces = settings.get(FleetSettings.DEATH) == FleetSettings.Death.REPLACE;
      coordinator =
          Coordinator.open(
              nodes,
              new FleetTerms(
                  specification(directory, file, replaces),
                  me,
                  FleetSettings.limits(settings),
                  settings,
                  directory,
                  run.journal()::add,
                  run.terminal()::note,
                  run.clock(),
                  run.stop(),
                  figures::isFault));
    } catch (IOException | InterruptedException | RuntimeException e) {
      if (plan.claim().isEmpty()) { // else who holds it closes them, after its verdict
        nodes.close();
      }
      throw e;
    }
    FleetWorkers crew = new FleetWorkers(file, run, coordinator);
    run.pending().ifPresent(verdict -> verdict.fencedBy(crew));
    try {
      plan.before().map(FleetProgress::doubts).ifPresent(all -> all.forEach(coordinator::doubt));
      crew.begin(plan, request, there, ahead);
      return crew;
    } catch (IOException | InterruptedException | RuntimeException e) {
      try (coordinator) {
        coordinator.end();
        if (coordinator.isOusted()) {
          e.addSuppressed(new OrdersTakenException());
        }
        run.pending().ifPresent(verdict -> verdict.abandon(Reasons.of(e)));
      } catch (IOException closing) {
        e.addSuppressed(closing);
      }
      throw e;
    }
  }

  /** The nodes of a run in the instance's ZooKeeper. */
  public static FleetNodes nodes(String zookeepers, FleetFile file) {
    return FleetNodes.open(zookeepers, file.id(), file.secret(), ZOOKEEPER_LIMIT);
  }

  private void begin(FleetPlan plan, LaunchRequest request, Optional<Workers> there, boolean ahead)
      throws IOException, InterruptedException {
    if (!ahead || coordinator.isReleased()) { // they have ended, or are about to
      if (ahead) {
        run.stop().ask("its workers were asked to end by the coordinator before");
      }
      coordinator.release();
      coordinator.watch(left(plan, request));
      return;
    }
    Optional<Workers> workers = there;
    if (there.isEmpty() && plan.launcher().isPresent()) {
      workers = Optional.of(started(plan, plan.launcher().get(), request));
    } else if (there.isEmpty()) {
      run.terminal()
          .note(
              "Start the %d workers by: bin/catena worker %s -c CLIENT_PROPERTIES"
                  .formatted(file.workers(), run.directory().reach()));
    }
    coordinator.watch(workers);
    Progress shown =
        Progress.start(
            run.terminal(),
            ProgressTask.of("gather", "workers", coordinator::present)
                .upTo(OptionalLong.of(file.workers())));
    try (shown) {
      coordinator.gather();
    }
  }

  /** What started the workers of another coordinator, which is ended with the run. */
  private Optional<Workers> left(FleetPlan plan, LaunchRequest request)
      throws InterruptedException {
    String handle = handle(plan);
    try {
      if (handle.isEmpty() || plan.launcher().isEmpty()) {
        return Optional.empty();
      }
      Workers there = plan.launcher().get().attach(request, handle);
      List<WorkerEnd> unused = there.ended(); // some engines are asked for the first time by that
      return Optional.of(there);
    } catch (IOException | RuntimeException e) {
      run.terminal().note("What started the workers may be left: " + Reasons.of(e));
      return Optional.empty();
    }
  }

  /** Names the workers that another coordinator has had started; empty if there are none. */
  private static String handle(FleetPlan plan) {
    return plan.before().map(FleetProgress::handle).orElse("");
  }

  private static Workers started(FleetPlan plan, Launcher launcher, LaunchRequest request)
      throws IOException, InterruptedException {
    Problems problems = new Problems();
    launcher.check(request, problems);
    problems.throwIfAny();
    String handle = handle(plan);
    return handle.isEmpty() ? launcher.launch(request) : launcher.attach(request, handle);
  }

  @Override
  public boolean mayWrite() {
    return coordinator.maySpeak();
  }

  /** Only the process whose order is taken publishes its verdict; another one finds it by that. */
  @Override
  public void concluding(VerdictFile last) throws IOException {
    last.writeTo(run.directory(), run.directory().verdict(coordinator.term()));
    try {
      coordinator.conclude();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted before the verdict was published", e);
    }
  }

  /** Deals the clients of a part to workers. */
  public ClientAssignment deal() {
    return new ClientAssignment(file.workers(), file.tservers());
  }

  /**
   * Has the workers do a phase.
   *
   * @param figures of their work, for the terminal
   * @param stop asks for its end
   */
  public PhaseResult perform(PhaseCall call, boolean writes, FleetFigures figures, StopSignal stop)
      throws IOException, InterruptedException {
    long entries = figures.entries();
    long operations = figures.operations();
    ProgressTask task =
        writes
            ? ProgressTask.of(words(call), "entries", () -> figures.entries() - entries)
                .answeredBy(ProgressTask.Replies.of("no acknowledgement", figures::acknowledged))
                .timedAs(() -> Optional.of("flush"))
            : ProgressTask.of(words(call), "operations", () -> figures.operations() - operations);
    Progress shown = Progress.start(run.terminal(), task);
    try (shown) {
      PhaseResult result = coordinator.perform(call, stop);
      hearAll();
      return result;
    }
  }

  /** Reads the journals, so that a phase's last line reports all of it, however short it was. */
  private void hearAll() {
    try {
      run.follower().poll();
    } catch (IOException e) {
      LOG.warn("not all that workers did can be reported now", e);
    }
  }

  private String words(PhaseCall call) {
    return call.words() + " (" + coordinator.present() + "/" + file.workers() + " workers)";
  }
}
