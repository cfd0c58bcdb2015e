package catena.graph;

/**
 * The numbers that one entry of a graph spells, which the encoder writes and the matcher compares.
 *
 * <p>What belongs to a window is kept until another is asked for. One thread uses it at a time.
 */
final class EntryNumbers {
  private final Graph graph;
  private final int depth;
  private final WriteOrder order;
  private final PayloadSource payloads;
  private final WriterKeys.Kept writers;
  private WriterKeys writer;
  private long window = -1;
  private boolean rowKeyIsKnown;
  private long rowKey;
  private long previousKey;
  private long contentKey;
  private long block;
  private int layer;

  private long row;
  private long content;
  private int columns;
  private int visibility;
  private long count;
  private long previous;

  EntryNumbers(Graph graph) {
    this.graph = graph;
    this.depth = graph.spec().depth();
    this.order = new WriteOrder(graph);
    this.payloads = new PayloadSource(graph.spec().payload());
    this.writers = new WriterKeys.Kept(graph);
  }

  /** Turns to what a node is first written as. */
  void first(int ofWriter, long ofWindow, int index) {
    turnTo(ofWriter, ofWindow);
    first(rowOf(index), index);
  }

  /** The same of a node whose row is known. */
  void first(int ofWriter, long ofWindow, int index, long itsRow) {
    turnTo(ofWriter, ofWindow);
    first(itsRow, index);
  }

  private void first(long itsRow, int index) {
    key(itsRow, index);
    count = order.count(block, layer, index);
    previous =
        layer == 0
            ? Decoded.NO_PREVIOUS
            : graph.row(previousKey, writer.writer, window - 1, index);
  }

  /** Turns to what a head is written as by the closing pass of its block. */
  void closing(int ofWriter, long ofWindow, int index) {
    turnTo(ofWriter, ofWindow);
    closing(rowOf(index), index);
  }

  /** The same of a head whose row is known. */
  void closing(int ofWriter, long ofWindow, int index, long itsRow) {
    turnTo(ofWriter, ofWindow);
    closing(itsRow, index);
  }

  private void closing(long itsRow, int index) {
    key(itsRow, index);
    count = order.count(block, depth, index);
    long last = window + depth - 1;
    previous = graph.row(writer.windowKey(last), writer.writer, last, index + 1);
  }

  /** Turns to a node's key; what the value has is nonsense then. */
  void key(int ofWriter, long ofWindow, int index) {
    turnTo(ofWriter, ofWindow);
    key(rowOf(index), index);
  }

  private void turnTo(int toWriter, long toWindow) {
    if (toWindow == window && toWriter == writer.writer) {
      return;
    }
    writer = writers.of(toWriter);
    window = toWindow;
    rowKeyIsKnown = false;
    previousKey = writer.windowKey(toWindow - 1);
    contentKey = writer.contentKey(toWindow);
    block = graph.block(toWindow);
    layer = (int) (toWindow - block * depth);
  }

  private long rowOf(int index) {
    if (!rowKeyIsKnown) {
      rowKey = writer.windowKey(window);
      rowKeyIsKnown = true;
    }
    return graph.row(rowKey, writer.writer, window, index);
  }

  private void key(long itsRow, int index) {
    row = itsRow;
    content = graph.contentHash(contentKey, index);
    columns = graph.family(content) << 16 | graph.qualifier(content);
    visibility = graph.visibility(writer.writer, block, content);
  }

  /** The writer. */
  WriterKeys writer() {
    return writer;
  }

  long row() {
    return row;
  }

  /** The column family in the upper half, the qualifier in the lower one. */
  int columns() {
    return columns;
  }

  /** Which of {@link GraphSpec#visibilities}. */
  int visibility() {
    return visibility;
  }

  long count() {
    return count;
  }

  /** The previous row, or {@link Decoded#NO_PREVIOUS}. */
  long previous() {
    return previous;
  }

  /** How many bytes the payload has; -1 where values have none and no separator for one. */
  int payloadSize() {
    return payloads.size(content);
  }

  /** Writes the payload. */
  void writePayload(int size, byte[] to, int at) {
    payloads.write(content, size, to, at);
  }

  /**
   * The checksum of the entry if it has no payload.
   *
   * @param expression the visibility's bytes
   */
  int checksum(byte[] expression) {
    int visible = EntryChecksum.through(EntryChecksum.key(row, columns), expression);
    return previous < 0
        ? EntryChecksum.head(visible, writer.headSum, count)
        : EntryChecksum.link(visible, writer.linkSum, count, previous);
  }
}
