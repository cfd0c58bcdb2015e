// SPDX-License-Identifier: Apache-2.0
package catena.graph;

/** How many random bytes each value has in addition to its link. */
public sealed interface Payload {
  /** The size of the largest payload, in bytes. */
  int largest();

  /** No payload and no separator for one. */
  record None() implements Payload {
    @Override
    public int largest() {
      return 0;
    }
  }

  /**
   * The same size for every value.
   *
   * @param size bytes, at least 0
   */
  record Fixed(int size) implements Payload {
    /** Refuses a negative size. */
    public Fixed {
      if (size < 0) {
        throw new IllegalArgumentException("payload size must not be negative: " + size);
      }
    }

    @Override
    public int largest() {
      return size;
    }
  }

  /**
   * {@code min} bytes and a Zipf-distributed number of 1 to {@code max - min} more, as the existing
   * suite draws them.
   *
   * @param min bytes, at least 0
   * @param max bytes, more than {@code min}
   * @param exponent of the distribution, more than 0
   */
  record Zipf(int min, int max, double exponent) implements Payload {
    /** Refuses an empty range and an exponent that is not positive. */
    public Zipf {
      if (min < 0 || max <= min) {
        throw new IllegalArgumentException(
            "payload sizes must satisfy 0 <= min < max: " + min + " to " + max);
      }
      if (!(exponent > 0) || exponent > 100) {
        throw new IllegalArgumentException(
            "payload exponent must be more than 0 and at most 100: " + exponent);
      }
    }

    @Override
    public int largest() {
      return max;
    }
  }

  /**
   * Reads what {@link #text} writes: {@code none}, {@code fixed:SIZE} or {@code
   * zipf:MIN:MAX:EXPONENT}.
   *
   * @throws IllegalArgumentException if the text is none of these
   */
  static Payload parse(String text) {
    String[] part = text.split(":", -1);
    try {
      if (text.equals("none")) {
        return new None();
      } else if (part[0].equals("fixed") && part.length == 2) {
        return new Fixed(Integer.parseInt(part[1]));
      } else if (part[0].equals("zipf") && part.length == 4) {
        return new Zipf(
            Integer.parseInt(part[1]), Integer.parseInt(part[2]), Double.parseDouble(part[3]));
      }
    } catch (NumberFormatException notNumbers) {
      // falls through to the one message
    }
    throw new IllegalArgumentException(
        "payload must be none, fixed:SIZE or zipf:MIN:MAX:EXPONENT, not '" + text + "'");
  }

  /** The payload as {@link #parse} reads it. */
  default String text() {
    if (this instanceof Fixed fixed) {
      return "fixed:" + fixed.size;
    } else if (this instanceof Zipf zipf) {
      return "zipf:" + zipf.min + ":" + zipf.max + ":" + zipf.exponent;
    }
    return "none";
  }
}
