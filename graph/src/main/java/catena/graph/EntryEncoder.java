// SPDX-License-Identifier: Apache-2.0
package catena.graph;

import catena.graph.function.Expressions;
import java.util.Arrays;
import java.util.zip.CRC32;

/**
 * Computes the entries of a graph into arrays that it reuses.
 *
 * <p>The numbers are those of {@link EntryNumbers}, the checksum that of {@link EntryChecksum}; the
 * checksum of a value with a payload is computed from its bytes. One thread uses an encoder at a
 * time.
 */
public final class EntryEncoder {
  private static final byte[] NOTHING = new byte[0];

  private final EntryNumbers numbers;
  private final Expressions visibilities;
  private final int checksumBytes;
  private final CRC32 crc = new CRC32();
  private final byte[] row = new byte[NodeCodec.ROW];
  private final byte[] family = new byte[NodeCodec.COLUMN];
  private final byte[] qualifier = new byte[NodeCodec.COLUMN];
  private final int columns;
  private byte[] head = NOTHING;
  private byte[] link = NOTHING;
  private byte[] value = NOTHING;

  /** An encoder of the entries of a graph. */
  public EntryEncoder(Graph graph) {
    GraphSpec spec = graph.spec();
    this.numbers = new EntryNumbers(graph);
    this.visibilities = spec.expressions();
    this.checksumBytes = spec.checksum() ? NodeCodec.CHECKSUM : 0;
    this.columns = spec.cells().columns();
  }

  /** Computes a node's entry as it is first written. */
  public void encodeFirst(int ofWriter, long ofWindow, int index) {
    encode(ofWriter, ofWindow, index, false);
  }

  /** Computes a head's entry as the closing pass of its block writes it. */
  public void encodeClosing(int ofWriter, long ofWindow, int index) {
    encode(ofWriter, ofWindow, index, true);
  }

  /**
   * Computes a node's entry.
   *
   * @param closing whether as the closing pass of its block writes it, or as it is first written
   */
  public void encode(Node node, boolean closing) {
    encode(node.writer(), node.window(), node.index(), closing);
  }

  /** The same for the node at a place. */
  public void encode(int ofWriter, long ofWindow, int index, boolean closing) {
    numbers.written(ofWriter, ofWindow, index, closing);
    encode();
  }

  /**
   * Computes a node's entry as an update writes it.
   *
   * @param count the count of the update
   */
  public void encodeUpdate(Node node, long count) {
    numbers.update(node.writer(), node.window(), node.index(), count);
    encode();
  }

  /** Computes only a node's key, as a delete needs it; the value is left empty. */
  public void encodeKey(int ofWriter, long ofWindow, int index) {
    numbers.key(ofWriter, ofWindow, index);
    encodeKey();
    value = NOTHING;
  }

  private void encodeKey() {
    Hex.write(numbers.row(), NodeCodec.ROW, row, 0);
    long digits = Hex.digits(numbers.columns());
    Hex.four(family, 0, (int) (digits >>> Integer.SIZE));
    Hex.four(qualifier, 0, (int) digits);
  }

  private void encode() {
    encodeKey();
    encodeValue(0, numbers.previous());
  }

  /**
   * Computes another cell of the row whose first cell was computed last: of the same write, in the
   * family that many numbers later, with the same count and no link, and other bytes if there is a
   * payload.
   *
   * @param cell in 1 to {@link Cells#columns} - 1
   */
  public void encodeCell(int cell) {
    encodeCellKey(cell);
    encodeValue(cell, Decoded.NO_PREVIOUS);
  }

  /** Computes only the key of another cell of the row that was computed last, as a delete does. */
  public void encodeCellKey(int cell) {
    Hex.write(firstFamily() + cell, NodeCodec.COLUMN, family, 0);
    value = NOTHING;
  }

  private int firstFamily() {
    return numbers.columns() >>> Short.SIZE;
  }

  private void encodeValue(int cell, long previous) {
    int links = NodeCodec.PREVIOUS + (previous < 0 ? 1 : NodeCodec.ROW + 1);
    int payload = numbers.payloadSize();
    int body = links + payload + 1;
    value = room(previous < 0, body + checksumBytes);
    numbers.writer().writeUuid(value);
    value[NodeCodec.UUID] = ':';
    Hex.write(numbers.count(), 16, value, NodeCodec.COUNT);
    value[NodeCodec.PREVIOUS - 1] = ':';
    if (previous >= 0) {
      Hex.write(previous, NodeCodec.ROW, value, NodeCodec.PREVIOUS);
    }
    value[links - 1] = ':';
    if (payload >= 0) {
      numbers.writePayload(cell, payload, value, links);
      value[body - 1] = ':';
    }
    if (checksumBytes > 0) {
      int checksum =
          payload < 0 && cell == 0 ? numbers.checksum(visibilityBytes()) : checksum(body);
      Hex.write(checksum, NodeCodec.CHECKSUM, value, body);
    }
  }

  /** An array for a value: the previous one if it has the same length. */
  private byte[] room(boolean isHead, int length) {
    if (isHead) {
      head = head.length == length ? head : new byte[length];
      return head;
    }
    link = link.length == length ? link : new byte[length];
    return link;
  }

  private int checksum(int body) {
    crc.reset();
    crc.update(row);
    crc.update(family);
    crc.update(qualifier);
    crc.update(visibilityBytes());
    crc.update(value, 0, body);
    return (int) crc.getValue();
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
    return numbers.visibility();
  }

  /** The visibility's bytes; like all the others, overwritten by the next call. */
  public byte[] visibilityBytes() {
    return visibilities.of(numbers.visibility(), row);
  }

  /** The value, overwritten by the next call. */
  public byte[] value() {
    return value;
  }

  /** A copy that no later call changes. */
  public Entry entry() {
    return new Entry(
        row.clone(),
        family.clone(),
        qualifier.clone(),
        visibilities.copyOf(numbers.visibility(), row),
        value.clone());
  }

  /**
   * Copies of all cells of the row whose first cell was computed last; afterwards the last of them
   * is the current one.
   */
  public Entry[] entries() {
    Entry[] cells = new Entry[columns];
    cells[0] = entry();
    for (int cell = 1; cell < columns; cell++) {
      encodeCell(cell);
      cells[cell] = entry();
    }
    return cells;
  }

  /** The cell, from 0, of the row computed last whose key an entry has; -1 if there is none. */
  public int cellOf(Entry entry) {
    if (columns == 1) {
      return keyEquals(entry) ? 0 : -1;
    }
    byte[] its = entry.family();
    long cell = its.length == NodeCodec.COLUMN ? Hex.read(its, 0, its.length) - firstFamily() : -1;
    return isOfThisRow(entry) && cell >= 0 && cell < columns ? (int) cell : -1;
  }

  /** Whether an entry has exactly the key that was computed last. */
  public boolean keyEquals(Entry entry) {
    return Arrays.equals(family, entry.family()) && isOfThisRow(entry);
  }

  private boolean isOfThisRow(Entry entry) {
    return Arrays.equals(row, entry.row())
        && Arrays.equals(qualifier, entry.qualifier())
        && visibilities.is(numbers.visibility(), row, entry.visibility());
  }
}
