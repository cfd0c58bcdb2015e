// SPDX-License-Identifier: Apache-2.0
package catena.fleet.coordinate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class EventLoopTest {
  private static final Duration LONG = Duration.ofSeconds(20);

  private final Queue<String> died = new ConcurrentLinkedQueue<>();
  private final EventLoop loop = new EventLoop("loop", "nothing is done", died::add);

  /** Touched by the loop alone. */
  private final List<String> did = new ArrayList<>();

  @AfterEach
  void end() throws InterruptedException {
    assertThat(loop.end(LONG)).isTrue();
  }

  @Test
  void whatIsPostedIsDoneByOneThreadInItsOrder() throws Exception {
    for (int i = 0; i < 100; i++) {
      int number = i;
      loop.post(() -> did.add(number + " by " + Thread.currentThread().getName()));
    }
    List<String> all = loop.ask(() -> List.copyOf(did));
    assertThat(all).hasSize(100).startsWith("0 by loop", "1 by loop").endsWith("99 by loop");
  }

  @Test
  void aWaitEndsWithTheEventThatFulfilsIt() throws Exception {
    loop.repeat(Duration.ofMillis(5), () -> did.add("again"));
    assertThat(loop.await(LONG, () -> did.size() == 2)).isTrue();
    assertThat(loop.await(LONG, () -> did.size() >= 2)).as("it has come already").isTrue();
  }

  @Test
  void aConditionIsNotCheckedAgainAfterItsLimit() throws Exception {
    AtomicInteger looks = new AtomicInteger();
    assertThat(loop.await(Duration.ofMillis(5), () -> looks.incrementAndGet() < 0)).isFalse();
    assertThat(loop.await(Duration.ofMillis(-5), () -> false)).as("it is late already").isFalse();
    int before = looks.get();
    assertThat(loop.ask(() -> "an event")).isEqualTo("an event");
    assertThat(looks).hasValue(before);
  }

  @Test
  void whatFailsIsForWhoAskedOrWaitedAndTheLoopGoesOn() throws Exception {
    assertThatThrownBy(
            () ->
                loop.ask(
                    () -> {
                      throw new IOException("no answer");
                    }))
        .isInstanceOf(IOException.class)
        .hasMessage("no answer");
    assertThatThrownBy(
            () ->
                loop.await(
                    LONG,
                    () -> {
                      throw new IllegalStateException("no such worker");
                    }))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("no such worker");
    assertThat(died).isEmpty();
    assertThat(loop.ask(did::size)).isZero();
  }

  @Test
  void aPostedTaskThatFailsIsReported() throws Exception {
    loop.post(
        () -> {
          throw new IllegalStateException("planted");
        });
    assertThat(loop.ask(did::size)).isZero();
    assertThat(died)
        .singleElement()
        .asString()
        .startsWith("the thread loop died, so that nothing is done")
        .endsWith("planted");
  }

  @Test
  void afterItsEndNothingIsDone() throws Exception {
    loop.post(() -> did.add("before"));
    assertThat(loop.end(LONG)).isTrue();
    loop.post(() -> did.add("after"));
    assertThatThrownBy(() -> loop.ask(did::size))
        .isInstanceOf(IOException.class)
        .hasMessage("loop has ended");
    assertThat(did).containsExactly("before");
  }
}
