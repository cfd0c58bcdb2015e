package catena.scenario;

import catena.cluster.local.LocalCluster;
import catena.harness.accumulo.Connection;
import catena.harness.activity.Companions;
import catena.harness.activity.Given;
import catena.harness.activity.PreparedPart;
import catena.harness.activity.ProvenSoFar;
import catena.harness.activity.RunContext;
import catena.harness.activity.RunJournal;
import catena.harness.activity.Site;
import catena.harness.command.CommandContext;
import catena.harness.command.Terminal;
import catena.records.fleet.FleetProgress;
import catena.records.journal.Event;
import catena.records.journal.Journal;
import catena.records.run.RunDirectory;
import catena.records.settings.Settings;
import catena.records.threads.StopSignal;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.PendingVerdict;
import catena.records.verdict.Verdict;
import catena.records.words.Reasons;
import catena.records.words.UsageException;
import catena.scenario.Scenario.Part;
import catena.scenario.Scenario.Phase;
import catena.scenario.cluster.Clusters;
import catena.scenario.cluster.OwnCluster;
import catena.scenario.fleet.Crew;
import catena.scenario.fleet.FleetFigures;
import catena.scenario.fleet.FleetPlan;
import catena.scenario.phase.ParallelPhase;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/**
 * One run: the phases of a scenario, one after the other, on one cluster, to one verdict.
 *
 * <ol>
 *   <li>The scenario, the properties and {@code -o} come to one set of settings; all that is wrong
 *       is told at once, and nothing has begun ({@link PhaseSettings}).
 *   <li>The run directory is made and described; its verdict is pending ({@link OneRun}).
 *   <li>A cluster is started, or the one that is named is asked whether it accepts the user.
 *   <li>The companions begin: samples, and the record of where each tablet is hosted.
 *   <li>The phases follow one another, or are left out ({@link PhaseLoop}); each of their parts is
 *       prepared and performed ({@link PreparedPart}), several of one phase {@link ParallelPhase}.
 *       A part that fails is a doubt.
 *   <li>Clients write ledgers, journals and latencies as they go; a fault is told at once.
 *   <li>The agitator injects faults, proves and heals them, and waits until the cluster is whole.
 *   <li>{@code quiesce} waits for every tablet; {@code verify} compares.
 *   <li>The companions end and say what there is to say, causes among it; the verdict is written
 *       once ({@link RunSummary}), the report made of the directory, the cluster stopped.
 * </ol>
 *
 * <p>A command goes the same way with one part ({@link catena.harness.activity.ActivityCommand}).
 */
final class Run {
  private static final Logger LOG = LogManager.getLogger(Run.class);
  private static final Duration CONNECT_LIMIT = Duration.ofSeconds(30);

  private final Scenario scenario;
  private final PhaseSettings settings;
  private final RunDirectory directory;
  private final Terminal terminal;
  private final StopSignal stop;
  private final Clock clock;
  private final long seed;

  /** Whether the cluster is the run's own. */
  private boolean ownCluster = true;

  /** Whether a phase was performed. */
  private boolean begun;

  private final PendingVerdict pending;
  private final Optional<FleetPlan> fleet;
  private final FleetFigures figures;

  /** The workers, while phases are performed that may need them. */
  private Optional<Crew> crew = Optional.empty();

  /** Whether nobody else can coordinate the run, and need its cluster. */
  private boolean mine = true;

  private final Companions companions;
  private final RunSummary summary;

  Run(
      Scenario scenario,
      PhaseSettings settings,
      RunDirectory directory,
      Terminal terminal,
      CommandContext context,
      long seed,
      PendingVerdict pending,
      Optional<FleetPlan> fleet) {
    this.fleet = fleet;
    this.figures = new FleetFigures(settings::isFault, pending::found);
    this.companions = Activities.COMPANIONS.without(words(scenario));
    this.pending = pending;
    this.summary = new RunSummary(pending);
    this.scenario = scenario;
    this.settings = settings;
    this.directory = directory;
    this.terminal = terminal;
    this.stop = context.stop();
    this.clock = context.clock();
    this.seed = seed;
  }

  /** The companions whose place the parts take. */
  private static List<String> words(Scenario scenario) {
    return scenario.parts().stream().flatMap(part -> part.activity().inPlaceOf().stream()).toList();
  }

  /** Runs on a cluster that exists; a local one has its client properties in its directory. */
  Verdict on(Path clientProperties) throws Exception {
    ownCluster = false;
    return conclude(clientProperties, Clusters.at(clientProperties, terminal));
  }

  /**
   * Runs on a cluster of its own, which is stopped whatever happens, and removed after a pass.
   *
   * @param keep leaves it running
   */
  Verdict onOwnCluster(boolean keep) throws Exception {
    LocalCluster cluster =
        stop.interrupting(() -> OwnCluster.start(scenario.cluster(), directory, terminal));
    Verdict verdict = Verdict.UNKNOWN;
    try {
      verdict = conclude(cluster.clientProperties(), Optional.of(cluster));
    } finally {
      end(cluster, verdict, keep);
    }
    return verdict;
  }

  /** What goes wrong with it now changes nothing about the verdict that is written. */
  private void end(LocalCluster cluster, Verdict verdict, boolean keep) {
    if (!mine) {
      terminal.note("The cluster is left to the process that coordinates the run");
      return;
    }
    Path files = cluster.clientProperties().getParent();
    if (keep) {
      terminal.note("The cluster goes on; its client properties: " + cluster.clientProperties());
      return;
    }
    try {
      if (verdict == Verdict.PASS) {
        cluster.clean();
      } else {
        cluster.stop();
        terminal.note("The cluster is stopped; its logs are in " + files.resolve("logs"));
        OwnCluster.onwards(cluster, directory, stop.asked()).forEach(terminal::note);
      }
    } catch (IOException | RuntimeException e) {
      LOG.error("the cluster was not stopped", e);
      terminal.note("The cluster in " + files + " was not stopped: " + Reasons.of(e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      terminal.note("The cluster in " + files + " was not stopped: interrupted");
    }
  }

  /** Goes on with the run's own cluster, which another coordinator has started. */
  Verdict onOwnClusterAgain(LocalCluster cluster) throws Exception {
    Verdict verdict = Verdict.UNKNOWN;
    try {
      verdict = conclude(cluster.clientProperties(), Optional.of(cluster));
    } finally {
      end(cluster, verdict, false);
    }
    return verdict;
  }

  private Verdict conclude(Path clientProperties, Optional<LocalCluster> cluster) throws Exception {
    try (RunJournal record = new RunJournal(directory, "run", terminal);
        Connection connection = Connection.open(clientProperties, CONNECT_LIMIT)) {
      try {
        return conclude(clientProperties, cluster, record, connection);
      } catch (Throwable e) { // before the right to conclude is given back
        pending.abandon(Reasons.of(e));
        throw e;
      } finally {
        giveBack();
      }
    }
  }

  /** Gives the right to coordinate back, once the verdict is written. */
  private void giveBack() {
    if (crew.isPresent()) {
      try {
        crew.get().close();
        mine = !isOusted();
      } catch (IOException e) {
        LOG.warn("something of the fleet may be left", e);
        terminal.note("What the run has in ZooKeeper may be left there: " + Reasons.of(e));
      }
    }
  }

  private Verdict conclude(
      Path clientProperties,
      Optional<LocalCluster> cluster,
      RunJournal record,
      Connection connection)
      throws Exception {
    MissingLabels.grant(connection, scenario.parts(), settings, terminal);
    Journal journal = record.journal();
    journal.add(new Event.RunStarted(clock.millis(), "run", scenario.name()));
    Given given =
        cluster
            .map(Clusters::given)
            .orElse(Given.NOTHING)
            .and(Given.of(figures))
            .and(Given.lazily(ProvenSoFar.class, summary::provenSoFar));
    Site site = new Site(() -> connection, true, given, List.of(), terminal, clock, seed);
    RunContext run = new RunContext("run", site, directory, journal, Optional.of(pending), stop);
    companions
        .accompany(
            run,
            settings.whole(),
            () -> withWorkers(run, clientProperties, record),
            () -> begun || pending.hasFailed(),
            "The phases were not completed")
        .forEach(summary::add);
    if (isOusted()) {
      terminal.note("The verdict is left to the process that has taken the run over");
      return Verdict.UNKNOWN;
    }
    companions.after(run, settings.whole()).forEach(summary::add);
    record.doubts().forEach(summary::add);
    summary.close(stop);
    journal.add(new Event.RunEnded(clock.millis(), "run", summary.verdict()));
    journal.flush();
    companions.concluded(run);
    summary.print(terminal, scenario.name(), directory.display());
    return summary.verdict();
  }

  private void withWorkers(RunContext run, Path clientProperties, RunJournal record)
      throws Exception {
    if (fleet.isEmpty()) {
      phases(run, record);
      return;
    }
    boolean ahead = hasWorkAfter(done() - 1);
    Crew hired;
    mine = false;
    try {
      hired =
          Crew.open(
              fleet.get(), run, clientProperties, ownCluster, settings.whole(), figures, ahead);
    } catch (UsageException e) { // it gave all of it back
      mine = true;
      throw e;
    }
    crew = Optional.of(hired);
    try {
      releaseAfter(-1);
      phases(run, record);
    } finally {
      try {
        hired.end();
      } finally {
        summary.add(hired.late());
        hired.doubts().forEach(summary::doubt);
      }
    }
  }

  private boolean isOusted() {
    return crew.filter(Crew::isOusted).isPresent();
  }

  /** Workers for whom no later phase has anything to do are let go. */
  private void releaseAfter(int index) throws IOException, InterruptedException {
    if (crew.isPresent() && !hasWorkAfter(index)) {
      crew.get().release();
    }
  }

  /** Whether workers have anything to do in a phase behind the one of an index. */
  private boolean hasWorkAfter(int index) {
    List<Phase> all = scenario.phases();
    return all.subList(index + 1, all.size()).stream().anyMatch(SharedPhase::isShared);
  }

  private void phases(RunContext run, RunJournal record) throws Exception {
    PhaseLoop.Steps steps =
        new PhaseLoop.Steps() {
          @Override
          public List<PartOutcome> perform(Phase phase) throws Exception {
            int index = scenario.phases().indexOf(phase);
            return index < done() ? again(phase, index) : phase(phase, index, run, record);
          }

          @Override
          public void leaveOut(Phase phase, String why) throws Exception {
            int index = scenario.phases().indexOf(phase);
            if (index >= done()) {
              Run.this.leaveOut(phase, why, run.journal());
              over(new FleetProgress.Done(List.of(), why, 0));
            }
          }

          @Override
          public void stoppedBefore(Phase phase) {
            summary.doubt("stopped before phase " + phase.words());
          }
        };
    new PhaseLoop(stop, steps).run(scenario.phases());
  }

  /** How many phases are over that another coordinator has performed. */
  private int done() {
    return fleet.map(FleetPlan::phasesDone).orElse(0);
  }

  /** What a phase came to that another coordinator has performed. */
  private List<PartOutcome> again(Phase phase, int index) throws Exception {
    FleetProgress.Done over = fleet.orElseThrow().before().orElseThrow().phases().get(index);
    terminal.note("== " + phase.words() + " was performed before");
    summary.add(phase, over.parts(), this::table);
    begun = true;
    summary.took(phase.words(), Duration.ofMillis(over.tookMillis()));
    releaseAfter(index);
    return over.parts().subList(0, phase.parts().size());
  }

  /** It is on record all the same, so that the journal has each phase of the plan in its place. */
  private void leaveOut(Phase phase, String why, Journal journal) {
    terminal.note("");
    terminal.note("== " + phase.words() + " left out: " + why);
    long now = clock.millis();
    journal.add(new Event.PhaseStarted(now, "run", phase.words()));
    journal.add(new Event.PhaseEnded(now, "run", phase.words(), "left out: " + why));
    summary.leftOut(phase.words() + " was left out: " + why);
  }

  /** Takes note of a phase that is over, for another coordinator. */
  private void over(FleetProgress.Done phase) throws Exception {
    if (crew.isPresent()) {
      crew.get().over(phase);
    }
  }

  private List<PartOutcome> phase(Phase phase, int index, RunContext run, RunJournal record)
      throws Exception {
    terminal.note("");
    terminal.note("== " + phase.words());
    run.journal().add(new Event.PhaseStarted(clock.millis(), "run", phase.words()));
    long began = clock.millis();
    List<PartOutcome> told = new ArrayList<>();
    List<PartOutcome> came = perform(phase, index, run, told);
    begun = true;
    told.addAll(0, came);
    summary.add(phase, told, this::table);
    ended(phase, came, run.journal());
    summary.took(phase.words(), Duration.ofMillis(clock.millis() - began));
    String reason = stop.reason().orElse("done");
    run.journal().add(new Event.PhaseEnded(clock.millis(), "run", phase.words(), reason));
    if (crew.isPresent() && !stop.asked()) {
      record.doubts().forEach(each -> each.reasons().forEach(crew.get()::doubt));
      over(new FleetProgress.Done(told, "", clock.millis() - began));
      releaseAfter(index);
    }
    return came;
  }

  private String table(Part part) {
    return part.activity().table(settings.of(part));
  }

  /** What each part came to, in the order of the parts. */
  private void ended(Phase phase, List<PartOutcome> came, Journal journal) {
    for (int i = 0; i < came.size(); i++) {
      PartOutcome outcome = came.get(i);
      String part = phase.parts().get(i).name();
      journal.add(
          new Event.PartEnded(clock.millis(), "run", part, outcome.verdict(), outcome.reasons()));
    }
  }

  /**
   * Performs a phase.
   *
   * @param told takes what is to be said beside what its parts came to
   */
  private List<PartOutcome> perform(Phase phase, int index, RunContext run, List<PartOutcome> told)
      throws Exception {
    if (crew.isPresent() && SharedPhase.isShared(phase)) {
      SharedPhase.Result result =
          new SharedPhase(phase, index, settings, run, crew.get()).perform(stop);
      told.add(result.fleet());
      return result.parts();
    }
    if (phase.parts().size() == 1) {
      return List.of(perform(phase.parts().get(0), run));
    }
    List<ParallelPhase.Member> members = new ArrayList<>();
    for (Part part : phase.parts()) {
      Settings own = settings.of(part);
      members.add(
          new ParallelPhase.Member(
              part.name(),
              part.activity().endless(own),
              signal -> mine(signal, stopped -> perform(part, own, run, stopped))));
    }
    return ParallelPhase.perform(members, stop);
  }

  /** Performs a part to its end. */
  static PartOutcome perform(Part part, Settings own, RunContext run, StopSignal stop)
      throws Exception {
    return PreparedPart.perform(part.activity(), own, run.of(part.name(), run.site(), stop));
  }

  /** Does a part that no worker does. */
  private PartOutcome mine(StopSignal signal, ParallelPhase.Act part) throws Exception {
    return crew.isPresent() ? crew.get().own(signal, part) : part.perform(signal);
  }

  /**
   * A part that fails is a doubt about what was done before it, which is not to be thrown away;
   * where nothing was done yet, it is the end.
   */
  private PartOutcome perform(Part only, RunContext run) throws Exception {
    try {
      return mine(stop, stopped -> perform(only, settings.of(only), run, stopped));
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      if (only.equals(scenario.parts().get(0))) {
        throw e;
      }
      LOG.error("{} failed", only.name(), e);
      return PartOutcome.doubt(only.name() + " failed: " + Reasons.of(e));
    }
  }
}
