// SPDX-License-Identifier: Apache-2.0
package catena.ingest.ycsb;

import catena.graph.Entry;
import catena.graph.Graph;
import catena.graph.Node;
import catena.graph.NodeCodec;
import catena.graph.Step;
import catena.graph.judge.Promise;
import catena.ingest.write.IngestFailure;
import catena.ingest.write.OperationWriter;
import catena.read.reader.ReadFailure;
import catena.read.reader.ReadPhase;
import catena.read.reader.ReaderContext;
import catena.read.reader.RowReader;
import catena.read.reader.ScanFilter;
import catena.read.reader.ScannerShape;
import catena.read.reader.StartWait;
import catena.read.settle.ReadTally;
import catena.records.latency.LatencyRecorder;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** One client: a step is an operation. */
public final class YcsbClient implements ReadPhase.Reader {
  /** The tag of all operations together. */
  static final String ALL = "operation";

  /** One fetch returns no more. */
  private static final int MOST_BATCH = 1000;

  private final ReaderContext context;
  private final YcsbPlan plan;
  private final int client;
  private final Graph graph;
  private final ClientWriters writers;
  private final ScannerShape usual;

  /** One for each field that is asked for alone, or one for whole records. */
  private final List<RowReader> readers;

  private final List<ScanFilter> fields;
  private final Requests.Source requests;
  private final Map<Operation, LatencyRecorder.Operation> timed = new EnumMap<>(Operation.class);
  private final LatencyRecorder.Operation all;
  private Optional<OperationWriter> inserter = Optional.empty();
  private int generation;
  private Promise promise;
  private Records records;

  /**
   * A client.
   *
   * @param client its number among those of the phase, from 0
   */
  public YcsbClient(ReaderContext context, YcsbPlan plan, int client, ClientWriters writers) {
    this.context = context;
    this.plan = plan;
    this.client = client;
    this.graph = context.graph().orElseThrow();
    this.writers = writers;
    this.usual = ScannerShape.usual(plan.timeout());
    this.fields =
        plan.oneField()
            ? IntStream.range(0, graph.spec().cells().columns())
                .mapToObj(ScanFilter::ofCell)
                .toList()
            : List.of(ScanFilter.NONE);
    this.readers = fields.stream().map(field -> new RowReader(context, usual, field)).toList();
    // Each client begins at another record if records are requested one after the other.
    this.requests =
        new Requests.Source(plan.requests(), context.random(), context.random().nextInt(1 << 30));
    for (Operation operation : Operation.values()) {
      if (plan.mix().has(operation)) {
        timed.put(operation, context.operation(operation.tag()));
      }
    }
    this.all = context.operation(ALL);
  }

  @Override
  public boolean isReady() throws Exception {
    return awaitRecords();
  }

  @Override
  public boolean read(long due) throws Exception {
    Operation operation = plan.mix().draw(context.random());
    return switch (operation) {
      case READ -> {
        lookUp(due);
        yield true;
      }
      case SCAN -> {
        scan(next(), due);
        yield true;
      }
      case UPDATE -> write(operation, updater(), due);
      case INSERT -> write(operation, inserter(), due);
      case READ_MODIFY_WRITE -> readModifyWrite(due);
    };
  }

  /** False if there is nothing to work on within the limit. */
  private boolean awaitRecords() throws Exception {
    StartWait wait = new StartWait(context);
    refresh();
    while (records.size() == 0 && wait.rest()) {
      refresh();
    }
    return records.size() > 0;
  }

  @SuppressWarnings("ReferenceEquality") // an equal promise has the same records
  private void refresh() throws Exception {
    Promise now = context.promised().orElse(Promise.NONE);
    if (now != promise) {
      promise = now;
      records = new Records(graph, now, writers.inserting());
    }
  }

  private Node next() {
    return records.node(requests.next(records.loaded(), records.size()));
  }

  @Override
  public void close() throws Exception {
    readers.forEach(RowReader::close);
    try {
      if (plan.mix().updates()) {
        writers.updater(client).close();
      }
    } finally {
      if (inserter.isPresent()) {
        inserter.get().close();
      }
    }
  }

  private OperationWriter updater() throws ReadFailure {
    OperationWriter updater = writers.updater(client);
    if (updater.step() != Step.UPDATE && updater.step() != Step.CLOSE) {
      throw new ReadFailure(
          "%s has made all updates that the graph has for the block of writer %d: make the table with more passes (graph.updates), or give fewer operations"
              .formatted(context.client(), updater.number()),
          null);
    }
    return updater;
  }

  private OperationWriter inserter() throws Exception {
    boolean full = inserter.map(writer -> writer.step() != Step.LAYER).orElse(false);
    if (full) {
      // Its block is whole. What comes next in its order is no insert, so that it ends here.
      inserter.get().close();
    }
    if (full || inserter.isEmpty()) {
      inserter = Optional.of(writers.inserter(generation));
      generation++;
    }
    return inserter.get();
  }

  private boolean write(Operation operation, OperationWriter writer, long due) throws Exception {
    writer.ready();
    long start = context.nanos();
    boolean made = make(writer);
    if (made) {
      done(operation, fromWhen(due, start), start, context.nanos(), 0, List.of());
    }
    return made;
  }

  /**
   * When the latency of a write begins. Without a rate the sync of its ledger, or the allocation of
   * its block, has delayed nothing that was due.
   */
  private long fromWhen(long due, long start) {
    return context.turns().hasRate() ? due : start;
  }

  private static boolean make(OperationWriter writer) throws Exception {
    try {
      return writer.write();
    } catch (IngestFailure e) {
      throw new ReadFailure(e.getMessage(), e);
    }
  }

  private void done(
      Operation operation, long due, long start, long end, long rows, List<Entry> seen) {
    timed.get(operation).record(due, start, end);
    context.read(all, due, start, end, 1, rows, seen.size(), ReadTally.bytes(seen));
  }

  private void lookUp(long due) throws Exception {
    byte[] row = rowOf(next());
    RowReader.Seen answer = readers.get(field()).lookUp(context.drawView(), row);
    done(Operation.READ, due, answer.start(), answer.end(), 1, answer.entries());
    boolean unused = answer.judge(row, Optional.empty());
  }

  private boolean readModifyWrite(long due) throws Exception {
    OperationWriter writer = updater();
    writer.ready();
    byte[] row = rowOf(writer.node());
    RowReader.Seen answer = readers.get(field()).lookUp(context.drawView(), row);
    boolean made;
    try {
      made = make(writer);
    } finally {
      boolean unused = answer.judge(row, Optional.empty());
    }
    if (made) {
      long start = answer.start();
      long end = context.nanos();
      done(Operation.READ_MODIFY_WRITE, fromWhen(due, start), start, end, 1, answer.entries());
    }
    return made;
  }

  /** Draws the field to ask for, if fields are asked for one by one: each as often, as in YCSB. */
  private int field() {
    return fields.size() == 1 ? 0 : context.random().nextInt(fields.size());
  }

  private byte[] rowOf(Node node) {
    return NodeCodec.rowBytes(NodeCodec.rowText(graph.row(node)));
  }

  private void scan(Node first, long due) throws Exception {
    ScanFilter field = fields.get(field());
    int length = plan.scanLength(context.random());
    ScannerShape shape = new ScannerShape(Math.min(length + 1, MOST_BATCH), false, usual.timeout());
    long from = graph.row(first);
    long to = graph.spec().rowMax();
    try (RowReader ranges = new RowReader(context, shape, field)) {
      RowReader.Seen seen =
          ranges.scan(context.drawView(), from, to, some -> some.rows() >= length);
      done(Operation.SCAN, due, seen.start(), seen.end(), seen.returned().rows(), seen.entries());
      seen.judge(from, to);
    }
  }
}
