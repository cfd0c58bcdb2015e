// SPDX-License-Identifier: Apache-2.0
package catena.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TargetTest {
  private static final List<Double> FIGURES = List.of(0.9, 1.3, 1.0, 1.1, 1.2);

  @Test
  void theMedianDecidesAndTheMiddleHalfIsShown() {
    assertThat(Target.atLeast("verify-4M", 1.1).line(FIGURES))
        .isEqualTo(
            "result verify-4M               1.100  (1.000 to 1.200, 5 rounds)  target >= 1.10  reached");
    assertThat(Target.atLeast("verify-4M", 1.2).line(FIGURES)).endsWith("missed");
    assertThat(Target.atMost("cpu", 1.1).line(FIGURES)).contains("<= 1.10  reached");
    assertThat(Target.atMost("cpu", 1.05).line(FIGURES)).endsWith("missed");
  }

  @Test
  void oneFigureIsItsOwnMedian() {
    assertThat(Target.atMost("growth", 2).line(List.of(1.5)))
        .contains(" 1.500  (1.500 to 1.500, 1 rounds) ");
  }
}
