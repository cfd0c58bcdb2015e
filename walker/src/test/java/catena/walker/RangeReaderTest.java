package catena.walker;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.Entry;
import catena.graph.EntryEncoder;
import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.graph.NodeCodec;
import catena.graph.Payload;
import catena.graph.Position;
import catena.graph.judge.FindingKind;
import catena.harness.client.Client;
import catena.harness.client.StopSignal;
import catena.harness.command.Terminal;
import catena.harness.latency.LatencyRecorder;
import catena.harness.latency.Meter;
import catena.harness.latency.Throughput;
import catena.harness.ledger.Ledger;
import catena.harness.ledger.LedgerHeader;
import catena.harness.reader.ReadTarget;
import catena.harness.reader.ReadWork;
import catena.harness.run.RunDirectory;
import catena.harness.settings.Layer;
import catena.harness.settings.Settings;
import catena.harness.verdict.PartOutcome;
import catena.harness.verdict.Verdict;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.BatchScanner;
import org.apache.accumulo.core.client.Scanner;
import org.apache.accumulo.core.client.ScannerBase.ConsistencyLevel;
import org.apache.accumulo.core.data.Key;
import org.apache.accumulo.core.data.Range;
import org.apache.accumulo.core.data.Value;
import org.apache.accumulo.core.security.Authorizations;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A scanning client in steps, over rows that are kept in a map. */
class RangeReaderTest {
  private static final int FLUSH = 50;
  private static final int WINDOWS = 4;

  @TempDir private Path temp;

  private final Graph graph = new Graph(spec());
  private final TreeMap<String, Entry> table = new TreeMap<>();
  private final List<Range> asked = new ArrayList<>();
  private long nanos;

  private static GraphSpec spec() {
    return new GraphSpec(
        GraphSpec.VERSION,
        5,
        0,
        Long.MAX_VALUE,
        FLUSH,
        WINDOWS,
        32767,
        32767,
        List.of(""),
        GraphSpec.VisibilityScope.NODE,
        true,
        new Payload.None(),
        0,
        16);
  }

  @BeforeEach
  void write() throws Exception {
    EntryEncoder encoder = new EntryEncoder(graph);
    try (RunDirectory run = run();
        Ledger ledger =
            Ledger.create(
                run.fileSystem(),
                run.ledger(0),
                new LedgerHeader(
                    "i", "1", graph.spec().fingerprint(), 0, UUID.fromString(graph.uuid(0))))) {
      for (int window = 0; window < WINDOWS; window++) {
        Position from = new Position(0, window, 0);
        ledger.intend(from, new Position(0, window + 1, 0), FLUSH, 0, 1);
        for (int i = 0; i < FLUSH; i++) {
          encoder.encodeFirst(0, window, i);
          Entry entry = encoder.entry();
          table.put(NodeCodec.rowText(entry.row()), entry);
        }
        ledger.acknowledge(2);
      }
    }
  }

  private RunDirectory run() {
    return RunDirectory.at(temp.toString(), new Configuration(false));
  }

  @FunctionalInterface
  private interface Answer {
    Object to(String method, Object[] arguments);
  }

  private static Object proxy(Answer answer, Class<?>... types) {
    return Proxy.newProxyInstance(
        RangeReaderTest.class.getClassLoader(),
        types,
        (proxy, method, arguments) -> answer.to(method.getName(), arguments));
  }

  /** A scanner of the map, which knows where a range begins and ends; rows are read again, too. */
  private Object scanner() {
    List<Range> ranges = new ArrayList<>();
    return proxy(
        (method, arguments) -> {
          if (method.equals("setRange")) {
            ranges.add((Range) arguments[0]);
            asked.addAll(ranges);
          } else if (method.equals("setRanges")) {
            ((Collection<?>) arguments[0]).forEach(range -> ranges.add((Range) range));
          }
          return method.equals("iterator")
              ? table.values().stream()
                  .map(RangeReaderTest::cell)
                  .filter(cell -> ranges.stream().anyMatch(range -> range.contains(cell.getKey())))
                  .iterator()
              : null;
        },
        Scanner.class,
        BatchScanner.class);
  }

  private static Map.Entry<Key, Value> cell(Entry entry) {
    Key key = new Key(entry.row(), entry.family(), entry.qualifier(), entry.visibility(), 0L);
    return Map.entry(key, new Value(entry.value()));
  }

  private PartOutcome scan(int steps, String... settings) throws Exception {
    Map<String, String> given =
        new TreeMap<>(Map.of("read.reread.limit", "0", "read.start.limit", "0"));
    for (int i = 0; i < settings.length; i += 2) {
      given.put(settings[i], settings[i + 1]);
    }
    ScanActivity activity = new ScanActivity();
    PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    AccumuloClient client =
        (AccumuloClient) proxy((method, arguments) -> scanner(), AccumuloClient.class);
    try (RunDirectory run = run()) {
      ReadWork work =
          ReadWork.of(
              activity,
              new ReadWork.Terms(
                  "scan",
                  new ReadTarget(
                      client,
                      "i",
                      "t",
                      "1",
                      Optional.of(graph),
                      Authorizations.EMPTY,
                      List.of(Authorizations.EMPTY),
                      ConsistencyLevel.IMMEDIATE),
                  Settings.resolve(activity.settings(), List.of(Layer.of("test", given))),
                  List.of(run),
                  event -> {},
                  new Terminal(nowhere, nowhere),
                  Clock.systemUTC(),
                  () -> nanos++,
                  7));
      Client reader = work.clients(new OneThread(), new StopSignal()).get(0);
      for (int i = 0; i < steps; i++) {
        assertThat(reader.step()).isTrue();
      }
      reader.close();
      while (!work.isSettled()) {
        boolean unused = work.reread();
      }
      return work.outcome(List.of(), List.of());
    }
  }

  /** All on the thread of the test. */
  private static final class OneThread implements ReadWork.Driver {
    @Override
    public Meter meter(String client) {
      return new Meter(
          new LatencyRecorder(OutputStream.nullOutputStream(), Clock.systemUTC()),
          new Throughput(System::nanoTime, () -> 0));
    }

    @Override
    public ExecutorService background(String thread) {
      throw new AssertionError("a scan reads on its own thread");
    }
  }

  @Test
  void allRowsOfATableAreCheckedAndAreRight() throws Exception {
    PartOutcome outcome = scan(1, "scan.entries", "1000000");

    assertThat(outcome.verdict()).as(outcome.toString()).isEqualTo(Verdict.PASS);
    assertThat(outcome.tally())
        .containsEntry("scan: scans", 1L)
        .containsEntry("scan: entries", (long) FLUSH * WINDOWS);
  }

  @Test
  void ofAScanThatIsCutShortOnlyWhatCameAsAWholeIsJudged() throws Exception {
    // Behind so many entries nothing is asked for, and the rows there are in their places.
    PartOutcome outcome = scan(40, "scan.entries", "3", "scan.bounded", "false");

    assertThat(outcome.findings()).isEmpty();
    assertThat(outcome.verdict()).as(outcome.toString()).isEqualTo(Verdict.PASS);
    assertThat(outcome.tally().get("scan: entries")).isGreaterThan(40);
  }

  @Test
  void aRowThatIsMissingBeforeTheCutIsLost() throws Exception {
    List<String> rows = new ArrayList<>(table.keySet());
    for (int i = 1; i < rows.size(); i += 2) {
      table.remove(rows.get(i));
    }

    PartOutcome outcome = scan(40, "scan.entries", "3", "scan.bounded", "false");

    assertThat(outcome.findings()).containsOnlyKeys(FindingKind.LOST);
  }

  @Test
  void aRangeEndsBeforeTheRowWhereTheNextBegins() throws Exception {
    PartOutcome outcome = scan(20, "scan.entries", "5");

    assertThat(outcome.findings()).isEmpty();
    assertThat(asked)
        .hasSize(20)
        .allSatisfy(
            range -> {
              assertThat(range.isStartKeyInclusive()).isTrue();
              // A key of the end row itself would be one of the next range.
              Key end = new Key(range.getEndKey().getRow());
              assertThat(range.contains(new Key(range.getStartKey().getRow()))).isTrue();
              assertThat(range.contains(end)).isFalse();
            });
  }
}
