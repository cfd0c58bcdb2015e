// SPDX-License-Identifier: Apache-2.0
package catena.walker;

import static org.assertj.core.api.Assertions.assertThat;

import catena.harness.activity.CallerContext;
import catena.harness.activity.Description.Trait;
import catena.harness.activity.RunOptions;
import catena.read.check.Count;
import catena.records.settings.Layer;
import catena.records.settings.Settings;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.Verdict;
import catena.records.words.Problems;
import com.beust.jcommander.JCommander;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LagActivityTest {
  private final LagActivity activity = new LagActivity();

  private List<String> problems(CallerContext given, Map<String, String> settings) {
    Problems problems = new Problems();
    activity.check(
        Settings.resolve(LagActivity.SETTINGS, List.of(Layer.of("test", settings))),
        given,
        problems);
    return problems.found();
  }

  private static CallerContext command(String... runs) {
    RunOptions options = new RunOptions();
    new JCommander(options).parse(runs);
    return CallerContext.of(options);
  }

  @Test
  void asACommandItIsGivenTheOneRunThatWrites() {
    String message = "name the one run directory into which ingest writes: bin/catena lag RUN";
    assertThat(problems(command("runs/a"), Map.of())).isEmpty();
    assertThat(problems(command(), Map.of())).containsExactly(message);
    assertThat(problems(command("runs/a", "runs/b"), Map.of())).containsExactly(message);
    assertThat(problems(CallerContext.NOTHING, Map.of())).isEmpty();
  }

  @Test
  void itEndsWithThoseWhoAnnounceAndIsWaitedFor() {
    Settings settings = Settings.resolve(LagActivity.SETTINGS, List.of());
    assertThat(activity.forecast(settings).endless()).isFalse();
    assertThat(activity.description().is(Trait.BESIDE_OTHERS)).isTrue();
  }

  @Test
  void theShareOfLaggingRowsIsOfTheAnnouncedRows() {
    PartOutcome outcome =
        new PartOutcome(
            Verdict.PASS,
            List.of(),
            Map.of(
                "lag-2: " + Count.ANNOUNCED.words(), 1000L,
                "lag-2: " + Count.LAGGING.words(), 142L,
                "lag-2: " + Count.UNSEEN.words(), 3L),
            Map.of(),
            List.of());
    assertThat(LagActivity.inWords("lag-2", outcome))
        .isEqualTo("lag-2: 14.2 % of 1,000 announced rows lagging, 3 not seen");
    assertThat(LagActivity.inWords("lag", outcome))
        .isEqualTo("lag: 0.0 % of 0 announced rows lagging, 0 not seen");
  }

  private static PartOutcome read(Map<String, Long> tally) {
    return new PartOutcome(Verdict.PASS, List.of(), tally, Map.of(), List.of());
  }

  @Test
  void rowsThatWereNotJudgedAreReported() {
    String notJudged = "lag: " + Count.UNJUDGED.words();
    PartOutcome read = read(Map.of("lag: " + Count.ANNOUNCED.words(), 9L, notJudged, 2L));
    PartOutcome stopped = LagActivity.concluded("lag", read, 1, List.of());
    assertThat(stopped.verdict()).isEqualTo(Verdict.PASS);
    assertThat(stopped.tally()).containsEntry(notJudged, 3L);
    assertThat(stopped.reasons())
        .containsExactly("lag: 3 announced rows were not judged, since the readers ended before");
    assertThat(stopped.facts())
        .containsExactly("lag: 0.0 % of 9 announced rows lagging, 0 not seen, 3 not judged");
    PartOutcome whole = LagActivity.concluded("lag", read(Map.of()), 0, List.of());
    assertThat(whole.reasons()).isEmpty();
    assertThat(whole.tally()).isEmpty();
  }

  @Test
  void aQueueThatWasPerhapsNotReadToItsEndIsADoubt() {
    PartOutcome outcome = LagActivity.concluded("lag", read(Map.of()), 0, List.of("one is gone"));
    assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(outcome.reasons()).containsExactly("one is gone");
  }
}
