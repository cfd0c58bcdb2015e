package catena.graph;

import java.util.Arrays;

/**
 * Compares entries of a table with those of a graph, in place: nothing is copied, and nothing is
 * made for an entry without payload.
 *
 * <p>It says only whether an entry is right. What is wrong with one is {@link
 * catena.graph.judge.Expectation}'s to say. One thread uses it at a time.
 */
public final class EntryMatcher {
  private static final int HEAD_BODY = NodeCodec.PREVIOUS + 1;
  private static final int LINK_BODY = NodeCodec.PREVIOUS + NodeCodec.ROW + 1;

  private final EntryNumbers numbers;
  private final EntryEncoder encoder;
  private final byte[][] visibilities;
  private final int checksumBytes;
  private final boolean hasPayload;
  private int visibility;

  /** Compares with the entries of a graph. */
  public EntryMatcher(Graph graph) {
    this.numbers = new EntryNumbers(graph);
    this.encoder = new EntryEncoder(graph);
    this.visibilities = EntryEncoder.visibilities(graph.spec());
    this.checksumBytes = graph.spec().checksum() ? NodeCodec.CHECKSUM : 0;
    this.hasPayload = !(graph.spec().payload() instanceof Payload.None);
  }

  /**
   * Whether an entry is what a node is first written as.
   *
   * @param row the node's row, which the entry has
   */
  public boolean isFirst(int writer, long window, int index, long row, Entry seen) {
    if (hasPayload) {
      encoder.encodeFirst(writer, window, index);
      return isEncoded(seen);
    }
    numbers.first(writer, window, index, row);
    return isOfNumbers(seen);
  }

  /**
   * Whether an entry is what a head is written as by the closing pass of its block.
   *
   * @param row the head's row, which the entry has
   */
  public boolean isClosing(int writer, long window, int index, long row, Entry seen) {
    if (hasPayload) {
      encoder.encodeClosing(writer, window, index);
      return isEncoded(seen);
    }
    numbers.closing(writer, window, index, row);
    return isOfNumbers(seen);
  }

  /** Which of {@link GraphSpec#visibilities} the node that was compared last has. */
  public int visibility() {
    return visibility;
  }

  private boolean isEncoded(Entry seen) {
    visibility = encoder.visibility();
    return encoder.keyEquals(seen) && Arrays.equals(encoder.value(), seen.value());
  }

  private boolean isOfNumbers(Entry seen) {
    visibility = numbers.visibility();
    byte[] expression = visibilities[visibility];
    long columns = Hex.digits(numbers.columns());
    return isColumn((int) (columns >>> Integer.SIZE), seen.family())
        && isColumn((int) columns, seen.qualifier())
        && Arrays.equals(expression, seen.visibility())
        && isValue(seen.value(), expression);
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
