package catena.harness.check;

import catena.graph.Entry;
import catena.graph.Graph;
import catena.graph.Node;
import catena.graph.NodeCodec;
import java.util.List;
import java.util.Optional;

/** A row that is not as promised, with all that one read returned of it. */
public final class SeenRow {
  private final byte[] row;
  private final List<Entry> seen;
  private final long foundMillis;

  /**
   * A row as it was seen.
   *
   * @param row its bytes
   * @param seen all that the read returned of the row, perhaps nothing
   * @param foundMillis wall clock at which the read passed the row
   */
  public SeenRow(byte[] row, List<Entry> seen, long foundMillis) {
    this.row = row;
    this.seen = List.copyOf(seen);
    this.foundMillis = foundMillis;
  }

  /** The row's bytes. */
  public byte[] row() {
    return row;
  }

  /** The row as lookups name it. */
  public String name() {
    return NodeCodec.rowText(row);
  }

  /** All that the read returned of the row, perhaps nothing. */
  public List<Entry> seen() {
    return seen;
  }

  /** Wall clock at which the read passed the row. */
  public long foundMillis() {
    return foundMillis;
  }

  /** The node whose row it is, if it is one's. */
  public Optional<Node> node(Graph graph) {
    return graph.node(NodeCodec.row(row));
  }
}
