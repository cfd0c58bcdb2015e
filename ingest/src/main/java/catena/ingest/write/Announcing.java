package catena.ingest.write;

import catena.graph.Graph;
import catena.graph.NodeCodec;
import catena.graph.Position;
import catena.graph.Step;
import catena.graph.WriteOrder;
import java.util.function.Consumer;

/** Announces some of the nodes that one writer writes for the first time. */
public final class Announcing {
  private final Graph graph;
  private final int writer;
  private final WriteOrder order;
  private final AnnouncePlan plan;
  private final Consumer<String> rows;

  /**
   * That of one writer.
   *
   * @param rows takes the rows, and never waits
   */
  public Announcing(Graph graph, int writer, AnnouncePlan plan, Consumer<String> rows) {
    this.graph = graph;
    this.writer = writer;
    this.order = new WriteOrder(graph);
    this.plan = plan;
    this.rows = rows;
  }

  /** Announces some of so many writes of one step, if they are the first of their nodes. */
  public void handedOver(Position from, int count) {
    if (order.step(writer, from.block(), from.step()) != Step.LAYER) {
      return;
    }
    long window = order.window(writer, from);
    int first = order.index(writer, from);
    for (int index = first; index < first + count; index++) {
      if (plan.isAnnounced(window, index)) {
        rows.accept(NodeCodec.rowText(graph.row(writer, window, index)));
      }
    }
  }
}
