// SPDX-License-Identifier: Apache-2.0
package catena.verify;

import catena.graph.Entry;
import catena.graph.EntryEncoder;
import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.graph.Node;
import catena.graph.NodeCodec;
import catena.graph.Payload;
import catena.graph.Position;
import catena.graph.Specs;
import catena.graph.WriteOrder;
import catena.read.check.Lookup;
import catena.read.check.RangeMerge;
import catena.read.check.SeenRow;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.apache.accumulo.core.data.Key;
import org.apache.accumulo.core.data.Range;
import org.apache.hadoop.io.Text;

/** A table as a map, written as ingest writes one, and then damaged by hand. */
public final class ModelTable {
  public static final int FLUSH = 40;
  public static final int DEPTH = 5;

  public final Graph graph;
  public final TreeMap<String, List<Entry>> rows = new TreeMap<>();
  private final WriteOrder order;
  private final EntryEncoder encoder;

  public ModelTable(Graph graph) {
    this.graph = graph;
    this.order = new WriteOrder(graph);
    this.encoder = new EntryEncoder(graph);
  }

  /** A small graph without payloads; a node has one of the visibilities. */
  public static Graph graph(double deletes, String... visibilities) {
    return graph(FLUSH, DEPTH, deletes, visibilities);
  }

  public static Graph graph(int flush, int depth, double deletes, String... visibilities) {
    return new Graph(
        Specs.of(
            GraphSpec.VERSION,
            7,
            0,
            Long.MAX_VALUE,
            flush,
            depth,
            32767,
            32767,
            List.of(visibilities),
            GraphSpec.VisibilityScope.NODE,
            true,
            Payload.NONE,
            deletes,
            16));
  }

  /** Writes as a writer does, from a point to another. */
  public void write(int writer, Position from, Position to) {
    for (Position at = from; at.isBefore(to); at = order.advance(writer, at, 1)) {
      long window = order.window(writer, at);
      int index = order.index(writer, at);
      switch (order.step(writer, at.block(), at.step())) {
        case LAYER -> {
          encoder.encodeFirst(writer, window, index);
          putRow();
        }
        case CLOSE -> {
          encoder.encodeClosing(writer, window, index);
          putRow();
        }
        case UPDATE -> {
          encoder.encodeUpdate(order.updated(writer, at), order.count(at));
          putRow();
        }
        case DELETE -> rows.remove(row(new Node(writer, window, index)));
      }
    }
  }

  /** A row that no writer writes: wrong for sure, whatever it holds later. */
  public static SeenRow phantom(int number) {
    byte[] row = ("no row " + number).getBytes(StandardCharsets.UTF_8);
    byte[] nothing = new byte[0];
    return new SeenRow(row, List.of(new Entry(row, nothing, nothing, nothing, nothing)), 0);
  }

  private void putRow() {
    List<Entry> cells = new ArrayList<>(List.of(encoder.entry()));
    for (int cell = 1; cell < graph.spec().cells().columns(); cell++) {
      encoder.encodeCell(cell);
      cells.add(encoder.entry());
    }
    rows.put(NodeCodec.rowText(encoder.row()), cells);
  }

  public void put(Entry entry) {
    rows.put(NodeCodec.rowText(entry.row()), new ArrayList<>(List.of(entry)));
  }

  public String row(Node node) {
    return NodeCodec.rowText(graph.row(node));
  }

  public Entry entry(Node node) {
    return rows.get(row(node)).get(0);
  }

  public void remove(Node node) {
    rows.remove(row(node));
  }

  public void alter(Node node, UnaryOperator<Entry> how) {
    put(how.apply(entry(node)));
  }

  /** What a node was written as first. */
  public Entry first(Node node) {
    encoder.encodeFirst(node.writer(), node.window(), node.index());
    return encoder.entry();
  }

  public List<Entry> entries() {
    List<Entry> all = new ArrayList<>();
    rows.values().forEach(all::addAll);
    return all;
  }

  /** A scan of some rows. */
  public RangeMerge.Scan scan(Range of) {
    Iterator<Entry> within =
        entries().stream().filter(entry -> of.contains(new Key(new Text(entry.row())))).iterator();
    return () -> within.hasNext() ? within.next() : null;
  }

  public RangeMerge.Scan scan() {
    Iterator<Entry> entries = entries().iterator();
    return () -> entries.hasNext() ? entries.next() : null;
  }

  public Lookup lookup() {
    return asked -> {
      TreeMap<String, List<Entry>> found = new TreeMap<>(rows);
      found.keySet().retainAll(List.copyOf(asked));
      return found;
    };
  }
}
