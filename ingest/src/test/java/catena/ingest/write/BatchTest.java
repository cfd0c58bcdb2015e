// SPDX-License-Identifier: Apache-2.0
package catena.ingest.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.records.threads.Threads;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.apache.accumulo.core.client.BatchWriter;
import org.junit.jupiter.api.Test;

class BatchTest {
  private final CountDownLatch released = new CountDownLatch(1);

  /** A batch writer that closes once it is released. */
  private BatchWriter slow() {
    return (BatchWriter)
        Proxy.newProxyInstance(
            BatchTest.class.getClassLoader(),
            new Class<?>[] {BatchWriter.class},
            (proxy, method, words) -> {
              assertThat(method.getName()).isEqualTo("close");
              released.await();
              return null;
            });
  }

  @Test
  void whatStillClosesIsKnownAlsoIfTheWaitForItIsInterrupted() throws Exception {
    Batch batch = new Batch(this::slow);
    BatchWriter unused = batch.current();
    // Loads what makes threads, and its log, whose start would take the interrupt for its own.
    Thread none = Threads.daemons("unused").newThread(() -> {});
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> batch.discard(Duration.ofSeconds(30)))
        .isInstanceOf(InterruptedException.class);
    List<Thread> closing = batch.closing();
    assertThat(closing).hasSize(1);
    released.countDown();
    closing.get(0).join();
    assertThat(batch.closing()).isEmpty();
  }
}
