// SPDX-License-Identifier: Apache-2.0
package catena.graph;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The bytes of one entry of a table, without its timestamp.
 *
 * <p>The arrays are not copied, neither in nor out; no caller may change them.
 */
public final class Entry {
  private final byte[] row;
  private final byte[] family;
  private final byte[] qualifier;
  private final byte[] visibility;
  private final byte[] value;

  /** An entry of these bytes. */
  public Entry(byte[] row, byte[] family, byte[] qualifier, byte[] visibility, byte[] value) {
    this.row = row;
    this.family = family;
    this.qualifier = qualifier;
    this.visibility = visibility;
    this.value = value;
  }

  /** The row's bytes. */
  public byte[] row() {
    return row;
  }

  /** The column family's bytes. */
  public byte[] family() {
    return family;
  }

  /** The column qualifier's bytes. */
  public byte[] qualifier() {
    return qualifier;
  }

  /** The column visibility's bytes. */
  public byte[] visibility() {
    return visibility;
  }

  /** The value's bytes. */
  public byte[] value() {
    return value;
  }

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
