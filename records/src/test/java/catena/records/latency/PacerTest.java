// SPDX-License-Identifier: Apache-2.0
package catena.records.latency;

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
  void whatIsDueBeforeATimeIsWhatIsToBeginBeforeIt() {
    for (double rate : new double[] {0.3, 1, 7, 20, 333.3, 1e9}) {
      Pacer pacer = new Pacer(rate, 100);
      for (long operation : new long[] {0, 1, 2, 699, 700, 1_000_003}) {
        long intended = pacer.intendedNanos(operation);
        assertThat(pacer.dueBefore(intended)).as("%s/s", rate).isEqualTo(operation);
        assertThat(pacer.dueBefore(intended + 1)).as("%s/s", rate).isEqualTo(operation + 1);
      }
      assertThat(pacer.dueBefore(99)).isZero();
    }
  }

  @Test
  void groupsAreDueWithTheirLast() {
    Upcoming writes = new Upcoming(new Pacer(10, 0), 3, Long.MAX_VALUE);
    Upcoming windows = writes.grouped(20, 5, 3);

    assertThat(writes.lateNanos(SECOND)).isEqualTo(SECOND * 7 / 10);
    assertThat(windows.lateNanos(3 * SECOND)).isEqualTo(SECOND * 6 / 10);
    assertThat(windows.dueBefore(3 * SECOND)).isEqualTo(2);
    assertThat(windows.dueBefore(60 * SECOND)).isEqualTo(3);
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
