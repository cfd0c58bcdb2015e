package catena.graph;

import java.nio.charset.StandardCharsets;

/** Lower-case hex digits to and from bytes, without strings on the way. */
final class Hex {
  private static final byte[] DIGIT = "0123456789abcdef".getBytes(StandardCharsets.ISO_8859_1);
  private static final byte[] PAIRS = new byte[512];
  private static final byte[] VALUE = new byte[256];

  static {
    java.util.Arrays.fill(VALUE, (byte) -1);
    for (int i = 0; i < 16; i++) {
      VALUE[DIGIT[i]] = (byte) i;
    }
    for (int i = 0; i < 256; i++) {
      PAIRS[2 * i] = DIGIT[i >> 4];
      PAIRS[2 * i + 1] = DIGIT[i & 15];
    }
  }

  private Hex() {}

  /** Writes the lowest {@code digits} digits, an even number of them, of a number. */
  static void write(long number, int digits, byte[] to, int at) {
    for (int i = at + digits - 2; i >= at; i -= 2) {
      int pair = (int) (number & 0xff) << 1;
      to[i] = PAIRS[pair];
      to[i + 1] = PAIRS[pair + 1];
      number >>>= 8;
    }
  }

  /**
   * Reads a number of at most 16 lower-case digits.
   *
   * @return the number, or -1 if a byte is no such digit or the number needs 64 bits
   */
  static long read(byte[] from, int at, int digits) {
    long number = 0;
    int wrong = 0;
    for (int i = at; i < at + digits; i++) {
      byte value = VALUE[from[i] & 0xff];
      wrong |= value;
      number = number << 4 | (value & 15);
    }
    return wrong < 0 || number < 0 ? -1 : number;
  }

  /** All 16 digits of a number. */
  static String text(long number) {
    byte[] digits = new byte[16];
    write(number, 16, digits, 0);
    return new String(digits, StandardCharsets.ISO_8859_1);
  }
}
