// SPDX-License-Identifier: Apache-2.0
package catena.records.history;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.judge.FindingKind;
import catena.records.journal.Event;
import catena.records.verdict.Finding;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WorkDoneTest {
  private static final long AT = 100_000;

  private static List<String> whole(Event event) {
    List<String> done = new ArrayList<>();
    WorkDone.of(event, (what, amount, from, to) -> done.add(words(what, amount, from, to)));
    return done;
  }

  private static List<String> bySecond(Event event) {
    List<String> done = new ArrayList<>();
    WorkDone.bySecond(event, (what, amount, from, to) -> done.add(words(what, amount, from, to)));
    return done;
  }

  private static String words(WorkDone.Counted what, double amount, long from, long to) {
    return "%s %.1f in %d to %d".formatted(what, amount, from - AT, to - AT);
  }

  private static Event reader(List<Long> counts) {
    return new Event.Throughput(AT, "walk-0", false, 2.5, 10, 20, 30, 400, 0.1, 0, counts);
  }

  @Test
  void aWindowIsWorkFromItsBeginToItsAcknowledgement() {
    Event flush = new Event.Flush(AT, "ingest-w0", 0, 0, 0, 60, 40, 1, 3_000_000_000L);
    assertThat(whole(flush))
        .containsExactly(
            "ACKNOWLEDGED 60.0 in -3000 to 0",
            "DELETED 40.0 in -3000 to 0",
            "WINDOWS 1.0 in -3000 to 0");
    assertThat(bySecond(flush)).isEqualTo(whole(flush));
  }

  @Test
  void aReadersIntervalIsSpreadOverTheSecondsThatItReports() {
    assertThat(whole(reader(List.of(6L, 0L, 2L))))
        .containsExactly(
            "OPERATIONS 10.0 in -2500 to 0",
            "ROWS 20.0 in -2500 to 0",
            "ENTRIES 30.0 in -2500 to 0",
            "BYTES 400.0 in -2500 to 0");
    assertThat(bySecond(reader(List.of(6L, 0L, 2L))))
        .filteredOn(words -> words.startsWith("ROWS"))
        .containsExactly(
            "ROWS 15.0 in -2500 to -1500", "ROWS 0.0 in -1500 to -500", "ROWS 5.0 in -500 to 0");
    assertThat(bySecond(reader(List.of()))).isEqualTo(whole(reader(List.of())));
    assertThat(bySecond(reader(List.of(0L, 0L)))).isEqualTo(whole(reader(List.of())));
  }

  @Test
  void whatWritersHandedOverIsNoAnswer() {
    Event sent =
        new Event.Throughput(AT, "ingest-w0", true, 2, 7, 0, 900, 0, 0.1, 0, List.of(500L, 400L));
    assertThat(whole(sent)).isEmpty();
    assertThat(bySecond(sent))
        .containsExactly("SENT 500.0 in -2000 to -1000", "SENT 400.0 in -1000 to 0");
  }

  @Test
  void whatHappensAtOnceHasNoLengthAndTheRestIsNoWork() {
    assertThat(bySecond(new Event.Rejected(AT, "ingest-w0", 1, "gone", 1, 10)))
        .containsExactly("REJECTED 1.0 in 0 to 0");
    assertThat(
            bySecond(new Event.FindingSeen(AT, "walk-0", Finding.of(FindingKind.LOST, "00ff", AT))))
        .containsExactly("FINDINGS 1.0 in 0 to 0");
    assertThat(bySecond(new Event.Note(AT, "run", "x"))).isEmpty();
  }
}
