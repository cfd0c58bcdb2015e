// SPDX-License-Identifier: Apache-2.0
package catena.graph;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32;

/**
 * The only class that knows which byte means what. {@code docs/formats.md} describes the bytes.
 *
 * <p>The format is that of the existing suite, which may leave one stray zero byte after a value
 * without a payload; such values are read, and never written.
 */
public final class NodeCodec {
  static final int ROW = 16;
  static final int COLUMN = 4;
  static final int UUID = 36;
  public static final int COUNT = UUID + 1;
  static final int PREVIOUS = COUNT + 16 + 1;
  public static final int CHECKSUM = 8;

  /** The offset of the separator that ends the links: without and with a previous row. */
  private static final int END_OF_HEAD = PREVIOUS;

  private static final int COUNT_DIGITS = 16;
  private static final int END_OF_LINK = PREVIOUS + ROW;

  /** Up to this number of bytes, a checksum of one copy is faster than one of five parts. */
  private static final int SHORT = 128;

  private NodeCodec() {}

  /** The number of a row of 16 lower-case hex digits, or -1 if the bytes are no such row. */
  public static long row(byte[] row) {
    return row.length == ROW ? Hex.read(row, 0, ROW) : -1;
  }

  /** Whether the bytes are the row of a number. */
  public static boolean isRow(byte[] row, long number) {
    return row.length == ROW && Hex.is(number, ROW, row, 0);
  }

  /** Whether two rows are the same; any client may have written them. */
  public static boolean isSameRow(byte[] one, byte[] other) {
    if (one.length != ROW || other.length != ROW) {
      return Arrays.equals(one, other);
    }
    return Hex.eight(one, 0) == Hex.eight(other, 0) && Hex.eight(one, 8) == Hex.eight(other, 8);
  }

  /** Whether a sound entry has a previous row; it is not decoded. */
  public static boolean refers(Entry sound) {
    return sound.value()[END_OF_HEAD] != ':';
  }

  /** The count in a value, or -1 if there is none. */
  public static long count(byte[] value) {
    return value.length < PREVIOUS ? -1 : Hex.read(value, COUNT, COUNT_DIGITS);
  }

  /** A row of any bytes as text that has a character for each of them. */
  public static String rowText(byte[] row) {
    return new String(row, StandardCharsets.ISO_8859_1);
  }

  /** The bytes from which {@link #rowText} made a text. */
  public static byte[] rowBytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  /** The text of a row. */
  public static String rowText(long row) {
    return Hex.text(row);
  }

  /** Decodes an entry, whatever it holds. */
  public static Decoded decode(Entry entry) {
    if (row(entry.row()) < 0) {
      return corrupt("the row is not 16 lower-case hex digits below 2^63");
    }
    if (!isColumn(entry.family()) || !isColumn(entry.qualifier())) {
      return corrupt("the column family and qualifier are not 4 lower-case hex digits each");
    }
    byte[] value = entry.value();
    int length = value.length;
    if (length <= END_OF_HEAD) {
      return corrupt("the value has " + length + " bytes, fewer than any sound one");
    }
    if (value[UUID] != ':' || value[PREVIOUS - 1] != ':' || !isUuid(value)) {
      return corrupt("the value does not begin with a UUID and a count");
    }
    long count = Hex.read(value, COUNT, 16);
    if (count < 0) {
      return corrupt("the count is not 16 lower-case hex digits");
    }
    boolean head = value[END_OF_HEAD] == ':';
    int links = (head ? END_OF_HEAD : END_OF_LINK) + 1;
    if (length < links || value[links - 1] != ':') {
      return corrupt("the previous row is not followed by a separator");
    }
    long previous = head ? Decoded.NO_PREVIOUS : Hex.read(value, PREVIOUS, ROW);
    if (!head && previous < 0) {
      return corrupt("the previous row is not 16 lower-case hex digits");
    }
    return decodeRest(entry, count, previous, links);
  }

  private static Decoded decodeRest(Entry entry, long count, long previous, int links) {
    byte[] value = entry.value();
    int end = value.length;
    if (value[end - 1] == 0 && (end == links + 1 || end == links + CHECKSUM + 1)) {
      end--;
    }
    boolean checksummed = value[end - 1] != ':';
    int body = checksummed ? end - CHECKSUM : end;
    if (body < links || value[body - 1] != ':') {
      return corrupt("the value does not end in a separator, or in one and a checksum");
    }
    if (checksummed) {
      long stored = Hex.read(value, body, CHECKSUM);
      long right = checksum(entry, body);
      if (stored != right) {
        return corrupt(
            "the checksum is "
                + text(value, body)
                + " and should be "
                + Hex.text(right).substring(8));
      }
    }
    String writer = new String(value, 0, UUID, StandardCharsets.ISO_8859_1);
    return new Decoded.Sound(writer, count, previous, body - links - 1, checksummed);
  }

  /**
   * The checksum of an entry: CRC-32 over row, family, qualifier, visibility, and the value's first
   * {@code body} bytes.
   */
  static long checksum(Entry entry, int body) {
    CRC32 crc = new CRC32();
    if (keyLength(entry) + body <= SHORT) {
      byte[] all = new byte[SHORT];
      int at = put(entry.row(), all, 0);
      at = put(entry.family(), all, at);
      at = put(entry.qualifier(), all, at);
      at = put(entry.visibility(), all, at);
      System.arraycopy(entry.value(), 0, all, at, body);
      crc.update(all, 0, at + body);
    } else {
      crc.update(entry.row());
      crc.update(entry.family());
      crc.update(entry.qualifier());
      crc.update(entry.visibility());
      crc.update(entry.value(), 0, body);
    }
    return crc.getValue();
  }

  private static int keyLength(Entry entry) {
    return entry.row().length
        + entry.family().length
        + entry.qualifier().length
        + entry.visibility().length;
  }

  private static int put(byte[] bytes, byte[] to, int at) {
    System.arraycopy(bytes, 0, to, at, bytes.length);
    return at + bytes.length;
  }

  /**
   * A copy of the entry with the right checksum in the last eight bytes of its value, to plant
   * entries that are wrong in another way.
   */
  public static Entry withChecksum(Entry entry) {
    byte[] value = entry.value().clone();
    int body = value.length - CHECKSUM;
    Hex.write(checksum(entry, body), CHECKSUM, value, body);
    return new Entry(entry.row(), entry.family(), entry.qualifier(), entry.visibility(), value);
  }

  private static boolean isColumn(byte[] column) {
    return column.length == COLUMN && Hex.read(column, 0, COLUMN) >= 0;
  }

  private static boolean isUuid(byte[] value) {
    return value[8] == '-'
        && value[13] == '-'
        && value[18] == '-'
        && value[23] == '-'
        && Hex.read(value, 0, 8) >= 0
        && Hex.read(value, 9, 4) >= 0
        && Hex.read(value, 14, 4) >= 0
        && Hex.read(value, 19, 4) >= 0
        && Hex.read(value, 24, 8) >= 0
        && Hex.read(value, 28, 8) >= 0;
  }

  private static String text(byte[] value, int from) {
    StringBuilder hex = new StringBuilder();
    for (int i = from; i < from + CHECKSUM; i++) {
      hex.append(value[i] >= ' ' && value[i] <= '~' ? (char) value[i] : '.');
    }
    return hex.toString();
  }

  private static Decoded corrupt(String reason) {
    return new Decoded.Corrupt(reason);
  }
}
