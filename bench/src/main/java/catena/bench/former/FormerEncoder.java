package catena.bench.former;

import catena.graph.Decoded;
import catena.graph.Entry;
import catena.graph.GraphSpec;
import catena.graph.Payload;
import catena.graph.function.Mix;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32;

/**
 * Computes the entries of a graph into arrays that it reuses.
 *
 * <p>Key and value are laid out in one array, in the order in which the checksum covers them, so
 * that one pass computes it; the parts are then copied to where they are read. One thread uses an
 * encoder at a time.
 */
public final class FormerEncoder {
  private static final int FAMILY = FormerCodec.ROW;
  private static final int QUALIFIER = FAMILY + FormerCodec.COLUMN;
  private static final int VISIBILITY = QUALIFIER + FormerCodec.COLUMN;

  /** How many writers' UUIDs are kept, a power of two. */
  private static final int UUIDS = 64;

  private final FormerGraph graph;
  private final GraphSpec spec;
  private final int payload;
  private final byte[][] visibilities;
  private final int checksumBytes;
  private final CRC32 crc = new CRC32();
  private final byte[] row = new byte[FormerCodec.ROW];
  private final byte[] family = new byte[FormerCodec.COLUMN];
  private final byte[] qualifier = new byte[FormerCodec.COLUMN];
  private final int[] uuidOwners = new int[UUIDS];
  private final byte[][] uuids = new byte[UUIDS][];
  private byte[] uuid;
  private byte[] layout = new byte[256];
  private byte[] value = new byte[0];
  private int visibility;
  private int writer = -1;
  private long window = -1;
  private long windowKey;
  private long previousKey;
  private long contentKey;
  private long block;
  private int layer;

  /** An encoder of the entries of a graph. */
  public FormerEncoder(GraphSpec spec) {
    this(new FormerGraph(spec));
  }

  FormerEncoder(FormerGraph graph) {
    this.graph = graph;
    this.spec = graph.spec();
    this.payload = spec.payload() instanceof Payload.Fixed fixed ? fixed.size() : -1;
    this.visibilities =
        spec.visibilities().stream()
            .map(text -> text.getBytes(StandardCharsets.UTF_8))
            .toArray(byte[][]::new);
    this.checksumBytes = spec.checksum() ? FormerCodec.CHECKSUM : 0;
  }

  /** Computes what a node is first written as. */
  public void encodeFirst(int ofWriter, long ofWindow, int index) {
    turnTo(ofWriter, ofWindow);
    long previous =
        layer == 0 ? Decoded.NO_PREVIOUS : graph.row(previousKey, ofWriter, ofWindow - 1, index);
    encode(index, count(block, layer, index), previous);
  }

  /** Computes what a head is written as by the closing pass of its block. */
  public void encodeClosing(int ofWriter, long ofWindow, int index) {
    turnTo(ofWriter, ofWindow);
    long lastLayer = ofWindow + spec.depth() - 1;
    long previous = graph.row(ofWriter, lastLayer, index + 1);
    encode(index, count(block, spec.depth(), index), previous);
  }

  private void turnTo(int toWriter, long toWindow) {
    if (toWriter != writer) {
      turnTo(toWriter);
    } else if (toWindow == window) {
      return;
    }
    writer = toWriter;
    window = toWindow;
    windowKey = graph.windowKey(writer, window);
    previousKey = graph.windowKey(writer, window - 1);
    contentKey = graph.contentKey(writer, window);
    block = graph.block(window);
    layer = graph.layer(window);
  }

  /** Readers go from writer to writer with every row, and come back to each soon. */
  private void turnTo(int toWriter) {
    int place = toWriter & (UUIDS - 1);
    if (uuids[place] == null || uuidOwners[place] != toWriter) {
      byte[] fresh = new byte[FormerCodec.UUID];
      graph.uuid(toWriter, fresh);
      uuids[place] = fresh;
      uuidOwners[place] = toWriter;
    }
    uuid = uuids[place];
  }

  private void encode(int index, long count, long previous) {
    long content = graph.contentHash(contentKey, index);
    int payloadBytes = payload + 1;
    int links = FormerCodec.PREVIOUS + (previous < 0 ? 1 : FormerCodec.ROW + 1);
    int valueAt = encodeKey(content, index, links + payloadBytes + FormerCodec.CHECKSUM);
    System.arraycopy(uuid, 0, layout, valueAt, FormerCodec.UUID);
    layout[valueAt + FormerCodec.UUID] = ':';
    FormerHex.write(count, 16, layout, valueAt + FormerCodec.COUNT);
    layout[valueAt + FormerCodec.PREVIOUS - 1] = ':';
    if (previous >= 0) {
      FormerHex.write(previous, FormerCodec.ROW, layout, valueAt + FormerCodec.PREVIOUS);
    }
    layout[valueAt + links - 1] = ':';
    int end = valueAt + links + payloadBytes;
    if (payloadBytes > 0) {
      payload(content, payload, layout, valueAt + links);
      layout[end - 1] = ':';
    }
    if (spec.checksum()) {
      crc.reset();
      crc.update(layout, 0, end);
      FormerHex.write(crc.getValue(), FormerCodec.CHECKSUM, layout, end);
    }
    int length = links + payloadBytes + checksumBytes;
    if (value.length != length || payloadBytes > 0) {
      value = new byte[length];
    }
    System.arraycopy(layout, valueAt, value, 0, length);
  }

  /** Lays out the key, leaves room for a value and says where the value begins. */
  private int encodeKey(long content, int index, int room) {
    visibility = graph.visibility(writer, window, index);
    byte[] expression = visibilities[visibility];
    int valueAt = VISIBILITY + expression.length;
    if (layout.length < valueAt + room) {
      layout = new byte[2 * (valueAt + room)];
    }
    FormerHex.write(graph.row(windowKey, writer, window, index), FormerCodec.ROW, layout, 0);
    FormerHex.write(graph.family(content), FormerCodec.COLUMN, layout, FAMILY);
    FormerHex.write(graph.qualifier(content), FormerCodec.COLUMN, layout, QUALIFIER);
    System.arraycopy(expression, 0, layout, VISIBILITY, expression.length);
    System.arraycopy(layout, 0, row, 0, row.length);
    System.arraycopy(layout, FAMILY, family, 0, family.length);
    System.arraycopy(layout, QUALIFIER, qualifier, 0, qualifier.length);
    return valueAt;
  }

  private long count(long ofBlock, int step, long index) {
    return (ofBlock * (spec.depth() + 1L) + step) * spec.flushInterval() + index;
  }

  private static void payload(long contentHash, int size, byte[] to, int at) {
    long state = Mix.mix(contentHash, 3);
    long bits = 0;
    for (int i = 0; i < size; i++) {
      if (i % Long.BYTES == 0) {
        bits = Mix.mix(state += 0x9e3779b97f4a7c15L);
      }
      to[at + i] = (byte) bits;
      bits >>>= Byte.SIZE;
    }
  }

  byte[] visibilityBytes() {
    return visibilities[visibility];
  }

  /** The value; overwritten by the next call unless it carries a payload. */
  public byte[] value() {
    return value;
  }

  /** Whether an entry has exactly the key that was computed last. */
  boolean keyEquals(Entry entry) {
    return Arrays.equals(row, entry.row())
        && Arrays.equals(family, entry.family())
        && Arrays.equals(qualifier, entry.qualifier())
        && Arrays.equals(visibilityBytes(), entry.visibility());
  }
}
