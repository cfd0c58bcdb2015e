// SPDX-License-Identifier: Apache-2.0
package catena.harness.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SeedTest {
  private final Seed seed = new Seed(42);

  @Test
  void theSameNameAndNumberGiveTheSameStream() {
    assertThat(seed.derive("pauses", 3).random().nextLong())
        .isEqualTo(new Seed(42).derive("pauses", 3).random().nextLong());
  }

  @Test
  void othersAreOthers() {
    Set<Seed> all = new HashSet<>();
    for (long root = 0; root < 50; root++) {
      for (String name : new String[] {"", "a", "b", "ab", "ba"}) {
        for (long number = 0; number < 50; number++) {
          assertThat(all.add(new Seed(root).derive(name, number))).isTrue();
        }
      }
    }
  }

  /** Streams of neighbouring seeds of SplitMix64 are the same sequence, some steps apart. */
  @Test
  void theStreamsOfNeighboursHaveNothingToDoWithOneAnother() {
    double[] one = first(seed.derive("pauses", 0));
    double[] next = first(seed.derive("pauses", 1));
    double product =
        IntStream.range(0, one.length)
                .mapToDouble(i -> (one[i] - 0.5) * (next[i] - 0.5))
                .average()
                .orElseThrow()
            * 12;
    assertThat(product).isCloseTo(0, within(0.05));
  }

  private static double[] first(Seed seed) {
    return seed.random().doubles(10_000).toArray();
  }
}
