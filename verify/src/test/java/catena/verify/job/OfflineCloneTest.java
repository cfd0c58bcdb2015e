// SPDX-License-Identifier: Apache-2.0
package catena.verify.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.records.threads.StopSignal;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class OfflineCloneTest {
  private final StopSignal stop = new StopSignal();

  @Test
  void whatEndsIsDone() throws Exception {
    AtomicBoolean done = new AtomicBoolean();
    OfflineClone.awaited("It", Duration.ofMinutes(1), stop, () -> done.set(true));

    assertThat(done).isTrue();
  }

  @Test
  void whatHangsIsLeftAtTheLimit() {
    assertThatThrownBy(
            () ->
                OfflineClone.awaited(
                    "It", Duration.ofMillis(1), stop, () -> new CountDownLatch(1).await()))
        .isInstanceOf(TimeoutException.class)
        .hasMessageContaining("It did not end within");
  }

  @Test
  void whatHangsIsLeftAtAStop() {
    assertThatThrownBy(
            () ->
                OfflineClone.awaited(
                    "It",
                    Duration.ofHours(1),
                    stop,
                    () -> {
                      stop.ask("planted");
                      new CountDownLatch(1).await();
                    }))
        .isInstanceOf(TimeoutException.class)
        .hasMessageContaining("It was stopped: planted");
  }

  @Test
  void whatFailsFails() {
    assertThatThrownBy(
            () ->
                OfflineClone.awaited(
                    "It",
                    Duration.ofMinutes(1),
                    stop,
                    () -> {
                      throw new IOException("planted");
                    }))
        .isInstanceOf(IOException.class);
  }
}
