package catena.harness.latency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class PacerTest {
  private static final long SECOND = 1_000_000_000;

  @Test
  void operationsAreSpreadEvenly() {
    Pacer pacer = new Pacer(4, 100);

    assertThat(pacer.intendedNanos(0)).isEqualTo(100);
    assertThat(pacer.intendedNanos(1)).isEqualTo(100 + SECOND / 4);
    assertThat(pacer.intendedNanos(4_000_000_000L)).isEqualTo(100 + 1_000_000_000L * SECOND);
  }

  @Test
  void whatIsOverdueDoesNotWaitAndKeepsItsIntendedStart() {
    Pacer pacer = new Pacer(1000, 0);

    assertThat(pacer.untilStart(1000, SECOND / 2)).isEqualTo(Duration.ofMillis(500));
    assertThat(pacer.untilStart(1000, 2 * SECOND)).isEqualTo(Duration.ZERO);
    assertThat(pacer.intendedNanos(1000)).isEqualTo(SECOND);
  }

  @Test
  void afterAMeantPauseNothingIsOverdue() {
    Pacer pacer = new Pacer(1000, 0).restartedAt(1000, 60 * SECOND);

    assertThat(pacer.intendedNanos(1000)).isEqualTo(60 * SECOND);
    assertThat(pacer.intendedNanos(2000)).isEqualTo(61 * SECOND);
  }

  @Test
  void aRateIsPositive() {
    for (double rate : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatThrownBy(() -> new Pacer(rate, 0)).isInstanceOf(IllegalArgumentException.class);
    }
  }
}
