// SPDX-License-Identifier: Apache-2.0
package catena.stats.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SourceTest {
  private static final Duration SHORT = Duration.ofMillis(20);
  private static final Duration LONG = Duration.ofSeconds(30);

  /** What a source does when it is read. */
  private interface Action {
    Reading read() throws Exception;
  }

  private static Source asked(Action action) {
    Set<Metric> figures = EnumSet.of(Metric.TSERVERS);
    return new Source("test", figures, Set.of()) {
      @Override
      public Reading read(Duration limit) throws Exception {
        return action.read();
      }
    };
  }

  @Test
  void aSourceThatHangsIsAskedOnceAndItsAnswerIsTakenWhenItComes() throws Exception {
    CountDownLatch gone = new CountDownLatch(1);
    AtomicInteger questions = new AtomicInteger();
    try (Source source =
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
    try (Source source =
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
    try (Source source =
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

  @Test
  void oneSlowAnswerIsNoLoss() {
    Source source = asked(Reading::new);
    assertThat(source.isNews(1_000, true)).isFalse();
    assertThat(source.isNews(2_000, false)).isFalse();
    assertThat(source.isNews(3_000, true)).isFalse();
  }

  @Test
  void lossAndReturnAreReportedOnceEach() {
    Source source = asked(Reading::new);
    assertThat(source.isNews(1_000, true)).isFalse();
    for (long at = 2_000; at < 6_000; at += 1_000) {
      assertThat(source.isNews(at, false)).isFalse();
    }
    assertThat(source.isNews(6_000, false)).isTrue();
    assertThat(source.isNews(7_000, false)).isFalse();
    assertThat(source.isNews(8_000, true)).isTrue();
    assertThat(source.isNews(9_000, true)).isFalse();
  }

  @Test
  void whereSamplesAreFarApartTheFirstAbsenceIsALoss() {
    Source source = asked(Reading::new);
    assertThat(source.isNews(30_000, true)).isFalse();
    assertThat(source.isNews(60_000, false)).isTrue();
    assertThat(source.isNews(90_000, true)).isTrue();
  }

  @Test
  void aClockThatIsSetBackHidesNoLoss() {
    Source source = asked(Reading::new);
    assertThat(source.isNews(3_600_000, true)).isFalse();
    assertThat(source.isNews(1_000, false)).isFalse();
    assertThat(source.isNews(6_000, false)).isTrue();
  }
}
