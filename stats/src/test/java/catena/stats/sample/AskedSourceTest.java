// SPDX-License-Identifier: Apache-2.0
package catena.stats.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.stats.sample.ClusterSampler.AskedSource;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class AskedSourceTest {
  private static final Duration SHORT = Duration.ofMillis(20);
  private static final Duration LONG = Duration.ofSeconds(30);

  /** What a source does when it is read. */
  private interface Action {
    Reading read() throws Exception;
  }

  private static AskedSource asked(Action action) {
    Set<Metric> figures = EnumSet.of(Metric.TSERVERS);
    return new AskedSource(new Source("test", figures, Set.of(), limit -> action.read()), 0);
  }

  @Test
  void aSourceThatHangsIsAskedOnceAndItsAnswerIsTakenWhenItComes() throws Exception {
    CountDownLatch gone = new CountDownLatch(1);
    AtomicInteger questions = new AtomicInteger();
    try (AskedSource source =
        asked(
            () -> {
              questions.incrementAndGet();
              gone.await();
              return new Reading().cluster(Metric.TSERVERS, 3);
            })) {
      for (int sample = 0; sample < 3; sample++) {
        source.ask(SHORT);
        assertThatThrownBy(() -> source.answer(SHORT)).hasMessage("does not answer in time");
      }
      assertThat(questions).hasValue(1);
      source.ask(LONG);
      gone.countDown();
      assertThat(source.answer(LONG).cluster()).containsEntry(Metric.TSERVERS, 3.0);
      assertThat(questions).as("none was queued behind it").hasValue(1);
    }
  }

  @Test
  void whoHasAnsweredIsAskedAnewAndWhoHangsIsInterruptedByTheEnd() throws Exception {
    AtomicInteger questions = new AtomicInteger();
    CountDownLatch interrupted = new CountDownLatch(1);
    try (AskedSource source =
        asked(
            () -> {
              if (questions.incrementAndGet() <= 2) {
                return new Reading().cluster(Metric.TSERVERS, questions.get());
              }
              try {
                new CountDownLatch(1).await();
              } catch (InterruptedException e) {
                interrupted.countDown();
              }
              return new Reading();
            })) {
      for (double sample = 1; sample <= 2; sample++) {
        source.ask(LONG);
        assertThat(source.answer(LONG).cluster()).containsEntry(Metric.TSERVERS, sample);
      }
      source.ask(LONG);
      assertThatThrownBy(() -> source.answer(SHORT)).hasMessage("does not answer in time");
    }
    interrupted.await();
  }

  @Test
  void aSourceThatFailsSaysWhyAndIsAskedAgain() throws Exception {
    AtomicInteger questions = new AtomicInteger();
    try (AskedSource source =
        asked(
            () -> {
              if (questions.getAndIncrement() == 0) {
                throw new IOException("nobody is at home");
              }
              return new Reading();
            })) {
      source.ask(LONG);
      assertThatThrownBy(() -> source.answer(LONG)).hasMessage("nobody is at home");
      source.ask(LONG);
      assertThat(source.answer(LONG)).isNotNull();
    }
  }
}
