// SPDX-License-Identifier: Apache-2.0
package catena.graph;

/**
 * How many random bytes each value has in addition to its link: none, a fixed number, or {@code
 * min} bytes and a Zipf-distributed number of 1 to {@code max - min} more, as the existing suite
 * draws them.
 *
 * @param min the least size in bytes; -1 for no payload and no separator for one
 * @param max the greatest size in bytes
 * @param exponent of the distribution; 0 for one size
 */
public record Payload(int min, int max, double exponent) {
  /** No payload and no separator for one. */
  public static final Payload NONE = new Payload(-1, -1, 0);

  /** The same size for every value: at least 0 bytes. */
  public static Payload fixed(int size) {
    require(size >= 0, "payload size must not be negative: " + size);
    return new Payload(size, size, 0);
  }

  /** Zipf-distributed sizes: more than {@code min} bytes; an exponent of more than 0. */
  public static Payload zipf(int min, int max, double exponent) {
    require(
        min >= 0 && max > min, "payload sizes must satisfy 0 <= min < max: " + min + " to " + max);
    require(
        exponent > 0 && exponent <= 100,
        "payload exponent must be more than 0 and at most 100: " + exponent);
    return new Payload(min, max, exponent);
  }

  private static void require(boolean sound, String otherwise) {
    if (!sound) {
      throw new IllegalArgumentException(otherwise);
    }
  }

  /**
   * Reads what {@link #text} writes: {@code none}, {@code fixed:SIZE} or {@code
   * zipf:MIN:MAX:EXPONENT}.
   *
   * @throws IllegalArgumentException if the text is none of these
   */
  public static Payload parse(String text) {
    String[] part = text.split(":", -1);
    try {
      if (text.equals("none")) {
        return NONE;
      } else if (part[0].equals("fixed") && part.length == 2) {
        return fixed(Integer.parseInt(part[1]));
      } else if (part[0].equals("zipf") && part.length == 4) {
        return zipf(
            Integer.parseInt(part[1]), Integer.parseInt(part[2]), Double.parseDouble(part[3]));
      }
    } catch (NumberFormatException notNumbers) {
      // falls through to the one message
    }
    throw new IllegalArgumentException(
        "payload must be none, fixed:SIZE or zipf:MIN:MAX:EXPONENT, not '" + text + "'");
  }

  /** The payload as {@link #parse} reads it. */
  public String text() {
    if (exponent > 0) {
      return "zipf:" + min + ":" + max + ":" + exponent;
    }
    return isNone() ? "none" : "fixed:" + max;
  }

  /** Whether values have no payload and no separator for one. */
  public boolean isNone() {
    return max < 0;
  }

  /** The size of the largest payload, in bytes. */
  public int largest() {
    return Math.max(0, max);
  }
}
