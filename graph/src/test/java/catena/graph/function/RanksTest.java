// SPDX-License-Identifier: Apache-2.0
package catena.graph.function;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongToDoubleFunction;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each distribution against the formula that its paper has. */
class RanksTest {
  private static final int SIZE = 1000;

  @Test
  void uniformRanksAreAsLikely() {
    compare("uniform", rank -> 1);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.5, 0.99, 1, 1.2, 3})
  void zipfianRanksFollowThePowerOfTheirPlace(double exponent) {
    compare("zipf:" + exponent, rank -> Math.pow((double) rank + 1, -exponent));
  }

  /** papers.md's reckoning: 41.5 % of 20,000 by their place, the rest even. */
  @Test
  void zipfianRanksAreYcsbsScrambledOnes() {
    double place = 1 / 26.46902820178302;
    double sum = 0;
    for (int i = SIZE; i > 0; i--) {
      sum += place * Math.pow(i, -0.99);
    }
    double even = (1 - sum) / SIZE;
    compare("zipfian", rank -> place * Math.pow((double) rank + 1, -0.99) + even);
    Ranks ranks = Popularity.parse("zipfian").over(20_000);
    assertThat(ranks.below(1)).as("3.77 % seen").isCloseTo(0.0378, within(1e-4));
    double spread = 20_000 * (ranks.below(20_000) - ranks.below(19_999));
    assertThat(spread).as("58.5 % and its own place").isCloseTo(0.585, within(0.05));
  }

  @Test
  void hotRanksGetTheirPartOfTheOperations() {
    compare("hotspot:0.2:0.8", rank -> rank < 200 ? 0.8 / 200 : 0.2 / 800);
  }

  @Test
  void exponentialRanksFallByOneFactor() {
    double decay = -Math.log(1 - 0.95) / (SIZE * 0.8571428571);
    compare("exponential:95:0.8571428571", rank -> Math.exp(-decay * rank));
  }

  /** Compares probabilities, and the frequencies of draws by chi-square. */
  private static void compare(String text, LongToDoubleFunction weight) {
    Ranks ranks = Popularity.parse(text).over(SIZE);
    double all = LongStream.range(0, SIZE).mapToDouble(weight).sum();
    int draws = 200_000;
    long[] seen = new long[SIZE];
    SplittableRandom random = new SplittableRandom(7);
    for (int i = 0; i < draws; i++) {
      seen[(int) ranks.of(random.nextDouble())]++;
    }
    double chiSquare = 0;
    int cells = 0;
    double expected = 0;
    double found = 0;
    for (int rank = 0; rank < SIZE; rank++) {
      double probability = weight.applyAsDouble(rank) / all;
      assertThat(ranks.below(rank + 1) - ranks.below(rank))
          .as("%s, rank %d", text, rank)
          .isCloseTo(probability, within(1e-13));
      expected += draws * probability;
      found += seen[rank];
      if (expected >= 10 || rank == SIZE - 1) {
        chiSquare += expected == 0 ? 0 : (found - expected) * (found - expected) / expected;
        cells++;
        expected = 0;
        found = 0;
      }
    }
    // Five standard deviations of a chi-square of as many degrees of freedom, and a small rest.
    double degrees = cells - 1;
    assertThat(chiSquare).as(text).isLessThan(degrees + 5 * Math.sqrt(2 * degrees) + 10);
  }

  @Test
  void aRankAndItsInverseAgreeEverywhere() {
    for (String text :
        List.of(
            "uniform", "zipfian", "zipf:0.99", "zipf:2", "hotspot:0.1:0.9", "exponential:95:0.9")) {
      for (long size : new long[] {1, 2, 63, 64, 65, 1000, 1_000_000_000L, 1L << 45}) {
        Ranks ranks = Popularity.parse(text).over(size);
        SplittableRandom random = new SplittableRandom(3);
        for (int i = 0; i < 2000; i++) {
          double unit = i == 0 ? 0 : i == 1 ? Math.nextDown(1.0) : random.nextDouble();
          long rank = ranks.of(unit);
          assertThat(rank).isBetween(0L, size - 1);
          assertThat(ranks.below(rank)).as("%s of %d", text, size).isLessThanOrEqualTo(unit);
          assertThat(ranks.below(rank + 1)).as("%s of %d", text, size).isGreaterThan(unit);
        }
      }
    }
  }

  @Test
  void manyRanksAreMadeWithoutAddingAllOfThem() {
    double sum = 0;
    for (int i = 1_000_000; i > 0; i--) {
      sum += Math.pow(i, -0.99);
    }
    Ranks ranks = Popularity.zipf(0.99).over(1_000_000);
    assertThat(ranks.below(1)).isCloseTo(1 / sum, within(1e-13));
    // zeta(10^10, 0.99) as YCSB's ScrambledZipfianGenerator has it
    Ranks ofYcsb = Popularity.zipf(0.99).over(10_000_000_000L);
    assertThat(1 / ofYcsb.below(1)).isCloseTo(26.46902820178302, within(1e-6));
  }

  @Test
  void aTextIsReadAsItIsWritten() {
    for (String text :
        List.of("uniform", "zipfian", "zipfian:0.99", "hotspot:0.2:0.8", "exponential:95.0:0.85")) {
      assertThat(Popularity.parse(text).text()).isEqualTo(text);
    }
    assertThat(Popularity.parse("zipf:0.99").text())
        .as("as tables have it that were made before")
        .isEqualTo("zipfian:0.99");
  }

  @Test
  void whatIsNoDistributionIsRefusedWithTheForms() {
    assertThatThrownBy(() -> Popularity.parse("zipf"))
        .hasMessageContaining(Popularity.FORMS)
        .hasMessageContaining("'zipf'");
    assertThatThrownBy(() -> Popularity.parse("zipfian:x")).hasMessageContaining("zipfian:x");
    assertThatThrownBy(() -> Popularity.parse("zipfian:0")).hasMessageContaining("exponent");
    assertThatThrownBy(() -> Popularity.parse("hotspot:0.2:1")).hasMessageContaining("parts");
    assertThatThrownBy(() -> Popularity.parse("exponential:100:1"))
        .hasMessageContaining("percentile");
    assertThatThrownBy(() -> Popularity.EVEN.over(0)).hasMessageContaining("no ranks");
  }
}
