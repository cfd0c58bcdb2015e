// SPDX-License-Identifier: Apache-2.0
package catena.stats.sample;

import static org.assertj.core.api.Assertions.assertThat;

import catena.stats.sample.ClusterSampler.SourceLiveness;
import org.junit.jupiter.api.Test;

class SourceLivenessTest {
  private final SourceLiveness presence = new SourceLiveness(0);

  @Test
  void oneSlowAnswerIsNoLoss() {
    assertThat(presence.isNews(1_000, true)).isFalse();
    assertThat(presence.isNews(2_000, false)).isFalse();
    assertThat(presence.isNews(3_000, true)).isFalse();
  }

  @Test
  void lossAndReturnAreReportedOnceEach() {
    assertThat(presence.isNews(1_000, true)).isFalse();
    for (long at = 2_000; at < 6_000; at += 1_000) {
      assertThat(presence.isNews(at, false)).isFalse();
    }
    assertThat(presence.isNews(6_000, false)).isTrue();
    assertThat(presence.isNews(7_000, false)).isFalse();
    assertThat(presence.isNews(8_000, true)).isTrue();
    assertThat(presence.isNews(9_000, true)).isFalse();
  }

  @Test
  void whereSamplesAreFarApartTheFirstAbsenceIsALoss() {
    assertThat(presence.isNews(30_000, true)).isFalse();
    assertThat(presence.isNews(60_000, false)).isTrue();
    assertThat(presence.isNews(90_000, true)).isTrue();
  }

  @Test
  void aClockThatIsSetBackHidesNoLoss() {
    assertThat(presence.isNews(3_600_000, true)).isFalse();
    assertThat(presence.isNews(1_000, false)).isFalse();
    assertThat(presence.isNews(6_000, false)).isTrue();
  }
}
