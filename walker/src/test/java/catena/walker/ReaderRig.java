// SPDX-License-Identifier: Apache-2.0
package catena.walker;

import catena.graph.GraphSpec;
import catena.graph.Position;
import catena.graph.judge.FindingKind;
import catena.harness.accumulo.Connection;
import catena.harness.command.Terminal;
import catena.read.plant.Fault;
import catena.read.plant.Faults;
import catena.read.plant.ScratchTable;
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
import catena.records.verdict.Finding;
import catena.records.verdict.PartOutcome;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;

/** A table that two writers have written, its run, and readers of it. */
final class ReaderRig implements Closeable {
  static final int FLUSH = 50;
  static final int DEPTH = 4;
  static final Position END = new Position(4, 2, 20);

  private static int tables;

  final ScratchTable table;
  final RunDirectory run;
  final StopSignal stop = new StopSignal();
  final ByteArrayOutputStream out = new ByteArrayOutputStream();

  /** Open until the clients have ended; missing rows may be read again after that. */
  private final CountDownLatch clientsEnded = new CountDownLatch(1);

  private final Connection connection;
  private final Path directory;

  ReaderRig(Connection connection, Path directory, double deletes) throws Exception {
    this(connection, directory, deletes, List.of("", "A", "B&C"));
  }

  ReaderRig(Connection connection, Path directory, double deletes, List<String> visibilities)
      throws Exception {
    this.connection = connection;
    this.directory = directory;
    String name = "read_" + ProcessHandle.current().pid() + "_" + tables++;
    this.run = RunDirectory.at(directory.resolve(name).toString());
    this.table = new ScratchTable(connection, name, spec(deletes, visibilities), Map.of(), false);
  }

  /** A table with all that its two writers write up to the end. */
  static ReaderRig written(Connection connection, Path directory, double deletes) throws Exception {
    ReaderRig rig = new ReaderRig(connection, directory, deletes);
    rig.table.write(rig.run, 0, END);
    rig.table.write(rig.run, 1, END);
    return rig;
  }

  private static GraphSpec spec(double deletes, List<String> visibilities) {
    return Faults.graph(FLUSH, DEPTH, deletes, visibilities);
  }

  /** All that can be wrong with a table that two writers have written up to the end. */
  List<Fault> faults() {
    return Faults.of(table.graph, 2, END);
  }

  /** Who sees a fault under its name. */
  String auths(Fault fault) {
    return fault.isOfLabels() ? Faults.narrow(table.graph.spec()) : "";
  }

  /** A scan of the whole table. */
  PartOutcome scan(String... settings) throws Exception {
    return read(
        new ScanActivity(), with(Map.of("scan.count", "1", "scan.entries", "10000000"), settings));
  }

  /** A walk of one row. */
  PartOutcome walkAt(String row, String... settings) throws Exception {
    Path file = Files.writeString(directory.resolve("rows-" + row), row + "\n");
    return read(
        new WalkActivity(),
        with(Map.of("walk.count", "1", "walk.rows.file", file.toString()), settings));
  }

  /** Walks that begin anywhere. */
  PartOutcome walk(String... settings) throws Exception {
    return read(new WalkActivity(), with(Map.of("walk.count", "200"), settings));
  }

  private static Map<String, String> with(Map<String, String> usual, String... settings) {
    Map<String, String> values = new TreeMap<>(usual);
    values.putIfAbsent("read.reread.limit", "0");
    values.putIfAbsent("read.start.limit", "0");
    for (int i = 0; i < settings.length; i += 2) {
      values.put(settings[i], settings[i + 1]);
    }
    return values;
  }

  PartOutcome read(ReadActivity activity, Map<String, String> values) throws Exception {
    return read(activity, values, List.of(run));
  }

  PartOutcome read(ReadActivity activity, Map<String, String> values, List<RunDirectory> runs)
      throws Exception {
    return read(activity, values, runs, ReadTarget.find(connection, settings(activity, values)));
  }

  private Settings settings(ReadActivity activity, Map<String, String> values) {
    Map<String, String> all = new TreeMap<>(values);
    all.putIfAbsent("table.name", table.name);
    return Settings.resolve(activity.settings(), List.of(Layer.of("test", all)));
  }

  /** The table as it is found now, for reads to come. */
  ReadTarget target() throws Exception {
    return ReadTarget.find(connection, settings(new WalkActivity(), Map.of()));
  }

  /** A scan of the whole table, as it was found before. */
  PartOutcome scan(ReadTarget target) throws Exception {
    Map<String, String> whole = Map.of("scan.count", "1", "scan.entries", "10000000");
    return read(new ScanActivity(), with(whole), List.of(run), target);
  }

  private PartOutcome read(
      ReadActivity activity, Map<String, String> values, List<RunDirectory> runs, ReadTarget target)
      throws Exception {
    Settings settings = settings(activity, values);
    run.fileSystem().delete(run.events("read"), false);
    PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
    PrintStream notes =
        new PrintStream(out, true, StandardCharsets.UTF_8) {
          @Override
          public void println(String line) {
            super.println(line);
            clientsEnded.countDown();
          }
        };
    try (Journal journal = new Journal(run.append(run.events("read")), e -> {})) {
      ReadWork.ReadTerms terms =
          new ReadWork.ReadTerms(
              activity.name(),
              target,
              settings,
              runs,
              journal::add,
              new Terminal(stream, notes),
              Clock.systemUTC(),
              System::nanoTime,
              7);
      return new ReadPhase(activity, terms, run, journal, () -> {}).run(stop);
    }
  }

  /** Waits until the clients of a phase have ended. */
  void awaitClients() throws InterruptedException {
    clientsEnded.await();
  }

  /** Whether a client of the phase that is going on has begun. */
  boolean hasBegun() throws IOException {
    if (!run.fileSystem().exists(run.events("read"))) {
      return false;
    }
    List<Event> events = new ArrayList<>();
    JournalReader.read(run.fileSystem(), run.events("read"), events::add);
    return events.stream().anyMatch(Event.ClientStarted.class::isInstance);
  }

  /** The findings of the last phase, as its journal has them. */
  List<Finding> findings() throws IOException {
    List<Finding> findings = new ArrayList<>();
    JournalReader.read(
        run.fileSystem(),
        run.events("read"),
        event -> {
          if (event instanceof Event.FindingSeen seen) {
            findings.add(seen.finding());
          }
        });
    return findings;
  }

  /** The findings of the last phase, each row with its kind. */
  Map<String, FindingKind> found() throws IOException {
    Map<String, FindingKind> found = new TreeMap<>();
    findings().forEach(finding -> found.put(finding.row(), finding.kind()));
    return found;
  }

  String printed() {
    return out.toString(StandardCharsets.UTF_8);
  }

  /** What both ways of reading find of a fault, by kind. */
  static Map<FindingKind, Long> one(FindingKind kind) {
    return Map.of(kind, 1L);
  }

  @Override
  public void close() throws IOException {
    table.close();
    run.close();
  }
}
