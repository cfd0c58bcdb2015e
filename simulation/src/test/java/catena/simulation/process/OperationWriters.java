// SPDX-License-Identifier: Apache-2.0
package catena.simulation.process;

import catena.graph.Graph;
import catena.ingest.write.Batch;
import catena.ingest.write.OperationWriter;
import catena.ingest.write.Recording;
import catena.ingest.write.RetryPolicy;
import catena.ingest.write.Writer;
import catena.records.ledger.Ledger;
import catena.records.ledger.LedgerHeader;
import catena.records.run.RunDirectory;
import catena.records.settings.DurationRange;
import catena.records.threads.StopSignal;
import catena.simulation.client.FakeAccumulo;
import catena.simulation.client.FakeBatchWriter;
import catena.simulation.table.Disk;
import catena.simulation.table.Table;
import catena.simulation.world.Plan;
import catena.simulation.world.World;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import org.apache.accumulo.core.client.BatchWriter;
import org.apache.hadoop.fs.Path;

/** Makes writers of single operations on a simulated cluster, each with its ledger. */
public final class OperationWriters {
  private final World world;
  private final Plan plan;
  private final Graph graph;
  private final Table table;
  private final Disk disk;
  private final RunDirectory directory;
  private final List<FakeBatchWriter> opened = new ArrayList<>();
  private final Set<Integer> numbers = new TreeSet<>();

  /** Writers of one process. */
  public OperationWriters(
      World world, Plan plan, Graph graph, Table table, Disk disk, RunDirectory directory) {
    this.world = world;
    this.plan = plan;
    this.graph = graph;
    this.table = table;
    this.disk = disk;
    this.directory = directory;
  }

  /**
   * A writer that begins, or goes on where its ledger ends.
   *
   * @param window how many writes are flushed at once
   */
  public OperationWriter open(int number, int window, boolean buffered, StopSignal stop)
      throws IOException {
    return open(number, window, buffered, stop, UnaryOperator.identity());
  }

  /** The same with another batch writer than the right one. */
  OperationWriter open(
      int number, int window, boolean buffered, StopSignal stop, UnaryOperator<BatchWriter> through)
      throws IOException {
    Ledger ledger = ledger(number);
    numbers.add(number);
    table.record().announces(number, window);
    table.record().breaks(number, ledger.state().acknowledged());
    return new OperationWriter(
        new Writer("w" + number, number, graph.uuid(number), ledger, new NoHold()),
        graph,
        new Batch(() -> through.apply(batchWriter()), (close, limit) -> close.run()),
        new OperationWriter.Way(
            window,
            buffered,
            new RetryPolicy(
                Duration.ofMinutes(2),
                new DurationRange(Duration.ofMillis(10), Duration.ofSeconds(1))),
            new AtomicBoolean()),
        Recording.unmeasured(event -> {}, note -> {}, world.clock(), world::nanos),
        stop);
  }

  private FakeBatchWriter batchWriter() {
    FakeBatchWriter writer = new FakeBatchWriter(world, table, plan.buffer(), plan.timeoutMillis());
    opened.add(writer);
    return writer;
  }

  /** Their process has died. */
  public void die() {
    opened.forEach(FakeBatchWriter::die);
    numbers.forEach(number -> disk.tear(directory.ledger(number)));
  }

  private Ledger ledger(int number) throws IOException {
    LedgerHeader header =
        new LedgerHeader(
            FakeAccumulo.INSTANCE_ID,
            FakeAccumulo.TABLE_ID,
            graph.spec().fingerprint(),
            number,
            UUID.fromString(graph.uuid(number)));
    Path path = directory.ledger(number);
    return disk.exists(path)
        ? Ledger.resume(disk, path, header, world.millis(), Duration.ZERO)
        : Ledger.create(disk, path, header);
  }
}
