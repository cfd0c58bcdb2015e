// SPDX-License-Identifier: Apache-2.0
package catena.ingest.write;

import catena.graph.EntryEncoder;
import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.graph.Position;
import catena.graph.WriteOrder;
import catena.ingest.write.FakeTable.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** All that a writer writes, one after the other, in plain loops. */
public final class ModelWrites {
  private final Graph graph;
  private final EntryEncoder encoder;
  private final int writer;
  private final List<String> writes = new ArrayList<>();
  private final List<String> keys = new ArrayList<>();
  private final List<Boolean> deletes = new ArrayList<>();

  public ModelWrites(GraphSpec spec, int writer, int blocks) {
    this.graph = new Graph(spec);
    this.encoder = new EntryEncoder(graph);
    this.writer = writer;
    for (int block = 0; block < blocks; block++) {
      layers(block);
      if (graph.isDeleted(writer, block)) {
        deletes(block);
      } else {
        closing(block);
        updates(block);
      }
    }
  }

  private void layers(int block) {
    for (int layer = 0; layer < graph.spec().depth(); layer++) {
      for (int i = 0; i < graph.spec().flushInterval(); i++) {
        encoder.encodeFirst(writer, window(block, layer), i);
        add(false);
      }
    }
  }

  private void closing(int block) {
    for (int i = 0; i < graph.spec().flushInterval() - 1; i++) {
      encoder.encodeClosing(writer, window(block, 0), i);
      add(false);
    }
  }

  private void updates(int block) {
    WriteOrder order = new WriteOrder(graph);
    for (int pass = 0; pass < graph.spec().updates().passes(); pass++) {
      for (int i = 0; i < graph.spec().flushInterval(); i++) {
        Position at = new Position(block, graph.spec().depth() + 1 + pass, i);
        encoder.encodeUpdate(order.updated(writer, at), order.count(at));
        add(false);
      }
    }
  }

  private void deletes(int block) {
    for (int layer = graph.spec().depth() - 1; layer >= 0; layer--) {
      for (int i = graph.spec().flushInterval() - 1; i >= 0; i--) {
        encoder.encodeKey(writer, window(block, layer), i);
        add(true);
      }
    }
  }

  private long window(int block, int layer) {
    return (long) block * graph.spec().depth() + layer;
  }

  private void add(boolean delete) {
    Write write = new Write(Write.key(encoder.entry()), delete, encoder.entry());
    keys.add(write.key());
    writes.add(write.text());
    deletes.add(delete);
  }

  /** What the table holds after so many puts and the deletes that follow them. */
  public Map<String, String> content(long puts) {
    Map<String, String> content = new TreeMap<>();
    List<String> done = until(puts);
    for (int i = 0; i < done.size(); i++) {
      if (deletes.get(i)) {
        content.remove(keys.get(i));
      } else {
        content.put(keys.get(i), done.get(i));
      }
    }
    return content;
  }

  /** The first of them, up to but not including the put after {@code puts} puts. */
  List<String> until(long puts) {
    long left = puts;
    int end = 0;
    while (end < writes.size() && (deletes.get(end) || left-- > 0)) {
      end++;
    }
    return writes.subList(0, end);
  }
}
