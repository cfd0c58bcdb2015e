// SPDX-License-Identifier: Apache-2.0
package catena.trace;

import catena.cluster.local.LocalCluster;
import catena.cluster.spec.Server;
import catena.graph.judge.FindingKind;
import catena.harness.accumulo.Connection;
import catena.harness.activity.CallerContext;
import catena.harness.activity.PartEnvironment;
import catena.harness.activity.RunContext;
import catena.harness.command.Terminal;
import catena.harness.instance.ServerId;
import catena.ingest.CreateTableActivity;
import catena.ingest.IngestActivity;
import catena.ingest.IngestOutcome;
import catena.ingest.IngestPhase;
import catena.ingest.table.IngestTarget;
import catena.ingest.table.TableMaker;
import catena.ingest.write.IngestPlan;
import catena.records.history.Causes;
import catena.records.journal.Event;
import catena.records.journal.Journal;
import catena.records.journal.JournalReader;
import catena.records.run.RunDirectory;
import catena.records.settings.Layer;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import catena.records.threads.StopSignal;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.Verdict;
import catena.verify.Verifier;
import catena.verify.job.VerifySettings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** One run on a real cluster, each phase of it when the test says so. */
final class Story implements AutoCloseable {
  private static final Clock CLOCK = Clock.systemUTC();
  private static final Duration LIMIT = Duration.ofMinutes(3);

  final RunDirectory run;
  final String table;
  private final LocalCluster cluster;
  private final Connection connection;
  private final Journal journal;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  Story(LocalCluster cluster, Connection connection, Path directory, String table)
      throws IOException {
    this.cluster = cluster;
    this.connection = connection;
    this.table = table;
    this.run = RunDirectory.at(directory.toString());
    this.journal =
        new Journal(
            run.append(run.events("agitate")),
            e -> {
              throw new AssertionError(e);
            });
  }

  private Settings settings(List<? extends Setting<?>> of, String... pairs) {
    Map<String, String> values = new TreeMap<>();
    values.put("table.name", table);
    for (int i = 0; i < pairs.length; i += 2) {
      values.put(pairs[i], pairs[i + 1]);
    }
    return Settings.resolve(of, List.of(Layer.of("test", values)));
  }

  TabletRecorder recorder() throws IOException {
    return TabletRecorder.start(connection, table, run, CLOCK, Duration.ofMillis(500));
  }

  /** Makes it, and waits until the recorder, which is at work, has seen all its tablets. */
  void createTable() throws Exception {
    Settings own =
        settings(
            CreateTableActivity.SETTINGS,
            "graph.flush.interval",
            "1000",
            "graph.depth",
            "4",
            "table.splits",
            "5");
    new TableMaker(connection.client(), own, () -> 7, note -> {}).make();
    String id = connection.client().tableOperations().tableIdMap().get(table);
    Map<String, String> hosts = new TreeMap<>();
    StopSignal never = new StopSignal();
    while (hosts.size() < 6) { // else what is written now is at a server that nobody has seen it at
      boolean unused = never.await(Duration.ofMillis(50));
      JournalReader.readAll(
          run,
          TabletRecorder.NAME,
          event -> {
            if (event instanceof Event.TabletHosted its && its.tablet().matches(id + "[;<].*")) {
              its.server().ifPresent(server -> hosts.put(its.tablet(), server));
            }
          });
    }
  }

  void ingest(long entries, String durability) throws Exception {
    Settings own =
        settings(
            IngestActivity.SETTINGS,
            "ingest.entries",
            Long.toString(entries),
            "ingest.durability",
            durability);
    run.writeSettings(new TreeMap<>(Map.of("ingest.durability", durability)));
    IngestTarget target = IngestTarget.find(connection, table, own, () -> 7);
    IngestOutcome outcome = new IngestPhase(part("ingest"), target, IngestPlan.of(own)).run(false);
    if (outcome.verdict() != Verdict.PASS) {
      throw new IllegalStateException(outcome.toString());
    }
  }

  private RunContext part(String name) {
    return part(name, run, journal, List.of());
  }

  private RunContext part(
      String name, RunDirectory directory, Journal its, List<RunDirectory> ledgers) {
    PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
    Terminal terminal = new Terminal(stream, stream);
    PartEnvironment site =
        new PartEnvironment(
            () -> connection, true, CallerContext.NOTHING, ledgers, terminal, CLOCK, 7);
    return new RunContext(name, site, directory, its, Optional.empty(), new StopSignal());
  }

  String address(ServerId id) throws IOException {
    Server server =
        cluster.list().stream().filter(each -> each.id().equals(id)).findFirst().orElseThrow();
    return server.host() + ":" + server.ports().get("client");
  }

  /** Plants a fault on a server and heals it, with the events that an agitator writes. */
  void fault(int id, String fault, ServerId victim, Act plant, Act heal) throws Exception {
    String target = victim + "@" + address(victim);
    long now = CLOCK.millis();
    journal.add(new Event.FaultStarted(now, "agitate", id, fault, List.of(target), now, List.of()));
    plant.on(victim);
    journal.add(new Event.FaultDone(CLOCK.millis(), "agitate", id));
    journal.add(new Event.FaultProven(CLOCK.millis(), "agitate", id, "seen by the test"));
    heal.on(victim);
    journal.add(new Event.FaultHealed(CLOCK.millis(), "agitate", id, "done"));
    cluster.awaitHealthy(LIMIT);
    journal.add(new Event.FaultRecovered(CLOCK.millis(), "agitate", id, new TreeMap<>()));
    journal.flush();
  }

  /** What is done to a server. */
  @FunctionalInterface
  interface Act {
    void on(ServerId victim) throws Exception;
  }

  Map<FindingKind, Long> verify() throws Exception {
    return verify(run, journal);
  }

  /** The same into the directory of another run, which then says whose ledgers it read. */
  Map<FindingKind, Long> verify(RunDirectory other) throws Exception {
    try (Journal own =
        new Journal(
            other.append(other.events("verify")),
            e -> {
              throw new AssertionError(e);
            })) {
      own.add(
          new Event.LedgersRead(CLOCK.millis(), "verify", List.of(run.root().toUri().toString())));
      return verify(other, own);
    }
  }

  private Map<FindingKind, Long> verify(RunDirectory into, Journal journal) throws Exception {
    Settings own =
        settings(
            VerifySettings.ALL,
            "verify.mode",
            "exact",
            "verify.late.limit",
            "0",
            "finding.printed",
            "0");
    PartOutcome outcome =
        new Verifier(part("verify", into, journal, List.of(run)), own, finding -> {}).verify();
    journal.add(
        new Event.Verified(
            CLOCK.millis(), "verify", outcome.verdict(), outcome.findings().toString()));
    journal.flush(); // what a run has recorded is there before it is traced
    return outcome.findings();
  }

  Causes trace(boolean withCluster) throws IOException {
    return trace(run, withCluster);
  }

  Causes trace(RunDirectory found, boolean withCluster) throws IOException {
    return Tracer.trace(
        found, withCluster ? Optional.of(connection) : Optional.empty(), ZoneOffset.UTC);
  }

  @Override
  public void close() throws IOException {
    journal.close();
    run.close();
  }
}
