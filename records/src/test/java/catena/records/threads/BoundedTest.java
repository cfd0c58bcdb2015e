// SPDX-License-Identifier: Apache-2.0
package catena.records.threads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class BoundedTest {
  private static final Duration LONG = Duration.ofHours(1);

  @Test
  void whatACallComesToIsHandedOn() throws Exception {
    assertThat(Bounded.call("A call", LONG, () -> "its result")).isEqualTo("its result");
  }

  @Test
  void whatItThrowsIsThrownAsItIs() {
    IOException failure = new IOException("planted");
    assertThatThrownBy(
            () ->
                Bounded.call(
                    "A call",
                    LONG,
                    () -> {
                      throw failure;
                    }))
        .isSameAs(failure);
    OutOfMemoryError error = new OutOfMemoryError("planted");
    assertThatThrownBy(
            () ->
                Bounded.run(
                    "A call",
                    LONG,
                    () -> {
                      throw error;
                    }))
        .isSameAs(error);
  }

  @Test
  void aCallThatTakesTooLongIsInterruptedAndThePlaceIsNamedWhereItStands() throws Exception {
    CountDownLatch interrupted = new CountDownLatch(1);
    assertThatThrownBy(
            () ->
                Bounded.call(
                    "Asking the manager",
                    Duration.ofMillis(200),
                    () -> {
                      try {
                        return new CountDownLatch(1).await(1, TimeUnit.DAYS);
                      } catch (InterruptedException e) {
                        interrupted.countDown();
                        throw e;
                      }
                    }))
        .isInstanceOf(TimeoutException.class)
        .hasMessageStartingWith("Asking the manager did not end within 200 ms; it stands in ")
        .hasMessageContaining("BoundedTest");
    interrupted.await();
  }
}
