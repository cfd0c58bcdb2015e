// SPDX-License-Identifier: Apache-2.0
package catena.graph;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Converts lower-case hex digits to and from bytes, without intermediate strings. */
final class Hex {
  private static final long LOWER = 0xffffffffL;
  private static final long ZEROS = 0x30303030L;
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

  private Hex() {}

  /** Writes the lowest {@code digits} digits of a number: 4, 8 or 16 of them. */
  static void write(long number, int digits, byte[] to, int at) {
    if (digits == 16) {
      eight(to, at, upper(number));
      eight(to, at + 8, digits(number));
    } else if (digits == 8) {
      eight(to, at, digits(number));
    } else {
      four(to, at, (int) digits(number));
    }
  }

  /** Whether the 4, 8 or 16 bytes at a place are what {@link #write} writes for a number. */
  static boolean is(long number, int digits, byte[] from, int at) {
    if (digits == 16) {
      return eight(from, at + 8) == digits(number) && eight(from, at) == upper(number);
    }
    return digits == 8 ? eight(from, at) == digits(number) : four(from, at) == (int) digits(number);
  }

  /** Eight bytes as a number, the first of them the highest. */
  static long eight(byte[] from, int at) {
    return (long) LONGS.get(from, at);
  }

  /** Writes eight bytes. */
  static void eight(byte[] to, int at, long bytes) {
    LONGS.set(to, at, bytes);
  }

  /** Four bytes as a number, the first of them the highest. */
  static int four(byte[] from, int at) {
    return (int) INTS.get(from, at);
  }

  /** Writes four bytes. */
  static void four(byte[] to, int at, int bytes) {
    INTS.set(to, at, bytes);
  }

  /** The upper eight of 16 digits; those of a count are nearly always zeros. */
  private static long upper(long number) {
    long upper = number >>> 32;
    return upper == 0 ? ZEROS << 32 | ZEROS : digits(upper);
  }

  /**
   * The lowest eight digits as eight bytes, the highest digit in the highest byte: the half-bytes
   * are spread, then all turned into digits at once.
   */
  static long digits(long number) {
    long spread = number & LOWER;
    spread = (spread | (spread << 16)) & 0x0000ffff0000ffffL;
    spread = (spread | (spread << 8)) & 0x00ff00ff00ff00ffL;
    spread = (spread | (spread << 4)) & 0x0f0f0f0f0f0f0f0fL;
    long letters = ((spread + 0x0606060606060606L) >>> 4) & 0x0101010101010101L;
    return spread + 0x3030303030303030L + letters * ('a' - '0' - 10);
  }

  /**
   * Reads a number of 4, 8 or 16 lower-case digits.
   *
   * @return the number, or -1 if a byte is no such digit or the number needs 64 bits
   */
  static long read(byte[] from, int at, int digits) {
    if (digits == 16) {
      long high = number(eight(from, at));
      long low = number(eight(from, at + 8));
      return high > Integer.MAX_VALUE ? -1 : high << 32 | low | high >> 63 | low >> 63;
    }
    return number(digits == 8 ? eight(from, at) : ZEROS << 32 | (four(from, at) & LOWER));
  }

  /**
   * The number of eight digits, or -1 if a byte is no digit: the number is computed without
   * checking the bytes, and is right if its own digits are these bytes.
   */
  private static long number(long bytes) {
    long letters = (bytes >>> 6) & 0x0101010101010101L;
    long packed = (bytes & 0x0f0f0f0f0f0f0f0fL) + letters * 9;
    packed = (packed | (packed >>> 4)) & 0x00ff00ff00ff00ffL;
    packed = (packed | (packed >>> 8)) & 0x0000ffff0000ffffL;
    packed = (packed | (packed >>> 16)) & LOWER;
    return digits(packed) == bytes ? packed : -1;
  }

  /** All 16 digits of a number. */
  static String text(long number) {
    byte[] digits = new byte[16];
    write(number, 16, digits, 0);
    return new String(digits, StandardCharsets.ISO_8859_1);
  }
}
