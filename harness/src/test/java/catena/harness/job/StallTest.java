// SPDX-License-Identifier: Apache-2.0
package catena.harness.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class StallTest {
  private final AtomicLong now = new AtomicLong();
  private final JobRun.Stall stall = new JobRun.Stall(Duration.ofSeconds(10), now::get);

  private void passes(int seconds) {
    now.addAndGet(Duration.ofSeconds(seconds).toNanos());
  }

  @Test
  void workThatGetsOnIsNeverOver() {
    for (int i = 0; i < 100; i++) {
      passes(9);
      assertThat(stall.isOver("entry " + i)).isFalse();
    }
  }

  @Test
  void workThatStandsStillIsOverAtTheLimitAndNotBefore() {
    assertThat(stall.isOver("entry 5")).isFalse();
    passes(9);
    assertThat(stall.isOver("entry 5")).isFalse();
    passes(1);
    assertThat(stall.isOver("entry 5")).isTrue();
  }
}
