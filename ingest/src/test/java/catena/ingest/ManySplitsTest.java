// SPDX-License-Identifier: Apache-2.0
package catena.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import catena.ingest.ManySplits.Rounds;
import catena.ingest.ManySplits.Rounds.Next;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ManySplitsTest {
  private static final Duration SETTLE = Duration.ofSeconds(10);

  /** The thresholds of a table whose tablets, of some bytes together, split at once. */
  private static List<Long> thresholds(long bytes, int tablets, Next end) {
    Rounds rounds = new Rounds(1 << 30, tablets, SETTLE);
    List<Long> set = new ArrayList<>();
    int there = 1;
    long now = 0;
    Next next = rounds.next(there, now);
    while (next != Next.DONE && next != Next.STUCK) {
      if (next == Next.LOWER) {
        set.add(rounds.threshold());
        there = (int) Math.max(there, bytes / rounds.threshold());
      }
      now += 1000;
      next = rounds.next(there, now);
    }
    assertThat(next).isEqualTo(end);
    return set;
  }

  @Test
  void theThresholdIsLoweredUntilThereAreAsManyTabletsAsAskedFor() {
    assertThat(thresholds(100_000_000, 500, Next.DONE))
        .containsExactly(107_374_182L, 10_737_418L, 1_073_741L, 107_374L);
    assertThat(thresholds(100_000_000, 5, Next.DONE)).hasSize(2);
  }

  @Test
  void aTableThatIsTooSmallEndsAtTheLeastThreshold() {
    List<Long> set = thresholds(10_000, 500, Next.STUCK);
    assertThat(set.get(set.size() - 1)).isEqualTo(1024L);
  }

  @Test
  void noRoundBeginsWhileTabletsSplit() {
    Rounds rounds = new Rounds(1 << 20, 100, SETTLE);
    assertThat(rounds.next(1, 0)).isEqualTo(Next.LOWER);
    assertThat(rounds.next(4, 9_000)).isEqualTo(Next.WAIT);
    assertThat(rounds.next(4, 18_999)).as("nine seconds after the last").isEqualTo(Next.WAIT);
    assertThat(rounds.next(4, 19_000)).isEqualTo(Next.LOWER);
    assertThat(rounds.next(100, 19_001)).isEqualTo(Next.DONE);
  }

  @Test
  void whoHasThemAlreadyIsLeftAlone() {
    Rounds rounds = new Rounds(1 << 20, 100, SETTLE);
    assertThat(rounds.next(100, 0)).isEqualTo(Next.DONE);
  }

  @Test
  void noTabletHasSplitOnlyAfterEachServerHasCheckedAgain() {
    assertThat(ManySplits.settle(Map.of("tserver.compaction.major.delay", "5s")))
        .isEqualTo(Duration.ofSeconds(10));
    assertThat(ManySplits.settle(Map.of("tserver.compaction.major.delay", "7")))
        .isEqualTo(Duration.ofSeconds(14));
    assertThat(ManySplits.settle(Map.of())).isEqualTo(Duration.ofMinutes(1));
  }
}
