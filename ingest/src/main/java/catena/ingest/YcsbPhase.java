// SPDX-License-Identifier: Apache-2.0
package catena.ingest;

import catena.graph.Graph;
import catena.graph.Position;
import catena.graph.Step;
import catena.graph.WriteOrder;
import catena.graph.judge.Promise;
import catena.harness.activity.RunContext;
import catena.ingest.table.IngestTarget;
import catena.ingest.write.Batch;
import catena.ingest.write.IngestPlan;
import catena.ingest.write.OperationWriter;
import catena.ingest.write.Recording;
import catena.ingest.write.Writer;
import catena.ingest.ycsb.ClientWriters;
import catena.ingest.ycsb.YcsbClient;
import catena.ingest.ycsb.YcsbPlan;
import catena.read.reader.ReadTarget;
import catena.records.journal.ClientName;
import catena.records.ledger.LedgerReader;
import catena.records.ledger.LedgerState;
import catena.records.run.RunDirectory;
import catena.records.settings.Settings;
import catena.records.threads.StopSignal;
import catena.records.verdict.PartOutcome;
import catena.records.words.Problems;
import catena.records.words.UsageException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.fs.Path;

/** The operations of YCSB as one phase of a run; used for one call of {@link #run}. */
final class YcsbPhase {
  /** Ends the name of the writers, so that windows are not counted among the operations. */
  private static final String WRITES = "-writes";

  private final IngestTarget target;
  private final ReadTarget read;
  private final Settings settings;
  private final YcsbPlan plan;
  private final RunContext run;
  private final Graph graph;
  private final WriteOrder order;
  private final Recording recording;

  YcsbPhase(
      IngestTarget target, ReadTarget read, Settings settings, YcsbPlan plan, RunContext run) {
    this.target = target;
    this.read = read;
    this.settings = settings;
    this.plan = plan;
    this.run = run;
    this.graph = new Graph(target.spec());
    this.order = new WriteOrder(graph);
    this.recording =
        Recording.unmeasured(
            run.journal()::add, run.terminal()::note, run.clock(), System::nanoTime);
  }

  /**
   * Makes operations until every client is done, the time is up or a stop is asked for.
   *
   * @throws UsageException if the records are not those that are asked for; nothing was done then
   */
  PartOutcome run() throws Exception {
    target.asRunTable().check(run.ledgers());
    checkRecords();
    StopSignal own = run.stop().child();
    // A worker's name ends the writers', too, so that those of all workers are one group.
    String part = ClientName.ofLog(run.name());
    String name = part + WRITES + run.name().substring(part.length());
    Writers source = Writers.of(target, run.directory(), run.clock(), name, own);
    Optional<ClientWriters> writers = Optional.empty();
    try {
      writers = Optional.of(writers(source, own));
      PartOutcome outcome = operate(writers.get(), own);
      return source
          .sessionLost()
          .map(why -> outcome.and(PartOutcome.doubt(run.name() + ": " + why)))
          .orElse(outcome);
    } finally {
      source.giveBack(
          writers.stream()
              .flatMap(each -> each.all().stream())
              .map(OperationWriter::sender)
              .toList(),
          run.terminal()::note);
    }
  }

  private void checkRecords() throws IOException {
    Problems problems = new Problems();
    plan.check(graph, promise(), YcsbActivity.payload(graph), problems);
    problems.throwIfAny();
  }

  /** What the ledgers say of the records that were loaded. */
  private Promise promise() throws IOException {
    Map<Integer, Promise.Progress> writers = new TreeMap<>();
    for (RunDirectory directory : run.ledgers()) {
      for (Path path : directory.ledgers()) {
        LedgerState state = LedgerReader.read(directory.fileSystem(), path);
        state
            .header()
            .ifPresent(
                header ->
                    writers.put(
                        header.writer(),
                        new Promise.Progress(state.acknowledged(), state.attempted())));
      }
    }
    return new Promise(writers);
  }

  private ClientWriters writers(Writers source, StopSignal own) throws IOException {
    target.graphFile().writeTo(run.directory());
    int clients = YcsbPlan.PACE.pace(settings).clients();
    List<Writer> loaded = plan.updates() ? source.carryOn(clients, this::isLoaded) : List.of();
    return new ClientWriters(
        loaded.stream().map(writer -> operationWriter(writer, own)).toList(),
        () -> operationWriter(source.create(1).get(0), own));
  }

  /** Whether the writer's next write is another one of a record of its block. */
  private boolean isLoaded(int writer, Position at) {
    Step next = order.step(writer, at.block(), at.step());
    return next == Step.UPDATE || next == Step.CLOSE;
  }

  private OperationWriter operationWriter(Writer writer, StopSignal own) {
    return new OperationWriter(
        writer,
        graph,
        new Batch(() -> target.batchWriter(IngestPlan.batch(settings))),
        plan.way(),
        recording,
        own);
  }

  private PartOutcome operate(ClientWriters writers, StopSignal own) throws Exception {
    AtomicInteger next = new AtomicInteger();
    YcsbActivity activity =
        new YcsbActivity(seat -> new YcsbClient(seat, plan, next.getAndIncrement(), writers));
    return activity.phase(run, read, settings).run(own);
  }
}
