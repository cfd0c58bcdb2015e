// SPDX-License-Identifier: Apache-2.0
package catena.records.latency;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProcessLimitTest {
  private static final long SECOND = 1_000_000_000;

  private long cpu = 77;
  private long nanos = 5;
  private final Meters.ProcessLimit limit = new Meters.ProcessLimit(() -> cpu, () -> nanos, 2);

  private void interval(long took, double cores) {
    nanos += took;
    cpu += (long) (took * cores);
    limit.sample();
  }

  @Test
  void onlyIntervalsThatUsedNearlyAllProcessorsAreReported() {
    interval(SECOND, 1.8);
    interval(SECOND, 0);
    assertThat(limit.inWords()).isEmpty();

    interval(2 * SECOND, 1.9);
    assertThat(limit.inWords())
        .contains("this process used over 90 % of its 2 processors in 1 of 3 intervals");
    interval(SECOND, 2);
    interval(0, 2);
    assertThat(limit.inWords())
        .contains("this process used over 90 % of its 2 processors in 2 of 5 intervals");
  }

  @Test
  void theTimeOfThisProcessGrowsWhileItWorks() {
    long before = Meters.ProcessLimit.cpuOfThisProcess();
    assertThat(before).isPositive();
    while (Meters.ProcessLimit.cpuOfThisProcess() == before) {
      Thread.onSpinWait();
    }
    assertThat(Meters.ProcessLimit.cpuOfThisProcess()).isGreaterThan(before);
  }
}
