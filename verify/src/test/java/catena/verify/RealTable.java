package catena.verify;

import catena.graph.Entry;
import catena.graph.EntryEncoder;
import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.graph.Node;
import catena.graph.NodeCodec;
import catena.graph.Position;
import catena.graph.WriteOrder;
import catena.harness.accumulo.Connection;
import catena.harness.accumulo.TableGraph;
import catena.harness.ledger.Ledger;
import catena.harness.ledger.LedgerHeader;
import catena.harness.run.RunDirectory;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.BatchWriter;
import org.apache.accumulo.core.client.MutationsRejectedException;
import org.apache.accumulo.core.client.admin.NewTableConfiguration;
import org.apache.accumulo.core.data.Mutation;
import org.apache.accumulo.core.security.ColumnVisibility;
import org.apache.hadoop.io.Text;

/** A table in a cluster, written as ingest writes one, with ledgers, and then damaged by hand. */
final class RealTable implements Closeable {
  final Graph graph;
  final String name;
  final WriteOrder order;
  private final Connection connection;
  private final EntryEncoder encoder;
  private final BatchWriter writer;
  private final String tableId;

  RealTable(Connection connection, String name, GraphSpec spec) throws Exception {
    this.connection = connection;
    this.name = name;
    this.graph = new Graph(spec);
    this.order = new WriteOrder(graph);
    this.encoder = new EntryEncoder(graph);
    SortedSet<Text> splits = new TreeSet<>();
    long third = (spec.rowMax() - spec.rowMin()) / 3;
    splits.add(new Text(NodeCodec.rowText(spec.rowMin() + third)));
    splits.add(new Text(NodeCodec.rowText(spec.rowMin() + 2 * third)));
    AccumuloClient client = connection.client();
    client
        .tableOperations()
        .create(
            name,
            new NewTableConfiguration()
                .setProperties(new TreeMap<>(TableGraph.asProperties(spec)))
                .withSplits(splits));
    this.tableId = client.tableOperations().tableIdMap().get(name);
    this.writer = client.createBatchWriter(name);
  }

  /** Opens a writer's ledger in a run. */
  Ledger ledger(RunDirectory run, int of) throws IOException {
    LedgerHeader header =
        new LedgerHeader(
            connection.instanceId(),
            tableId,
            graph.spec().fingerprint(),
            of,
            UUID.fromString(graph.uuid(of)));
    return Ledger.create(run.fileSystem(), run.ledger(of), header);
  }

  /** Writes from the origin up to a point, a window at a time, and closes the ledger. */
  void write(RunDirectory run, int of, Position to) throws Exception {
    try (Ledger ledger = ledger(run, of)) {
      Position at = Position.ORIGIN;
      while (at.isBefore(to)) {
        at = window(ledger, of, at, to);
      }
      ledger.close(System.currentTimeMillis());
    }
  }

  /** Writes what is left of the step at a point, or up to another point, and acknowledges it. */
  Position window(Ledger ledger, int of, Position from, Position to) throws Exception {
    boolean last = from.block() == to.block() && from.step() == to.step();
    int size = order.entries(of, from.block(), from.step());
    long n = (last ? to.index() : size) - from.index();
    Position next = order.advance(of, from, n);
    boolean deletes = order.step(of, from.block(), from.step()) == catena.graph.Step.DELETE;
    ledger.intend(from, next, deletes ? 0 : n, deletes ? n : 0, System.currentTimeMillis());
    for (Position at = from; at.isBefore(next); at = order.advance(of, at, 1)) {
      writer.addMutation(mutation(of, at));
    }
    writer.flush();
    ledger.acknowledge(System.currentTimeMillis());
    return next;
  }

  private Mutation mutation(int of, Position at) {
    long window = order.window(of, at);
    int index = order.index(of, at);
    switch (order.step(of, at.block(), at.step())) {
      case LAYER -> encoder.encodeFirst(of, window, index);
      case CLOSE -> encoder.encodeClosing(of, window, index);
      case DELETE -> {
        encoder.encodeKey(of, window, index);
        return delete(encoder.entry());
      }
    }
    return put(encoder.entry());
  }

  private static Mutation put(Entry entry) {
    Mutation mutation = new Mutation(entry.row());
    mutation
        .at()
        .family(entry.family())
        .qualifier(entry.qualifier())
        .visibility(new ColumnVisibility(entry.visibility()))
        .put(entry.value());
    return mutation;
  }

  private static Mutation delete(Entry entry) {
    Mutation mutation = new Mutation(entry.row());
    mutation
        .at()
        .family(entry.family())
        .qualifier(entry.qualifier())
        .visibility(new ColumnVisibility(entry.visibility()))
        .delete();
    return mutation;
  }

  /** What a node is written as at first. */
  Entry first(Node node) {
    encoder.encodeFirst(node.writer(), node.window(), node.index());
    return encoder.entry();
  }

  /** What a node of a closed block is in the end. */
  Entry last(Node node) {
    if (!order.isRewritten(node)) {
      return first(node);
    }
    encoder.encodeClosing(node.writer(), node.window(), node.index());
    return encoder.entry();
  }

  void plant(Entry entry) throws MutationsRejectedException {
    writer.addMutation(put(entry));
    writer.flush();
  }

  void remove(Entry... entries) throws MutationsRejectedException {
    for (Entry entry : entries) {
      writer.addMutation(delete(entry));
    }
    writer.flush();
  }

  String row(Node node) {
    return NodeCodec.rowText(graph.row(node));
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public void close() throws IOException {
    try {
      writer.close();
    } catch (MutationsRejectedException e) {
      throw new IOException(e);
    }
  }
}
