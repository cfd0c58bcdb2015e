// SPDX-License-Identifier: Apache-2.0
package catena.stats.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class SparedQuestionTest {
  private static final long BEGAN = Duration.ofHours(5).toNanos();

  private static long seconds(double seconds) {
    return BEGAN + (long) (seconds * 1e9);
  }

  @Test
  void whatWasNeverAskedIsDue() {
    assertThat(new HdfsSource.SparedQuestion().isDue(BEGAN)).isTrue();
    assertThat(new HdfsSource.SparedQuestion().isDue(-BEGAN)).isTrue();
  }

  @Test
  void whatTakesLittleIsAskedWithEachSample() {
    HdfsSource.SparedQuestion spared = new HdfsSource.SparedQuestion();
    spared.asked(BEGAN, seconds(0.1));
    assertThat(spared.isDue(seconds(30))).isTrue();
  }

  @Test
  void whatTakesTenSecondsIsAskedEachHundred() {
    HdfsSource.SparedQuestion spared = new HdfsSource.SparedQuestion();
    spared.asked(BEGAN, seconds(10));
    assertThat(spared.isDue(seconds(30))).isFalse();
    assertThat(spared.isDue(seconds(99.9))).isFalse();
    assertThat(spared.isDue(seconds(100))).isTrue();
  }
}
