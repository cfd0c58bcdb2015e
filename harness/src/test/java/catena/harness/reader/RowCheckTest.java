package catena.harness.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.graph.Entry;
import catena.graph.EntryEncoder;
import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.graph.Node;
import catena.graph.NodeCodec;
import catena.graph.Payload;
import catena.graph.Position;
import catena.graph.judge.FindingKind;
import catena.harness.check.Evidence;
import catena.harness.check.Ledgers;
import catena.harness.check.LivePromise;
import catena.harness.check.Lookup;
import catena.harness.check.SeenFindings;
import catena.harness.check.TransientDifferences;
import catena.harness.check.View;
import catena.harness.client.StopSignal;
import catena.harness.command.Terminal;
import catena.harness.journal.Event;
import catena.harness.journal.Journal;
import catena.harness.journal.JournalReader;
import catena.harness.ledger.Ledger;
import catena.harness.ledger.LedgerHeader;
import catena.harness.reader.reread.ReadCount;
import catena.harness.reader.reread.ReadTally;
import catena.harness.reader.reread.RereadAccount;
import catena.harness.reader.reread.RereadThread;
import catena.harness.reader.reread.Rereads;
import catena.harness.reader.reread.Settling;
import catena.harness.run.RunDirectory;
import java.io.ByteArrayOutputStream;
import java.io.IOError;
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
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.accumulo.core.security.Authorizations;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of rows that readers see, without a table: lookups are answered by hand. */
class RowCheckTest {
  private static final int FLUSH = 10;
  private static final Authorizations ALL = new Authorizations("A");

  @TempDir private Path temp;

  private final Graph graph =
      new Graph(
          new GraphSpec(
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
              new Payload.None(),
              0,
              16));
  private final EntryEncoder encoder = new EntryEncoder(graph);
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ReadTally tally = new ReadTally();

  /** What the table holds by now for those who may see all, and for those who may see little. */
  private final Map<String, List<Entry>> toAll = new HashMap<>();

  private final Map<String, List<Entry>> toFew = new HashMap<>();

  private final View all = View.of(Optional.of(graph), ALL, of(toAll), of(toAll));
  private final View few =
      View.of(Optional.of(graph), new Authorizations("X"), of(toFew), of(toFew));

  private RunDirectory run;
  private Ledger ledger;
  private Journal journal;
  private SeenFindings findings;
  private RereadThread rereads;
  private RereadAccount account;
  private Settling settling;
  private LivePromise promise;

  private static Lookup of(Map<String, List<Entry>> table) {
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
        new Ledgers(List.of(run), new Ledgers.Home("i", "1", graph.spec().fingerprint()), graph);
    promise = new LivePromise(ledgers, System::nanoTime);
    PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
    findings =
        new SeenFindings(
            Optional.of(new Evidence(graph, promise::last, promise::times)),
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

  private void acknowledge(int step) throws IOException {
    ledger.intend(new Position(0, step, 0), new Position(0, step + 1, 0), FLUSH, 0, 1);
    ledger.acknowledge(2);
    ledger.sync();
  }

  private ExactRows reader(View view, Duration limit, boolean eventual) {
    account = new RereadAccount();
    settling =
        new Settling(
            Optional.of(graph),
            Optional.of(promise),
            new TransientDifferences(eventual),
            all,
            findings,
            account,
            Clock.systemUTC(),
            System::nanoTime);
    Rereads work = new Rereads(settling, account, limit, System::nanoTime);
    rereads = new RereadThread(work, limit, Duration.ofMillis(100), System::nanoTime);
    settling.through(rereads);
    rereads.start();
    return new ExactRows(graph, promise, settling, view, "reader", tally);
  }

  private ExactRows reader(View view) {
    return reader(view, Duration.ZERO, false);
  }

  private Map<FindingKind, Long> found() throws InterruptedException {
    assertThat(doubts()).isEmpty();
    return findings.counts();
  }

  /** Why the re-reading is not whole. */
  private List<String> doubts() throws InterruptedException {
    return doubts(new StopSignal());
  }

  private List<String> doubts(StopSignal stop) throws InterruptedException {
    List<String> doubts = new ArrayList<>();
    rereads.finish(stop).ifPresent(doubts::add);
    doubts.addAll(account.doubts());
    return doubts;
  }

  private static void look(ExactRows reader, String row, Entry... seen) throws Exception {
    reader.begin();
    reader.row(bytes(row), List.of(seen), Optional.empty());
    reader.end();
  }

  private static byte[] bytes(String row) {
    return row.getBytes(StandardCharsets.ISO_8859_1);
  }

  private String row(Node node) {
    return NodeCodec.rowText(graph.row(node));
  }

  private Entry entry(Node node) {
    encoder.encodeFirst(node.writer(), node.window(), node.index());
    return encoder.entry();
  }

  /** A node of a window that only those with an authorization see, or that all see. */
  private Node node(int window, boolean secret) {
    for (int i = 0; i < FLUSH; i++) {
      if (graph.visibility(0, window, i) == (secret ? 1 : 0)) {
        return new Node(0, window, i);
      }
    }
    throw new IllegalStateException();
  }

  @Test
  void whatIsAsPromisedCostsNothingMore() throws Exception {
    ExactRows reader = reader(all);
    Node node = new Node(0, 1, 3);
    look(reader, row(node), entry(node));

    assertThat(found()).isEmpty();
    assertThat(tally.get(ReadCount.EXACT)).isEqualTo(1);
    assertThat(tally.get(ReadCount.REREAD)).isZero();
  }

  @Test
  void whatIsMissingToTheEndIsLostAndCountsOnce() throws Exception {
    ExactRows reader = reader(all);
    Node node = new Node(0, 1, 3);
    look(reader, row(node));
    look(reader, row(node));

    assertThat(found()).isEqualTo(Map.of(FindingKind.LOST, 1L));
    assertThat(out.toString(StandardCharsets.UTF_8)).contains("reader: LOST " + row(node));
  }

  @Test
  void whatComesBackIsLate() throws Exception {
    ExactRows reader = reader(all, Duration.ofMinutes(5), false);
    Node node = new Node(0, 1, 3);
    toAll.put(row(node), List.of(entry(node)));
    look(reader, row(node));

    assertThat(found()).isEqualTo(Map.of(FindingKind.LATE, 1L));
  }

  @Test
  void whatOthersSeeIsWithheld() throws Exception {
    ExactRows reader = reader(few);
    Node node = node(1, false);
    toAll.put(row(node), List.of(entry(node)));
    look(reader, row(node));

    assertThat(found()).isEqualTo(Map.of(FindingKind.WITHHELD, 1L));
  }

  @Test
  void whatIsHiddenMustNotBeSeenAndIsNotMissed() throws Exception {
    ExactRows reader = reader(few);
    Node secret = node(1, true);
    look(reader, row(secret));
    assertThat(tally.get(ReadCount.HIDDEN)).isEqualTo(1);
    look(reader, row(secret), entry(secret));

    assertThat(found()).isEqualTo(Map.of(FindingKind.LEAKED, 1L));
  }

  @Test
  void whatWasWrittenMeanwhileIsNoFinding() throws Exception {
    ExactRows reader = reader(all);
    Node next = new Node(0, 2, 3);
    reader.begin();
    acknowledge(2);
    reader.row(bytes(row(next)), List.of(entry(next)), Optional.empty());
    reader.end();

    assertThat(found()).isEmpty();
    assertThat(tally.get(ReadCount.CHANGED)).isEqualTo(1);
  }

  @Test
  void whatNoWriterHasBegunIsAPhantomAtOnce() throws Exception {
    ExactRows reader = reader(all, Duration.ofMinutes(5), false);
    Node far = new Node(0, 3, 3);
    look(reader, row(far), withOtherValue(entry(far)));

    assertThat(found()).isEqualTo(Map.of(FindingKind.PHANTOM, 1L));
  }

  private static Entry withOtherValue(Entry entry) {
    byte[] value = entry.value().clone();
    value[0] = (byte) (value[0] == '1' ? '2' : '1');
    return NodeCodec.withChecksum(
        new Entry(entry.row(), entry.family(), entry.qualifier(), entry.visibility(), value));
  }

  @Test
  void whatItsWriterWritesLaterOnIsADoubtAboutTheLedgerAndNoFinding() throws Exception {
    ExactRows reader = reader(all);
    Node far = new Node(0, 3, 3);
    toAll.put(row(far), List.of(entry(far)));
    look(reader, row(far), entry(far));

    assertThat(found()).isEmpty();
    assertThat(settling.doubts()).singleElement().asString().contains("PHANTOM", row(far));
  }

  @Test
  void aLedgerThatIsReadLateExplainsWhatWasInDoubt() throws Exception {
    ExactRows reader = reader(all, Duration.ofMinutes(5), false);
    Node next = new Node(0, 2, 3);
    toAll.put(row(next), List.of(entry(next)));
    look(reader, row(next), entry(next));
    acknowledge(2);

    assertThat(found()).isEmpty();
    assertThat(settling.doubts()).isEmpty();
    assertThat(tally.get(ReadCount.REREAD)).isEqualTo(1);
  }

  /** Ends the first block: its heads are closed. */
  private void closeFirstBlock() throws IOException {
    acknowledge(2);
    acknowledge(3);
    closing(0);
  }

  private void closing(int block) throws IOException {
    ledger.intend(new Position(block, 4, 0), new Position(block + 1, 0, 0), FLUSH - 1, 0, 1);
    ledger.acknowledge(2);
    ledger.sync();
    var unusedNow = promise.after();
  }

  /** Writes the second block, too, the heads of which were sent twice. */
  private void closeSecondBlock() throws IOException {
    ledger.intend(new Position(1, 0, 0), new Position(1, 1, 0), FLUSH, 0, 1);
    for (int step = 0; step < 4; step++) {
      ledger.intend(new Position(1, step, 0), new Position(1, step + 1, 0), FLUSH, 0, 1);
      ledger.acknowledge(2);
    }
    closing(1);
  }

  private Entry closed(Node node) {
    encoder.encodeClosing(node.writer(), node.window(), node.index());
    return encoder.entry();
  }

  @Test
  void whatIsStaleAndPassesStaysAFindingThatSaysSo() throws Exception {
    closeFirstBlock();
    ExactRows reader = reader(all, Duration.ofMinutes(5), false);
    Node head = new Node(0, 0, 3);
    toAll.put(row(head), List.of(closed(head)));
    look(reader, row(head), entry(head));

    assertThat(found()).isEqualTo(Map.of(FindingKind.STALE, 1L));
    assertThat(detail("passed.within.ms")).isPresent();
  }

  @Test
  void whatStaysStaleSaysForHowLong() throws Exception {
    closeFirstBlock();
    ExactRows reader = reader(all);
    Node head = new Node(0, 0, 3);
    toAll.put(row(head), List.of(entry(head)));
    look(reader, row(head), entry(head));

    assertThat(found()).isEqualTo(Map.of(FindingKind.STALE, 1L));
    assertThat(detail("stayed.for.ms")).isPresent();
  }

  @Test
  void whatIsStaleIsFoundThoughItCannotBeReadAgain() throws Exception {
    closeFirstBlock();
    Lookup failing =
        rows -> {
          throw new IOException("no answer");
        };
    ExactRows reader = reader(View.of(Optional.of(graph), ALL, failing, failing));
    Node head = new Node(0, 0, 3);
    look(reader, row(head), entry(head));

    assertThat(doubts()).hasSize(2);
    assertThat(findings.counts()).isEqualTo(Map.of(FindingKind.STALE, 1L));
    assertThat(detail("read.again")).contains("no");
  }

  @Test
  void whatIsFoundStaysFoundThoughItsLedgerCannotBeRead() throws Exception {
    PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
    Evidence broken =
        new Evidence(
            graph,
            promise::last,
            (writer, write) -> {
              throw new IOException("Input/output error");
            });
    findings =
        new SeenFindings(Optional.of(broken), journal::add, new Terminal(stream, stream), 100);
    ExactRows reader = reader(all);
    look(reader, row(new Node(0, 1, 3)));

    assertThat(found()).isEqualTo(Map.of(FindingKind.LOST, 1L));
    assertThat(detail("origin")).contains("the ledger cannot be read: Input/output error");
  }

  @Test
  void whatWasMissingAndComesBackOldIsStale() throws Exception {
    closeFirstBlock();
    ExactRows reader = reader(all);
    Node head = new Node(0, 0, 3);
    toAll.put(row(head), List.of(entry(head)));
    look(reader, row(head));

    assertThat(found()).isEqualTo(Map.of(FindingKind.STALE, 1L));
  }

  @Test
  void whatARejectedAttemptExplainsIsADoubtAndNoFinding() throws Exception {
    closeFirstBlock();
    closeSecondBlock();
    ExactRows reader = reader(all);
    Node head = new Node(0, 4, 3);
    toAll.put(row(head), List.of(entry(head)));
    look(reader, row(head), entry(head));

    assertThat(found()).isEmpty();
    assertThat(settling.doubts()).singleElement().asString().contains("STALE", row(head));
  }

  @Test
  void rowsInHandWhenTheirReaderIsBrokenOffAreInDoubt() throws Exception {
    ExactRows reader = reader(all);
    settling.through(
        suspect -> {
          account.unsettled(suspect.name(), "broken off");
          throw new InterruptedException("planted");
        });
    reader.begin();
    for (int i = 0; i < 3; i++) {
      reader.row(bytes(row(new Node(0, 1, i))), List.of(), Optional.empty());
    }
    assertThatThrownBy(reader::end).isInstanceOf(InterruptedException.class);

    assertThat(doubts()).hasSize(2).anyMatch(doubt -> doubt.contains("end: 2 rows,"));
    assertThat(findings.counts()).isEmpty();
  }

  @Test
  void anErrorWhileRowsAreJudgedAgainIsADoubtToo() throws Exception {
    AtomicBoolean broken = new AtomicBoolean();
    View failing =
        new View(
            ALL,
            expression -> {
              if (broken.get()) {
                throw new IOError(new IOException("the ledger cannot be read"));
              }
              return true;
            },
            rows -> {
              broken.set(true);
              return Map.of();
            },
            of(toAll));
    ExactRows reader = reader(failing);
    look(reader, row(new Node(0, 1, 3)));

    assertThat(doubts()).hasSize(2).anyMatch(doubt -> doubt.contains("IOError"));
  }

  @Test
  void rowsThatAreAddedOnceItIsOverAreInDoubtAndNobodyWaits() throws Exception {
    Lookup failing =
        rows -> {
          throw new OutOfMemoryError("planted");
        };
    ExactRows reader = reader(View.of(Optional.of(graph), ALL, failing, failing));
    int many = 2 * Rereads.MOST_WAITING;
    reader.begin();
    for (int i = 0; i < many; i++) {
      reader.row(bytes(row(new Node(0, 1, 3))), List.of(), Optional.empty());
    }
    reader.end();

    assertThat(doubts()).anyMatch(doubt -> doubt.contains("planted"));
    assertThat(rowsIn(account.doubts())).isEqualTo(many);
    assertThat(account.doubts()).noneMatch(doubt -> doubt.contains("do not agree"));
  }

  private static long rowsIn(List<String> doubts) {
    return doubts.stream()
        .map(doubt -> doubt.substring(doubt.indexOf(": ") + 2, doubt.indexOf(" row")))
        .map(rows -> rows.replace(",", ""))
        .mapToLong(Long::parseLong)
        .sum();
  }

  private Optional<String> detail(String name) throws IOException {
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

  @Test
  void anOldStateOfAScanServerIsLateThoughItNeverHearsOfTheNewOne() throws Exception {
    View behind = View.of(Optional.of(graph), ALL, of(toFew), of(toAll));
    ExactRows reader = reader(behind, Duration.ZERO, true);
    Node node = new Node(0, 1, 3);
    toAll.put(row(node), List.of(entry(node)));
    look(reader, row(node));

    assertThat(found()).isEqualTo(Map.of(FindingKind.LATE, 1L));
    assertThat(new TransientDifferences(true).isFault(FindingKind.LATE)).isFalse();
    assertThat(new TransientDifferences(false).isFault(FindingKind.LATE)).isTrue();
  }

  @Test
  void whatIsStillMissingWhenAStopCutsTheWaitIsADoubt() throws Exception {
    ExactRows reader = reader(all, Duration.ofDays(1), false);
    look(reader, row(new Node(0, 1, 3)));
    StopSignal stop = new StopSignal();
    stop.ask("test");

    assertThat(doubts(stop)).singleElement().asString().contains("while they were missing");
    assertThat(findings.counts()).isEmpty();
  }

  @Test
  void lookupsThatFailAreADoubt() throws Exception {
    Lookup failing =
        rows -> {
          throw new IOException("no answer");
        };
    ExactRows reader = reader(View.of(Optional.of(graph), ALL, failing, failing));
    look(reader, row(new Node(0, 1, 3)));

    assertThat(doubts()).hasSize(2).first().asString().contains("no answer");
  }

  @Test
  void anErrorWhileRowsAreReadAgainIsADoubt() throws Exception {
    Lookup failing =
        rows -> {
          throw new OutOfMemoryError("planted");
        };
    ExactRows reader = reader(View.of(Optional.of(graph), ALL, failing, failing));
    look(reader, row(new Node(0, 1, 3)));

    assertThat(doubts()).hasSize(2).first().asString().contains("planted");
    assertThat(account.doubts().get(0)).contains("1 row");
  }

  private Entry[] wholeTable() {
    return java.util.stream.IntStream.range(0, 2 * FLUSH)
        .mapToObj(i -> entry(new Node(0, i / FLUSH, i % FLUSH)))
        .sorted((one, other) -> Arrays.compareUnsigned(one.row(), other.row()))
        .toArray(Entry[]::new);
  }

  private void scan(ExactRows reader, Entry... returned) throws Exception {
    Iterator<Entry> entries = List.of(returned).iterator();
    reader.begin();
    reader.range(0, Long.MAX_VALUE, () -> entries.hasNext() ? entries.next() : null);
    reader.end();
  }

  @Test
  void aScanKnowsAllThatBelongsIntoItsRange() throws Exception {
    ExactRows reader = reader(all);
    Entry[] table = wholeTable();
    scan(reader, table);
    assertThat(tally.get(ReadCount.EXACT)).isEqualTo(2 * FLUSH);
    Entry[] holed = Arrays.copyOfRange(table, 1, table.length);
    scan(reader, holed);

    assertThat(found()).isEqualTo(Map.of(FindingKind.LOST, 1L));
  }

  @Test
  void aScanThatGoesBackHasReturnedSomethingTwice() throws Exception {
    ExactRows reader = reader(all);
    Entry[] table = wholeTable();
    Entry[] again = Arrays.copyOf(table, table.length + 1);
    again[table.length] = table[2];
    scan(reader, again);

    assertThat(found()).isEqualTo(Map.of(FindingKind.DUPLICATED, 1L));
  }
}
