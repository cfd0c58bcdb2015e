package catena.ingest;

import catena.graph.Graph;
import catena.graph.Position;
import catena.harness.client.Client;
import catena.ingest.write.Batch;
import catena.ingest.write.BulkLoader;
import catena.ingest.write.BulkSender;
import catena.ingest.write.IngestClient;
import catena.ingest.write.MutationSource;
import catena.ingest.write.Pace;
import catena.ingest.write.Recording;
import catena.ingest.write.RetryPolicy;
import catena.ingest.write.Sender;
import catena.ingest.write.WindowPlan;
import catena.ingest.write.WindowSender;
import catena.ingest.write.Writer;
import catena.records.journal.Journal;
import catena.records.latency.LatencyLogs;
import catena.records.latency.Meter;
import catena.records.latency.Throughput;
import catena.records.ledger.Ledger;
import catena.records.settings.DurationRange;
import catena.records.threads.StopSignal;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ThreadFactory;
import java.util.function.LongSupplier;
import org.apache.accumulo.core.client.BatchWriter;

/**
 * One writer as a phase of ingest runs it, for a caller that has the table, the clock and the waits
 * in its own hands: a simulation.
 */
public final class SteppedWriter implements Client {
  /** Closes batch writers, which may take long. */
  @FunctionalInterface
  public interface Closing {
    /**
     * Runs an action, before this returns or beyond that in its own time.
     *
     * @param limit how long the caller waits for it
     */
    void run(Runnable close, Duration limit) throws InterruptedException;
  }

  /** Opens batch writers. */
  @FunctionalInterface
  public interface BatchWriters {
    /** A new one. */
    BatchWriter open();
  }

  /**
   * Who writes what.
   *
   * @param number the writer's
   * @param ledger of this writer; closed with this
   * @param entries to put in all
   * @param stretch most writes between two looks at the stop signal
   * @param retryLimit how long a window is sent again
   * @param backoff waits between attempts
   * @param imports how it imports its windows; empty if it sends them
   */
  public record Work(
      Graph graph,
      int number,
      Ledger ledger,
      long entries,
      int stretch,
      Duration retryLimit,
      DurationRange backoff,
      Optional<Imports> imports) {}

  /**
   * How a writer imports.
   *
   * @param windows of a block that go into one import; 0 for all
   * @param threads makes the thread of each import
   */
  public record Imports(BulkLoader loader, int windows, ThreadFactory threads) {}

  /**
   * What surrounds the writer.
   *
   * @param stop also how time passes while it waits
   */
  public record Surroundings(
      String client,
      BatchWriters batchWriters,
      Closing closing,
      Journal journal,
      LatencyLogs latencies,
      Clock clock,
      LongSupplier nanoClock,
      StopSignal stop) {}

  /** Nobody else asks for the number. */
  private static final class NoHold implements Writer.Hold {
    @Override
    public void ended(Position at) {
      // the caller knows it from the ledger
    }

    @Override
    public void close() {
      // nothing is held
    }
  }

  private final IngestClient client;

  private SteppedWriter(IngestClient client) {
    this.client = client;
  }

  /**
   * A writer that carries on where its ledger says. Of one that imports, what a process before has
   * left is taken away first.
   */
  public static SteppedWriter of(Work work, Surroundings around)
      throws IOException, InterruptedException {
    if (work.imports.isPresent()) {
      List<String> unused = work.imports.get().loader().leftovers(IngestPhase.LEFTOVERS);
    }
    work.ledger.means(work.imports.isPresent(), around.clock.millis());
    Recording recording =
        new Recording(
            around.journal,
            client ->
                new Meter(around.latencies.open(client), new Throughput(around.nanoClock, () -> 0)),
            note -> {},
            around.clock,
            around.nanoClock);
    recording.open(around.client, false);
    int number = work.number;
    Writer writer =
        new Writer(around.client, number, work.graph.uuid(number), work.ledger, new NoHold());
    OptionalInt imported =
        work.imports.map(each -> OptionalInt.of(each.windows)).orElse(OptionalInt.empty());
    WindowPlan plan = new WindowPlan(work.graph, number, imported);
    Pace pace = new Pace(0, work.stretch, around.stop, around.nanoClock);
    RetryPolicy retry = new RetryPolicy(work.retryLimit, work.backoff);
    WindowSender live =
        new WindowSender(
            writer,
            new MutationSource(work.graph, number),
            plan,
            new Batch(around.batchWriters::open, around.closing::run),
            pace,
            retry,
            recording,
            around.stop);
    Sender sender =
        work.imports
            .<Sender>map(
                each ->
                    new BulkSender(
                        writer,
                        work.graph,
                        each.loader,
                        live,
                        pace,
                        retry,
                        recording,
                        around.stop,
                        each.threads))
            .orElse(live);
    return new SteppedWriter(
        new IngestClient(
            writer, plan, sender, pace, Optional.empty(), recording, around.stop, work.entries));
  }

  @Override
  public String name() {
    return client.name();
  }

  @Override
  public boolean step() throws Exception {
    return client.step();
  }

  /** Everything before it is acknowledged. */
  public Position position() {
    return client.outcome().position();
  }

  @Override
  public void close() throws IOException, InterruptedException {
    client.close();
  }
}
