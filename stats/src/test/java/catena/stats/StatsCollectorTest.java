// SPDX-License-Identifier: Apache-2.0
package catena.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What the collector says of its samples in the end. */
class StatsCollectorTest {
  private static String fact(long samples, Map<String, Long> without) {
    Map<String, Long> tally = new TreeMap<>(Map.of("samples", samples));
    without.forEach((source, number) -> tally.put("samples without " + source, number));
    return StatsCollector.fact(tally, samples, samples, Duration.ofSeconds(2));
  }

  @Test
  void aSourceThatAnsweredNowAndThenHasGaps() {
    assertThat(fact(1074, Map.of("hdfs", 1L, "monitor", 0L)))
        .isEqualTo("1,074 samples, one every 2s; gaps: hdfs 1");
    assertThat(fact(1074, Map.of())).isEqualTo("1,074 samples, one every 2s, no gaps");
  }

  @Test
  void aSampleThatWasMissedIsAGap() {
    Map<String, Long> tally = new TreeMap<>(Map.of("samples", 74L, "samples missed", 3L));
    assertThat(StatsCollector.fact(tally, 74, 74, Duration.ofSeconds(2)))
        .isEqualTo("74 samples, one every 2s; gaps: 3 samples missed");
    tally.put("samples missed", 0L);
    assertThat(StatsCollector.fact(tally, 74, 74, Duration.ofSeconds(2)))
        .isEqualTo("74 samples, one every 2s, no gaps");
  }

  @Test
  void aSourceThatNeverAnsweredHasNone() {
    assertThat(fact(74, Map.of("hdfs", 2L, "monitor", 74L)))
        .isEqualTo("74 samples, one every 2s; gaps: hdfs 2; nothing of monitor");
    assertThat(fact(74, Map.of("monitor", 74L)))
        .isEqualTo("74 samples, one every 2s, no gaps; nothing of monitor");
  }

  @Test
  void aRunThatWasOverBeforeTheFirstSampleSaysSo() {
    assertThat(fact(0, Map.of()))
        .isEqualTo("no samples: it was over before the first, one every 2s");
  }

  /** The host's sampler may be quicker than the cluster's. */
  @Test
  void aSourceThatNeverAnsweredTheClustersSamplerHasNoneThoughTheHostHasMoreSamples() {
    Map<String, Long> tally = Map.of("samples", 100L, "samples without monitor", 60L);
    assertThat(StatsCollector.fact(tally, 100, 60, Duration.ofSeconds(2)))
        .isEqualTo("100 samples, one every 2s, no gaps; nothing of monitor");
  }
}
