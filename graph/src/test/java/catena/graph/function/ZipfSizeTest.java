// SPDX-License-Identifier: Apache-2.0
package catena.graph.function;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.GraphVersionTest;
import java.util.stream.DoubleStream;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;

class ZipfSizeTest {
  @Test
  void frequenciesFollowThePowerLaw() {
    for (double exponent : new double[] {0.5, 1, 1.5, 3}) {
      int n = 50;
      ZipfSize zipf = new ZipfSize(n, exponent);
      int draws = 200_000;
      long[] count = new long[n + 1];
      for (int i = 0; i < draws; i++) {
        count[zipf.of(Mix.mix(i))]++;
      }
      double sum = 0;
      for (int k = 1; k <= n; k++) {
        sum += Math.pow(k, -exponent);
      }
      for (int k = 1; k <= n; k++) {
        double expected = draws * Math.pow(k, -exponent) / sum;
        assertThat((double) count[k])
            .as("exponent %s, size %s", exponent, k)
            .isBetween(expected - 5 * Math.sqrt(expected), expected + 5 * Math.sqrt(expected) + 1);
      }
    }
  }

  @Test
  void theExistingSuitesDefaultsGiveItsMeasuredSizes() {
    ZipfSize zipf = new ZipfSize(10_000, 1.5);
    int[] sizes =
        java.util.stream.IntStream.range(0, 100_001)
            .map(i -> zipf.of(Mix.mix(i)))
            .sorted()
            .toArray();
    // its median value of 82 bytes has 79 of links and checksum, one separator, and 2 of payload
    assertThat(sizes[50_000]).isBetween(1, 3);
    assertThat(sizes[0]).isEqualTo(1);
    assertThat(sizes[100_000]).isLessThanOrEqualTo(10_000);
  }

  /** Sizes belong to the function of version 1, as {@link GraphVersionTest} has it of the rest. */
  @Test
  void sizesStayWhatTheyAre() {
    assertThat(
            DoubleStream.of(0.3, 1, 1 + 1e-9, 1.5, 4)
                .mapToObj(exponent -> digest(new ZipfSize(1000, exponent))))
        .containsExactly("2a8aaa76", "8e48a7ad", "8e48a7ad", "ea920d3a", "6ddc18f4");
  }

  private static String digest(ZipfSize zipf) {
    CRC32 crc = new CRC32();
    for (int i = 0; i < 20_000; i++) {
      int size = zipf.of(Mix.mix(i));
      crc.update(size);
      crc.update(size >> 8);
    }
    return String.format("%08x", crc.getValue());
  }

  @Test
  void aRangeOfOneHasOneSize() {
    assertThat(new ZipfSize(1, 1.5).of(42)).isEqualTo(1);
  }
}
