// SPDX-License-Identifier: Apache-2.0
package catena.graph;

import java.nio.charset.StandardCharsets;

/**
 * The CRC-32 of an entry without payload, computed from the numbers that its bytes spell: a few
 * table lookups in place of a pass over 79 to 95 bytes.
 *
 * <p><b>Why that is right.</b> CRC-32 keeps a register of 32 bits. It begins with ones; a byte is
 * added as {@code register = (register >>> 8) ^ T[(register ^ byte) & 255]}; in the end all bits
 * are inverted. The table T divides by a polynomial whose coefficients are bits, so it is linear:
 * {@code T[a ^ b] = T[a] ^ T[b]}. Therefore the whole step is linear in the register and the byte
 * together, and so is any number of steps. Two things follow for texts of one length:
 *
 * <ul>
 *   <li>The checksum is the exclusive or of a constant, which depends on the length, and of one
 *       term for each byte. A byte's term depends on the byte and on how many bytes follow it, and
 *       on no other byte: it is what the register holds if it begins with zeros and goes through
 *       the byte and then through as many zero bytes.
 *   <li>Going through n zero bytes is one linear map of 32 bits, which four tables of 256 numbers
 *       hold, one for each byte of the register.
 * </ul>
 *
 * <p>In an entry nearly every byte is a hex digit of a number at a fixed distance from the end of
 * what the checksum covers. Two digits are a byte of the number, so one lookup in a table of 256
 * terms suffices. What never changes (separators, the first register, the last inversion) is one
 * constant, and the 36 bytes of a writer's UUID are one constant for each writer. Tables hold a
 * term less that of two zero digits, which is in the constant: the upper half of a count, nearly
 * always zero, needs no lookup. The visibility has any length and is between key and value; it goes
 * into the register byte by byte, and then the register goes through the length of the value as a
 * linear map. So the tables are the same for all visibilities. If the visibility is empty, that way
 * is in the tables of the key already. 24 of them, of 1 KB each, are used for nearly all entries of
 * such a table, and 28 if there are visibilities.
 *
 * <p>The terms by distance are those of "slicing" (Kounavis, Berry: "Novel table lookup-based
 * algorithms for high-performance CRC generation", IEEE Transactions on Computers 57(11), 2008); a
 * register's way through zeros as a linear map is zlib's {@code crc32_combine} (Adler). {@link
 * java.util.zip.CRC32} is the reference: {@link NodeCodec#checksum} uses it, and so do values with
 * a payload, for which tables would not pay.
 *
 * <p>For any thread. The tables are constants, so that no lookup needs a bounds check.
 */
final class EntryChecksum {
  private static final int POLYNOMIAL = 0xedb88320;
  private static final byte[] DIGITS = "0123456789abcdef".getBytes(StandardCharsets.ISO_8859_1);
  private static final int ROW_AND_COLUMNS = NodeCodec.ROW + 2 * NodeCodec.COLUMN;
  private static final int LINK_BODY = NodeCodec.PREVIOUS + NodeCodec.ROW + 1;
  private static final int HEAD_BODY = NodeCodec.PREVIOUS + 1;

  private static final int[] BYTES = bytes();
  private static final int[] ROW = number(16, 2 * NodeCodec.COLUMN);
  private static final int[] COLUMNS = number(2 * NodeCodec.COLUMN, 0);
  private static final int[] OPEN_ROW = number(16, 2 * NodeCodec.COLUMN + LINK_BODY);
  private static final int[] OPEN_COLUMNS = number(2 * NodeCodec.COLUMN, LINK_BODY);
  private static final int[] LINK_COUNT = number(16, LINK_BODY - NodeCodec.PREVIOUS + 1);
  private static final int[] HEAD_COUNT = number(16, HEAD_BODY - NodeCodec.PREVIOUS + 1);
  private static final int[] PREVIOUS = number(16, 1);
  private static final int[] LINK_WAY = zeros(LINK_BODY);
  private static final int[] HEAD_WAY = zeros(HEAD_BODY);
  private static final int KEY_OF_ZEROS =
      through(-1, "0".repeat(ROW_AND_COLUMNS).getBytes(StandardCharsets.ISO_8859_1));
  private static final int OPEN_KEY_OF_ZEROS = zeros(KEY_OF_ZEROS, LINK_BODY);

  private EntryChecksum() {}

  /**
   * The register after row, family and qualifier.
   *
   * @param columns the family in the upper half, the qualifier in the lower one
   */
  static int key(long row, int columns) {
    return KEY_OF_ZEROS
        ^ terms(ROW, (int) row, 0)
        ^ terms(ROW, (int) (row >>> 32), 4)
        ^ terms(COLUMNS, columns, 0);
  }

  /** The register after some more bytes. */
  static int through(int register, byte[] more) {
    int next = register;
    for (byte each : more) {
      next = next >>> 8 ^ BYTES[(next ^ each) & 0xff];
    }
    return next;
  }

  /** What a writer's UUID and the separators add to {@link #link}. */
  static int linkOf(byte[] uuid) {
    return ofValue(uuid, ":" + "0".repeat(16) + ":" + "0".repeat(16) + ":");
  }

  /** What a writer's UUID and the separators add to {@link #head}. */
  static int headOf(byte[] uuid) {
    return ofValue(uuid, ":" + "0".repeat(16) + "::");
  }

  private static int ofValue(byte[] uuid, String rest) {
    return ~through(through(0, uuid), rest.getBytes(StandardCharsets.ISO_8859_1));
  }

  /**
   * The checksum of an entry with a previous row.
   *
   * @param visible the register after the visibility
   * @param writer the {@link #linkOf} of the writer
   */
  static int link(int visible, int writer, long count, long previous) {
    return terms(LINK_WAY, visible, 0) ^ linkValue(writer, count, previous);
  }

  /**
   * The checksum of an entry with a previous row and the empty visibility. These are nearly all
   * entries, so their keys have separate tables in place of the way through the value.
   */
  static int openLink(long row, int columns, int writer, long count, long previous) {
    return OPEN_KEY_OF_ZEROS
        ^ terms(OPEN_ROW, (int) row, 0)
        ^ terms(OPEN_ROW, (int) (row >>> 32), 4)
        ^ terms(OPEN_COLUMNS, columns, 0)
        ^ linkValue(writer, count, previous);
  }

  private static int linkValue(int writer, long count, long previous) {
    return writer
        ^ count(LINK_COUNT, count)
        ^ terms(PREVIOUS, (int) previous, 0)
        ^ terms(PREVIOUS, (int) (previous >>> 32), 4);
  }

  /**
   * The checksum of an entry without a previous row.
   *
   * @param visible the register after the visibility
   * @param writer the {@link #headOf} of the writer
   */
  static int head(int visible, int writer, long count) {
    return writer ^ terms(HEAD_WAY, visible, 0) ^ count(HEAD_COUNT, count);
  }

  private static int count(int[] table, long count) {
    int upper = (int) (count >>> 32);
    int lower = terms(table, (int) count, 0);
    return upper == 0 ? lower : lower ^ terms(table, upper, 4);
  }

  /** The terms of four bytes of a number; the lowest byte has the table of this place. */
  private static int terms(int[] table, int number, int place) {
    int at = place << 8;
    return table[at | (number & 0xff)]
        ^ table[at + 0x100 | (number >>> 8 & 0xff)]
        ^ table[at + 0x200 | (number >>> 16 & 0xff)]
        ^ table[at + 0x300 | number >>> 24];
  }

  /** The table of CRC-32: a register that began with zeros, after each possible byte. */
  private static int[] bytes() {
    int[] table = new int[256];
    for (int i = 0; i < table.length; i++) {
      int register = i;
      for (int bit = 0; bit < Byte.SIZE; bit++) {
        register = register >>> 1 ^ ((register & 1) == 0 ? 0 : POLYNOMIAL);
      }
      table[i] = register;
    }
    return table;
  }

  /**
   * The terms of a number of hex digits, less those of zeros: a table for each two digits, the last
   * two first.
   *
   * @param behind how many bytes follow the last digit
   */
  private static int[] number(int digits, int behind) {
    int[] table = new int[(digits / 2) << 8];
    for (int two = 0; two < digits / 2; two++) {
      int at = two << 8;
      for (int digit = 0; digit < 16; digit++) {
        table[at | digit] = digit(digit, behind + 2 * two);
        table[at | digit << 4] = digit(digit, behind + 2 * two + 1);
      }
      for (int value = 0; value < 256; value++) {
        table[at | value] = table[at | (value & 0x0f)] ^ table[at | (value & 0xf0)];
      }
    }
    return table;
  }

  private static int digit(int value, int behind) {
    return zeros(BYTES[(DIGITS[value] ^ DIGITS[0]) & 0xff], behind);
  }

  /** The register's map through zero bytes: a table for each of its bytes, the lowest first. */
  private static int[] zeros(int length) {
    int[] table = new int[4 << 8];
    for (int i = 0; i < table.length; i++) {
      int lowest = Integer.lowestOneBit(i & 0xff);
      boolean isOneBit = lowest == (i & 0xff);
      table[i] =
          isOneBit
              ? zeros(lowest << (Byte.SIZE * (i >>> 8)), length)
              : table[i ^ lowest] ^ table[(i & ~0xff) | lowest];
    }
    return table;
  }

  private static int zeros(int register, int length) {
    int next = register;
    for (int i = 0; i < length; i++) {
      next = next >>> 8 ^ BYTES[next & 0xff];
    }
    return next;
  }
}
