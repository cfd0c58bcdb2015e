package catena.bench.former;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Lower-case hex digits to and from bytes, without strings on the way. */
final class FormerHex {
  private static final byte[] DIGIT = "0123456789abcdef".getBytes(StandardCharsets.ISO_8859_1);
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final byte[] VALUE = new byte[256];

  static {
    java.util.Arrays.fill(VALUE, (byte) -1);
    for (int i = 0; i < 16; i++) {
      VALUE[DIGIT[i]] = (byte) i;
    }
  }

  private FormerHex() {}

  /** Writes the lowest {@code digits} digits of a number: 4, 8 or 16 of them. */
  static void write(long number, int digits, byte[] to, int at) {
    if (digits == 16) {
      LONGS.set(to, at, digits(number >>> 32));
      LONGS.set(to, at + 8, digits(number));
    } else if (digits == 8) {
      LONGS.set(to, at, digits(number));
    } else {
      INTS.set(to, at, (int) digits(number));
    }
  }

  /**
   * The lowest eight digits as eight bytes, the highest digit in the highest byte: the half-bytes
   * are spread, then all turned into digits at once.
   */
  private static long digits(long number) {
    long spread = number & 0xffffffffL;
    spread = (spread | (spread << 16)) & 0x0000ffff0000ffffL;
    spread = (spread | (spread << 8)) & 0x00ff00ff00ff00ffL;
    spread = (spread | (spread << 4)) & 0x0f0f0f0f0f0f0f0fL;
    long letters = ((spread + 0x0606060606060606L) >>> 4) & 0x0101010101010101L;
    return spread + 0x3030303030303030L + letters * ('a' - '0' - 10);
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
}
