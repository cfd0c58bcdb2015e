package catena.scenario;

import catena.agitator.AgitatePhase;
import catena.harness.accumulo.TableName;
import catena.harness.client.StopSignal;
import catena.harness.command.Progress;
import catena.harness.reader.ReadActivity;
import catena.harness.reader.ReadPhase;
import catena.harness.reader.ReadSettings;
import catena.harness.reader.ReadTarget;
import catena.harness.run.RunDirectory;
import catena.harness.settings.Settings;
import catena.harness.verdict.PartOutcome;
import catena.harness.words.Amounts;
import catena.ingest.IngestOutcome;
import catena.ingest.IngestPhase;
import catena.ingest.table.IngestTarget;
import catena.ingest.table.TableMaker;
import catena.ingest.write.IngestPlan;
import catena.scenario.Scenario.Part;
import catena.verify.Verifier;
import catena.verify.result.Outcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/** Performs one part of a scenario; the only place that knows every module's entrance. */
final class Performer {
  private final Stage stage;

  Performer(Stage stage) {
    this.stage = stage;
  }

  /**
   * Performs a part to its end.
   *
   * @param stop asks the part to end early, which is no fault of its own
   */
  PartOutcome perform(Part part, Settings own, StopSignal stop) throws Exception {
    return switch (part.activity()) {
      case CREATETABLE -> createTable(own);
      case INGEST -> ingest(part.name(), own, stop);
      case WALK, BATCHWALK, SCAN ->
          read(part.activity().reader().orElseThrow(), part.name(), own, stop);
      case QUIESCE -> quiesce(own, stop);
      case VERIFY -> verify(own, stop);
      case AGITATE -> agitate(part.name(), own, stop);
    };
  }

  private PartOutcome createTable(Settings own) throws Exception {
    var spec = new TableMaker(stage.connection(), own, stage::seed, stage.terminal()::note).make();
    return PartOutcome.fact(
        "table %s, graph %s, seed %d"
            .formatted(own.get(TableName.SETTING), spec.fingerprint(), spec.seed()));
  }

  @SuppressWarnings("try") // the progress shows itself
  private PartOutcome ingest(String name, Settings own, StopSignal stop) throws Exception {
    IngestPlan plan = IngestPlan.of(own);
    IngestTarget target =
        IngestTarget.find(stage.connection(), own.get(TableName.SETTING), own, stage::seed);
    IngestPhase phase =
        new IngestPhase(
            name,
            target,
            plan,
            stage.directory(),
            stage.journal(),
            stage.terminal()::note,
            stage.clock());
    try (Progress progress =
        Progress.start(
            stage.terminal(),
            name,
            "entries",
            phase.total(plan.clients()),
            plan.duration(),
            phase::entries)) {
      return outcome(phase.run(IngestPhase.Mode.NEW, stop));
    }
  }

  private static PartOutcome outcome(IngestOutcome ingest) {
    Map<String, Long> tally = new LinkedHashMap<>();
    tally.put("entries acknowledged", ingest.entries());
    tally.put("deletes acknowledged", ingest.deletes());
    double seconds = Math.max(1, ingest.took().toMillis()) / 1000.0;
    String fact =
        "%s entries written and %s deleted by %d writers, %s"
            .formatted(
                Amounts.grouped(ingest.entries()),
                Amounts.grouped(ingest.deletes()),
                ingest.writers().size(),
                Amounts.rate((ingest.entries() + ingest.deletes()) / seconds));
    List<String> reasons = ingest.reason().map(List::of).orElse(List.of());
    return new PartOutcome(ingest.verdict(), reasons, tally, Map.of(), List.of(fact));
  }

  /** Reads against this run's ledgers, and those of other runs if they are named. */
  private PartOutcome read(ReadActivity reader, String name, Settings own, StopSignal stop)
      throws Exception {
    List<RunDirectory> others = new ArrayList<>();
    try {
      for (String run : own.get(ReadSettings.RUNS)) {
        others.add(RunDirectory.open(run, new Configuration()));
      }
      List<RunDirectory> ledgers = new ArrayList<>(others);
      ledgers.add(stage.directory());
      ReadPhase.Request request =
          new ReadPhase.Request(
              name,
              ReadTarget.find(stage.connection(), own),
              own,
              ledgers,
              stage.directory(),
              stage.journal(),
              stage.terminal(),
              stage.clock(),
              stage.seed());
      return new ReadPhase(reader, request, stage.pending()::found).run(stop);
    } finally {
      for (RunDirectory other : others) {
        other.close();
      }
    }
  }

  private PartOutcome quiesce(Settings own, StopSignal stop) throws InterruptedException {
    return Quiesce.await(
            stage.connection(), own, stage.cluster().map(cluster -> cluster::awaitHealthy), stop)
        .map(PartOutcome::doubt)
        .orElseGet(
            () -> {
              stage.terminal().note("every tablet is hosted");
              return PartOutcome.NOTHING;
            });
  }

  private PartOutcome verify(Settings own, StopSignal stop) throws Exception {
    Outcome outcome =
        Verifier.verify(
            new Verifier.Request(
                stage.connection(),
                own,
                List.of(stage.directory()),
                stage.directory(),
                Optional.of(stage.pending()),
                stage.terminal(),
                stop,
                stage.clock(),
                stage.seed()));
    return new PartOutcome(
        outcome.verdict(),
        outcome.reasons(),
        outcome.tally(),
        outcome.findings(),
        List.of(),
        outcome.proof());
  }

  private PartOutcome agitate(String name, Settings own, StopSignal stop) throws Exception {
    return new AgitatePhase(
            new AgitatePhase.Request(
                name,
                stage.connection(),
                stage.cluster(),
                own,
                stage.directory(),
                stage.terminal(),
                stage.clock(),
                stage.seed(),
                stop))
        .run();
  }
}
