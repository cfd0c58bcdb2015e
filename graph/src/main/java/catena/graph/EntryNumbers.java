// SPDX-License-Identifier: Apache-2.0
package catena.graph;

import catena.graph.function.Mix;
import catena.graph.function.ZipfSize;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The numbers that an entry of a graph spells; the encoder writes and the matcher compares them.
 *
 * <p>The numbers of a window are kept until another one is requested. One thread uses it at a time.
 */
final class EntryNumbers {
  /** Enough for any run; with more writers, those with the same place replace one another. */
  private static final int MOST_KEPT = 1 << 16;

  private final Graph graph;
  private final int depth;
  private final WriteOrder order;
  private final PayloadSource payloads;

  /** Caches the keys of writers, since readers go from one writer to another. */
  private WriterKeys[] kept = new WriterKeys[16];

  private WriterKeys writer;
  private long window = -1;
  private boolean rowKeyIsKnown;
  private long rowKey;

  /** The step for which the previous window's key is kept; 0 for none. */
  private int previousStep;

  private long previousKey;
  private long contentKey;
  private long block;
  private int layer;

  private long row;
  private long content;

  /** The seed of the payload's bytes; another one for each update. */
  private long payload;

  private int columns;
  private int visibility;
  private long count;
  private long previous;

  EntryNumbers(Graph graph) {
    this.graph = graph;
    this.depth = graph.spec().depth();
    this.order = new WriteOrder(graph);
    this.payloads = new PayloadSource(graph.spec().payload());
  }

  /**
   * Computes a node's entry.
   *
   * @param closing whether as the closing pass of its block writes it, or as it is first written
   */
  void written(int ofWriter, long ofWindow, int index, boolean closing) {
    turnTo(ofWriter, ofWindow);
    write(rowOf(index), index, closing ? depth : layer);
  }

  /**
   * Computes a node's entry as an update writes it: with the link that it had when its block was
   * closed, another count, and other bytes of payload.
   *
   * @param itsCount the count of the update
   */
  void update(int ofWriter, long ofWindow, int index, long itsCount) {
    turnTo(ofWriter, ofWindow);
    updated(rowOf(index), index, itsCount);
  }

  private void updated(long itsRow, int index, long itsCount) {
    boolean closed = layer == 0 && index < graph.spec().flushInterval() - 1;
    write(itsRow, index, closed ? depth : layer);
    count = itsCount;
    payload = Mix.mix(content, itsCount);
  }

  /**
   * Computes the entry of the node on which a cursor stands; what the cursor knows is not computed
   * again.
   *
   * @param closing whether as the closing pass of its block writes it, or as it is first written
   */
  void at(NodeCursor cursor, boolean closing) {
    int itsLayer = cursor.layer();
    turnTo(cursor.writer(), cursor.window(), cursor.block(), itsLayer);
    write(cursor.row(), cursor.index(), closing ? depth : itsLayer);
  }

  /** All that a step of the block writes points to the previous layer, except layer 0. */
  private void write(long itsRow, int index, int step) {
    key(itsRow, index);
    count = order.count(block, step, index);
    if (step == 0) {
      previous = Decoded.NO_PREVIOUS;
    } else {
      long before = block * depth + step - 1;
      if (step != previousStep) {
        previousKey = writer.windowKey(before);
        previousStep = step;
      }
      int pointedTo = step == depth ? index + 1 : graph.target(previousKey, index);
      previous = graph.row(previousKey, writer.writer, before, pointedTo);
    }
  }

  /** Computes only a node's key; the numbers of the value are meaningless then. */
  void key(int ofWriter, long ofWindow, int index) {
    turnTo(ofWriter, ofWindow);
    key(rowOf(index), index);
  }

  private void turnTo(int toWriter, long toWindow) {
    if (toWindow != window || toWriter != writer.writer) {
      long itsBlock = graph.block(toWindow);
      turnTo(toWriter, toWindow, itsBlock, (int) (toWindow - itsBlock * depth));
    }
  }

  private void turnTo(int toWriter, long toWindow, long itsBlock, int itsLayer) {
    writer = keys(toWriter);
    window = toWindow;
    rowKeyIsKnown = false;
    previousStep = 0;
    contentKey = writer.contentKey(toWindow);
    block = itsBlock;
    layer = itsLayer;
  }

  private WriterKeys keys(int ofWriter) {
    WriterKeys found = kept[ofWriter & kept.length - 1];
    return found != null && found.writer == ofWriter ? found : make(ofWriter);
  }

  private WriterKeys make(int ofWriter) {
    while (ofWriter >= kept.length && kept.length < MOST_KEPT) {
      kept = Arrays.copyOf(kept, 2 * kept.length);
    }
    WriterKeys fresh = new WriterKeys(graph, ofWriter);
    kept[ofWriter & kept.length - 1] = fresh;
    return fresh;
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
    payload = content;
    columns = graph.family(content) << 16 | graph.qualifier(content);
    visibility = graph.visibility(writer.writer, block, content);
  }

  /** The keys of the writer. */
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

  /** How many bytes the payload has; -1 if values have none and no separator for one. */
  int payloadSize() {
    return payloads.size(content);
  }

  /** Writes the payload of a cell. */
  void writePayload(int cell, int size, byte[] to, int at) {
    payloads.write(cell == 0 ? payload : Mix.mix(payload, -cell), size, to, at);
  }

  /**
   * The checksum of the entry if it has no payload.
   *
   * @param expression the visibility's bytes
   */
  int checksum(byte[] expression) {
    if (previous >= 0 && expression.length == 0) {
      return EntryChecksum.openLink(row, columns, writer.linkSum, count, previous);
    }
    int visible = EntryChecksum.through(EntryChecksum.key(row, columns), expression);
    return previous < 0
        ? EntryChecksum.head(visible, writer.headSum, count)
        : EntryChecksum.link(visible, writer.linkSum, count, previous);
  }

  /** What all entries of one writer have in common. */
  static final class WriterKeys {
    /** The offsets of the UUID's parts: four of eight bytes, and one of four. */
    static final int SECOND = 8;

    static final int THIRD = 16;
    static final int FOURTH = 24;
    static final int LAST = 32;

    final int writer;

    private final long windowSeed;
    private final long contentSeed;

    /** The text of its UUID, as numbers whose highest byte is the first character. */
    final long uuid1;

    final long uuid2;
    final long uuid3;
    final long uuid4;
    final int uuid5;

    /** What the checksums of its entries have in common. */
    final int linkSum;

    final int headSum;

    private WriterKeys(Graph graph, int writer) {
      this.writer = writer;
      this.windowSeed = graph.windowSeed(writer);
      this.contentSeed = graph.contentSeed(writer);
      byte[] uuid = new byte[NodeCodec.UUID];
      graph.uuid(writer, uuid);
      this.uuid1 = Hex.eight(uuid, 0);
      this.uuid2 = Hex.eight(uuid, SECOND);
      this.uuid3 = Hex.eight(uuid, THIRD);
      this.uuid4 = Hex.eight(uuid, FOURTH);
      this.uuid5 = Hex.four(uuid, LAST);
      this.linkSum = EntryChecksum.linkOf(uuid);
      this.headSum = EntryChecksum.headOf(uuid);
    }

    /** The key that decides in which strata the nodes of a window are. */
    long windowKey(long window) {
      return Mix.continued(windowSeed, window);
    }

    /** The key from which the hashes of a window's nodes are continued, each with its index. */
    long contentKey(long window) {
      return Mix.key(Mix.continued(contentSeed, window));
    }

    /** Writes the UUID at the beginning of a value. */
    void writeUuid(byte[] value) {
      Hex.eight(value, 0, uuid1);
      Hex.eight(value, SECOND, uuid2);
      Hex.eight(value, THIRD, uuid3);
      Hex.eight(value, FOURTH, uuid4);
      Hex.four(value, LAST, uuid5);
    }

    /** Whether a value, long enough for it, begins with the UUID. */
    boolean isUuid(byte[] value) {
      return Hex.eight(value, 0) == uuid1
          && Hex.eight(value, SECOND) == uuid2
          && Hex.eight(value, THIRD) == uuid3
          && Hex.eight(value, FOURTH) == uuid4
          && Hex.four(value, LAST) == uuid5;
    }
  }

  /** The payloads of a graph's values, each computed from its node's content hash. */
  static final class PayloadSource {
    private static final long STEP = 0x9e3779b97f4a7c15L;

    /** The lowest byte comes first. */
    private static final VarHandle EIGHT =
        MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final Payload payload;
    private final ZipfSize zipf;

    PayloadSource(Payload payload) {
      this.payload = payload;
      this.zipf =
          payload.exponent() > 0
              ? new ZipfSize(payload.max() - payload.min(), payload.exponent())
              : null;
    }

    /** The size of a node's payload in bytes; -1 if values have none and no separator for one. */
    int size(long contentHash) {
      return payload.min() + (zipf == null ? 0 : zipf.of(Mix.mix(contentHash, 2)));
    }

    /** Writes a node's payload: all byte values are equally likely. */
    void write(long contentHash, int size, byte[] to, int at) {
      long state = Mix.mix(contentHash, 3);
      int end = at + size;
      int next = at;
      for (; next <= end - Long.BYTES; next += Long.BYTES) {
        EIGHT.set(to, next, Mix.mix(state += STEP));
      }
      for (long bits = Mix.mix(state + STEP); next < end; next++) {
        to[next] = (byte) bits;
        bits >>>= Byte.SIZE;
      }
    }
  }
}
