package catena.graph;

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
public final class EntryEncoder {
  private static final int FAMILY = NodeCodec.ROW;
  private static final int QUALIFIER = FAMILY + NodeCodec.COLUMN;
  private static final int VISIBILITY = QUALIFIER + NodeCodec.COLUMN;

  /** How many writers' UUIDs are kept, a power of two. */
  private static final int UUIDS = 64;

  private final Graph graph;
  private final GraphSpec spec;
  private final WriteOrder order;
  private final PayloadSource payloads;
  private final byte[][] visibilities;
  private final int checksumBytes;
  private final CRC32 crc = new CRC32();
  private final byte[] row = new byte[NodeCodec.ROW];
  private final byte[] family = new byte[NodeCodec.COLUMN];
  private final byte[] qualifier = new byte[NodeCodec.COLUMN];
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
  public EntryEncoder(Graph graph) {
    this.graph = graph;
    this.spec = graph.spec();
    this.order = new WriteOrder(graph);
    this.payloads = new PayloadSource(spec.payload());
    this.visibilities =
        spec.visibilities().stream()
            .map(text -> text.getBytes(StandardCharsets.UTF_8))
            .toArray(byte[][]::new);
    this.checksumBytes = spec.checksum() ? NodeCodec.CHECKSUM : 0;
  }

  /** Computes what a node is first written as. */
  public void encodeFirst(int ofWriter, long ofWindow, int index) {
    turnTo(ofWriter, ofWindow);
    long previous =
        layer == 0 ? Decoded.NO_PREVIOUS : graph.row(previousKey, ofWriter, ofWindow - 1, index);
    encode(index, order.count(block, layer, index), previous);
  }

  /** Computes what a head is written as by the closing pass of its block. */
  public void encodeClosing(int ofWriter, long ofWindow, int index) {
    turnTo(ofWriter, ofWindow);
    long lastLayer = ofWindow + spec.depth() - 1;
    long previous = graph.row(ofWriter, lastLayer, index + 1);
    encode(index, order.count(block, spec.depth(), index), previous);
  }

  /** Computes a node's key alone, as a delete needs it; the value is left empty. */
  public void encodeKey(int ofWriter, long ofWindow, int index) {
    turnTo(ofWriter, ofWindow);
    encodeKey(graph.contentHash(contentKey, index), index);
    value = new byte[0];
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
      byte[] fresh = new byte[NodeCodec.UUID];
      graph.uuid(toWriter, fresh);
      uuids[place] = fresh;
      uuidOwners[place] = toWriter;
    }
    uuid = uuids[place];
  }

  private void encode(int index, long count, long previous) {
    long content = graph.contentHash(contentKey, index);
    int size = payloads.size(content);
    int payload = size + 1;
    int links = NodeCodec.PREVIOUS + (previous < 0 ? 1 : NodeCodec.ROW + 1);
    int valueAt = encodeKey(content, index, links + payload + NodeCodec.CHECKSUM);
    System.arraycopy(uuid, 0, layout, valueAt, NodeCodec.UUID);
    layout[valueAt + NodeCodec.UUID] = ':';
    Hex.write(count, 16, layout, valueAt + NodeCodec.COUNT);
    layout[valueAt + NodeCodec.PREVIOUS - 1] = ':';
    if (previous >= 0) {
      Hex.write(previous, NodeCodec.ROW, layout, valueAt + NodeCodec.PREVIOUS);
    }
    layout[valueAt + links - 1] = ':';
    int end = valueAt + links + payload;
    if (payload > 0) {
      payloads.write(content, size, layout, valueAt + links);
      layout[end - 1] = ':';
    }
    if (spec.checksum()) {
      crc.reset();
      crc.update(layout, 0, end);
      Hex.write(crc.getValue(), NodeCodec.CHECKSUM, layout, end);
    }
    int length = links + payload + checksumBytes;
    if (value.length != length || payload > 0) {
      value = new byte[length];
    }
    System.arraycopy(layout, valueAt, value, 0, length);
  }

  private void encodeKey(long content, int index) {
    int unused = encodeKey(content, index, 0);
  }

  /** Lays out the key, leaves room for a value and says where the value begins. */
  private int encodeKey(long content, int index, int room) {
    visibility = graph.visibility(writer, window, index);
    byte[] expression = visibilities[visibility];
    int valueAt = VISIBILITY + expression.length;
    if (layout.length < valueAt + room) {
      layout = new byte[2 * (valueAt + room)];
    }
    Hex.write(graph.row(windowKey, writer, window, index), NodeCodec.ROW, layout, 0);
    Hex.write(graph.family(content), NodeCodec.COLUMN, layout, FAMILY);
    Hex.write(graph.qualifier(content), NodeCodec.COLUMN, layout, QUALIFIER);
    System.arraycopy(expression, 0, layout, VISIBILITY, expression.length);
    System.arraycopy(layout, 0, row, 0, row.length);
    System.arraycopy(layout, FAMILY, family, 0, family.length);
    System.arraycopy(layout, QUALIFIER, qualifier, 0, qualifier.length);
    return valueAt;
  }

  /** The row, overwritten by the next call. */
  public byte[] row() {
    return row;
  }

  /** The column family, overwritten by the next call. */
  public byte[] family() {
    return family;
  }

  /** The column qualifier, overwritten by the next call. */
  public byte[] qualifier() {
    return qualifier;
  }

  /** Which of {@link GraphSpec#visibilities} the entry has. */
  public int visibility() {
    return visibility;
  }

  /** The visibility's bytes. */
  public byte[] visibilityBytes() {
    return visibilities[visibility];
  }

  /** The value; overwritten by the next call unless it carries a payload. */
  public byte[] value() {
    return value;
  }

  /** A copy that stays. */
  public Entry entry() {
    return new Entry(
        row.clone(), family.clone(), qualifier.clone(), visibilityBytes(), value.clone());
  }

  /** Whether an entry has exactly the key that was computed last. */
  public boolean keyEquals(Entry entry) {
    return Arrays.equals(row, entry.row())
        && Arrays.equals(family, entry.family())
        && Arrays.equals(qualifier, entry.qualifier())
        && Arrays.equals(visibilityBytes(), entry.visibility());
  }
}
