// SPDX-License-Identifier: Apache-2.0
package catena.cluster.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class StartPatienceTest {
  private long seconds = 1_000;

  private final Startup.Patience patience =
      new Startup.Patience(() -> TimeUnit.SECONDS.toNanos(seconds));

  private boolean isOver(int after, Object state) {
    seconds = 1_000L + after;
    return patience.isOver(state);
  }

  @Test
  void aStartInWhichNothingChangesIsGivenUpAfterTwoMinutes() {
    assertThat(isOver(0, "monitor-1 0")).isFalse();
    assertThat(isOver(119, "monitor-1 0")).isFalse();
    assertThat(isOver(120, "monitor-1 0")).isTrue();
    assertThat(patience.seconds()).isEqualTo(120);
  }

  @Test
  void whatGoesOnIsWaitedForAndNotForEver() {
    for (int at = 0; at < 360; at += 90) {
      assertThat(isOver(at, "monitor-1 " + at)).as("%s s", at).isFalse();
    }
    assertThat(isOver(359, "monitor-1 359")).isFalse();
    assertThat(isOver(360, "monitor-1 360")).isTrue();
  }

  @Test
  void aWaitIsReportedEveryHalfMinute() {
    List<Integer> told = new ArrayList<>();
    for (int at = 0; at <= 100; at++) {
      seconds = 1_000L + at;
      if (patience.isToReport()) {
        told.add(at);
      }
    }
    assertThat(told).containsExactly(30, 60, 90);
  }
}
