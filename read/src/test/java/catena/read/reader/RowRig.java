// SPDX-License-Identifier: Apache-2.0
package catena.read.reader;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.Cells;
import catena.graph.Entry;
import catena.graph.EntryEncoder;
import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.graph.Node;
import catena.graph.NodeCodec;
import catena.graph.Payload;
import catena.graph.Position;
import catena.graph.Specs;
import catena.graph.judge.FindingKind;
import catena.harness.command.Terminal;
import catena.read.check.FindingEvidence;
import catena.read.check.KnownWriters;
import catena.read.check.Ledgers;
import catena.read.check.LivePromise;
import catena.read.check.Lookup;
import catena.read.check.SeenFindings;
import catena.read.check.TransientDifferences;
import catena.read.check.View;
import catena.read.settle.ReadTally;
import catena.read.settle.ReaderSettler;
import catena.read.settle.RereadAccount;
import catena.read.settle.RereadThread;
import catena.read.settle.Settler;
import catena.records.journal.Event;
import catena.records.journal.Journal;
import catena.records.journal.JournalReader;
import catena.records.ledger.Ledger;
import catena.records.ledger.LedgerHeader;
import catena.records.run.RunDirectory;
import catena.records.threads.StopSignal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import org.apache.accumulo.core.security.Authorizations;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Readers of a table of which the lookups are answered by hand, and one writer's real ledger. */
public abstract class RowRig {
  static final int FLUSH = 10;
  static final Authorizations ALL = new Authorizations("A");

  @TempDir Path temp;

  final Graph graph =
      new Graph(
          Specs.of(
                  GraphSpec.VERSION,
                  5,
                  0,
                  Long.MAX_VALUE,
                  FLUSH,
                  4,
                  32767,
                  32767,
                  List.of("", "A"),
                  GraphSpec.VisibilityScope.NODE,
                  true,
                  Payload.NONE,
                  deletes(),
                  16)
              .with("columns", Integer.toString(cells().columns()))
              .with("max.cf", Integer.toString(families()))
              .with("payload", payload()));
  final EntryEncoder encoder = new EntryEncoder(graph);
  final ByteArrayOutputStream out = new ByteArrayOutputStream();
  final ReadTally tally = new ReadTally();

  /** What the table holds by now for those who may see all, and for those who may see little. */
  public final Map<String, List<Entry>> toAll = new HashMap<>();

  final Map<String, List<Entry>> toFew = new HashMap<>();

  public final View all = View.of(Optional.of(graph), ALL, of(toAll), of(toAll));
  final View few = View.of(Optional.of(graph), new Authorizations("X"), of(toFew), of(toFew));

  RunDirectory run;
  Ledger ledger;
  Journal journal;
  SeenFindings findings;
  RereadThread rereads;
  RereadAccount account;
  public ReaderSettler settling;
  LivePromise promise;

  /** What each row has; asked before anything else of the rig is there. */
  Cells cells() {
    return Cells.ONE;
  }

  /** How many of the blocks are deleted once they are written. */
  double deletes() {
    return 0;
  }

  /** What values carry. */
  String payload() {
    return "none";
  }

  /** How many families there are. */
  int families() {
    return 32767;
  }

  static Lookup of(Map<String, List<Entry>> table) {
    return rows -> {
      Map<String, List<Entry>> found = new HashMap<>(table);
      found.keySet().retainAll(List.copyOf(rows));
      return found;
    };
  }

  @BeforeEach
  void open() throws IOException {
    run = RunDirectory.at(temp.toString(), new Configuration(false));
    ledger =
        Ledger.create(
            run.fileSystem(),
            run.ledger(0),
            new LedgerHeader(
                "i", "1", graph.spec().fingerprint(), 0, UUID.fromString(graph.uuid(0))));
    journal = new Journal(run.append(run.events("test")), e -> {});
    acknowledge(0);
    acknowledge(1);
    Ledgers ledgers =
        new Ledgers(
            List.of(run),
            new Ledgers.Home("i", "1", graph.spec().fingerprint()),
            graph,
            KnownWriters.NONE);
    promise = new LivePromise(ledgers, System::nanoTime);
    PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
    findings =
        new SeenFindings(
            Optional.of(new FindingEvidence(graph, promise::last, promise)),
            journal::add,
            new Terminal(stream, stream),
            100);
  }

  @AfterEach
  void close() throws IOException {
    journal.close();
    ledger.close();
    run.close();
  }

  void acknowledge(int step) throws IOException {
    ledger.intend(new Position(0, step, 0), new Position(0, step + 1, 0), FLUSH, 0, 1);
    ledger.acknowledge(2);
    ledger.sync();
  }

  ExactRows reader(View view, Duration limit, boolean eventual) {
    account = new RereadAccount();
    Settler rules =
        new Settler(
            Optional.of(graph),
            promise,
            new TransientDifferences(eventual),
            all,
            Clock.systemUTC());
    settling =
        new ReaderSettler(rules, findings, account, limit, Clock.systemUTC(), System::nanoTime);
    rereads = new RereadThread(settling, limit, Duration.ofMillis(100), System::nanoTime);
    rereads.start();
    return new ExactRows(graph, promise, settling, view, "reader", tally);
  }

  ExactRows reader(View view) {
    return reader(view, Duration.ZERO, false);
  }

  Map<FindingKind, Long> found() throws InterruptedException {
    assertThat(doubts()).isEmpty();
    return findings.counts();
  }

  /** Why the re-reading is not whole. */
  List<String> doubts() throws InterruptedException {
    return doubts(new StopSignal());
  }

  List<String> doubts(StopSignal stop) throws InterruptedException {
    List<String> doubts = new ArrayList<>();
    rereads.finish(stop).ifPresent(doubts::add);
    doubts.addAll(account.doubts());
    return doubts;
  }

  static void show(ExactRows reader, String row, Entry... seen) throws Exception {
    reader.begin();
    reader.row(bytes(row), List.of(seen), Optional.empty());
    reader.end();
  }

  static byte[] bytes(String row) {
    return row.getBytes(StandardCharsets.ISO_8859_1);
  }

  String row(Node node) {
    return NodeCodec.rowText(graph.row(node));
  }

  Entry entry(Node node) {
    encoder.encodeFirst(node.writer(), node.window(), node.index());
    return encoder.entry();
  }

  /** A node of a window that only those with an authorization see, or that all see. */
  Node node(int window, boolean secret) {
    for (int i = 0; i < FLUSH; i++) {
      if (graph.visibility(0, window, i) == (secret ? 1 : 0)) {
        return new Node(0, window, i);
      }
    }
    throw new IllegalStateException();
  }

  static Entry withOtherValue(Entry entry) {
    byte[] value = entry.value().clone();
    value[0] = (byte) (value[0] == '1' ? '2' : '1');
    return NodeCodec.withChecksum(
        new Entry(entry.row(), entry.family(), entry.qualifier(), entry.visibility(), value));
  }

  /** Ends the first block: its heads are closed. */
  void closeFirstBlock() throws IOException {
    acknowledge(2);
    acknowledge(3);
    closing(0);
  }

  void closing(int block) throws IOException {
    ledger.intend(new Position(block, 4, 0), new Position(block + 1, 0, 0), FLUSH - 1, 0, 1);
    ledger.acknowledge(2);
    ledger.sync();
    var unusedNow = promise.after();
  }

  /** Writes the second block, too, the heads of which were sent twice. */
  void closeSecondBlock() throws IOException {
    ledger.intend(new Position(1, 0, 0), new Position(1, 1, 0), FLUSH, 0, 1);
    for (int step = 0; step < 4; step++) {
      ledger.intend(new Position(1, step, 0), new Position(1, step + 1, 0), FLUSH, 0, 1);
      ledger.acknowledge(2);
    }
    closing(1);
  }

  Entry closed(Node node) {
    encoder.encodeClosing(node.writer(), node.window(), node.index());
    return encoder.entry();
  }

  Optional<String> detail(String name) throws IOException {
    journal.flush();
    List<String> all = new ArrayList<>();
    JournalReader.read(
        run.fileSystem(),
        run.events("test"),
        event -> {
          if (event instanceof Event.FindingSeen seen) {
            Optional.ofNullable(seen.finding().detail().get(name)).ifPresent(all::add);
          }
        });
    return all.stream().findFirst();
  }

  Entry[] wholeTable() {
    return IntStream.range(0, 2 * FLUSH)
        .mapToObj(i -> entry(new Node(0, i / FLUSH, i % FLUSH)))
        .sorted((one, other) -> Arrays.compareUnsigned(one.row(), other.row()))
        .toArray(Entry[]::new);
  }

  void scan(ExactRows reader, Entry... returned) throws Exception {
    Iterator<Entry> entries = List.of(returned).iterator();
    reader.begin();
    reader.range(0, Long.MAX_VALUE, () -> entries.hasNext() ? entries.next() : null);
    reader.end();
  }
}
