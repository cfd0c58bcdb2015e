// SPDX-License-Identifier: Apache-2.0
package catena.graph;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The bytes of one entry of a table, without its timestamp.
 *
 * <p>The arrays are not copied, neither in nor out; no caller may change them.
 *
 * @param row the row's bytes
 * @param family the column family's bytes
 * @param qualifier the column qualifier's bytes
 * @param visibility the column visibility's bytes
 * @param value the value's bytes
 */
@SuppressWarnings("ArrayRecordComponent") // hasKeyOf compares what is in the arrays
public record Entry(byte[] row, byte[] family, byte[] qualifier, byte[] visibility, byte[] value) {
  /** Whether the other entry has the same row, column and visibility. */
  public boolean hasKeyOf(Entry other) {
    return Arrays.equals(row, other.row)
        && Arrays.equals(family, other.family)
        && Arrays.equals(qualifier, other.qualifier)
        && Arrays.equals(visibility, other.visibility);
  }

  /** The entry as the Accumulo shell prints one, with unprintable bytes in hex. */
  @Override
  public String toString() {
    return printable(row)
        + " "
        + printable(family)
        + ":"
        + printable(qualifier)
        + " ["
        + printable(visibility)
        + "] "
        + printable(value);
  }

  private static String printable(byte[] bytes) {
    StringBuilder text = new StringBuilder();
    for (char c : new String(bytes, StandardCharsets.ISO_8859_1).toCharArray()) {
      text.append(c >= ' ' && c <= '~' && c != '\\' ? "" + c : String.format("\\x%02x", (int) c));
    }
    return text.toString();
  }
}
