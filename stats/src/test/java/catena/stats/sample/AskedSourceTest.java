// SPDX-License-Identifier: Apache-2.0
package catena.stats.sample;

import static org.assertj.core.api.Assertions.assertThat;

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
    return new AskedSource(
        new Source() {
          @Override
          public String name() {
            return "test";
          }

          @Override
          public Set<ClusterMetric> cluster() {
            return EnumSet.of(ClusterMetric.TSERVERS);
          }

          @Override
          public Set<ClusterMetric> table() {
            return EnumSet.noneOf(ClusterMetric.class);
          }

          @Override
          public Reading read(Duration limit) throws Exception {
            return action.read();
          }
        });
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
              return new Reading().cluster(ClusterMetric.TSERVERS, 3);
            })) {
      for (int sample = 0; sample < 3; sample++) {
        source.ask(SHORT);
        assertThat(source.answer(SHORT).reading()).isEmpty();
      }
      assertThat(questions).hasValue(1);
      source.ask(LONG);
      gone.countDown();
      assertThat(source.answer(LONG).reading().orElseThrow().cluster())
          .containsEntry(ClusterMetric.TSERVERS, 3.0);
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
                return new Reading().cluster(ClusterMetric.TSERVERS, questions.get());
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
        assertThat(source.answer(LONG).reading().orElseThrow().cluster())
            .containsEntry(ClusterMetric.TSERVERS, sample);
      }
      source.ask(LONG);
      assertThat(source.answer(SHORT).reading()).isEmpty();
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
      assertThat(source.answer(LONG).reason()).isEqualTo("nobody is at home");
      source.ask(LONG);
      assertThat(source.answer(LONG).reading()).isPresent();
    }
  }
}
