// SPDX-License-Identifier: Apache-2.0
package catena.bench.ycsb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import catena.graph.function.Popularity;
import catena.graph.function.Ranks;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import site.ycsb.generator.ScrambledZipfianGenerator;

/** The zipfian law beside YCSB's own generator, which hashes its items to the records. */
class ZipfianTest {
  private static final int RECORDS = 20_000;
  private static final int DRAWS = 2_000_000;

  @Test
  void theHotRecordsHaveTheSharesOfYcsbsOwn() {
    ScrambledZipfianGenerator ycsb = new ScrambledZipfianGenerator(RECORDS);
    int[] seen = new int[RECORDS];
    for (int i = 0; i < DRAWS; i++) {
      seen[ycsb.nextValue().intValue()]++;
    }
    Arrays.sort(seen);
    Ranks ranks = Popularity.parse("zipfian").over(RECORDS);
    // Hashes of several items that are popular may meet, which makes hot records a little hotter.
    compare(seen, ranks, 1, 0.002);
    compare(seen, ranks, 10, 0.01);
    compare(seen, ranks, 100, 0.02);
    compare(seen, ranks, 1000, 0.03);
    compare(seen, ranks, RECORDS / 2, 0.05);
  }

  private static void compare(int[] sorted, Ranks ranks, int hottest, double apart) {
    double share = 0;
    for (int i = 0; i < hottest; i++) {
      share += sorted[RECORDS - 1 - i] / (double) DRAWS;
    }
    assertThat(ranks.below(hottest)).as("%d hottest", hottest).isCloseTo(share, within(apart));
  }
}
