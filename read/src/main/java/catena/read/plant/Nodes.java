// SPDX-License-Identifier: Apache-2.0
package catena.read.plant;

import catena.graph.Entry;
import catena.graph.EntryEncoder;
import catena.graph.Graph;
import catena.graph.Node;
import catena.graph.NodeCodec;
import catena.graph.Position;
import catena.graph.WriteOrder;

/** What the nodes of a graph hold, and in which order they are written; for one thread. */
final class Nodes {
  final Graph graph;
  final WriteOrder order;
  private final EntryEncoder encoder;

  Nodes(Graph graph) {
    this.graph = graph;
    this.order = new WriteOrder(graph);
    this.encoder = new EntryEncoder(graph);
  }

  /** The first write of a node. */
  Entry first(Node node) {
    return written(node, false);
  }

  /** The entry that a node of a closed block has in the end. */
  Entry last(Node node) {
    return written(node, order.isRewritten(node));
  }

  private Entry written(Node node, boolean closing) {
    encoder.encode(node, closing);
    return encoder.entry();
  }

  /** The cells that the write at a point puts, or deletes; a delete's values mean nothing. */
  Entry[] written(int writer, Position at) {
    long window = order.window(writer, at);
    int index = order.index(writer, at);
    switch (order.step(writer, at.block(), at.step())) {
      case LAYER -> encoder.encodeFirst(writer, window, index);
      case CLOSE -> encoder.encodeClosing(writer, window, index);
      case UPDATE -> encoder.encodeUpdate(order.updated(writer, at), order.count(at));
      case DELETE -> encoder.encodeKey(writer, window, index);
    }
    return encoder.entries();
  }

  /** The row of a node. */
  String row(Node node) {
    return NodeCodec.rowText(graph.row(node));
  }
}
