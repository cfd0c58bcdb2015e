// SPDX-License-Identifier: Apache-2.0
package catena.stats.sample;

import static org.assertj.core.api.Assertions.assertThat;

import catena.stats.sample.ClusterSampler.WholeSums;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WholeSumsTest {
  private final WholeSums sums = new WholeSums();

  /** A sample of tablets in the metadata table, those hosted, and those that the monitor counts. */
  private boolean whole(long second, double inMetadata, double hosted, double counted) {
    Map<Metric, Double> table = new EnumMap<>(Metric.class);
    table.put(Metric.META_TABLETS, inMetadata);
    table.put(Metric.META_HOSTED, hosted);
    table.put(Metric.TABLETS, counted);
    return sums.isWhole(second * 1_000, table);
  }

  @Test
  void aServerThatIsGoneTakesTheSumsUntilTheMonitorHasAllTabletsAgain() {
    assertThat(whole(0, 12, 12, 12)).isTrue();
    assertThat(whole(30, 12, 12, 8)).as("the manager misses it before its session ends").isFalse();
    assertThat(whole(60, 12, 8, 8)).isFalse();
    assertThat(whole(90, 12, 9, 12)).as("hosted by nobody").isFalse();
    assertThat(whole(120, 12, 12, 9)).as("the monitor is behind").isFalse();
    assertThat(whole(150, 12, 12, 12)).isTrue();
  }

  @Test
  void aTableThatSplitsAllTheTimeKeepsItsSumsThoughTheMonitorIsBehind() {
    for (int second = 0; second < 300; second++) {
      double seen = Math.max(10, 10 + (second - 15) / 2);
      assertThat(whole(second, 10 + second / 2, 10 + second / 2, seen))
          .as("at %d s", second)
          .isEqualTo(true);
    }
  }

  @Test
  void aTableThatIsMergedKeepsThem() {
    assertThat(whole(0, 12, 12, 12)).isTrue();
    assertThat(whole(30, 4, 4, 12)).isTrue();
    assertThat(whole(60, 4, 4, 4)).isTrue();
  }

  @Test
  void whatIsNotKnownSpeaksAgainstNothingAndWhatWasKnownDoes() {
    assertThat(sums.isWhole(0, Map.of())).isTrue();
    assertThat(whole(30, 12, 12, 12)).isTrue();
    assertThat(sums.isWhole(60_000, Map.of(Metric.TABLETS, 12.0))).isTrue();
    assertThat(sums.isWhole(90_000, Map.of(Metric.TABLETS, 8.0))).isFalse();
  }

  @Test
  void aClockThatIsSetBackForgetsWhatIsInTheFuture() {
    assertThat(whole(4_000, 12, 12, 12)).isTrue();
    assertThat(whole(400, 6, 6, 6)).isTrue();
  }
}
