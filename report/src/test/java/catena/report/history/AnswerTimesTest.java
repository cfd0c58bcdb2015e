// SPDX-License-Identifier: Apache-2.0
package catena.report.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AnswerTimesTest {
  private static final long HOUR = 3_600_000;

  private final AnswerTimes answers = new AnswerTimes();

  @Test
  void withoutAnswersThereIsNothing() {
    assertThat(answers.lastBy(5)).isEmpty();
    assertThat(answers.after(-5)).isEmpty();
  }

  @Test
  void theSameSecondCountsForWhatWasBeforeItAndNotForWhatComesAfter() {
    answers.add(10_200);
    answers.add(10_800);
    assertThat(answers.lastBy(10_100)).isEmpty();
    assertThat(answers.lastBy(10_500)).as("the last of that second").hasValue(10_800);
    assertThat(answers.after(9_999)).hasValue(10_200);
    assertThat(answers.after(10_000)).isEmpty();
  }

  /** Against a search through all of them, over the borders of hours and before 1970. */
  @Test
  void answersAreFoundWhereverTheyAre() {
    Random random = new Random(3);
    List<Long> all = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      long at = (long) (random.nextDouble() * 8 * HOUR) - 3 * HOUR;
      all.add(at);
      answers.add(at);
    }
    for (int i = 0; i < 500; i++) {
      long at = (long) (random.nextDouble() * 10 * HOUR) - 4 * HOUR;
      long second = Math.floorDiv(at, 1000);
      OptionalLong by = all.stream().mapToLong(each -> each).filter(each -> each <= at).max();
      OptionalLong last =
          by.isEmpty()
              ? by
              : all.stream()
                  .mapToLong(each -> each)
                  .filter(each -> Math.floorDiv(each, 1000) <= Math.floorDiv(by.getAsLong(), 1000))
                  .max();
      OptionalLong after =
          all.stream()
              .mapToLong(each -> each)
              .filter(each -> Math.floorDiv(each, 1000) > second)
              .min();
      assertThat(answers.lastBy(at)).isEqualTo(last);
      assertThat(answers.after(at)).isEqualTo(after);
    }
  }

  @Test
  void aTimeFullOfAnswersHasNoSilence() {
    answers.add(HOUR - 2_500, HOUR + 1_500);
    for (long at = HOUR - 2_000; at < HOUR + 1_000; at += 1_000) {
      assertThat(answers.lastBy(at)).hasValue(at + 999);
      assertThat(answers.after(at)).hasValue(at + 1_000);
    }
  }
}
