package catena.simulation;

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
import catena.simulation.process.NoHold;
import catena.simulation.table.Disk;
import catena.simulation.table.Table;
import catena.simulation.world.Plan;
import catena.simulation.world.World;
import java.io.IOException;
import java.time.Duration;
import java.util.UUID;
import org.apache.hadoop.fs.Path;

/** Makes writers of single operations on a simulated cluster, each with its ledger. */
record OperationWriters(
    World world, Plan plan, Graph graph, Table table, Disk disk, RunDirectory directory) {
  /**
   * A writer that begins, or goes on where its ledger ends.
   *
   * @param window how many writes are flushed at once
   */
  OperationWriter open(int number, int window, boolean buffered, StopSignal stop)
      throws IOException {
    return new OperationWriter(
        new Writer("w" + number, number, graph.uuid(number), ledger(number), new NoHold()),
        graph,
        new Batch(
            () -> new FakeBatchWriter(world, table, plan.buffer(), plan.timeoutMillis()),
            (close, limit) -> close.run()),
        new OperationWriter.Way(
            window,
            buffered,
            new RetryPolicy(
                Duration.ofMinutes(2),
                new DurationRange(Duration.ofMillis(10), Duration.ofSeconds(1)))),
        Recording.unmeasured(event -> {}, note -> {}, world.clock(), world::nanos),
        stop);
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
