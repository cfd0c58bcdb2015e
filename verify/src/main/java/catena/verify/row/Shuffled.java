// SPDX-License-Identifier: Apache-2.0
package catena.verify.row;

import catena.graph.Node;
import catena.read.check.SeenRow;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.Text;

/**
 * What goes through the shuffle of exact mode, as the bytes of a key and of a value: one byte of
 * kind, then writer, window and row, so that keys sort by writer and window.
 */
public final class Shuffled {
  private static final int KIND = 0;
  private static final int WRITER = 1;
  private static final int WINDOW = WRITER + Integer.BYTES;
  private static final int ROW = WINDOW + Long.BYTES;

  /** What a record is about. */
  public enum ShuffledKind {
    /** How many entries a writer without a ledger has: a long. */
    UNPROMISED('U'),
    /** What a task reports on the range that it was given: a {@link RangeReport}. */
    RANGE('A'),
    /** A row that differs: a {@link SeenRow}. */
    ROW('R');

    private final byte code;

    ShuffledKind(char code) {
      this.code = (byte) code;
    }
  }

  private Shuffled() {}

  /**
   * A key.
   *
   * @param writer -1 for what is no writer's
   * @param window -1 for what is in no window
   */
  public static BytesWritable key(ShuffledKind kind, int writer, long window, byte[] row) {
    ByteBuffer key = ByteBuffer.allocate(ROW + row.length);
    key.put(kind.code).putInt(writer).putLong(window).put(row);
    return new BytesWritable(key.array());
  }

  /** The key of a row; a row that is no node's comes after all others. */
  public static BytesWritable keyOf(byte[] row, Optional<Node> node) {
    int writer = node.map(Node::writer).orElse(-1);
    return key(ShuffledKind.ROW, writer, node.map(Node::window).orElse(-1L), row);
  }

  /** The key of a range's report: ranges come before all rows. */
  public static BytesWritable keyOf(RowRange range) {
    return key(ShuffledKind.RANGE, -1, 0, range.from().map(Text::copyBytes).orElse(new byte[0]));
  }

  /**
   * What a record is about.
   *
   * @throws IllegalArgumentException if the key is of no kind
   */
  public static ShuffledKind kind(BytesWritable key) {
    byte code = key.getBytes()[KIND];
    for (ShuffledKind kind : ShuffledKind.values()) {
      if (kind.code == code) {
        return kind;
      }
    }
    throw new IllegalArgumentException("no kind of record: " + code);
  }

  /** The writer of a key; -1 if it is no writer's. */
  public static int writer(BytesWritable key) {
    return ByteBuffer.wrap(key.getBytes()).getInt(WRITER);
  }

  /** What a record says of a row, in addition to its key. */
  public static BytesWritable value(SeenRow row) {
    return new BytesWritable(row.toBytes());
  }

  /**
   * The row that a record is about.
   *
   * @throws IOException if the bytes are cut short
   */
  public static SeenRow row(BytesWritable key, BytesWritable value) throws IOException {
    byte[] row = Arrays.copyOfRange(key.getBytes(), ROW, key.getLength());
    return SeenRow.of(row, value.copyBytes());
  }

  /** A number as a value. */
  public static BytesWritable number(long number) {
    return new BytesWritable(ByteBuffer.allocate(Long.BYTES).putLong(number).array());
  }

  /** The number that {@link #number(long)} made a value of. */
  public static long number(BytesWritable value) {
    return ByteBuffer.wrap(value.getBytes()).getLong();
  }

  /**
   * The report that a value holds.
   *
   * @throws IOException if the bytes are cut short
   */
  public static RangeReport report(BytesWritable value) throws IOException {
    return RangeReport.read(value.getBytes(), value.getLength());
  }
}
