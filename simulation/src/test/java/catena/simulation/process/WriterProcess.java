// SPDX-License-Identifier: Apache-2.0
package catena.simulation.process;

import catena.graph.Graph;
import catena.ingest.write.Batch;
import catena.ingest.write.BulkLoader;
import catena.ingest.write.IngestClient;
import catena.ingest.write.Pace;
import catena.ingest.write.Recording;
import catena.ingest.write.RetryPolicy;
import catena.ingest.write.Sender;
import catena.ingest.write.Writer;
import catena.records.journal.ClientName;
import catena.records.journal.Journal;
import catena.records.latency.LatencyRecorder;
import catena.records.latency.Measuring;
import catena.records.latency.Meter;
import catena.records.latency.Throughput;
import catena.records.ledger.Ledger;
import catena.records.ledger.LedgerHeader;
import catena.records.run.RunDirectory;
import catena.records.settings.DurationRange;
import catena.records.threads.StopSignal;
import catena.simulation.client.FakeAccumulo;
import catena.simulation.client.FakeBatchWriter;
import catena.simulation.client.FakeImports;
import catena.simulation.table.Cell;
import catena.simulation.table.Disk;
import catena.simulation.table.Table;
import catena.simulation.world.Actor;
import catena.simulation.world.Plan;
import catena.simulation.world.World;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.apache.accumulo.core.client.BatchWriter;
import org.apache.hadoop.fs.Path;

/**
 * A writer in a process of its own: it begins or carries on its ledger, writes window after window,
 * is stopped or killed, and may be started again.
 */
public final class WriterProcess implements Actor {
  private static final int MOST_LIVES = 6;
  private static final int STRETCH = 40;
  private static final double STOP = 0.02;
  private static final double STOP_WITHIN = 0.004;
  private static final double IMPORTS = 0.85;
  private static final double COMES_BACK = 0.8;
  private static final DurationRange BACKOFF =
      new DurationRange(Duration.ofMillis(10), Duration.ofSeconds(1));

  private final World world;
  private final Table table;
  private final Disk disk;
  private final RunDirectory directory;
  private final Journal journal;
  private final Graph graph;
  private final Plan plan;
  private final int number;
  private final List<FakeBatchWriter> batchWriters = new ArrayList<>();
  private final List<Runnable> closings = new ArrayList<>();
  private final FakeImports imports;
  private final Optional<SplittableRandom> stops;
  private IngestClient running;
  private StopSignal stop;
  private int lives;
  private long acknowledged;
  private boolean ended;

  /**
   * A writer that has not begun.
   *
   * @param disk keeps the ledgers, also when a process is killed
   * @param directory the run's, on that disk
   * @param told what a writer hears of an import that it revoked, by what has become of it
   * @param number the writer's, from 0
   */
  public WriterProcess(
      World world,
      Table table,
      Disk disk,
      RunDirectory directory,
      Journal journal,
      Graph graph,
      Plan plan,
      UnaryOperator<BulkLoader.End> told,
      int number) {
    this.world = world;
    this.table = table;
    this.disk = disk;
    this.directory = directory;
    this.journal = journal;
    this.graph = graph;
    this.plan = plan;
    this.number = number;
    this.stops =
        plan.stopsWithin()
            ? Optional.of(new SplittableRandom(plan.spec().seed() + number))
            : Optional.empty();
    this.imports = new FakeImports(world, table.manager(), new Importing(), told);
  }

  /** What imports report of themselves. */
  private final class Importing implements FakeImports.ClientSide {
    @Override
    public void added() {
      maybeStopWithin(1);
    }

    @Override
    public void acknowledged(List<Cell> cells) {
      table.record().acknowledged(cells);
    }

    @Override
    public void failed() {
      if (running != null) {
        table.record().breaks(number, running.outcome().position());
      }
    }

    @Override
    public void stop() {
      stop.ask("stopped");
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public String name() {
    return "writer " + number;
  }

  @Override
  public boolean isReady() {
    return !ended || !closings.isEmpty();
  }

  @Override
  public boolean mayBeKilled() {
    return true;
  }

  @Override
  public void step() throws Exception {
    if (!closings.isEmpty() && (ended || world.chance(0.5))) {
      closings.remove(world.below(closings.size())).run();
    } else if (running == null) {
      start();
    } else {
      write();
    }
  }

  private void write() throws Exception {
    if (world.chance(STOP)) {
      world.note(name() + " is asked to stop");
      stop.ask("stopped");
    }
    boolean more;
    try {
      more = running.step();
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Exception givenUp) {
      world.note(name() + ": " + givenUp.getMessage());
      more = false;
    }
    if (!more) {
      IngestClient last = running;
      running = null;
      last.close();
      table.record().breaks(number, last.outcome().position());
      world.note(name() + " ends at " + last.outcome().position());
      rest(stop.asked());
    }
  }

  /** Whether it comes again. */
  private void rest(boolean unfinished) {
    ended = !unfinished || lives >= MOST_LIVES || !world.chance(COMES_BACK);
  }

  private void start() throws IOException, InterruptedException {
    lives++;
    stop = new StopSignal((asked, limit) -> pass(limit));
    Ledger ledger = ledger();
    acknowledged = ledger.state().acknowledgedEntries();
    table.record().breaks(number, ledger.state().acknowledged());
    world.note(name() + " begins at " + ledger.state().acknowledged());
    Recording recording =
        new Recording(journal::add, this::meter, note -> {}, world.clock(), world::nanos);
    long entries = Math.max(0, plan.entries() - acknowledged);
    int stretch = world.between(1, STRETCH);
    Sender sender =
        new Sender(
            new Writer("w" + number, number, graph.uuid(number), ledger, new NoHold()),
            graph,
            new Batch(this::batchWriter, this::close),
            imports(),
            new Pace(0, stretch, stop, world::nanos),
            new RetryPolicy(Duration.ofMinutes(2), BACKOFF),
            recording,
            stop);
    sender.begin();
    recording.open("w" + number, false);
    running = new IngestClient(sender, Optional.empty(), stop, entries);
  }

  private Meter meter(String client) throws IOException {
    return new Meter(
        LatencyRecorder.open(
            directory, ClientName.inProcess(client), world.clock(), Measuring.USUAL_DIGITS),
        new Throughput(world::nanos, () -> 0));
  }

  /** Most of its processes import, if any do. */
  private Optional<BulkLoader> imports() {
    if (!plan.imports() || !world.chance(IMPORTS)) {
      return Optional.empty();
    }
    world.note(name() + " imports");
    table.record().imports(number);
    return Optional.of(imports);
  }

  private Ledger ledger() throws IOException {
    LedgerHeader header =
        new LedgerHeader(
            FakeAccumulo.INSTANCE_ID,
            FakeAccumulo.TABLE_ID,
            graph.spec().fingerprint(),
            number,
            UUID.fromString(graph.uuid(number)));
    return disk.exists(path())
        ? Ledger.resume(disk, path(), header, world.millis(), Duration.ZERO)
        : Ledger.create(disk, path(), header);
  }

  private Path path() {
    return directory.ledger(number);
  }

  private void pass(Duration limit) {
    world.pass(limit.toMillis());
    world.point(name() + " waits");
  }

  private BatchWriter batchWriter() {
    FakeBatchWriter writer =
        new FakeBatchWriter(
            world, table, plan.buffer(), plan.timeoutMillis(), this::maybeStopWithin);
    batchWriters.add(writer);
    return writer;
  }

  /** A stop comes from outside, at any moment; drawn apart, so that other seeds stay the same. */
  private void maybeStopWithin(double times) {
    if (stops.isPresent() && stops.get().nextDouble() < times * STOP_WITHIN) {
      world.note(name() + " is asked to stop within a window");
      stop.ask("stopped");
    }
  }

  /** In time, or when it is waited for no longer. */
  private void close(Runnable close, Duration limit) {
    if (world.chance(0.5)) {
      close.run();
    } else {
      closings.add(close);
    }
  }

  /** Nobody starts it again; what it is doing it does not go on with. */
  public void end() {
    if (running != null) {
      killed();
    }
    ended = true;
    closings.clear();
  }

  @Override
  public void killed() {
    batchWriters.forEach(FakeBatchWriter::die);
    imports.die();
    closings.clear();
    disk.tear(path());
    if (running != null) {
      table.record().breaks(number, running.outcome().position());
    }
    running = null;
    rest(true);
  }
}
