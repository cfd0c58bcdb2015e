// SPDX-License-Identifier: Apache-2.0
package catena.records.threads;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.util.concurrent.Uninterruptibles;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class StopSignalTest {
  private static final Duration LONG = Duration.ofMinutes(1);

  @Test
  void theFirstReasonIsKeptAndListenersAreCalledOnce() throws InterruptedException {
    StopSignal signal = new StopSignal();
    List<String> told = new ArrayList<>();
    signal.onAsked(() -> told.add("before"));
    assertThat(signal.await(Duration.ZERO)).isFalse();

    signal.ask("one");
    signal.ask("two");
    signal.onAsked(() -> told.add("after"));

    assertThat(signal.reason()).contains("one");
    assertThat(signal.await(LONG)).isTrue();
    assertThat(told).containsExactly("before", "after");
  }

  @Test
  void whatMustBeDoneAllTheSameIsNotCutShort() throws InterruptedException {
    List<Duration> waited = new ArrayList<>();
    StopSignal signal =
        new StopSignal(
            (asked, limit) -> {
              if (asked.getCount() > 0) {
                waited.add(limit);
              }
            });
    signal.ask("enough");
    assertThat(signal.await(LONG)).isTrue();
    assertThat(waited).isEmpty();
    signal.waitOut(LONG);
    assertThat(waited).containsExactly(LONG);
  }

  @Test
  void aChildHearsItsParentOnly() {
    StopSignal parent = new StopSignal();
    StopSignal first = parent.child();
    StopSignal second = parent.child();

    first.ask("enough");
    assertThat(parent.asked()).isFalse();
    assertThat(second.asked()).isFalse();

    parent.ask("all");
    assertThat(first.reason()).contains("enough");
    assertThat(second.reason()).contains("all");
    assertThat(parent.child().asked()).isTrue();
  }

  @Test
  void workThatIsUnderWayIsInterruptedAndWhatComesBehindItIsNot() throws Exception {
    StopSignal signal = new StopSignal();
    assertThat(signal.interrupting(() -> "done")).isEqualTo("done");
    signal.ask("enough");
    assertThat(Thread.interrupted()).as("what was done before").isFalse();

    StopSignal other = new StopSignal();
    assertThat(
            other.<Boolean>interrupting(
                () -> {
                  other.ask("enough");
                  return Thread.interrupted();
                }))
        .as("under way")
        .isTrue();
    assertThat(other.<Boolean>interrupting(Thread::interrupted)).as("asked before it").isTrue();
  }

  /** Else it would close the next file that its thread writes. */
  @Test
  void anInterruptThatTheWorkDidNotHeedGoesWithIt() throws Exception {
    StopSignal signal = new StopSignal();
    signal.ask("enough");
    assertThat(signal.interrupting(() -> "done")).isEqualTo("done");
    assertThat(Thread.interrupted()).as("the work had a result").isFalse();

    Callable<Object> failing =
        () -> {
          throw new IOException("planted");
        };
    assertThatThrownBy(() -> signal.interrupting(failing)).isInstanceOf(IOException.class);
    assertThat(Thread.interrupted()).as("the work failed").isFalse();
  }

  @Test
  void whatHeedsNothingIsGivenUpAndWhatIsDoneInTimeIsNot() throws Exception {
    StopSignal signal = new StopSignal();
    assertThat(signal.<String>unlessAsked("quick", LONG, () -> "done")).isEqualTo("done");
    Duration brief = Duration.ofMillis(1);
    CountDownLatch late = new CountDownLatch(1);
    assertThatThrownBy(
            () -> signal.<Boolean>unlessAsked("Waiting", brief, () -> late.await(1, MINUTES)))
        .isInstanceOf(TimeoutException.class)
        .hasMessageStartingWith("Waiting did not end within 1 ms");

    CountDownLatch never = new CountDownLatch(1);
    assertThatThrownBy(
            () ->
                signal.<Boolean>unlessAsked(
                    "deaf",
                    LONG,
                    () -> {
                      signal.ask("enough");
                      Uninterruptibles.awaitUninterruptibly(never);
                      return true;
                    }))
        .isInstanceOf(InterruptedException.class);
    never.countDown();
  }

  @Test
  void theHookWaitsForMainAndEndsWithItsStatus() throws InterruptedException {
    StopSignal signal = new StopSignal();
    List<Integer> halted = new ArrayList<>();
    Shutdown shutdown = new Shutdown(signal, LONG, halted::add);
    Thread hook = new Thread(shutdown::run);
    hook.start();

    assertThat(signal.await(LONG)).isTrue();
    shutdown.finished(2);
    hook.join();

    assertThat(halted).containsExactly(2);
    assertThat(signal.reason()).contains("stopped by a signal");
  }

  @Test
  void theHookDoesNotWaitForEver() {
    List<Integer> halted = new ArrayList<>();

    new Shutdown(new StopSignal(), Duration.ofMillis(1), halted::add).run();

    assertThat(halted).isEmpty();
  }

  /** A verification of days waits again and again. */
  @Test
  @Timeout(60)
  void workThatIsDoneLeavesNothingBehind() throws Exception {
    StopSignal stop = new StopSignal();
    WeakReference<Object> worker = new WeakReference<>(workIn(stop));
    while (worker.get() != null) {
      System.gc();
    }
    assertThat(stop.asked()).isFalse();
  }

  /** The thread, which has ended. */
  private static Object workIn(StopSignal stop) throws InterruptedException {
    Thread worker =
        new Thread(
            () -> {
              try {
                assertThat(stop.interrupting(() -> 1)).isEqualTo(1);
              } catch (Exception e) {
                throw new AssertionError(e);
              }
            });
    worker.start();
    worker.join();
    return worker;
  }
}
