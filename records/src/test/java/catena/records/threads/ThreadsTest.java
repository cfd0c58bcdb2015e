// SPDX-License-Identifier: Apache-2.0
package catena.records.threads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.commons.lang3.function.FailableRunnable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ThreadsTest {
  private final List<String> doubts = new CopyOnWriteArrayList<>();

  private Thread started(FailableRunnable<Exception> work) {
    Thread thread = Threads.daemon("look-out", "nobody looks", work, doubts::add);
    thread.start();
    return thread;
  }

  @Test
  void aThreadThatDiesOfAnErrorIsReportedWithWhatItOwed() throws Exception {
    started(
            () -> {
              throw new StackOverflowError("planted");
            })
        .join();
    assertThat(doubts)
        .containsExactly(
            "the thread look-out died, so that nobody looks: java.lang.StackOverflowError:"
                + " planted");
  }

  @Test
  void aThreadThatEndsOrIsInterruptedIsNot() throws Exception {
    started(() -> {}).join();
    CountDownLatch never = new CountDownLatch(1);
    Thread waiting = started(never::await);
    waiting.interrupt();
    waiting.join();
    assertThat(doubts).isEmpty();
    assertThat(waiting.isDaemon()).isTrue();
  }

  @Test
  void aTaskThatIsRepeatedIsReportedOnceAndThrowsAsBefore() {
    AtomicInteger turns = new AtomicInteger();
    Runnable task =
        Threads.repeated(
            "tick",
            "the clock stands",
            () -> {
              if (turns.incrementAndGet() == 2) {
                throw new AssertionError("planted");
              }
            },
            doubts::add);
    task.run();
    assertThat(doubts).isEmpty();
    assertThatThrownBy(task::run).hasMessage("planted");
    assertThat(doubts).singleElement().asString().contains("tick", "the clock stands", "planted");
  }

  @Test
  void anErrorInABoundedCallIsThrownAsItIs() {
    Error planted = new OutOfMemoryError("planted");
    assertThatThrownBy(
            () ->
                Bounded.run(
                    "a call",
                    Duration.ofMinutes(1),
                    () -> {
                      throw planted;
                    }))
        .isSameAs(planted);
  }

  @Test
  void aCallThatNeverReturnsIsGivenUpAndItsPlaceIsNamed() {
    CountDownLatch never = new CountDownLatch(1);
    assertThatThrownBy(() -> Bounded.run("a call", Duration.ofMillis(50), () -> waits(never)))
        .isInstanceOf(TimeoutException.class)
        .hasMessageContaining("a call did not end within 50 ms; it stands in ThreadsTest.waits")
        .hasCauseInstanceOf(Throwable.class);
  }

  private static void waits(CountDownLatch never) throws InterruptedException {
    boolean unused = never.await(1, TimeUnit.DAYS);
  }
}
