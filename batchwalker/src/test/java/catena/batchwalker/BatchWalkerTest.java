package catena.batchwalker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import catena.harness.journal.Event;
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
import com.google.common.util.concurrent.MoreExecutors;
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
import org.apache.accumulo.core.client.ScannerBase.ConsistencyLevel;
import org.apache.accumulo.core.data.Key;
import org.apache.accumulo.core.data.Range;
import org.apache.accumulo.core.data.Value;
import org.apache.accumulo.core.security.Authorizations;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A batch walker in steps, on one thread, over rows that are kept in a map. */
class BatchWalkerTest {
  private static final int FLUSH = 10;

  @TempDir private Path temp;

  private final Graph graph = new Graph(spec());
  private final TreeMap<String, Entry> table = new TreeMap<>();
  private final List<Throwable> failures = new ArrayList<>();
  private final List<Event> events = new ArrayList<>();
  private final StopSignal stop = new StopSignal();
  private long nanos;

  private static GraphSpec spec() {
    return new GraphSpec(
        GraphSpec.VERSION,
        5,
        0,
        Long.MAX_VALUE,
        FLUSH,
        4,
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
      for (int window = 0; window < 2; window++) {
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

  private AccumuloClient client() {
    return proxy(
        AccumuloClient.class,
        (method, arguments) -> {
          if (!failures.isEmpty()) {
            throw failures.remove(0);
          }
          return scanner();
        });
  }

  /** A batch scanner of the map. */
  private BatchScanner scanner() {
    List<Map.Entry<Key, Value>> found = new ArrayList<>();
    return proxy(
        BatchScanner.class,
        (method, arguments) -> {
          switch (method) {
            case "setRanges" -> {
              found.clear();
              for (Object range : (Collection<?>) arguments[0]) {
                read((Range) range, found);
              }
            }
            case "iterator" -> {
              return List.copyOf(found).iterator();
            }
            case "forEach" -> {
              @SuppressWarnings("unchecked")
              var taker = (java.util.function.BiConsumer<Key, Value>) arguments[0];
              found.forEach(entry -> taker.accept(entry.getKey(), entry.getValue()));
            }
            default -> {
              // shapes and times do not matter here
            }
          }
          return null;
        });
  }

  private void read(Range range, List<Map.Entry<Key, Value>> found) {
    Entry entry = table.get(range.getStartKey().getRow().toString());
    if (entry != null) {
      Key key = new Key(entry.row(), entry.family(), entry.qualifier(), entry.visibility(), 0L);
      found.add(Map.entry(key, new Value(entry.value())));
    }
  }

  @FunctionalInterface
  private interface Answer {
    Object to(String method, Object[] arguments) throws Throwable;
  }

  private static <T> T proxy(Class<T> type, Answer answer) {
    return type.cast(
        Proxy.newProxyInstance(
            BatchWalkerTest.class.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> answer.to(method.getName(), arguments)));
  }

  private ReadWork work(RunDirectory run) throws Exception {
    BatchWalkActivity activity = new BatchWalkActivity();
    Settings settings =
        Settings.resolve(
            activity.settings(),
            List.of(
                Layer.of(
                    "test",
                    Map.of(
                        "batchwalk.size", "5",
                        "read.reread.limit", "0",
                        "read.start.limit", "0"))));
    PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    ReadTarget target =
        new ReadTarget(
            client(),
            "i",
            "t",
            "1",
            Optional.of(graph),
            Authorizations.EMPTY,
            List.of(Authorizations.EMPTY),
            ConsistencyLevel.IMMEDIATE);
    return ReadWork.of(
        activity,
        new ReadWork.Terms(
            "batchwalk",
            target,
            settings,
            List.of(run),
            events::add,
            new Terminal(nowhere, nowhere),
            Clock.systemUTC(),
            () -> nanos++,
            7));
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
      return MoreExecutors.newDirectExecutorService();
    }
  }

  private PartOutcome read(int steps) throws Exception {
    try (RunDirectory run = run()) {
      ReadWork work = work(run);
      Client client = work.clients(new OneThread(), stop).get(0);
      for (int i = 0; i < steps; i++) {
        assertThat(client.step()).isTrue();
      }
      client.close();
      work.noteUnanswered();
      while (!work.isSettled()) {
        boolean unused = work.reread();
      }
      return work.outcome(List.of(), List.of());
    }
  }

  @Test
  void whatWasReadInAdvanceIsJudgedWhenTheWalkerIsClosed() throws Exception {
    PartOutcome outcome = read(1);

    assertThat(outcome.verdict()).as(outcome.toString()).isEqualTo(Verdict.PASS);
    assertThat(outcome.tally()).containsEntry("batchwalk: batches", 2L);
  }

  @Test
  void whatWasReadInAdvanceWasNotDue() throws Exception {
    PartOutcome outcome = read(3);

    assertThat(events)
        .filteredOn(Event.Unanswered.class::isInstance)
        .singleElement()
        .satisfies(
            event -> {
              Event.Unanswered end = (Event.Unanswered) event;
              assertThat(end.operation()).isEqualTo("batch");
              assertThat(end.answered()).isEqualTo(3);
              assertThat(end.underWay() + end.neverBegun()).isZero();
            });
    assertThat(outcome.facts()).isEmpty();
  }

  @Test
  void whatIsMissingFromTheBatchReadInAdvanceIsLost() throws Exception {
    table.clear();
    PartOutcome outcome = read(1);

    long rows = outcome.tally().get("batchwalk: rows");
    assertThat(rows).isGreaterThan(5);
    assertThat(outcome.tally()).containsEntry("batchwalk: read again", rows);
    assertThat(outcome.findings()).containsOnlyKeys(FindingKind.LOST);
  }

  @Test
  void anErrorOfTheReadingThreadReachesTheWalker() throws Exception {
    failures.add(new OutOfMemoryError("planted"));
    try (RunDirectory run = run()) {
      Client client = work(run).clients(new OneThread(), stop).get(0);
      assertThatThrownBy(client::step).isInstanceOf(OutOfMemoryError.class);
    }
  }

  @Test
  void theSameSeedReadsTheSame() throws Exception {
    assertThat(read(7).tally()).isEqualTo(read(7).tally());
  }
}
