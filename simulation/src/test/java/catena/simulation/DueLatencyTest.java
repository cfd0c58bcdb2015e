// SPDX-License-Identifier: Apache-2.0
package catena.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import catena.batchwalker.BatchWalkActivity;
import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.graph.Node;
import catena.graph.NodeCodec;
import catena.graph.Payload;
import catena.graph.Specs;
import catena.harness.client.Client;
import catena.harness.command.Terminal;
import catena.ingest.YcsbActivity;
import catena.ingest.write.Batch;
import catena.ingest.write.IngestClient;
import catena.ingest.write.OperationWriter;
import catena.ingest.write.Pace;
import catena.ingest.write.Recording;
import catena.ingest.write.RetryPolicy;
import catena.ingest.write.Sender;
import catena.ingest.write.Writer;
import catena.ingest.ycsb.ClientWriters;
import catena.ingest.ycsb.YcsbClient;
import catena.ingest.ycsb.YcsbPlan;
import catena.read.announce.RowSource;
import catena.read.reader.ReadActivity;
import catena.read.reader.ReadWork;
import catena.records.journal.Event;
import catena.records.journal.Journal;
import catena.records.latency.LatencyRecorder;
import catena.records.latency.Measuring;
import catena.records.latency.Meter;
import catena.records.latency.Throughput;
import catena.records.ledger.Ledger;
import catena.records.ledger.LedgerHeader;
import catena.records.run.RunDirectory;
import catena.records.settings.DurationRange;
import catena.records.settings.Layer;
import catena.records.settings.Settings;
import catena.records.threads.StopSignal;
import catena.simulation.client.FakeAccumulo;
import catena.simulation.client.FakeBatchWriter;
import catena.simulation.process.NoHold;
import catena.simulation.table.Disk;
import catena.simulation.table.Table;
import catena.simulation.world.EventLog;
import catena.simulation.world.Inline;
import catena.simulation.world.Plan;
import catena.simulation.world.World;
import catena.walker.ScanActivity;
import catena.walker.WalkActivity;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.BatchScanner;
import org.apache.accumulo.core.client.BatchWriter;
import org.apache.accumulo.core.client.Scanner;
import org.apache.accumulo.core.client.ScannerBase.ConsistencyLevel;
import org.apache.accumulo.core.security.Authorizations;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Clients that have a rate, of which one answer hangs for ten seconds: what was due meanwhile took
 * as long as it waited, though each of those was answered at once when it was asked.
 */
class DueLatencyTest {
  private static final Authorizations USER = new Authorizations("A");
  private static final int NODES = 6;
  private static final int DEPTH = 3;
  private static final long HANG = 10;

  /** A mix must have reads; of so few none is drawn here. */
  private static final String SELDOM = "0.000001";

  /** Each kind of operation that is made at a rate, one a second, and its tag. */
  private enum Kind {
    FLUSH("flush"),
    WALK("lookup"),
    BATCHWALK("batch"),
    SCAN("range"),
    UNBOUNDED("range"),
    READ("operation"),
    RANGES("operation"),
    UPDATE("operation"),
    INSERT("operation"),
    READMODIFYWRITE("operation");

    private final String tag;

    Kind(String tag) {
      this.tag = tag;
    }
  }

  /** A table that one writer has loaded, on a clock that only waits and answers turn. */
  private static final class Scene {
    private final Plan plan;
    private final World world;
    private final Graph graph;
    private final Table table;
    private final Disk disk;
    private final RunDirectory directory;
    private final StopSignal stop;
    private final LatencyRecorder latency;
    private final Deque<RowSource.SoughtRow> rows = new ArrayDeque<>();
    private boolean hangs;

    Scene() throws Exception {
      GraphSpec spec =
          Specs.of(
                  GraphSpec.VERSION,
                  7,
                  0,
                  1L << 40,
                  NODES,
                  DEPTH,
                  100,
                  100,
                  List.of("", "A"),
                  GraphSpec.VisibilityScope.NODE,
                  true,
                  Payload.fixed(10),
                  0,
                  32)
              .with("updates", "60:zipfian:0.99");
      World.Unrest unrest = new World.Unrest(0, 0);
      plan = new Plan(spec, 1, 0, 1, USER, List.of(), 1000, 60_000, 0, 0, 0, 0, false, unrest);
      world = new World(new SplittableRandom(7), new EventLog(), unrest);
      graph = new Graph(spec);
      table = new Table(world, plan.servers());
      disk = new Disk(world);
      directory = RunDirectory.on(disk, new Path("simulated:///run"));
      stop = new StopSignal((asked, limit) -> world.pass(limit.toMillis()));
      latency =
          new LatencyRecorder(
              OutputStream.nullOutputStream(), world.clock(), Measuring.USUAL_DIGITS);
    }

    /** Writes all nodes of the writer's first block. */
    void load() throws Exception {
      OperationWriter load = operations(0);
      for (int n = 0; n < NODES * DEPTH + NODES - 1; n++) {
        Node node = load.node();
        rows.add(new RowSource.SoughtRow(NodeCodec.rowText(graph.row(node)), world.millis(), true));
        assertThat(load.write()).isTrue();
      }
      load.close();
    }

    /** The next answer takes its time. */
    private void answer() {
      if (hangs) {
        hangs = false;
        world.pass(Duration.ofSeconds(HANG).toMillis());
      }
    }

    /** The same, but a call of one of these names may hang. */
    private <T> T hanging(Class<T> type, T to, Set<String> names) {
      return type.cast(
          Proxy.newProxyInstance(
              DueLatencyTest.class.getClassLoader(),
              new Class<?>[] {type},
              (proxy, method, arguments) -> {
                if (names.contains(method.getName())) {
                  answer();
                }
                try {
                  Object result = method.invoke(to, arguments);
                  return switch (method.getName()) {
                    case "createBatchScanner" ->
                        hanging(BatchScanner.class, (BatchScanner) result, Set.of("setRanges"));
                    case "createScanner" ->
                        hanging(Scanner.class, (Scanner) result, Set.of("setRange"));
                    default -> result;
                  };
                } catch (InvocationTargetException e) {
                  throw e.getCause();
                }
              }));
    }

    private Batch batch() {
      return new Batch(
          () ->
              hanging(
                  BatchWriter.class,
                  new FakeBatchWriter(world, table, plan.buffer(), plan.timeoutMillis()),
                  Set.of("flush")),
          (close, limit) -> close.run());
    }

    private RetryPolicy retry() {
      return new RetryPolicy(
          Duration.ofMinutes(2), new DurationRange(Duration.ofMillis(10), Duration.ofSeconds(1)));
    }

    private Writer writer(int number) throws IOException {
      LedgerHeader header =
          new LedgerHeader(
              FakeAccumulo.INSTANCE_ID,
              FakeAccumulo.TABLE_ID,
              graph.spec().fingerprint(),
              number,
              UUID.fromString(graph.uuid(number)));
      Path path = directory.ledger(number);
      Ledger ledger =
          disk.exists(path)
              ? Ledger.resume(disk, path, header, world.millis(), Duration.ZERO)
              : Ledger.create(disk, path, header);
      return new Writer("w" + number, number, graph.uuid(number), ledger, new NoHold());
    }

    private OperationWriter operations(int number) throws IOException {
      return new OperationWriter(
          writer(number),
          graph,
          batch(),
          new OperationWriter.Way(NODES, false, retry(), new AtomicBoolean()),
          recording(event -> {}),
          stop);
    }

    Client client(Kind kind) throws Exception {
      return switch (kind) {
        case FLUSH -> ingest();
        case WALK -> reader(new WalkActivity(), Map.of());
        case BATCHWALK -> reader(new BatchWalkActivity(), Map.of("batchwalk.size", "3"));
        case SCAN -> reader(new ScanActivity(), Map.of("scan.entries", "5"));
        case UNBOUNDED ->
            reader(new ScanActivity(), Map.of("scan.entries", "5", "scan.bounded", "false"));
        case READ -> ycsb("read");
        case RANGES -> ycsb("scan");
        case UPDATE -> ycsb("update");
        case INSERT -> ycsb("insert");
        case READMODIFYWRITE -> ycsb("readmodifywrite");
      };
    }

    /** A writer of which each window fills one second. */
    private Client ingest() throws IOException {
      Journal journal = new Journal(directory.append(directory.events("w0")), e -> {});
      Recording recording = recording(journal::add);
      recording.open("w0", true);
      Sender sender =
          new Sender(
              writer(0),
              graph,
              batch(),
              Optional.empty(),
              new Pace(NODES, 1, stop, world::nanos),
              retry(),
              recording,
              stop);
      return new IngestClient(sender, Optional.empty(), stop, 1_000_000);
    }

    private Recording recording(Consumer<Event> events) {
      return new Recording(events, client -> meter(), note -> {}, world.clock(), world::nanos);
    }

    /** All that was loaded was announced before, and nothing comes after it. */
    private RowSource announced() {
      return new RowSource() {
        @Override
        public Optional<SoughtRow> next(Duration limit) {
          return Optional.ofNullable(rows.poll());
        }

        @Override
        public boolean begun() {
          return true;
        }

        @Override
        public boolean written() {
          return true;
        }

        @Override
        public boolean isOver() {
          return rows.isEmpty();
        }

        @Override
        public Optional<String> failure() {
          return Optional.empty();
        }
      };
    }

    private Client ycsb(String operation) throws Exception {
      Map<String, String> given =
          new TreeMap<>(Map.of("ycsb.read", SELDOM, "ycsb.update", "0", "ycsb.insert", "0"));
      given.put("ycsb." + operation, "1");
      boolean updates = List.of("update", "readmodifywrite").contains(operation);
      List<OperationWriter> updaters = updates ? List.of(operations(0)) : List.of();
      int[] number = {1};
      ClientWriters all = new ClientWriters(updaters, () -> operations(number[0]++));
      Map<String, String> whole = new TreeMap<>(given);
      whole.put("ycsb.rate", "1");
      Settings settings = Settings.resolve(YcsbActivity.SETTINGS, List.of(Layer.of("test", whole)));
      YcsbPlan plan = YcsbPlan.of(settings);
      return reader(new YcsbActivity(context -> new YcsbClient(context, plan, 0, all)), given);
    }

    private Client reader(ReadActivity activity, Map<String, String> own) throws Exception {
      Map<String, String> given = new TreeMap<>(own);
      given.put(activity.name() + ".rate", "1");
      given.put("read.start.limit", "0s");
      Settings settings = Settings.resolve(activity.settings(), List.of(Layer.of("test", given)));
      AccumuloClient client =
          hanging(AccumuloClient.class, FakeAccumulo.client(world, table, USER), Set.of());
      PrintStream nowhere =
          new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
      ReadWork work =
          new ReadWork(
              activity,
              new ReadWork.ReadTerms(
                  activity.name(),
                  FakeAccumulo.target(
                      client, graph, USER, List.of(USER), ConsistencyLevel.IMMEDIATE, false, false),
                  settings,
                  List.of(directory),
                  event -> {},
                  new Terminal(nowhere, nowhere),
                  world.clock(),
                  world::nanos,
                  3));
      return work.clients(name -> meter(), thread -> new Inline(world), stop).get(0);
    }

    private Meter meter() {
      return new Meter(latency, new Throughput(world::nanos, world::nanos));
    }

    /** The seconds that each took, rounded, the least first. */
    List<Long> seconds(String tag) {
      latency.writeInterval();
      Histogram all = latency.total(tag);
      List<Long> seconds = new ArrayList<>();
      for (HistogramIterationValue value : all.recordedValues()) {
        for (long i = 0; i < value.getCountAtValueIteratedTo(); i++) {
          seconds.add(Math.round(value.getValueIteratedTo() / 1e9));
        }
      }
      return seconds;
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void whatWasDueWhileAnAnswerHungTookAsLongAsItWaited(Kind kind) throws Exception {
    Scene scene = new Scene();
    if (kind != Kind.FLUSH) {
      scene.load();
    }
    Client client = scene.client(kind);
    for (int operation = 0; operation < 5; operation++) {
      scene.hangs = operation == 1;
      assertThat(client.step()).as("operation %d", operation).isTrue();
      assertThat(scene.hangs).as("nothing was asked").isFalse();
    }

    assertThat(scene.seconds(kind.tag))
        .as("from when each was due, one a second")
        .containsExactly(0L, HANG - 3, HANG - 2, HANG - 1, HANG);
    assertThat(scene.seconds(kind.tag + LatencyRecorder.SERVICE))
        .as("from when each began")
        .containsExactly(0L, 0L, 0L, 0L, HANG);
  }
}
