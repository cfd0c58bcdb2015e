// SPDX-License-Identifier: Apache-2.0
package catena.ingest.ycsb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.graph.Entry;
import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.graph.NodeCodec;
import catena.graph.Payload;
import catena.graph.Position;
import catena.graph.Specs;
import catena.graph.judge.FindingKind;
import catena.harness.client.Client;
import catena.harness.command.Terminal;
import catena.ingest.YcsbActivity;
import catena.ingest.write.Batch;
import catena.ingest.write.OperationWriter;
import catena.ingest.write.Recording;
import catena.ingest.write.RetryPolicy;
import catena.ingest.write.Writer;
import catena.read.check.KnownWriters;
import catena.read.plant.Faults;
import catena.read.reader.ReadFailure;
import catena.read.reader.ReadTarget;
import catena.read.reader.ReadWork;
import catena.records.journal.Event;
import catena.records.journal.Journal;
import catena.records.journal.JournalReader;
import catena.records.latency.LatencyRecorder;
import catena.records.latency.Measuring;
import catena.records.latency.Meter;
import catena.records.latency.Meters;
import catena.records.latency.Throughput;
import catena.records.ledger.Ledger;
import catena.records.ledger.LedgerHeader;
import catena.records.ledger.LedgerReader;
import catena.records.run.RunDirectory;
import catena.records.settings.DurationRange;
import catena.records.settings.Layer;
import catena.records.settings.Settings;
import catena.records.threads.StopSignal;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.Verdict;
import com.google.common.util.concurrent.MoreExecutors;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import org.HdrHistogram.Histogram;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.BatchScanner;
import org.apache.accumulo.core.client.BatchWriter;
import org.apache.accumulo.core.client.MutationsRejectedException;
import org.apache.accumulo.core.client.Scanner;
import org.apache.accumulo.core.client.ScannerBase.ConsistencyLevel;
import org.apache.accumulo.core.client.admin.TableOperations;
import org.apache.accumulo.core.data.ColumnUpdate;
import org.apache.accumulo.core.data.Key;
import org.apache.accumulo.core.data.Mutation;
import org.apache.accumulo.core.data.Range;
import org.apache.accumulo.core.data.Value;
import org.apache.accumulo.core.security.Authorizations;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A client in steps, over rows that are kept in a map, with real ledgers and the real checks. */
@Timeout(60)
class YcsbClientTest {
  private static final int NODES = 6;
  private static final int DEPTH = 3;
  private static final int RECORDS = NODES * DEPTH;
  private static final String SELDOM = "0.0000001";
  private static final RetryPolicy ONCE =
      new RetryPolicy(Duration.ZERO, new DurationRange(Duration.ZERO, Duration.ofMillis(1)));

  @TempDir private Path temp;

  private final Graph graph =
      new Graph(
          Specs.of(
                  GraphSpec.VERSION,
                  7,
                  0,
                  1L << 40,
                  NODES,
                  DEPTH,
                  100,
                  100,
                  List.of(""),
                  GraphSpec.VisibilityScope.NODE,
                  true,
                  Payload.NONE,
                  0,
                  32)
              .with("updates", "2:zipfian:0.99"));

  private final TreeMap<String, Entry> table = new TreeMap<>();

  /**
   * Where each scan began, and rows that were looked up; later looks at rows are not among them.
   */
  private final List<String> asked = new ArrayList<>();

  private final List<Duration> waited = new ArrayList<>();
  private final StopSignal stop = new StopSignal((asked, limit) -> waited.add(limit));
  private final LatencyRecorder latency =
      new LatencyRecorder(
          OutputStream.nullOutputStream(), Clock.systemUTC(), Measuring.USUAL_DIGITS);
  private RunDirectory directory;
  private boolean rejecting;
  private int flushes;
  private int next = 1;
  private long nanos;
  private long seed = 7;

  @BeforeEach
  void load() throws Exception {
    directory = RunDirectory.at(temp.toString(), new Configuration(false));
    OperationWriter load = writer(0);
    for (int n = 0; n < RECORDS + NODES - 1; n++) {
      assertThat(load.write()).isTrue();
    }
    load.close();
    assertThat(table).hasSize(RECORDS);
    flushes = 0;
  }

  @AfterEach
  void close() throws Exception {
    directory.close();
  }

  private static <T> T proxy(Class<T> type, Answer answer) {
    return type.cast(
        Proxy.newProxyInstance(
            YcsbClientTest.class.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> answer.to(method.getName(), arguments)));
  }

  @FunctionalInterface
  private interface Answer {
    Object to(String method, Object[] arguments) throws Throwable;
  }

  /** A batch writer of the map. */
  private BatchWriter batchWriter() {
    List<Mutation> buffer = new ArrayList<>();
    return proxy(
        BatchWriter.class,
        (method, arguments) -> {
          if (method.equals("addMutation")) {
            buffer.add((Mutation) arguments[0]);
          } else if (method.equals("flush")) {
            if (rejecting) {
              throw new MutationsRejectedException(
                  (AccumuloClient) null, List.of(), Map.of(), List.of("server:9997"), 0, null);
            }
            flushes++;
            buffer.forEach(this::put);
            buffer.clear();
          }
          return null;
        });
  }

  private void put(Mutation mutation) {
    ColumnUpdate update = mutation.getUpdates().get(0);
    put(
        new Entry(
            mutation.getRow(),
            update.getColumnFamily(),
            update.getColumnQualifier(),
            update.getColumnVisibility(),
            update.getValue()));
  }

  private void put(Entry entry) {
    table.put(new String(entry.row(), StandardCharsets.UTF_8), entry);
  }

  private OperationWriter writer(int number) throws IOException {
    LedgerHeader header =
        new LedgerHeader(
            "i", "1", graph.spec().fingerprint(), number, UUID.fromString(graph.uuid(number)));
    var path = directory.ledger(number);
    Ledger ledger =
        directory.fileSystem().exists(path)
            ? Ledger.resume(directory.fileSystem(), path, header, 1, Duration.ZERO)
            : Ledger.create(directory.fileSystem(), path, header);
    return new OperationWriter(
        new Writer("w" + number, number, graph.uuid(number), ledger, new NoHold()),
        graph,
        new Batch(this::batchWriter, (close, limit) -> close.run()),
        new OperationWriter.Way(NODES, false, ONCE, new AtomicBoolean()),
        Recording.unmeasured(event -> {}, note -> {}, Clock.systemUTC(), () -> nanos++),
        stop);
  }

  /** Nothing else holds a writer's number. */
  private static final class NoHold implements Writer.Hold {
    @Override
    public void ended(Position at) {
      // the ledger says it
    }

    @Override
    public void close() {
      // nothing is held
    }
  }

  private <T> T scanner(Class<T> type) {
    List<Range> ranges = new ArrayList<>();
    return proxy(
        type,
        (method, arguments) -> {
          switch (method) {
            case "setRange" -> {
              ranges.clear();
              ranges.add((Range) arguments[0]);
              asked.add(ranges.get(0).getStartKey().getRow().toString());
            }
            case "setRanges" -> {
              for (Object range : (Collection<?>) arguments[0]) {
                ranges.add((Range) range);
              }
            }
            case "iterator" -> {
              return found(ranges).entrySet().iterator();
            }
            case "forEach" -> {
              @SuppressWarnings("unchecked")
              BiConsumer<Key, Value> taker = (BiConsumer<Key, Value>) arguments[0];
              found(ranges).forEach(taker);
            }
            default -> {
              // shapes and times do not matter here
            }
          }
          return null;
        });
  }

  private Map<Key, Value> found(List<Range> ranges) {
    Map<Key, Value> found = new TreeMap<>();
    for (Entry of : table.values()) {
      Key key = new Key(of.row(), of.family(), of.qualifier(), of.visibility(), 1);
      if (ranges.stream().anyMatch(range -> range.contains(key))) {
        found.put(key, new Value(of.value()));
      }
    }
    return found;
  }

  /** All on the thread of the test. */
  private Client client(ReadWork work) throws Exception {
    return work.clients(
            client -> new Meter(latency, new Throughput(() -> nanos, () -> 0)),
            thread -> MoreExecutors.newDirectExecutorService(),
            stop)
        .get(0);
  }

  private ReadWork work(ClientWriters writers, String... mix) throws Exception {
    Map<String, String> given =
        new TreeMap<>(
            Map.of(
                "ycsb.read", SELDOM,
                "ycsb.update", "0",
                "ycsb.insert", "0",
                "ycsb.requests", "sequential",
                "read.reread.limit", "0",
                "read.start.limit", "0"));
    for (int i = 0; i < mix.length; i += 2) {
      given.put(mix[i], mix[i + 1]);
    }
    Settings settings = Settings.resolve(YcsbActivity.SETTINGS, List.of(Layer.of("test", given)));
    YcsbPlan plan = YcsbPlan.of(settings);
    YcsbActivity activity = new YcsbActivity(context -> new YcsbClient(context, plan, 0, writers));
    AccumuloClient client =
        proxy(
            AccumuloClient.class,
            (method, arguments) ->
                switch (method) {
                  case "createScanner" -> scanner(Scanner.class);
                  case "tableOperations" ->
                      proxy(TableOperations.class, (asked, of) -> Map.of("t", "1"));
                  default -> scanner(BatchScanner.class);
                });
    ReadTarget target =
        new ReadTarget(
            client,
            "i",
            "t",
            "1",
            Optional.of(graph),
            Authorizations.EMPTY,
            List.of(Authorizations.EMPTY),
            ConsistencyLevel.IMMEDIATE,
            KnownWriters.NONE,
            false,
            false);
    PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    return new ReadWork(
        activity,
        new ReadWork.ReadTerms(
            "ycsb",
            target,
            settings,
            List.of(directory),
            (Event event) -> {},
            new Terminal(nowhere, nowhere),
            Clock.systemUTC(),
            () -> nanos += 10_000_000,
            seed));
  }

  private PartOutcome operate(int steps, ClientWriters writers, String... mix) throws Exception {
    asked.clear();
    ReadWork work = work(writers, mix);
    Client client = client(work);
    try {
      for (int i = 0; i < steps; i++) {
        assertThat(client.step()).as("step %d", i).isTrue();
      }
    } finally {
      client.close();
    }
    while (!work.isSettled()) {
      boolean unused = work.reread();
    }
    return work.outcome(List.of(), List.of());
  }

  private PartOutcome scan(int length) throws Exception {
    return operate(
        1,
        ClientWriters.NONE,
        "ycsb.scan",
        "1",
        "ycsb.scan.least",
        "" + length,
        "ycsb.scan.most",
        "" + length);
  }

  /** Scans of so many rows begin where there are more than these. */
  private void beginEarly(int length) throws Exception {
    do {
      seed++;
      PartOutcome whole = scan(length);
      assertThat(whole.verdict()).as(whole.toString()).isEqualTo(Verdict.PASS);
    } while (table.tailMap(asked.get(0)).size() < length + 3);
  }

  private static Entry damaged(Entry entry) {
    return Faults.withByte(entry, 40);
  }

  private static Entry stranger(String row) {
    return new Entry(
        row.getBytes(StandardCharsets.UTF_8), new byte[0], new byte[0], new byte[0], new byte[0]);
  }

  private Position acknowledged(int writer) throws IOException {
    return LedgerReader.read(directory.fileSystem(), directory.ledger(writer)).acknowledged();
  }

  private long count(String tag) {
    latency.writeInterval();
    Histogram total = latency.total(tag);
    return total == null ? 0 : total.getTotalCount();
  }

  @Test
  void eachReadIsJudged() throws Exception {
    PartOutcome whole = operate(5, ClientWriters.NONE, "ycsb.read", "1");
    assertThat(whole.verdict()).as(whole.toString()).isEqualTo(Verdict.PASS);
    assertThat(whole.tally()).containsEntry("ycsb: operations", 5L).containsEntry("ycsb: rows", 5L);
    assertThat(asked).doesNotHaveDuplicates().hasSize(5);
    assertThat(count("read")).isEqualTo(5);
    assertThat(count("operation")).isEqualTo(5);

    table.remove(asked.get(1));
    table.computeIfPresent(asked.get(3), (row, entry) -> damaged(entry));
    PartOutcome harmed = operate(5, ClientWriters.NONE, "ycsb.read", "1");
    assertThat(harmed.findings()).isEqualTo(Map.of(FindingKind.LOST, 1L, FindingKind.CORRUPT, 1L));
  }

  @Test
  void betweenTwoOperationsItWaitsAsLongAsAsked() throws Exception {
    PartOutcome unused = operate(3, ClientWriters.NONE, "ycsb.read", "1", "read.wait", "7s");

    assertThat(waited).containsExactly(Duration.ofSeconds(7), Duration.ofSeconds(7));
  }

  /** What it read was wrong before it wrote over it. */
  @Test
  void whatIsReadToBeModifiedIsJudgedAlthoughItWasWritten() throws Exception {
    OperationWriter updater = writer(0);
    String row = NodeCodec.rowText(graph.row(updater.node()));
    table.computeIfPresent(row, (same, entry) -> damaged(entry));
    PartOutcome outcome =
        operate(
            1,
            new ClientWriters(List.of(updater), () -> writer(next++)),
            "ycsb.readmodifywrite",
            "1");

    assertThat(asked).containsExactly(row);
    assertThat(outcome.findings()).isEqualTo(Map.of(FindingKind.CORRUPT, 1L));
    assertThat(flushes).isEqualTo(1);
    assertThat(acknowledged(0)).isEqualTo(new Position(0, DEPTH + 1, 1));
    assertThat(count(Operation.READ_MODIFY_WRITE.tag())).isEqualTo(1);
    assertThat(count("operation")).isEqualTo(1);
  }

  @Test
  void whatIsReadToBeModifiedIsJudgedAlsoIfItCannotBeWritten() throws Exception {
    OperationWriter updater = writer(0);
    String row = NodeCodec.rowText(graph.row(updater.node()));
    table.computeIfPresent(row, (same, entry) -> damaged(entry));
    rejecting = true;
    ReadWork work =
        work(
            new ClientWriters(List.of(updater), () -> writer(next++)), "ycsb.readmodifywrite", "1");
    Client client = client(work);
    assertThatThrownBy(client::step)
        .isInstanceOf(ReadFailure.class)
        .hasMessageContaining("gave a write up");
    client.close();
    assertThat(work.outcome(List.of(), List.of()).findings())
        .isEqualTo(Map.of(FindingKind.CORRUPT, 1L));
    assertThat(count(Operation.READ_MODIFY_WRITE.tag())).isZero();
  }

  @Test
  void anHonestTablePassesReadModifyWrite() throws Exception {
    PartOutcome outcome =
        operate(
            2 * NODES,
            new ClientWriters(List.of(writer(0)), () -> writer(next++)),
            "ycsb.readmodifywrite",
            "1");
    assertThat(outcome.verdict()).as(outcome.toString()).isEqualTo(Verdict.PASS);
    assertThat(acknowledged(0)).isEqualTo(new Position(1, 0, 0));
  }

  /** A scan that returns fewer rows than asked for says that there are no more. */
  @Test
  void aScanThatReachesTheEndIsCheckedUpToTheEnd() throws Exception {
    PartOutcome whole = scan(RECORDS + 1);
    assertThat(whole.verdict()).as(whole.toString()).isEqualTo(Verdict.PASS);
    long rows = table.tailMap(asked.get(0)).size();
    assertThat(rows).as("rows behind the first").isBetween(2L, RECORDS - 1L);
    assertThat(whole.tally()).containsEntry("ycsb: rows", rows);
    assertThat(count("scan")).isEqualTo(1);

    String last = table.lastKey();
    Entry there = table.remove(last);
    PartOutcome harmed = scan(RECORDS + 1);
    assertThat(harmed.findings()).as("without its last row").containsOnlyKeys(FindingKind.LOST);
    table.put(last, there);

    for (String row : List.copyOf(table.tailMap(asked.get(0)).keySet())) {
      table.remove(row);
    }
    assertThat(scan(RECORDS + 1).findings())
        .as("without any row")
        .isEqualTo(Map.of(FindingKind.LOST, rows));
  }

  /** One more row is read, which says that there is none between; behind it nothing is known. */
  @Test
  void aScanOfSoManyRowsIsCheckedUpToTheOneBehindThem() throws Exception {
    int length = 3;
    beginEarly(length);
    PartOutcome whole = scan(length);
    assertThat(whole.verdict()).as(whole.toString()).isEqualTo(Verdict.PASS);
    assertThat(whole.tally()).containsEntry("ycsb: rows", (long) length);
    List<String> rows = new ArrayList<>(table.tailMap(asked.get(0)).keySet());

    Entry second = table.remove(rows.get(1));
    PartOutcome gap = scan(length);
    assertThat(gap.findings()).as("a gap within").isEqualTo(Map.of(FindingKind.LOST, 1L));
    table.put(rows.get(1), second);

    Entry behind = table.remove(rows.get(length));
    PartOutcome between = scan(length);
    assertThat(between.findings()).as("a gap behind").isEqualTo(Map.of(FindingKind.LOST, 1L));
    table.put(rows.get(length), behind);

    Entry further = table.remove(rows.get(length + 1));
    PartOutcome unseen = scan(length);
    assertThat(unseen.verdict()).as("a gap further behind: %s", unseen).isEqualTo(Verdict.PASS);
    table.put(rows.get(length + 1), further);

    table.computeIfPresent(rows.get(length - 1), (row, entry) -> damaged(entry));
    assertThat(scan(length).findings()).isEqualTo(Map.of(FindingKind.CORRUPT, 1L));
  }

  @Test
  void aRowThatIsNoNumberIsFoundUnlessNoneThatIsOneIsBehindIt() throws Exception {
    int length = 3;
    beginEarly(length);
    List<String> rows = new ArrayList<>(table.tailMap(asked.get(0)).keySet());
    put(stranger(rows.get(0) + "x"));
    assertThat(scan(length).findings()).as("within").isEqualTo(Map.of(FindingKind.PHANTOM, 1L));
    table.remove(rows.get(0) + "x");

    put(stranger(rows.get(length - 1) + "x"));
    PartOutcome last = scan(length);
    assertThat(last.verdict()).as("the last: %s", last).isEqualTo(Verdict.PASS);
  }

  @Test
  void updatesGoOnWhereTheLedgerEndsAndNoFurtherThanTheGraphHasThem() throws Exception {
    ClientWriters writers = new ClientWriters(List.of(writer(0)), () -> writer(next++));
    PartOutcome outcome = operate(2 * NODES, writers, "ycsb.update", "1");
    assertThat(outcome.verdict()).as("nothing was read: %s", outcome).isEqualTo(Verdict.UNKNOWN);
    assertThat(flushes).isEqualTo(2 * NODES);
    assertThat(acknowledged(0)).isEqualTo(new Position(1, 0, 0));
    assertThat(count("update")).isEqualTo(2 * NODES);
    assertThat(asked).isEmpty();

    ClientWriters again = new ClientWriters(List.of(writer(0)), () -> writer(next++));
    assertThatThrownBy(() -> operate(1, again, "ycsb.update", "1"))
        .isInstanceOf(ReadFailure.class)
        .hasMessageContaining("ycsb")
        .hasMessageContaining("block of writer 0: make the table with more passes");
  }

  /** An update reads no row: its second has it nevertheless. */
  @Test
  void eachSecondHasItsOperationsWhateverTheyRead() throws Exception {
    Journal journal = new Journal(directory.append(directory.events("test")), e -> {});
    Meters meters =
        Meters.start(
            directory,
            journal,
            Clock.systemUTC(),
            new Measuring(Duration.ofHours(1), Measuring.USUAL_DIGITS),
            false);
    ClientWriters writers = new ClientWriters(List.of(writer(0)), () -> writer(next++));
    Client client =
        work(writers, "ycsb.update", "1")
            .clients(meters::open, thread -> MoreExecutors.newDirectExecutorService(), stop)
            .get(0);
    for (int i = 0; i < NODES; i++) {
      assertThat(client.step()).isTrue();
    }
    client.close();
    meters.close();
    journal.close();
    List<Event> told = new ArrayList<>();
    JournalReader.Summary unused =
        JournalReader.read(directory.fileSystem(), directory.events("test"), told::add);
    assertThat(told)
        .singleElement()
        .isInstanceOfSatisfying(
            Event.Throughput.class,
            each -> {
              assertThat(each.operations()).isEqualTo(NODES);
              assertThat(each.rows()).isZero();
              assertThat(each.counts().stream().mapToLong(n -> n).sum()).isEqualTo(NODES);
            });
  }

  /** Each writer inserts one block; then comes the next. */
  @Test
  void whoHasInsertedAWholeBlockGoesOnAsANewWriter() throws Exception {
    ClientWriters writers = new ClientWriters(List.of(), () -> writer(next++));
    PartOutcome outcome = operate(RECORDS + 2, writers, "ycsb.insert", "1");
    assertThat(outcome.findings()).isEmpty();
    assertThat(next).isEqualTo(3);
    assertThat(acknowledged(1)).isEqualTo(new Position(0, DEPTH, 0));
    assertThat(acknowledged(2)).isEqualTo(new Position(0, 0, 2));
    assertThat(table).hasSize(2 * RECORDS + 2);
    assertThat(count("insert")).isEqualTo(RECORDS + 2);
    for (int writer : new int[] {1, 2}) {
      assertThat(LedgerReader.read(directory.fileSystem(), directory.ledger(writer)).closed())
          .isTrue();
    }
  }

  @Test
  void whereThereIsNoRecordNothingIsDone() throws Exception {
    RunDirectory loaded = directory;
    directory = RunDirectory.at(temp.resolve("empty").toString(), new Configuration(false));
    try {
      Client client = client(work(ClientWriters.NONE, "ycsb.read", "1"));
      assertThat(client.step()).isFalse();
      client.close();
      assertThat(asked).isEmpty();
    } finally {
      directory.close();
      directory = loaded;
    }
  }

  @Test
  void whatIsCountedIsAllThatIsDone() throws Exception {
    ReadWork work = work(ClientWriters.NONE, "ycsb.read", "1", "ycsb.count", "3");
    Client client = client(work);
    for (int i = 0; i < 3; i++) {
      assertThat(client.step()).isTrue();
    }
    assertThat(client.step()).isFalse();
    client.close();
    assertThat(asked).hasSize(3);
  }
}
