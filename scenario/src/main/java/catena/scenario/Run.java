package catena.scenario;

import catena.cluster.local.LocalCluster;
import catena.harness.accumulo.Connection;
import catena.harness.client.StopSignal;
import catena.harness.command.CommandContext;
import catena.harness.command.Terminal;
import catena.harness.journal.Event;
import catena.harness.journal.Journal;
import catena.harness.run.RunDirectory;
import catena.harness.settings.Settings;
import catena.harness.verdict.PartOutcome;
import catena.harness.verdict.PendingVerdict;
import catena.harness.verdict.Verdict;
import catena.harness.words.Reasons;
import catena.report.Reports;
import catena.scenario.Scenario.Part;
import catena.scenario.Scenario.Phase;
import catena.trace.Tracer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/** One run: the phases of a scenario, one after the other, on one cluster, to one verdict. */
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

  /** What could not be written down while the run went on; added to by any thread. */
  private final Queue<String> unrecorded = new ConcurrentLinkedQueue<>();

  /** Whether a phase was performed. */
  private boolean begun;

  private final PendingVerdict pending;
  private final RunSummary summary;

  Run(
      Scenario scenario,
      PhaseSettings settings,
      RunDirectory directory,
      Terminal terminal,
      CommandContext context,
      long seed,
      PendingVerdict pending) {
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

  /** Runs on a cluster that exists; a local one has its client properties in its directory. */
  Verdict on(Path clientProperties) throws Exception {
    Path directory = clientProperties.toAbsolutePath().getParent();
    return conclude(
        clientProperties,
        LocalCluster.exists(directory)
            ? Optional.of(LocalCluster.open(directory, terminal::note))
            : Optional.empty());
  }

  /**
   * Runs on a cluster of its own, which is stopped whatever happens, and removed after a pass.
   *
   * @param keep leaves it running
   */
  Verdict onOwnCluster(boolean keep) throws Exception {
    Thread main = Thread.currentThread();
    StopSignal starting = stop.child();
    AtomicBoolean started = new AtomicBoolean();
    starting.onAsked(
        () -> {
          if (!started.get()) {
            main.interrupt();
          }
        });
    LocalCluster cluster = OwnCluster.start(scenario.cluster(), directory, terminal);
    started.set(true);
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
      }
    } catch (IOException | RuntimeException e) {
      LOG.error("the cluster was not stopped", e);
      terminal.note("The cluster in " + files + " was not stopped: " + Reasons.of(e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      terminal.note("The cluster in " + files + " was not stopped: interrupted");
    }
  }

  private Verdict conclude(Path clientProperties, Optional<LocalCluster> cluster) throws Exception {
    try (Journal journal =
            new Journal(
                directory.append(directory.events("run")),
                e -> unrecorded("the journal cannot be written: " + Reasons.of(e)));
        Connection connection = Connection.open(clientProperties, CONNECT_LIMIT)) {
      new ReadersLabels(connection, settings).ensure(scenario.parts(), terminal);
      journal.add(new Event.RunStarted(clock.millis(), "run", scenario.name()));
      Stage stage =
          new Stage(connection, cluster, directory, journal, terminal, clock, pending, seed);
      completed("The phases were not completed", () -> accompanied(stage));
      completed("The causes were not looked for", () -> summary.add(trace(connection)));
      journal.flush();
      unrecorded.forEach(summary::doubt);
      summary.close(stop);
      journal.add(new Event.RunEnded(clock.millis(), "run", summary.verdict()));
    }
    report();
    summary.print(terminal, scenario.name(), directory.display());
    return summary.verdict();
  }

  /** What readers saw and what faults did is in the journal: without it something is unknown. */
  private void unrecorded(String why) {
    unrecorded.add(why);
    terminal.note(why);
  }

  /** Something that a run does. */
  @FunctionalInterface
  private interface Step {
    /** Does it. */
    void perform() throws Exception;
  }

  /**
   * What goes wrong once something was done is a doubt beside what was found until then; before
   * that it is the end.
   */
  private void completed(String otherwise, Step step) throws Exception {
    try {
      step.perform();
    } catch (Throwable e) { // Hadoop throws an Error when a disk is full
      if (!begun && !pending.hasFailed()) {
        throw e;
      }
      LOG.error(otherwise, e);
      summary.doubt(otherwise + ": " + Reasons.of(e));
    }
  }

  /** A report that cannot be written changes nothing about the verdict. */
  private void report() {
    try {
      new Reports(clock, ZoneId.systemDefault()).write(directory);
      terminal.note("Report: " + directory.display(directory.report("html")));
    } catch (IOException | RuntimeException e) {
      terminal.note("The report could not be written: " + Reasons.of(e));
    }
  }

  private void accompanied(Stage stage) throws Exception {
    Companions companions = Companions.start(stage, settings.whole());
    try (companions) {
      phases(stage);
    }
    companions.outcomes().forEach(summary::add);
  }

  private void phases(Stage stage) throws Exception {
    for (Phase phase : scenario.phases()) {
      if (stop.asked()) {
        summary.doubt("stopped before phase " + phase.words());
        return;
      }
      phase(phase, stage);
    }
  }

  private PartOutcome trace(Connection connection) throws IOException {
    return Tracer.outcome(
        Tracer.trace(
            new Tracer.Request(
                directory, Optional.of(connection), settings.whole(), ZoneId.systemDefault())));
  }

  private void phase(Phase phase, Stage stage) throws Exception {
    terminal.note("");
    terminal.note("== " + phase.words());
    stage.journal().add(new Event.PhaseStarted(clock.millis(), "run", phase.words()));
    long began = clock.millis();
    List<PartOutcome> outcomes = perform(phase, stage);
    begun = true;
    outcomes.forEach(summary::add);
    summary.performed(phase);
    summary.took(phase.words(), Duration.ofMillis(clock.millis() - began));
    String reason = stop.reason().orElse("done");
    stage.journal().add(new Event.PhaseEnded(clock.millis(), "run", phase.words(), reason));
  }

  private List<PartOutcome> perform(Phase phase, Stage stage) throws Exception {
    if (phase.parts().size() == 1) {
      return List.of(perform(phase.parts().get(0), stage));
    }
    Performer performer = new Performer(stage.shared());
    List<Together.Member> members = new ArrayList<>();
    for (Part part : phase.parts()) {
      Settings own = settings.of(part);
      members.add(
          new Together.Member(
              part.name(),
              part.activity().endless(own),
              signal -> performer.perform(part, own, signal)));
    }
    return Together.perform(members, stop);
  }

  /**
   * A part that fails is a doubt about what was done before it, which is not to be thrown away;
   * where nothing was done yet, it is the end.
   */
  private PartOutcome perform(Part only, Stage stage) throws Exception {
    try {
      return new Performer(stage).perform(only, settings.of(only), stop);
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
