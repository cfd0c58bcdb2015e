// SPDX-License-Identifier: Apache-2.0
package catena.fleet.coordinate;

import catena.fleet.FleetSettings;
import catena.fleet.agree.FleetNodes;
import catena.fleet.agree.OrdersTakenException;
import catena.fleet.agree.Specification;
import catena.fleet.launch.LaunchRequest;
import catena.fleet.launch.Launcher;
import catena.fleet.launch.Workers;
import catena.fleet.launch.Workers.WorkerEnd;
import catena.harness.accumulo.Holder;
import catena.harness.activity.RunContext;
import catena.harness.command.Progress;
import catena.harness.command.ProgressTask;
import catena.records.fleet.FleetFile;
import catena.records.run.RunDirectory;
import catena.records.run.Versions;
import catena.records.settings.Settings;
import catena.records.words.Problems;
import catena.records.words.Reasons;
import catena.records.words.UsageException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Begins to coordinate the workers of a run: has them started, or finds those that there are. */
public final class FleetWorkers {
  /** The limit for a connection to ZooKeeper, and for each request. */
  private static final Duration ZOOKEEPER_LIMIT = Duration.ofSeconds(15);

  private final FleetPlan plan;
  private final RunContext run;
  private final LaunchRequest request;

  private FleetWorkers(FleetPlan plan, RunContext run, Settings settings) {
    this.plan = plan;
    this.run = run;
    this.request =
        new LaunchRequest(
            run.directory().reach(),
            plan.file().workers(),
            Path.of(plan.file().clientProperties()),
            settings);
  }

  /** Catena's version, which all processes of a run must share. */
  private static String version() {
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
   * @param plan with the file that is in the run directory
   * @param settings of the run as a whole
   * @param ahead whether workers have anything to do any more; where another coordinator has come
   *     further than that, none is waited for
   * @throws UsageException if another process coordinates, if the engine cannot start workers, or
   *     if too few come; nothing runs then
   */
  public static Coordinator coordinate(
      FleetPlan plan, RunContext run, Settings settings, FleetFigures figures, boolean ahead)
      throws IOException, InterruptedException {
    FleetWorkers workers = new FleetWorkers(plan, run, settings);
    FleetNodes nodes =
        plan.claim().orElseGet(() -> nodes(run.connection().zookeepers(), plan.file()));
    Optional<Workers> there;
    Coordinator coordinator;
    try {
      FleetTerms terms = workers.terms(nodes, settings, figures);
      there = workers.found(nodes, terms, ahead);
      coordinator = Coordinator.open(nodes, terms);
    } catch (IOException | InterruptedException | RuntimeException e) {
      if (plan.claim().isEmpty()) { // else who holds it closes them, after its verdict
        nodes.close();
      }
      throw e;
    }
    run.pending().ifPresent(verdict -> verdict.fencedBy(coordinator.lead()));
    try {
      plan.before().ifPresent(its -> its.doubts().forEach(coordinator.lead()::doubt));
      workers.begin(coordinator, there, ahead);
      return coordinator;
    } catch (IOException | InterruptedException | RuntimeException e) {
      try (coordinator) {
        coordinator.end();
        if (coordinator.lead().isOusted()) {
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

  private FleetTerms terms(FleetNodes nodes, Settings settings, FleetFigures figures)
      throws IOException {
    RunDirectory directory = run.directory();
    boolean replaces = settings.get(FleetSettings.DEATH) == FleetSettings.Death.REPLACE;
    return new FleetTerms(
        specification(directory, plan.file(), replaces),
        nodes.me().orElseGet(() -> Holder.here(directory.display(), run.clock())),
        FleetSettings.limits(settings),
        settings,
        directory,
        run.journal()::add,
        run.terminal()::note,
        run.clock(),
        run.stop(),
        figures::isFault);
  }

  /**
   * The workers of another coordinator that go on, found before this one gives any order: so
   * nothing is ended where what started them cannot be reached.
   */
  private Optional<Workers> found(FleetNodes nodes, FleetTerms terms, boolean ahead)
      throws IOException, InterruptedException {
    boolean taken = ahead && plan.launcher().isPresent() && !plan.handle().isEmpty();
    return taken && !Coordinator.claim(nodes, terms.me(), terms.run().run(), terms.notes()).isLast()
        ? Optional.of(started(plan.launcher().get()))
        : Optional.empty();
  }

  private void begin(Coordinator coordinator, Optional<Workers> there, boolean ahead)
      throws IOException, InterruptedException {
    if (!ahead || coordinator.isReleased()) { // they have ended, or are about to
      if (ahead) {
        run.stop().ask("its workers were asked to end by the coordinator before");
      }
      coordinator.release();
      coordinator.watch(left());
      return;
    }
    Optional<Workers> workers = there;
    int number = plan.file().workers();
    if (there.isEmpty() && plan.launcher().isPresent()) {
      workers = Optional.of(started(plan.launcher().get()));
    } else if (there.isEmpty()) {
      run.terminal()
          .note(
              "Start the %d workers by: bin/catena worker %s -c CLIENT_PROPERTIES"
                  .formatted(number, run.directory().reach()));
    }
    coordinator.watch(workers);
    Progress shown =
        Progress.start(
            run.terminal(),
            ProgressTask.of("gather", "workers", coordinator::present)
                .upTo(OptionalLong.of(number)));
    try (shown) {
      coordinator.gather();
    }
  }

  /** What started the workers of another coordinator, which is ended with the run. */
  private Optional<Workers> left() throws InterruptedException {
    try {
      if (plan.handle().isEmpty() || plan.launcher().isEmpty()) {
        return Optional.empty();
      }
      Workers there = plan.launcher().get().attach(request, plan.handle());
      List<WorkerEnd> unused = there.ended(); // some engines are asked for the first time by that
      return Optional.of(there);
    } catch (IOException | RuntimeException e) {
      run.terminal().note("What started the workers may be left: " + Reasons.of(e));
      return Optional.empty();
    }
  }

  private Workers started(Launcher launcher) throws IOException, InterruptedException {
    Problems problems = new Problems();
    launcher.check(request, problems);
    problems.throwIfAny();
    return plan.handle().isEmpty()
        ? launcher.launch(request)
        : launcher.attach(request, plan.handle());
  }
}
