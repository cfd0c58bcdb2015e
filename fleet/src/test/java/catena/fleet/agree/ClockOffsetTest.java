// SPDX-License-Identifier: Apache-2.0
package catena.fleet.agree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClockOffsetTest {
  @Test
  void theQuickestAnswerKnowsBest() {
    ClockOffset offset =
        Collections.min(
            List.of(
                ClockOffset.of(1000, 80, 3_000, 1),
                ClockOffset.of(2000, 4, 4_502, 1),
                ClockOffset.of(3000, 40, 5_000, 1)),
            ClockOffset.BEST_FIRST);
    assertThat(offset.millis()).isEqualTo(2500);
    assertThat(offset.roundTripMillis()).isEqualTo(4);
    assertThat(offset.now(() -> Instant.ofEpochMilli(77)))
        .isCloseTo(77 + offset.millis(), within(1e-9));
  }

  @Test
  void whatAnEarlierLeaderSaidIsOfAnotherClock() {
    ClockOffset offset =
        Collections.min(
            List.of(ClockOffset.of(1000, 1, 1_000, 1), ClockOffset.of(2000, 50, 9_025, 2)),
            ClockOffset.BEST_FIRST);
    assertThat(offset.epoch()).isEqualTo(2);
    assertThat(offset.millis()).isEqualTo(7000);
  }

  @Test
  void aClockIsWrongOnlyBeyondTheErrorOfTheQuestion() {
    ClockOffset hour = new ClockOffset(-3_600_000, 20, 1);
    Duration limit = Duration.ofSeconds(10);
    assertThat(hour.beyond(limit, "host-1"))
        .contains("clock of host-1 is 3600.0 s ahead of ZooKeeper's, more than 10s");
    assertThat(new ClockOffset(10_005, 20, 1).beyond(limit, "host-1")).isEmpty();
    assertThat(new ClockOffset(10_010, 20, 1).beyond(limit, "host-1")).isEmpty();
    assertThat(new ClockOffset(10_011, 20, 1).beyond(limit, "host-1"))
        .contains("clock of host-1 is 10.0 s behind ZooKeeper's, more than 10s");
  }
}
