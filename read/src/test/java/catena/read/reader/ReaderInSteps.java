// SPDX-License-Identifier: Apache-2.0
package catena.read.reader;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.Entry;
import catena.graph.EntryEncoder;
import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.graph.Node;
import catena.graph.NodeCodec;
import catena.graph.Payload;
import catena.graph.Position;
import catena.graph.Specs;
import catena.harness.client.Client;
import catena.harness.command.Terminal;
import catena.read.check.KnownWriters;
import catena.records.journal.Event;
import catena.records.latency.LatencyRecorder;
import catena.records.latency.Measuring;
import catena.records.latency.Meter;
import catena.records.latency.Throughput;
import catena.records.ledger.Ledger;
import catena.records.ledger.LedgerHeader;
import catena.records.run.RunDirectory;
import catena.records.settings.Layer;
import catena.records.settings.Settings;
import catena.records.threads.StopSignal;
import catena.records.verdict.PartOutcome;
import com.google.common.util.concurrent.MoreExecutors;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.BatchScanner;
import org.apache.accumulo.core.client.Scanner;
import org.apache.accumulo.core.client.ScannerBase.ConsistencyLevel;
import org.apache.accumulo.core.client.admin.TableOperations;
import org.apache.accumulo.core.data.Key;
import org.apache.accumulo.core.data.Range;
import org.apache.accumulo.core.data.Value;
import org.apache.accumulo.core.security.Authorizations;
import org.apache.hadoop.conf.Configuration;

/**
 * A reader in steps, on the thread of the test, over rows that are kept in a map and the ledger of
 * who wrote them. Time is a number: a nanosecond for each look at the clock, and what waits take.
 */
public final class ReaderInSteps implements AutoCloseable {
  private static final int DEPTH = 4;

  /** What is in the table, by row. */
  public final TreeMap<String, Entry> table = new TreeMap<>();

  /** What was asked for, one after the other. */
  public final List<Range> asked = new ArrayList<>();

  /** How scanners were made and shaped: the call and its arguments. */
  public final List<String> shaped = new ArrayList<>();

  /** What the next scanners that are to be made fail with. */
  public final List<Throwable> failures = new ArrayList<>();

  /** What comes of each read beside what is in its ranges. */
  public final List<Entry> strays = new ArrayList<>();

  /** How long it has waited, one wait after the other. */
  public final List<Duration> waited = new ArrayList<>();

  /** What the reader has reported. */
  public final List<Event> events = new ArrayList<>();

  /** Whether the table is another tool's: nobody knows of its graph. */
  public boolean plain;

  /** The id of the table that has the name now; the reader begins with that of table 1. */
  public String tableId = "1";

  /** Done before a range is read. */
  public Runnable beforeRead = () -> {};

  /** Its waits let the time of the test pass. */
  public final StopSignal stop =
      new StopSignal((asked, limit) -> pass(asked.getCount() == 0 ? Duration.ZERO : limit));

  private final Path directory;
  private final Graph graph;
  private final int flush;
  private final List<LatencyRecorder> recorders = new ArrayList<>();
  private Ledger ledger;
  private int passed;
  private long nanos;

  /** No row yet; windows are of so many. */
  public ReaderInSteps(Path directory, int flush) {
    this(directory, flush, 0, Long.MAX_VALUE);
  }

  /** The same with rows between two bounds. */
  public ReaderInSteps(Path directory, int flush, long rowMin, long rowMax) {
    this.directory = directory;
    this.flush = flush;
    this.graph =
        new Graph(
            Specs.of(
                GraphSpec.VERSION,
                5,
                rowMin,
                rowMax,
                flush,
                DEPTH,
                32767,
                32767,
                List.of(""),
                GraphSpec.VisibilityScope.NODE,
                true,
                Payload.NONE,
                0,
                16));
  }

  /** What the rows are of. */
  public Graph graph() {
    return graph;
  }

  /** The clock that time is told with. */
  public Clock clock() {
    return new Clock() {
      @Override
      public ZoneId getZone() {
        return ZoneOffset.UTC;
      }

      @Override
      public Clock withZone(ZoneId zone) {
        return this;
      }

      @Override
      public Instant instant() {
        return Instant.ofEpochMilli(TimeUnit.NANOSECONDS.toMillis(nanos));
      }
    };
  }

  /** A wait is over at once. */
  private void pass(Duration limit) {
    waited.add(limit);
    takes(limit);
  }

  /** What the clock says, in nanoseconds. */
  public long nanos() {
    return nanos;
  }

  /** The rows that were asked for one by one, each as its range begins. */
  public List<String> askedRows() {
    return asked.stream().map(range -> range.getStartKey().getRow().toString()).toList();
  }

  /** Lets time pass, such as while a server answers. */
  public void takes(Duration length) {
    assertThat(passed++).as("it waits for ever").isLessThan(100_000);
    nanos += length.toNanos();
  }

  /** Writes a window of the first block, and acknowledges it. */
  public void write(int window) throws IOException {
    intend(window);
    put(window);
    acknowledge();
  }

  /** A window is about to be sent. */
  public void intend(int window) throws IOException {
    if (ledger == null) {
      try (RunDirectory run = run()) {
        ledger =
            Ledger.create(
                run.fileSystem(),
                run.ledger(0),
                new LedgerHeader(
                    "i", "1", graph.spec().fingerprint(), 0, UUID.fromString(graph.uuid(0))));
      }
    }
    ledger.intend(new Position(0, window, 0), new Position(0, window + 1, 0), flush, 0, 1);
  }

  /** A window is in the table. */
  public void put(int window) {
    for (int i = 0; i < flush; i++) {
      Entry entry = entry(window, i);
      table.put(NodeCodec.rowText(entry.row()), entry);
    }
  }

  /** What was intended last is acknowledged. */
  public void acknowledge() throws IOException {
    ledger.acknowledge(2);
  }

  /** The entry of a node. */
  public Entry entry(int window, int index) {
    EntryEncoder encoder = new EntryEncoder(graph);
    encoder.encodeFirst(0, window, index);
    return encoder.entry();
  }

  /** The row of a node. */
  public String row(int window, int index) {
    return NodeCodec.rowText(graph.row(new Node(0, window, index)));
  }

  private RunDirectory run() {
    return RunDirectory.at(directory.toString(), new Configuration(false));
  }

  @FunctionalInterface
  private interface Answer {
    Object to(String method, Object[] arguments) throws Throwable;
  }

  private static Object proxy(Answer answer, Class<?>... types) {
    return Proxy.newProxyInstance(
        ReaderInSteps.class.getClassLoader(),
        types,
        (proxy, method, arguments) -> answer.to(method.getName(), arguments));
  }

  private AccumuloClient client() {
    return (AccumuloClient)
        proxy(
            (method, arguments) -> {
              if (method.equals("tableOperations")) {
                return proxy((asked, of) -> Map.of("t", tableId), TableOperations.class);
              }
              if (!failures.isEmpty()) {
                throw failures.remove(0);
              }
              shaped.add(method + " " + arguments[0]);
              return scanner();
            },
            AccumuloClient.class);
  }

  /** A scanner of the map, which knows where a range begins and ends; rows are read again, too. */
  private Object scanner() {
    List<Range> ranges = new ArrayList<>();
    return proxy(
        (method, arguments) -> {
          switch (method) {
            case "setRange" -> {
              ranges.clear();
              ranges.add((Range) arguments[0]);
              asked.addAll(ranges);
            }
            case "setRanges" -> {
              ranges.clear();
              ((Collection<?>) arguments[0]).forEach(range -> ranges.add((Range) range));
              asked.addAll(ranges);
            }
            case "iterator" -> {
              return found(ranges).iterator();
            }
            case "forEach" -> {
              @SuppressWarnings("unchecked")
              BiConsumer<Key, Value> taker = (BiConsumer<Key, Value>) arguments[0];
              found(ranges).forEach(cell -> taker.accept(cell.getKey(), cell.getValue()));
            }
            default -> shaped.add(method + (arguments == null ? "" : " " + arguments[0]));
          }
          return null;
        },
        Scanner.class,
        BatchScanner.class);
  }

  private List<Map.Entry<Key, Value>> found(List<Range> ranges) {
    beforeRead.run();
    return Stream.concat(
            table.values().stream()
                .map(ReaderInSteps::cell)
                .filter(cell -> ranges.stream().anyMatch(range -> range.contains(cell.getKey()))),
            strays.stream().map(ReaderInSteps::cell))
        .toList();
  }

  private static Map.Entry<Key, Value> cell(Entry entry) {
    Key key = new Key(entry.row(), entry.family(), entry.qualifier(), entry.visibility(), 0L);
    return Map.entry(key, new Value(entry.value()));
  }

  /** The settings of an activity: nothing is read again or waited for, unless this is said. */
  private static Settings settings(ReadActivity activity, String... settings) {
    Map<String, String> given =
        new TreeMap<>(Map.of("read.reread.limit", "0", "read.start.limit", "0"));
    for (int i = 0; i < settings.length; i += 2) {
      given.put(settings[i], settings[i + 1]);
    }
    return Settings.resolve(activity.settings(), List.of(Layer.of("test", given)));
  }

  /** The work of an activity, with pairs of a setting and its value. */
  public ReadWork work(RunDirectory run, ReadActivity activity, String... settings)
      throws Exception {
    PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    return new ReadWork(
        activity,
        new ReadWork.ReadTerms(
            activity.name(),
            new ReadTarget(
                client(),
                "i",
                "t",
                "1",
                plain ? Optional.empty() : Optional.of(graph),
                Authorizations.EMPTY,
                List.of(Authorizations.EMPTY),
                ConsistencyLevel.IMMEDIATE,
                KnownWriters.NONE,
                false,
                false),
            settings(activity, settings),
            List.of(run),
            events::add,
            new Terminal(nowhere, nowhere),
            clock(),
            () -> nanos++,
            7));
  }

  /** The first client of a work. */
  public Client client(ReadWork work) throws Exception {
    return work.clients(this::meter, thread -> MoreExecutors.newDirectExecutorService(), stop)
        .get(0);
  }

  /** Takes so many steps, each of which must be one, ends the reader, and says what it came to. */
  public PartOutcome read(int steps, ReadActivity activity, String... settings) throws Exception {
    try (RunDirectory run = run()) {
      ReadWork work = work(run, activity, settings);
      Client client = client(work);
      for (int i = 0; i < steps; i++) {
        assertThat(client.step()).as("step %d", i).isTrue();
      }
      return end(work, client);
    }
  }

  /** Takes steps until there is none, ends the reader, and says what it came to. */
  public PartOutcome readAll(ReadActivity activity, String... settings) throws Exception {
    try (RunDirectory run = run()) {
      ReadWork work = work(run, activity, settings);
      Client client = client(work);
      int steps = 0;
      while (client.step()) {
        assertThat(steps++).as("it does not end").isLessThan(10_000);
      }
      return end(work, client);
    }
  }

  private static PartOutcome end(ReadWork work, Client client) throws Exception {
    client.close();
    work.noteUnanswered();
    while (!work.isSettled()) {
      boolean unused = work.reread();
    }
    return work.outcome(List.of(), List.of());
  }

  /** The latencies of an operation, in nanoseconds. */
  public Histogram latencies(String operation) {
    LatencyRecorder recorder = recorders.get(recorders.size() - 1);
    recorder.writeInterval();
    return recorder.total(operation);
  }

  @Override
  public void close() throws IOException {
    if (ledger != null) {
      ledger.close();
    }
  }

  private Meter meter(String client) {
    recorders.add(
        new LatencyRecorder(OutputStream.nullOutputStream(), clock(), Measuring.USUAL_DIGITS));
    return new Meter(
        recorders.get(recorders.size() - 1), new Throughput(System::nanoTime, () -> 0));
  }
}
