// SPDX-License-Identifier: Apache-2.0
package catena.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import catena.records.settings.Layer;
import catena.records.settings.Settings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FleetSettingsTest {
  private static Settings settings(Map<String, String> given) {
    return Settings.resolve(FleetSettings.ALL, List.of(Layer.of("-o", given)));
  }

  @Test
  void theLimitsAreSet() {
    FleetLimits limits =
        FleetSettings.limits(
            settings(
                Map.of(
                    "fleet.join.limit", "11s",
                    "fleet.answer.limit", "12s",
                    "fleet.sight.limit", "15s")));
    assertThat(limits)
        .isEqualTo(
            new FleetLimits(
                Duration.ofSeconds(11),
                Duration.ofSeconds(12),
                Duration.ofSeconds(12),
                FleetLimits.LEAD,
                Duration.ofSeconds(15),
                Duration.ofSeconds(12),
                FleetLimits.CLOCK,
                FleetLimits.JOIN_EACH,
                FleetLimits.MARK_EACH,
                FleetLimits.CHECK_EACH));
    assertThat(limits.endOfGivenUp())
        .as("a sixth of the limit, and the time to end")
        .isEqualTo(Duration.ofSeconds(14));
  }

  @Test
  void onlyWhereThoseThatDieAreReplacedAPlaceHasSeveralProcesses() {
    String attempts = FleetSettings.ATTEMPTS.key();
    String death = FleetSettings.DEATH.key();
    assertThat(FleetSettings.tries(settings(Map.of(attempts, "5")))).isEqualTo(1);
    assertThat(FleetSettings.tries(settings(Map.of(attempts, "5", death, "replace")))).isEqualTo(5);
  }
}
