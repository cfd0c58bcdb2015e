// SPDX-License-Identifier: Apache-2.0
package catena.graph;

import catena.graph.function.Expressions;
import java.util.Arrays;

/**
 * Compares entries of a table with those of a graph, in place: it copies nothing, and creates
 * nothing for an entry without payload.
 *
 * <p>It only decides whether an entry is right; {@link catena.graph.judge.Expectation} names what
 * is wrong with one. One thread uses it at a time.
 */
public final class EntryMatcher {
  private static final int HEAD_BODY = NodeCodec.PREVIOUS + 1;
  private static final int LINK_BODY = NodeCodec.PREVIOUS + NodeCodec.ROW + 1;

  private final EntryNumbers numbers;
  private final EntryEncoder encoder;
  private final Expressions visibilities;
  private final int checksumBytes;
  private final boolean hasPayload;
  private int visibility;

  /** Compares with the entries of a graph. */
  public EntryMatcher(Graph graph) {
    this.numbers = new EntryNumbers(graph);
    this.encoder = new EntryEncoder(graph);
    this.visibilities = graph.spec().expressions();
    this.checksumBytes = graph.spec().checksum() ? NodeCodec.CHECKSUM : 0;
    this.hasPayload = !graph.spec().payload().isNone();
  }

  /**
   * Whether an entry is as a node is written.
   *
   * @param closing whether as the closing pass of its block writes it, or as it is first written
   */
  public boolean matches(Node node, boolean closing, Entry seen) {
    if (hasPayload) {
      encoder.encode(node, closing);
      return isEncoded(seen);
    }
    numbers.written(node.writer(), node.window(), node.index(), closing);
    return NodeCodec.isRow(seen.row(), numbers.row()) && isOfNumbers(seen);
  }

  /**
   * The same for the node on which a cursor stands.
   *
   * @param seen an entry with the row of the node
   */
  public boolean matches(NodeCursor at, boolean closing, Entry seen) {
    if (hasPayload) {
      encoder.encode(at.writer(), at.window(), at.index(), closing);
      return isEncoded(seen);
    }
    numbers.at(at, closing);
    return isOfNumbers(seen);
  }

  /**
   * Whether an entry is as an update writes a node.
   *
   * @param count the count of the update
   */
  public boolean matchesUpdate(Node node, long count, Entry seen) {
    if (hasPayload) {
      encoder.encodeUpdate(node, count);
      return isEncoded(seen);
    }
    numbers.update(node.writer(), node.window(), node.index(), count);
    return NodeCodec.isRow(seen.row(), numbers.row()) && isOfNumbers(seen);
  }

  /** Which of {@link GraphSpec#visibilities} the node that was compared last has. */
  public int visibility() {
    return visibility;
  }

  private boolean isEncoded(Entry seen) {
    visibility = encoder.visibility();
    return encoder.keyEquals(seen) && Arrays.equals(encoder.value(), seen.value());
  }

  /** Whether all other parts are right, given that the row is. */
  private boolean isOfNumbers(Entry seen) {
    visibility = numbers.visibility();
    long columns = Hex.digits(numbers.columns());
    return isColumn((int) (columns >>> Integer.SIZE), seen.family())
        && isColumn((int) columns, seen.qualifier())
        && visibilities.is(visibility, seen.row(), seen.visibility())
        && isValue(seen.value(), seen.visibility());
  }

  private static boolean isColumn(int digits, byte[] column) {
    return column.length == NodeCodec.COLUMN && Hex.four(column, 0) == digits;
  }

  private boolean isValue(byte[] value, byte[] expression) {
    long previous = numbers.previous();
    int body = previous < 0 ? HEAD_BODY : LINK_BODY;
    return value.length == body + checksumBytes
        && numbers.writer().isUuid(value)
        && value[NodeCodec.UUID] == ':'
        && Hex.is(numbers.count(), 16, value, NodeCodec.COUNT)
        && value[NodeCodec.PREVIOUS - 1] == ':'
        && (previous < 0 || Hex.is(previous, NodeCodec.ROW, value, NodeCodec.PREVIOUS))
        && value[body - 1] == ':'
        && (checksumBytes == 0
            || Hex.is(numbers.checksum(expression), NodeCodec.CHECKSUM, value, body));
  }
}
