package catena.scenario;

import catena.cluster.LocalCluster;
import catena.harness.accumulo.Connection;
import catena.harness.client.StopSignal;
import catena.harness.command.Progress;
import catena.harness.command.Terminal;
import catena.harness.journal.Event;
import catena.harness.journal.Journal;
import catena.harness.run.RunDirectory;
import catena.harness.settings.Settings;
import catena.harness.verdict.Verdict;
import catena.ingest.CommandContext;
import catena.ingest.IngestOutcome;
import catena.ingest.IngestPhase;
import catena.ingest.IngestPlan;
import catena.ingest.IngestTarget;
import catena.ingest.TableMaker;
import catena.ingest.TableSettings;
import catena.scenario.Scenario.Phase;
import catena.verify.Outcome;
import catena.verify.Verifier;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/** One run: the phases of a scenario, one after the other, on one cluster, to one verdict. */
final class Run {
  private static final Duration CONNECT_LIMIT = Duration.ofSeconds(30);

  private final Scenario scenario;
  private final PhaseSettings settings;
  private final RunDirectory directory;
  private final Terminal terminal;
  private final StopSignal stop;
  private final Clock clock;
  private final long seed;
  private final RunSummary summary = new RunSummary();

  Run(
      Scenario scenario,
      PhaseSettings settings,
      RunDirectory directory,
      Terminal terminal,
      CommandContext context,
      long seed) {
    this.scenario = scenario;
    this.settings = settings;
    this.directory = directory;
    this.terminal = terminal;
    this.stop = context.stop();
    this.clock = context.clock();
    this.seed = seed;
  }

  /** Runs on a cluster that exists. */
  Verdict on(Path clientProperties) throws Exception {
    return conclude(clientProperties, Optional.empty());
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
      verdict = conclude(cluster.clientProperties(), Optional.of(cluster::awaitHealthy));
    } finally {
      end(cluster, verdict, keep);
    }
    return verdict;
  }

  private void end(LocalCluster cluster, Verdict verdict, boolean keep)
      throws IOException, InterruptedException {
    Path files = cluster.clientProperties().getParent();
    if (keep) {
      terminal.note("The cluster goes on; its client properties: " + cluster.clientProperties());
    } else if (verdict == Verdict.PASS) {
      cluster.clean();
    } else {
      cluster.stop();
      terminal.note("The cluster is stopped; its logs are in " + files.resolve("logs"));
    }
  }

  private Verdict conclude(Path clientProperties, Optional<Quiesce.OwnServers> servers)
      throws Exception {
    try (Journal journal =
            new Journal(
                directory.append(directory.events("run")),
                e -> terminal.note("the journal cannot be written: " + e));
        Connection connection = Connection.open(clientProperties, CONNECT_LIMIT)) {
      journal.add(new Event.RunStarted(clock.millis(), "run", scenario.name()));
      for (Phase phase : scenario.phases()) {
        if (stop.asked()) {
          summary.doubt("stopped before phase " + phase.activity().word());
          break;
        }
        phase(phase, connection, servers, journal);
      }
      summary.close(directory, stop);
      journal.add(new Event.RunEnded(clock.millis(), "run", summary.verdict()));
    }
    summary.print(terminal, scenario.name(), directory.display());
    return summary.verdict();
  }

  private void phase(
      Phase phase, Connection connection, Optional<Quiesce.OwnServers> servers, Journal journal)
      throws Exception {
    String word = phase.activity().word();
    Settings own = settings.of(phase);
    terminal.note("");
    terminal.note("== " + word);
    journal.add(new Event.PhaseStarted(clock.millis(), "run", word));
    long began = clock.millis();
    switch (phase.activity()) {
      case CREATETABLE ->
          summary.table(
              own.get(TableSettings.NAME),
              new TableMaker(connection, own, () -> seed, terminal::note).make());
      case INGEST -> summary.add(ingest(own, connection, journal));
      case QUIESCE ->
          Quiesce.await(connection, own, servers, stop)
              .ifPresentOrElse(summary::doubt, () -> terminal.note("every tablet is hosted"));
      case VERIFY -> summary.add(verify(own, connection));
    }
    Duration took = Duration.ofMillis(clock.millis() - began);
    summary.took(word, took);
    journal.add(new Event.PhaseEnded(clock.millis(), "run", word, stop.reason().orElse("done")));
  }

  @SuppressWarnings("try") // the progress shows itself
  private IngestOutcome ingest(Settings own, Connection connection, Journal journal)
      throws Exception {
    IngestPlan plan = IngestPlan.of(own);
    IngestTarget target =
        IngestTarget.find(connection, own.get(TableSettings.NAME), own, () -> seed);
    IngestPhase phase =
        new IngestPhase("ingest", target, plan, directory, journal, terminal::note, clock);
    try (Progress progress =
        Progress.start(
            terminal,
            "ingest",
            "entries",
            phase.total(plan.clients()),
            plan.duration(),
            phase::entries)) {
      return phase.run(IngestPhase.Mode.NEW, stop);
    }
  }

  private Outcome verify(Settings own, Connection connection) throws Exception {
    return Verifier.verify(
        new Verifier.Request(
            connection, own, List.of(directory), directory, terminal, stop, clock, seed));
  }
}
