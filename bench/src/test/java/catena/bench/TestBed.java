// SPDX-License-Identifier: Apache-2.0
package catena.bench;

import catena.graph.GraphSpec;
import catena.harness.accumulo.Connection;
import catena.harness.accumulo.TableGraph;
import catena.harness.activity.CallerContext;
import catena.harness.activity.PartEnvironment;
import catena.harness.activity.RunContext;
import catena.harness.command.Terminal;
import catena.ingest.IngestOutcome;
import catena.ingest.IngestPhase;
import catena.ingest.table.IngestTarget;
import catena.ingest.write.IngestPlan;
import catena.read.reader.ReadActivity;
import catena.read.reader.ReadPhase;
import catena.read.reader.ReadTarget;
import catena.read.reader.ReadWork;
import catena.records.journal.Event;
import catena.records.journal.Journal;
import catena.records.journal.JournalReader;
import catena.records.run.RunDirectory;
import catena.records.settings.Layer;
import catena.records.settings.Settings;
import catena.records.threads.StopSignal;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.Verdict;
import catena.verify.Verifier;
import catena.verify.job.VerifySettings;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.admin.NewTableConfiguration;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Text;

/**
 * A table of its own with 16 tablets and the default graph but for the flush interval, and the
 * directories of the runs that write into it; all of it is removed at the end.
 */
final class TestBed implements Closeable {
  private static final int TABLETS = 16;
  private static final Duration CONNECT_LIMIT = Duration.ofSeconds(30);

  private final Connection connection;
  private final IngestTarget target;
  private final Path directory;
  private final Clock clock = Clock.systemUTC();
  private final List<RunDirectory> runs = new ArrayList<>();

  private TestBed(Connection connection, IngestTarget target, Path directory) {
    this.connection = connection;
    this.target = target;
    this.directory = directory;
  }

  /** Makes the table. */
  static TestBed open(Options options) throws Exception {
    Connection connection = Connection.open(Path.of(options.clientProps), CONNECT_LIMIT);
    AccumuloClient client = connection.client();
    String table = "bench" + Long.toHexString(System.nanoTime());
    TreeSet<Text> splits = new TreeSet<>();
    for (int i = 1; i < TABLETS; i++) {
      splits.add(new Text(String.format("%016x", Long.MAX_VALUE / TABLETS * i)));
    }
    client.tableOperations().create(table, new NewTableConfiguration().withSplits(splits));
    GraphSpec spec = Graphs.with("flush.interval", "" + options.flushInterval);
    TableGraph.store(client, table, spec);
    String id = client.tableOperations().tableIdMap().get(table);
    return new TestBed(
        connection,
        new IngestTarget(connection, table, id, spec, true),
        Files.createTempDirectory("catena-bench-"));
  }

  IngestTarget target() {
    return target;
  }

  AccumuloClient client() {
    return connection.client();
  }

  String table() {
    return target.table();
  }

  /** How ingest writes by default. */
  static IngestPlan plan(int clients, long entriesOfEach) {
    Map<String, String> words =
        Map.of("ingest.clients", "" + clients, "ingest.entries", "" + entriesOfEach);
    return IngestPlan.of(
        Settings.resolve(IngestPlan.SETTINGS, List.of(Layer.of("benchmark", words))));
  }

  /**
   * Ingests through the real path: numbers, ledgers, journal, latencies.
   *
   * @return how many entries were acknowledged
   */
  long ingest(IngestPlan plan) throws Exception {
    RunDirectory run =
        RunDirectory.at(directory.resolve("run" + runs.size()).toString(), new Configuration());
    runs.add(run);
    try (Journal journal = new Journal(run.append(run.events("ingest")), TestBed::fail)) {
      IngestOutcome outcome =
          new IngestPhase(part("ingest", run, journal, List.of()), target, plan).run(false);
      if (outcome.verdict() != Verdict.PASS) {
        throw new IllegalStateException("ingest: " + outcome.reason());
      }
      return outcome.entries();
    }
  }

  private RunContext part(
      String name, RunDirectory run, Journal journal, List<RunDirectory> ledgers) {
    PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    Terminal terminal = new Terminal(nowhere, nowhere);
    PartEnvironment site =
        new PartEnvironment(
            () -> connection, true, CallerContext.NOTHING, ledgers, terminal, clock, 1);
    return new RunContext(name, site, run, journal, Optional.empty(), new StopSignal());
  }

  /**
   * Reads through the real path: ledgers, judgement, journal, latencies.
   *
   * @param seed of what is read; another one for each call
   * @return what the client counted, and how long it read
   */
  ReadTime read(ReadActivity activity, Map<String, String> words, long seed) throws Exception {
    Map<String, String> given = new TreeMap<>(words);
    given.put("table.name", table());
    Settings settings =
        Settings.resolve(activity.settings(), List.of(Layer.of("benchmark", given)));
    RunDirectory output =
        RunDirectory.at(directory.resolve("read" + seed).toString(), new Configuration());
    runs.add(output);
    PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    PartOutcome outcome;
    try (Journal journal = new Journal(output.append(output.events("read")), TestBed::fail)) {
      ReadWork.ReadTerms terms =
          new ReadWork.ReadTerms(
              activity.name(),
              ReadTarget.find(connection, settings),
              settings,
              runs,
              journal::add,
              new Terminal(nowhere, nowhere),
              clock,
              System::nanoTime,
              seed);
      outcome = new ReadPhase(activity, terms, output, journal, () -> {}).run(new StopSignal());
    }
    if (outcome.verdict() != Verdict.PASS) {
      throw new IllegalStateException(activity.name() + ": " + outcome.reasons());
    }
    return new ReadTime(outcome.tally().get(activity.name() + ": rows"), seconds(output));
  }

  /** What a client read, and how long. */
  record ReadTime(long rows, double seconds) {}

  /** From the first step of the client to its last, without what comes before and after them. */
  private static double seconds(RunDirectory output) throws IOException {
    long[] span = new long[2];
    JournalReader.read(
        output.fileSystem(),
        output.events("read"),
        event -> {
          if (event instanceof Event.ClientStarted) {
            span[0] = event.at();
          } else if (event instanceof Event.ClientStopped) {
            span[1] = event.at();
          }
        });
    return (span[1] - span[0]) / 1e3;
  }

  private static void fail(IOException e) {
    throw new java.io.UncheckedIOException("the journal cannot be written", e);
  }

  /**
   * Verifies everything that was ingested, exactly, by the local runner.
   *
   * @param offline whether the files of a clone are read
   * @return what was counted; anything but a pass is an error
   */
  PartOutcome verify(int threads, boolean offline) throws Exception {
    Map<String, String> words =
        Map.of(
            "table.name",
            table(),
            "verify.mode",
            "exact",
            "job.threads",
            "" + threads,
            "verify.offline",
            "" + offline);
    Settings settings = Settings.resolve(VerifySettings.ALL, List.of(Layer.of("benchmark", words)));
    RunDirectory first = runs.get(0);
    PartOutcome outcome;
    try (Journal journal = new Journal(first.append(first.events("verify")), TestBed::fail)) {
      RunContext part = part("verify", first, journal, runs);
      outcome = new Verifier(part, settings, finding -> {}).verify();
    }
    if (outcome.verdict() != Verdict.PASS) {
      throw new IllegalStateException("verify: " + outcome.reasons());
    }
    return outcome;
  }

  @Override
  public void close() throws IOException {
    try {
      connection.client().tableOperations().delete(table());
    } catch (Exception e) {
      throw new IOException("table " + table() + " could not be removed", e);
    } finally {
      for (RunDirectory run : runs) {
        run.close();
      }
      connection.close();
      remove(directory);
    }
  }

  /** Deletes a directory with all that is in it. */
  static void remove(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
