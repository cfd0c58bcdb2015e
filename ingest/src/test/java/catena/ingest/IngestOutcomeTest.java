// SPDX-License-Identifier: Apache-2.0
package catena.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.Position;
import catena.harness.client.ClientRunner;
import catena.ingest.write.WriterOutcome;
import catena.records.latency.Unanswered;
import catena.records.verdict.Verdict;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class IngestOutcomeTest {
  private static final Duration TOOK = Duration.ofSeconds(20);

  private static WriterOutcome writer(int number, long entries, long deletes, boolean inDoubt) {
    return new WriterOutcome(
        number, "uuid-" + number, entries, deletes, 4, 2, new Position(0, 4, 0), inDoubt);
  }

  private static IngestOutcome outcome(Unanswered unanswered, WriterOutcome... writers) {
    return new IngestOutcome(
        Verdict.PASS, Optional.empty(), Optional.empty(), List.of(writers), unanswered, TOOK);
  }

  @Test
  void theShareOfARunIsWhatWasAcknowledged() {
    IngestOutcome both =
        outcome(Unanswered.NONE, writer(0, 3_000, 100, false), writer(3, 1_000, 50, false));

    assertThat(both.entries()).isEqualTo(4_000);
    assertThat(both.deletes()).isEqualTo(150);
    assertThat(both.rejections()).isEqualTo(4);
    assertThat(both.part().verdict()).isEqualTo(Verdict.PASS);
    assertThat(both.part().reasons()).isEmpty();
    assertThat(both.part().tally())
        .hasSize(2)
        .containsEntry("entries acknowledged", 4_000L)
        .containsEntry("deletes acknowledged", 150L);
    assertThat(both.part().facts())
        .containsExactly("4,000 entries written and 150 deleted by 2 writers, 200/s");
  }

  @Test
  void whatWasDueAndNotAnsweredIsReported() {
    Unanswered late = new Unanswered(8, 1, 5, 2_000_000_000);

    assertThat(outcome(late, writer(0, 10, 0, false)).part().facts())
        .hasSize(2)
        .endsWith("5 windows were due and never begun, 1 under way, the oldest for 2.0 s");
    assertThat(outcome(late, writer(0, 10, 0, false)).part().tally())
        .hasSize(4)
        .containsValues(5L, 1L);
  }

  @Test
  void withoutAnAcknowledgementNothingIsPromised() {
    assertThat(IngestOutcome.nothing(List.of()))
        .contains("no write was acknowledged, so that nothing is promised");
    assertThat(IngestOutcome.nothing(List.of(writer(0, 0, 0, true)))).isPresent();
    assertThat(IngestOutcome.nothing(List.of(writer(0, 0, 0, true), writer(1, 1, 0, false))))
        .isEmpty();
    assertThat(IngestOutcome.nothing(List.of(writer(0, 0, 1, false)))).isEmpty();
  }

  @Test
  void doubtsStandBehindTheReasonAndMakeItUnknown() {
    IngestOutcome sound = outcome(Unanswered.NONE, writer(0, 10, 0, false));
    assertThat(sound.doubted(List.of())).isSameAs(sound);

    IngestOutcome doubted = sound.doubted(List.of("a", "b")).doubted(List.of("c"));
    assertThat(doubted.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(doubted.reason()).contains("a; b; c");
    assertThat(doubted.part().reasons()).containsExactly("a; b; c");
    assertThat(doubted.entries()).isEqualTo(10);
  }

  @Test
  void eachWriterHasALineAndDoubtsAndAnEarlyStopAreSaid() {
    IngestOutcome outcome =
        new IngestOutcome(
            Verdict.PASS,
            Optional.empty(),
            Optional.of("the disk is full"),
            List.of(writer(0, 3_000, 7, false), writer(12, 10, 0, true)),
            Unanswered.NONE,
            TOOK);

    assertThat(outcome.writerLines())
        .extracting(line -> line.strip().replaceAll(" +", " "))
        .containsExactly(
            "writer entries deletes flushes again uuid",
            "0 3,000 7 4 2 uuid-0",
            "12 10 0 4 2 uuid-12",
            "in 20s, 4 windows sent again",
            "In doubt is the last window of writers [12]; --resume sends it again",
            "Stopped early: the disk is full");
    assertThat(
            new IngestOutcome(
                    Verdict.PASS,
                    Optional.empty(),
                    Optional.of(ClientRunner.TIME_IS_UP),
                    List.of(writer(0, 3_000, 7, false)),
                    Unanswered.NONE,
                    TOOK)
                .writerLines())
        .as("a time that was given is over, which is no early stop")
        .last()
        .isEqualTo("in 20s, 2 windows sent again");
  }

  @Test
  void twentyOfManyWritersAreShown() {
    WriterOutcome[] many =
        IntStream.range(0, 21).mapToObj(i -> writer(i, 1, 0, false)).toArray(WriterOutcome[]::new);

    assertThat(outcome(Unanswered.NONE, many).writerLines())
        .hasSize(23)
        .contains("and 1 more writers")
        .noneMatch(line -> line.contains("uuid-20"))
        .noneMatch(line -> line.contains("In doubt") || line.contains("Stopped"));
    assertThat(outcome(Unanswered.NONE, Arrays.copyOf(many, 20)).writerLines())
        .hasSize(22)
        .noneMatch(line -> line.contains("more writers"));
  }
}
