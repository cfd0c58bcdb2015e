// SPDX-License-Identifier: Apache-2.0
package catena.stats.sample;

import static catena.stats.sample.ClusterSampler.SourceLiveness.Change.BACK;
import static catena.stats.sample.ClusterSampler.SourceLiveness.Change.LOST;
import static catena.stats.sample.ClusterSampler.SourceLiveness.Change.NONE;
import static org.assertj.core.api.Assertions.assertThat;

import catena.stats.sample.ClusterSampler.SourceLiveness;
import org.junit.jupiter.api.Test;

class SourceLivenessTest {
  private final SourceLiveness presence = new SourceLiveness(0);

  @Test
  void oneSlowAnswerIsNoLoss() {
    assertThat(presence.seen(1_000, true)).isEqualTo(NONE);
    assertThat(presence.seen(2_000, false)).isEqualTo(NONE);
    assertThat(presence.seen(3_000, true)).isEqualTo(NONE);
  }

  @Test
  void lossAndReturnAreToldOnceEach() {
    assertThat(presence.seen(1_000, true)).isEqualTo(NONE);
    for (long at = 2_000; at < 6_000; at += 1_000) {
      assertThat(presence.seen(at, false)).isEqualTo(NONE);
    }
    assertThat(presence.seen(6_000, false)).isEqualTo(LOST);
    assertThat(presence.seen(7_000, false)).isEqualTo(NONE);
    assertThat(presence.seen(8_000, true)).isEqualTo(BACK);
    assertThat(presence.seen(9_000, true)).isEqualTo(NONE);
  }

  @Test
  void whereSamplesAreFarApartTheFirstAbsenceIsALoss() {
    assertThat(presence.seen(30_000, true)).isEqualTo(NONE);
    assertThat(presence.seen(60_000, false)).isEqualTo(LOST);
    assertThat(presence.seen(90_000, true)).isEqualTo(BACK);
  }

  @Test
  void aClockThatIsSetBackHidesNoLoss() {
    assertThat(presence.seen(3_600_000, true)).isEqualTo(NONE);
    assertThat(presence.seen(1_000, false)).isEqualTo(NONE);
    assertThat(presence.seen(6_000, false)).isEqualTo(LOST);
  }
}
