// SPDX-License-Identifier: Apache-2.0
package catena.graph;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A table as a map: writes in order, one after the other, the newest wins. */
public final class ModelTable {
  public final Graph graph;
  public final Map<String, List<Entry>> rows = new TreeMap<>();
  private final WriteOrder order;
  private final EntryEncoder encoder;

  public ModelTable(Graph graph) {
    this.graph = graph;
    this.order = new WriteOrder(graph);
    this.encoder = new EntryEncoder(graph);
  }

  /** A table that one writer has written up to a point. */
  public static ModelTable upTo(Graph graph, int writer, Position end) {
    ModelTable table = new ModelTable(graph);
    Position at = Position.ORIGIN;
    while (at.isBefore(end)) {
      at = table.write(writer, at);
    }
    return table;
  }

  /** Does the write at a point and gives the next point. */
  public Position write(int writer, Position at) {
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
      case DELETE -> rows.remove(NodeCodec.rowText(graph.row(writer, window, index)));
    }
    return order.advance(writer, at, 1);
  }

  private void putRow() {
    rows.put(text(encoder.row()), new ArrayList<>(List.of(encoder.entries())));
  }

  public void put(Entry entry) {
    rows.put(text(entry.row()), new ArrayList<>(List.of(entry)));
  }

  public List<Entry> row(Node node) {
    return rows.getOrDefault(NodeCodec.rowText(graph.row(node)), List.of());
  }

  static String text(byte[] bytes) {
    return new String(bytes, java.nio.charset.StandardCharsets.ISO_8859_1);
  }
}
