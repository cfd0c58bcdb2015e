package catena.bench.former;

import catena.graph.Decoded;
import catena.graph.Entry;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;

/**
 * The one place that knows which byte means what. The bytes are in {@code docs/formats.md}.
 *
 * <p>The format is that of the existing suite, which may leave one stray zero byte behind a value
 * without a payload; such values are read, and never written.
 */
public final class FormerCodec {
  static final int ROW = 16;
  static final int COLUMN = 4;
  static final int UUID = 36;
  static final int COUNT = UUID + 1;
  static final int PREVIOUS = COUNT + 16 + 1;
  static final int CHECKSUM = 8;

  /** Where the separator lies that ends the links: behind nothing, or behind a previous row. */
  private static final int END_OF_HEAD = PREVIOUS;

  private static final int END_OF_LINK = PREVIOUS + ROW;

  private FormerCodec() {}

  /** The number of a row of 16 lower-case hex digits, or -1 if the bytes are no such row. */
  static long row(byte[] row) {
    return row.length == ROW ? FormerHex.read(row, 0, ROW) : -1;
  }

  /** Reads any entry at all. */
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
    long count = FormerHex.read(value, COUNT, 16);
    if (count < 0) {
      return corrupt("the count is not 16 lower-case hex digits");
    }
    boolean head = value[END_OF_HEAD] == ':';
    int links = (head ? END_OF_HEAD : END_OF_LINK) + 1;
    if (length < links || value[links - 1] != ':') {
      return corrupt("the previous row is not followed by a separator");
    }
    long previous = head ? Decoded.NO_PREVIOUS : FormerHex.read(value, PREVIOUS, ROW);
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
      long stored = FormerHex.read(value, body, CHECKSUM);
      long right = checksum(entry, body);
      if (stored != right) {
        return corrupt(
            "the checksum is " + text(value, body) + " and should be " + "%08x".formatted(right));
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
    crc.update(entry.row());
    crc.update(entry.family());
    crc.update(entry.qualifier());
    crc.update(entry.visibility());
    crc.update(entry.value(), 0, body);
    return crc.getValue();
  }

  private static boolean isColumn(byte[] column) {
    return column.length == COLUMN && FormerHex.read(column, 0, COLUMN) >= 0;
  }

  private static boolean isUuid(byte[] value) {
    for (int i = 0; i < UUID; i++) {
      boolean dash = i == 8 || i == 13 || i == 18 || i == 23;
      if (dash ? value[i] != '-' : FormerHex.read(value, i, 1) < 0) {
        return false;
      }
    }
    return true;
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
