// SPDX-License-Identifier: Apache-2.0
package catena.agitator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GrowthPlanTest {
  private static GrowthPlan plan(int count, int after, int every, int limit, int rest) {
    return new GrowthPlan(
        count,
        Duration.ofSeconds(after),
        Duration.ofSeconds(every),
        Duration.ofSeconds(limit),
        Duration.ofSeconds(rest));
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1, 1, 1, 1",
    "1, -1, 1, 1, 1",
    "1, 1, -1, 1, 1",
    "1, 1, 1, -1, 1",
    "1, 1, 1, 1, -1"
  })
  void growthTooEarlyOrInNoTimeIsRefused(int count, int after, int every, int limit, int rest) {
    assertThatThrownBy(() -> plan(count, after, every, limit, rest))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(count + " after PT");
  }

  @Test
  void serversThatComeOneByOneTakeTheirTimesTogether() {
    GrowthPlan three = plan(3, 10, 20, 7, 5);
    assertThat(three.steps()).isEqualTo(3);
    assertThat(three.inStep()).isEqualTo(1);
    assertThat(three.least()).isEqualTo(Duration.ofSeconds(10 + 2 * 20 + 5));
    assertThat(plan(1, 10, 20, 7, 5).least()).isEqualTo(Duration.ofSeconds(15));
  }

  @Test
  void serversThatComeTogetherAreOneStep() {
    GrowthPlan three = plan(3, 10, 0, 7, 5);
    assertThat(three.steps()).isEqualTo(1);
    assertThat(three.inStep()).isEqualTo(3);
    assertThat(three.least()).isEqualTo(Duration.ofSeconds(15));
    assertThat(plan(1, 0, 0, 0, 0).least()).isZero();
  }
}
