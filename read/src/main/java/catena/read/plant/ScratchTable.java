// SPDX-License-Identifier: Apache-2.0
package catena.read.plant;

import catena.graph.Entry;
import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.graph.Node;
import catena.graph.NodeCodec;
import catena.graph.Position;
import catena.graph.Step;
import catena.graph.WriteOrder;
import catena.harness.accumulo.Connection;
import catena.harness.accumulo.Entries;
import catena.harness.accumulo.TableGraph;
import catena.records.ledger.Ledger;
import catena.records.ledger.LedgerHeader;
import catena.records.run.GraphFile;
import catena.records.run.RunDirectory;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.AccumuloException;
import org.apache.accumulo.core.client.AccumuloSecurityException;
import org.apache.accumulo.core.client.BatchWriter;
import org.apache.accumulo.core.client.MutationsRejectedException;
import org.apache.accumulo.core.client.TableExistsException;
import org.apache.accumulo.core.client.TableNotFoundException;
import org.apache.accumulo.core.client.admin.Locations;
import org.apache.accumulo.core.client.admin.NewTableConfiguration;
import org.apache.accumulo.core.client.admin.TimeType;
import org.apache.accumulo.core.data.Mutation;
import org.apache.accumulo.core.data.Range;
import org.apache.hadoop.io.Text;

/**
 * A small table in a real cluster: written as ingest writes one, with ledgers, and then damaged on
 * purpose. One thread uses it at a time.
 */
public final class ScratchTable implements Closeable {
  /** What it holds. */
  public final Graph graph;

  /** Its name. */
  public final String name;

  /** The order in which its writers write. */
  public final WriteOrder order;

  private final Connection connection;
  private final Nodes nodes;
  private final BatchWriter writer;
  private final String tableId;
  private final Set<String> written = new LinkedHashSet<>();

  /**
   * Creates the table, with three tablets.
   *
   * @param properties of the table, in addition to its graph
   * @param everyVersion whether it returns every version of an entry, and not the newest alone
   * @throws AccumuloSecurityException if the user may not create it
   */
  public ScratchTable(
      Connection connection,
      String name,
      GraphSpec spec,
      Map<String, String> properties,
      boolean everyVersion)
      throws AccumuloException,
          AccumuloSecurityException,
          TableExistsException,
          TableNotFoundException {
    this.connection = connection;
    this.name = name;
    this.graph = new Graph(spec);
    this.nodes = new Nodes(graph);
    this.order = nodes.order;
    SortedSet<Text> splits = new TreeSet<>();
    long third = (spec.rowMax() - spec.rowMin()) / 3;
    splits.add(new Text(NodeCodec.rowText(spec.rowMin() + third)));
    splits.add(new Text(NodeCodec.rowText(spec.rowMin() + 2 * third)));
    Map<String, String> all = new TreeMap<>(TableGraph.asProperties(spec));
    all.putAll(properties);
    AccumuloClient client = connection.client();
    NewTableConfiguration configuration =
        new NewTableConfiguration()
            .setProperties(all)
            .withSplits(splits)
            .setTimeType(TimeType.LOGICAL); // as createtable does
    client
        .tableOperations()
        .create(name, everyVersion ? configuration.withoutDefaultIterators() : configuration);
    this.tableId = client.tableOperations().tableIdMap().get(name);
    this.writer = client.createBatchWriter(name);
  }

  /** The graph file of its run. */
  public GraphFile graphFile() {
    return new GraphFile(name, tableId, connection.instanceId(), graph.spec());
  }

  /** Opens a writer's ledger in a run. */
  public Ledger ledger(RunDirectory run, int of) throws IOException {
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
  public void write(RunDirectory run, int of, Position to)
      throws IOException, AccumuloException, AccumuloSecurityException, TableNotFoundException {
    // A batch writer that comes before a tablet is hosted tries again after a second and a half.
    Locations unused = connection.client().tableOperations().locate(name, List.of(new Range()));
    try (Ledger ledger = ledger(run, of)) {
      Position at = Position.ORIGIN;
      while (at.isBefore(to)) {
        at = window(ledger, of, at, to);
      }
      ledger.close(System.currentTimeMillis());
    }
  }

  /**
   * Writes what is left of the step at a point, or up to another point, and acknowledges it.
   *
   * @return the point after what was written
   */
  public Position window(Ledger ledger, int of, Position from, Position to)
      throws IOException, MutationsRejectedException {
    boolean last = from.block() == to.block() && from.step() == to.step();
    int size = order.entries(of, from.block(), from.step());
    long n = (last ? to.index() : size) - from.index();
    Position next = order.advance(of, from, n);
    boolean deletes = order.step(of, from.block(), from.step()) == Step.DELETE;
    ledger.intend(from, next, deletes ? 0 : n, deletes ? n : 0, System.currentTimeMillis());
    for (Position at = from; at.isBefore(next); at = order.advance(of, at, 1)) {
      Mutation mutation = mutation(of, at);
      writer.addMutation(mutation);
      written.add(new String(mutation.getRow(), StandardCharsets.UTF_8));
    }
    writer.flush();
    ledger.acknowledge(System.currentTimeMillis());
    return next;
  }

  private Mutation mutation(int of, Position at) {
    Entry[] cells = nodes.written(of, at);
    boolean deletes = order.step(of, at.block(), at.step()) == Step.DELETE;
    return deletes ? Entries.delete(cells) : Entries.put(cells);
  }

  /** The first write of a node. */
  public Entry first(Node node) {
    return nodes.first(node);
  }

  /** The entry that a node of a closed block has in the end. */
  public Entry last(Node node) {
    return nodes.last(node);
  }

  /** Plants a fault, and waits until the servers have it. */
  public void plant(Fault fault) throws MutationsRejectedException {
    replace(fault.right(), fault.wrong());
  }

  /** Heals a fault in the same way. */
  public void heal(Fault fault) throws MutationsRejectedException {
    replace(fault.wrong(), fault.right());
  }

  /** Writes an entry that no writer of the graph has written there, and waits until it is there. */
  public void plant(Entry entry) throws MutationsRejectedException {
    replace(List.of(), List.of(entry));
  }

  /** Deletes entries, and waits until they are gone. */
  public void remove(Entry... entries) throws MutationsRejectedException {
    replace(List.of(entries), List.of());
  }

  /** Deletes what has not the key of an entry that is there from now on. */
  private void replace(List<Entry> before, List<Entry> after) throws MutationsRejectedException {
    for (Entry entry : before) {
      if (after.stream().noneMatch(entry::hasKeyOf)) {
        writer.addMutation(Entries.delete(entry));
      }
    }
    for (Entry entry : after) {
      writer.addMutation(Entries.put(entry));
    }
    writer.flush();
  }

  /** The rows that its writers have written, including those that they have deleted since. */
  public List<String> written() {
    return List.copyOf(written);
  }

  /** The row of a node. */
  public String row(Node node) {
    return nodes.row(node);
  }

  /** A text as Accumulo stores it. */
  public static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Closes the batch writer; the table stays. */
  @Override
  public void close() throws IOException {
    try {
      writer.close();
    } catch (MutationsRejectedException e) {
      throw new IOException(e);
    }
  }
}
