// SPDX-License-Identifier: Apache-2.0
package catena.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class HexTest {
  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  private static long read(String digits) {
    return Hex.read(bytes(digits), 0, digits.length());
  }

  @Test
  void theDigitsAreThoseOfTheJdk() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 10_000; i++) {
      long number = random.nextLong() >>> random.nextInt(64);
      assertThat(Hex.text(number)).isEqualTo("%016x".formatted(number));
    }
    assertThat(Hex.text(0)).isEqualTo("0000000000000000");
    assertThat(Hex.text(-1)).isEqualTo("ffffffffffffffff");
    assertThat(Hex.text(0x0123456789abcdefL)).isEqualTo("0123456789abcdef");
  }

  @Test
  void onlyTheLowestDigitsAreWrittenAndNothingElse() {
    for (int digits : new int[] {4, 8, 16}) {
      byte[] to = bytes("....................");
      Hex.write(0xfedc_ba98_7654_3210L, digits, to, 2);
      assertThat(new String(to, StandardCharsets.ISO_8859_1))
          .isEqualTo(
              ".."
                  + "fedcba9876543210".substring(16 - digits)
                  + "..................".substring(digits));
    }
  }

  @Test
  void whatWasWrittenIsReadBack() {
    SplittableRandom random = new SplittableRandom(2);
    for (int i = 0; i < 10_000; i++) {
      long number = random.nextLong() >>> (1 + random.nextInt(63));
      assertThat(read(Hex.text(number))).isEqualTo(number);
    }
    assertThat(read("ffff")).isEqualTo(0xffff);
    assertThat(read("ffffffff")).isEqualTo(0xffffffffL);
    assertThat(Hex.read(bytes("xx00ffxx"), 2, 4)).isEqualTo(0xff);
  }

  @Test
  void anyOtherByteIsRefusedWhereverItStands() {
    byte[] digits = bytes("0123456789abcdef");
    for (int at = 0; at < digits.length; at++) {
      for (int b = 0; b < 256; b++) {
        byte[] changed = digits.clone();
        changed[at] = (byte) b;
        boolean digit = "0123456789abcdef".indexOf((char) b) >= 0;
        boolean fits = at > 0 || b < '8';
        assertThat(Hex.read(changed, 0, 16) >= 0)
            .as("byte %d at %d", b, at)
            .isEqualTo(digit && fits);
      }
    }
  }

  @Test
  void shorterNumbersAreReadAndRefusedAlike() {
    for (int digits : new int[] {4, 8}) {
      for (int at = 0; at < digits; at++) {
        for (int b = 0; b < 256; b++) {
          byte[] changed = bytes("89abcdef".substring(0, digits));
          changed[at] = (byte) b;
          boolean digit = "0123456789abcdef".indexOf((char) b) >= 0;
          long expected =
              digit ? Long.parseLong(new String(changed, StandardCharsets.ISO_8859_1), 16) : -1;
          assertThat(Hex.read(changed, 0, digits)).as("byte %d at %d", b, at).isEqualTo(expected);
        }
      }
    }
  }

  @Test
  void whatWasWrittenIsThatNumberAndNoOther() {
    SplittableRandom random = new SplittableRandom(3);
    for (int digits : new int[] {4, 8, 16}) {
      for (int i = 0; i < 1000; i++) {
        long number = random.nextLong() >>> (Long.SIZE - 4 * digits);
        byte[] to = new byte[digits + 2];
        Hex.write(number, digits, to, 1);
        assertThat(Hex.is(number, digits, to, 1)).isTrue();
        int at = 1 + random.nextInt(digits);
        to[at] ^= (byte) (1 << random.nextInt(Byte.SIZE));
        assertThat(Hex.is(number, digits, to, 1)).isFalse();
      }
    }
  }

  @Test
  void aNumberOf64BitsIsRefused() {
    assertThat(read("7fffffffffffffff")).isEqualTo(Long.MAX_VALUE);
    assertThat(read("8000000000000000")).isEqualTo(-1);
    assertThat(read("ffffffffffffffff")).isEqualTo(-1);
  }
}
