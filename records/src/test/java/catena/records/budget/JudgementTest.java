// SPDX-License-Identifier: Apache-2.0
package catena.records.budget;

import static org.assertj.core.api.Assertions.assertThat;

import catena.records.settings.Layer;
import catena.records.settings.Settings;
import catena.records.verdict.Verdict;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class JudgementTest {
  @ParameterizedTest
  @EnumSource(Measure.class)
  void eachBudgetIsMetExactlyAndOnOneSideAndMissedOnTheOther(Measure measure) {
    double better = measure.least() ? 11 : 9;
    double worse = measure.least() ? 9 : 11;
    assertThat(judged(measure, 10, 10).verdict()).isEqualTo(Verdict.PASS);
    assertThat(judged(measure, 10, better).verdict()).isEqualTo(Verdict.PASS);
    Judgement missed = judged(measure, 10, worse);
    assertThat(missed.verdict()).isEqualTo(measure.isMark() ? Verdict.UNKNOWN : Verdict.BUDGET);
    assertThat(missed.sentence())
        .startsWith((measure.isMark() ? "" : "budget ") + measure.word() + " missed: ")
        .contains(measure.inWords(10), measure.inWords(worse))
        .endsWith(
            measure.isMark() ? "at least 10" : measure.least() ? "10.0 % less" : "10.0 % more");
    assertThat(missed.outcome().tally())
        .isEqualTo(measure.isMark() ? Map.of(measure.word(), 9L) : Map.of());
  }

  @ParameterizedTest
  @EnumSource(Measure.class)
  void aNumberThatTheRunHasNotIsADoubt(Measure measure) {
    Judgement judgement = Judgement.of(measure, 10, Measured.missing("nobody told"));
    assertThat(judgement.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(judgement.value()).isEmpty();
    assertThat(judgement.sentence())
        .startsWith((measure.isMark() ? "" : "budget ") + measure.word())
        .endsWith("cannot be judged: nobody told");
    assertThat(Judgement.of(measure, 10, Measured.of(Double.NaN, "x")).verdict())
        .isEqualTo(Verdict.UNKNOWN);
  }

  @Test
  void theSentenceSaysWhichAndByHowMuch() {
    assertThat(
            Judgement.of(Measure.INGEST_RATE, 50_000, Measured.of(41_000, "ingest-2 on average"))
                .sentence())
        .isEqualTo(
            "budget ingest.rate missed: 41.0 k/s (ingest-2 on average), at least 50.0 k/s, 18.0 %"
                + " less");
    assertThat(judged(Measure.RECOVERY, 60, 12.5).sentence())
        .isEqualTo("budget recovery met: 12.5 s, at most 60.0 s");
    assertThat(judged(Measure.REJECTED, 0, 3).sentence())
        .isEqualTo("budget rejected missed: 3, at most 0, 3 more");
  }

  private static Judgement judged(Measure measure, double limit, double value) {
    return Judgement.of(measure, limit, Measured.of(value, ""));
  }

  @Test
  void budgetsAreSettingsThatAreEmptyUnlessGiven() {
    Settings none = Settings.resolve(Measure.settings(), List.of());
    for (Measure measure : Measure.values()) {
      assertThat(measure.limit(none)).as(measure.word()).isEmpty();
      assertThat(Measure.of(measure.word())).contains(measure);
    }
    Settings some =
        Settings.resolve(
            Measure.settings(),
            List.of(
                Layer.of(
                    "x",
                    Map.of(
                        "budget.flush.p99",
                        "1500ms",
                        "budget.recovery",
                        "2m",
                        "budget.ingest.rate",
                        "5e4",
                        "budget.rejected",
                        "0"))));
    assertThat(Measure.FLUSH_P99.limit(some)).contains(1.5);
    assertThat(Measure.RECOVERY.limit(some)).contains(120.0);
    assertThat(Measure.INGEST_RATE.limit(some)).contains(50_000.0);
    assertThat(Measure.REJECTED.limit(some)).contains(0.0);
  }
}
