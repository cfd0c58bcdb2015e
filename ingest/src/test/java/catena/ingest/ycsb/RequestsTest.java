// SPDX-License-Identifier: Apache-2.0
package catena.ingest.ycsb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RequestsTest {
  private static final int RECORDS = 100;
  private static final int DRAWS = 100_000;

  private static double[] shares(String text) {
    Requests.Source source = new Requests.Source(Requests.parse(text), new SplittableRandom(5), 7);
    double[] shares = new double[RECORDS];
    for (int i = 0; i < DRAWS; i++) {
      shares[(int) source.next(RECORDS, RECORDS)] += 1.0 / DRAWS;
    }
    return shares;
  }

  private static double zipf(int place) {
    double sum = 0;
    for (int i = 1; i <= RECORDS; i++) {
      sum += Math.pow(i, -0.99);
    }
    return Math.pow(place, -0.99) / sum;
  }

  @Test
  void uniformAndSequentialGoToAllAlike() {
    double[] uniform = shares("uniform");
    double[] sequential = shares("sequential");
    for (int i = 0; i < RECORDS; i++) {
      assertThat(uniform[i]).isCloseTo(0.01, within(0.002));
      assertThat(sequential[i]).isCloseTo(0.01, within(1e-9));
    }
  }

  @Test
  void sequentialGoesOnFromWhereItBegan() {
    Requests.Source source =
        new Requests.Source(Requests.parse("sequential"), new SplittableRandom(5), 98);
    assertThat(new long[] {source.next(100, 100), source.next(100, 100), source.next(100, 100)})
        .containsExactly(98, 99, 0);
  }

  /** By chi-square over all records; 157 is what chance exceeds less than once in 10,000. */
  @Test
  void zipfianGoesToTheFirstAndLatestToTheNewest() {
    double[] zipfian = shares("zipf:0.99");
    double[] latest = shares("latest");
    double ofZipfian = 0;
    double ofLatest = 0;
    for (int place = 1; place <= RECORDS; place++) {
      ofZipfian += deviation(zipfian[place - 1], zipf(place));
      ofLatest += deviation(latest[RECORDS - place], zipf(place));
    }
    assertThat(ofZipfian).isLessThan(157);
    assertThat(ofLatest).isLessThan(157);
  }

  private static double deviation(double share, double expected) {
    return DRAWS * (share - expected) * (share - expected) / expected;
  }

  @Test
  void aFifthOfTheRecordsGetsFourFifthsOfTheOperationsOfAHotspot() {
    double[] shares = shares("hotspot");
    double hot = 0;
    for (int i = 0; i < 20; i++) {
      hot += shares[i];
    }
    assertThat(hot).isCloseTo(0.8, within(0.01));
    assertThat(shares("hotspot:0.5:0.9")[0]).isCloseTo(0.9 / 50, within(0.004));
  }

  @Test
  void exponentialFallsFromTheNewest() {
    double[] shares = shares("exponential");
    double factor = Math.exp(Math.log(0.05) / (RECORDS * 0.8571428571));
    assertThat(shares[RECORDS - 11] / shares[RECORDS - 1])
        .isCloseTo(Math.pow(factor, 10), within(0.06));
  }

  @Test
  void insertedRecordsAreAsPopularAsLoadedOnes() {
    Requests.Source source =
        new Requests.Source(Requests.parse("zipfian"), new SplittableRandom(5), 0);
    int[] seen = new int[250];
    for (int i = 0; i < DRAWS; i++) {
      seen[(int) source.next(100, seen.length)]++;
    }
    int inserted = 0;
    int hottest = 0;
    for (int i = 100; i < seen.length; i++) {
      assertThat(seen[i]).as("record %d", i).isPositive();
      inserted += seen[i];
      hottest = Math.max(hottest, seen[i]);
    }
    // Two loads of 100 have the same ranks, of which the second half is there to three quarters.
    assertThat((double) inserted / DRAWS).isCloseTo(0.6, within(0.06));
    assertThat((double) hottest / seen[0]).isCloseTo(1, within(0.1));
  }

  /** In YCSB, whose records are hashes, each of 101 has about a hundredth on average. */
  @Test
  void theFirstInsertedRecordIsNotTheHottest() {
    for (int loaded : List.of(100, 1_000, 20_000)) {
      Requests.Source source =
          new Requests.Source(Requests.parse("zipfian"), new SplittableRandom(5), 0);
      int inserted = 0;
      for (int i = 0; i < DRAWS; i++) {
        inserted += source.next(loaded, loaded * 101L / 100) < loaded ? 0 : 1;
      }
      assertThat((double) inserted / DRAWS).as("one in a hundred, of %d", loaded).isLessThan(0.02);
    }
  }

  @Test
  void recordsMayBecomeMore() {
    Requests.Source source =
        new Requests.Source(Requests.parse("latest"), new SplittableRandom(5), 0);
    for (long records = 1; records < 500; records++) {
      assertThat(source.next(1, records)).isBetween(0L, records - 1);
    }
  }

  @Test
  void whatIsNoDistributionIsRefused() {
    assertThatThrownBy(() -> Requests.parse("zipfy")).hasMessageContaining(Requests.FORMS);
    assertThatThrownBy(() -> Requests.parse("sequential:1")).hasMessageContaining(Requests.FORMS);
    assertThatThrownBy(() -> Requests.parse("latest:-1")).hasMessageContaining("exponent");
  }
}
