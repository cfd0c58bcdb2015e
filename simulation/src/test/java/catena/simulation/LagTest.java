// SPDX-License-Identifier: Apache-2.0
package catena.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.graph.Node;
import catena.graph.NodeCodec;
import catena.graph.Payload;
import catena.graph.Specs;
import catena.graph.judge.FindingKind;
import catena.harness.client.Client;
import catena.harness.command.Terminal;
import catena.ingest.write.IngestFailure;
import catena.ingest.write.OperationWriter;
import catena.read.announce.LagTimes;
import catena.read.announce.RowSource;
import catena.read.check.Count;
import catena.read.reader.ReadTarget;
import catena.read.reader.ReadWork;
import catena.records.latency.LatencyRecorder;
import catena.records.latency.Measuring;
import catena.records.latency.Meter;
import catena.records.latency.Throughput;
import catena.records.run.RunDirectory;
import catena.records.settings.Layer;
import catena.records.settings.Settings;
import catena.records.threads.StopSignal;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.Verdict;
import catena.simulation.client.FakeAccumulo;
import catena.simulation.process.OperationWriters;
import catena.simulation.table.Cluster;
import catena.simulation.table.Disk;
import catena.simulation.table.Liar;
import catena.simulation.table.Lie;
import catena.simulation.table.Table;
import catena.simulation.table.Tablet;
import catena.simulation.world.EventLog;
import catena.simulation.world.Inline;
import catena.simulation.world.Plan;
import catena.simulation.world.World;
import catena.walker.LagActivity;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.ScannerBase.ConsistencyLevel;
import org.apache.accumulo.core.security.Authorizations;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows that are looked for while their writer goes on, on a simulated cluster. */
class LagTest {
  private static final Authorizations USER = new Authorizations("A");
  private static final int NODES = 20;
  private static final int ALL = 3 * NODES;

  /** One writer, which tells of each row that its batch writer has, and one who looks for them. */
  private static final class Scene implements RowSource {
    private final World world;
    private final Graph graph;
    private final Table table;
    private final RunDirectory directory;
    private final Disk disk;
    private final AccumuloClient client;
    private final Cluster cluster;
    private final OperationWriter writer;
    private final Deque<SoughtRow> told = new ArrayDeque<>();
    private final LatencyRecorder latency;
    private int done;
    private int asked;

    /** What happens when a reader has asked so often since the last write. */
    private final Map<Integer, Runnable> later = new TreeMap<>();

    /** What happens to the rows of the last window as soon as all is acknowledged. */
    private Consumer<Set<String>> atTheEnd = last -> {};

    private final Set<String> last = new TreeSet<>();

    /** What happens whenever a reader has asked, once all is written. */
    private Runnable always = () -> {};

    /** Whether the reader hears of nothing before everything is written. */
    private boolean withheld;

    private final StopSignal stop = new StopSignal((asked, limit) -> pass(limit));

    Scene(int window) throws IOException {
      SplittableRandom random = new SplittableRandom(window);
      GraphSpec spec =
          Specs.of(
              GraphSpec.VERSION,
              7,
              0,
              1L << 40,
              NODES,
              5,
              100,
              100,
              List.of("", "A", "B"),
              GraphSpec.VisibilityScope.NODE,
              true,
              Payload.NONE,
              0,
              32);
      World.Unrest unrest = new World.Unrest(0, 0);
      Plan plan = new Plan(spec, 1, 0, 2, USER, List.of(), 1000, 10_000, 0, 0, 0, 0, false, unrest);
      world = new World(random, new EventLog(), unrest);
      graph = new Graph(spec);
      table = new Table(world, plan.servers());
      disk = new Disk(world);
      directory = RunDirectory.on(disk, new Path("simulated:///run"));
      client = FakeAccumulo.client(world, table, USER);
      cluster = new Cluster(world, table, plan);
      latency =
          new LatencyRecorder(
              OutputStream.nullOutputStream(), world.clock(), Measuring.USUAL_DIGITS);
      writer =
          new OperationWriters(world, plan, graph, table, disk, directory)
              .open(0, window, true, new StopSignal((asked, limit) -> pass(limit)));
    }

    @Override
    public Optional<SoughtRow> next(Duration limit) throws InterruptedException {
      try {
        write();
      } catch (IngestFailure | IOException e) {
        throw new IllegalStateException(e);
      }
      world.pass(Math.max(1, limit.toMillis()));
      return withheld && !written() ? Optional.empty() : Optional.ofNullable(told.poll());
    }

    private void write() throws IngestFailure, IOException, InterruptedException {
      if (done < ALL) {
        String row = NodeCodec.rowText(graph.row(writer.node()));
        assertThat(writer.write()).isTrue();
        told.add(new SoughtRow(row, world.millis(), true));
        done++;
        if (done > ALL - NODES) {
          last.add(row);
        }
        if (done == ALL) {
          writer.close();
          atTheEnd.accept(last);
        }
        return;
      }
      Optional.ofNullable(later.get(asked)).ifPresent(Runnable::run);
      always.run();
      asked++;
    }

    @Override
    public boolean begun() {
      return true;
    }

    @Override
    public boolean written() {
      return done == ALL;
    }

    @Override
    public boolean isOver() {
      return written() && told.isEmpty();
    }

    @Override
    public Optional<String> failure() {
      return Optional.empty();
    }

    PartOutcome seek(ConsistencyLevel consistency, Map<String, String> more) throws Exception {
      Map<String, String> given = new TreeMap<>(more);
      given.put("read.consistency", consistency.name().toLowerCase(java.util.Locale.ROOT));
      given.putIfAbsent("read.reread.limit", "2s");
      LagActivity activity = new LagActivity(this);
      Settings settings = Settings.resolve(LagActivity.SETTINGS, List.of(Layer.of("test", given)));
      ReadTarget target =
          FakeAccumulo.target(client, graph, USER, List.of(USER), consistency, false, false);
      PrintStream nowhere =
          new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
      ReadWork work =
          new ReadWork(
              activity,
              new ReadWork.ReadTerms(
                  "lag",
                  target,
                  settings,
                  List.of(directory),
                  event -> {},
                  new Terminal(nowhere, nowhere),
                  world.clock(),
                  world::nanos,
                  3));
      Client reader = work.clients(this::meter, thread -> new Inline(world), stop).get(0);
      boolean goesOn = true;
      while (goesOn) {
        goesOn = reader.step();
        world.pass(1);
        boolean unused = work.reread();
      }
      reader.close();
      while (!work.isSettled()) {
        if (!work.reread()) {
          world.pass(50);
        }
      }
      return work.outcome(List.of(), List.of());
    }

    private void pass(Duration limit) {
      world.pass(Math.max(1, limit.toMillis()));
    }

    private Meter meter(String name) {
      return new Meter(latency, new Throughput(world::nanos, world::nanos));
    }

    Histogram latencies(String tag) {
      latency.writeInterval();
      return latency.total(tag);
    }

    boolean isVisible(String row) {
      Node node = graph.node(NodeCodec.row(NodeCodec.rowBytes(row))).orElseThrow();
      int visibility = graph.visibility(node.writer(), node.window(), node.index());
      return !graph.spec().visibilities().get(visibility).equals("B");
    }

    /** Files are written and scan servers hear of them, sooner or later. */
    void keepHouse() {
      for (int i = 0; i < 1000; i++) {
        cluster.step();
      }
    }
  }

  private static long count(PartOutcome outcome, Count count) {
    return outcome.tally().getOrDefault("lag: " + count.words(), 0L);
  }

  @Test
  void rowsThatWaitInABatchWriterLag() throws Exception {
    Scene scene = new Scene(NODES);
    PartOutcome outcome = scene.seek(ConsistencyLevel.IMMEDIATE, Map.of());
    assertThat(outcome.verdict()).as("%s", outcome).isEqualTo(Verdict.PASS);
    long announced = count(outcome, Count.ANNOUNCED);
    long hidden = count(outcome, Count.HIDDEN);
    assertThat(announced + hidden).isEqualTo(ALL);
    assertThat(hidden).as("rows of another label").isPositive();
    assertThat(count(outcome, Count.LAGGING)).isBetween(announced / 2, announced - 1);
    assertThat(count(outcome, Count.UNSEEN)).isZero();
    assertThat(count(outcome, Count.UNJUDGED)).isZero();
    assertThat(count(outcome, Count.EXACT)).isGreaterThanOrEqualTo(announced);
    Histogram lags = scene.latencies(LagTimes.LAG);
    assertThat(lags.getTotalCount()).isEqualTo(count(outcome, Count.LAGGING));
    assertThat(lags.getMinValue()).isPositive();
    assertThat(scene.latencies(LagTimes.VISIBLE).getTotalCount()).isEqualTo(announced);
  }

  @Test
  void rowsThatAreFlushedEachByItselfDoNot() throws Exception {
    Scene scene = new Scene(1);
    PartOutcome outcome = scene.seek(ConsistencyLevel.IMMEDIATE, Map.of());
    assertThat(outcome.verdict()).as("%s", outcome).isEqualTo(Verdict.PASS);
    assertThat(count(outcome, Count.ANNOUNCED)).isPositive();
    assertThat(count(outcome, Count.LAGGING)).isZero();
    assertThat(scene.latencies(LagTimes.LAG).getTotalCount()).isZero();
  }

  @Test
  void aRowThatWasAcknowledgedAndIsNotThereIsFound() throws Exception {
    Scene scene = new Scene(1);
    scene.withheld = true;
    Liar liar = new Liar(scene.world, scene.table, scene.graph);
    scene.later.put(0, () -> assertThat(liar.tell(Lie.LOSE_WRITER)).isTrue());
    PartOutcome outcome = scene.seek(ConsistencyLevel.IMMEDIATE, Map.of("lag.limit", "1s"));
    assertThat(outcome.verdict()).as("%s", outcome).isEqualTo(Verdict.FAIL);
    assertThat(outcome.findings()).containsKey(FindingKind.LOST);
    assertThat(count(outcome, Count.UNSEEN)).isPositive();
  }

  /** The promise that readers go by may be older than the acknowledgement, and the end of all. */
  @ParameterizedTest
  @CsvSource({"immediate, 10m", "immediate, 1ms", "eventual, 1ms", "eventual, 1s"})
  void eachRowThatWasAcknowledgedAndNeverSeenIsFound(String consistency, String limit)
      throws Exception {
    Scene scene = new Scene(NODES);
    Liar liar = new Liar(scene.world, scene.table, scene.graph);
    AtomicLong lost = new AtomicLong();
    scene.atTheEnd =
        rows -> {
          lost.set(rows.stream().filter(scene::isVisible).count());
          liar.loseRows(rows);
        };
    PartOutcome outcome =
        scene.seek(
            ConsistencyLevel.valueOf(consistency.toUpperCase(java.util.Locale.ROOT)),
            Map.of("lag.limit", limit));
    assertThat(outcome.verdict()).as("%s", outcome).isEqualTo(Verdict.FAIL);
    assertThat(lost.get()).isPositive();
    assertThat(outcome.findings().get(FindingKind.LOST)).as("%s", outcome).isEqualTo(lost.get());
    assertThat(count(outcome, Count.UNSEEN)).isPositive();
  }

  @Test
  void aRowThatWasSeenAndIsGoneWhenItIsAcknowledgedIsFound() throws Exception {
    Scene scene = new Scene(1);
    Liar liar = new Liar(scene.world, scene.table, scene.graph);
    scene.later.put(2, () -> assertThat(liar.tell(Lie.LOSE_WRITER)).isTrue());
    PartOutcome outcome = scene.seek(ConsistencyLevel.IMMEDIATE, Map.of());
    assertThat(outcome.verdict()).as("%s", outcome).isEqualTo(Verdict.FAIL);
    assertThat(outcome.findings()).containsOnlyKeys(FindingKind.LOST);
    assertThat(count(outcome, Count.UNSEEN)).isLessThan(count(outcome, Count.ANNOUNCED));
  }

  @Test
  void throughScanServersARowMayBeLateAndIsNoFault() throws Exception {
    Scene scene = new Scene(5);
    scene.later.put(40, scene::keepHouse);
    PartOutcome outcome =
        scene.seek(ConsistencyLevel.EVENTUAL, Map.of("read.reread.limit", "1m", "lag.limit", "5m"));
    assertThat(outcome.verdict()).as("%s", outcome).isEqualTo(Verdict.PASS);
    assertThat(count(outcome, Count.LAGGING)).isEqualTo(count(outcome, Count.ANNOUNCED));
    assertThat(count(outcome, Count.UNSEEN)).isZero();
    assertThat(scene.latencies(LagTimes.LAG).getMinValue())
        .isGreaterThan(Duration.ofMillis(500).toNanos());
  }

  /** That it was late is settled by then, and is no fault; that it is gone is another matter. */
  @ParameterizedTest
  @ValueSource(ints = {0, 400})
  void aRowThatWasLateAndIsGoneAgainIsFound(int millis) throws Exception {
    Scene scene = new Scene(5);
    Liar liar = new Liar(scene.world, scene.table, scene.graph);
    Set<String> all = new TreeSet<>();
    AtomicLong seenAt = new AtomicLong(Long.MAX_VALUE - millis);
    scene.later.put(
        400,
        () -> {
          scene.keepHouse();
          scene.table.newest().forEach(cell -> all.add(cell.row()));
        });
    scene.always =
        () -> {
          if (seenAt.get() > scene.world.millis()
              && scene.latencies(LagTimes.LAG).getTotalCount() > 0) {
            seenAt.set(scene.world.millis());
          }
          if (scene.world.millis() >= seenAt.get() + millis) {
            liar.loseRows(all);
            scene.table.tablets().forEach(Tablet::letKnow);
          }
        };
    PartOutcome outcome =
        scene.seek(ConsistencyLevel.EVENTUAL, Map.of("read.reread.limit", "1m", "lag.limit", "2m"));
    assertThat(outcome.verdict()).as("%s", outcome).isEqualTo(Verdict.FAIL);
    assertThat(outcome.findings()).as("%s", outcome).containsKey(FindingKind.LATE);
    assertThat(outcome.findings().get(FindingKind.LOST))
        .as("%s", outcome)
        .isEqualTo(count(outcome, Count.ANNOUNCED));
  }

  @Test
  void rowsThatAStopLeavesUnjudgedAreCounted() throws Exception {
    Scene scene = new Scene(NODES);
    scene.later.put(0, () -> scene.stop.ask("Ctrl-C"));
    PartOutcome outcome = scene.seek(ConsistencyLevel.IMMEDIATE, Map.of());
    assertThat(outcome.findings()).isEmpty();
    assertThat(count(outcome, Count.UNJUDGED)).isBetween(1L, count(outcome, Count.ANNOUNCED));
  }

  @Test
  void whatIsNotSeenInTimeIsCountedAndNoFaultWhereItMayBeLate() throws Exception {
    Scene scene = new Scene(5);
    PartOutcome outcome =
        scene.seek(ConsistencyLevel.EVENTUAL, Map.of("read.reread.limit", "0s", "lag.limit", "1s"));
    assertThat(outcome.verdict()).as("%s", outcome).isNotEqualTo(Verdict.FAIL);
    assertThat(count(outcome, Count.UNSEEN)).isEqualTo(count(outcome, Count.ANNOUNCED));
  }
}
