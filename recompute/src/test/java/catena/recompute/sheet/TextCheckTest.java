package catena.recompute.sheet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TextCheckTest {
  private static final String TEXT =
      """
      quick
      Made 2026-11-22 06:19:59, times in UTC

      run
      ===
      PASS. All is well.
        Entries written: 2,100,000 (and 300,000 deleted by 4
          writers)

      Latency
      =======
      From the intended start.
      Operation  Number     p50
      flush         242  486.0 ms

      Phases
      ======
      Sizes in entries.
      ingest: work ingest entries; clients 4; average
          68.37 k
      quiesce: average 1.20 k

      Else
      ====
      three more words
      """;

  private final TextCheck check = new TextCheck("report.txt", TEXT);

  private static Sheet latency(double p50) {
    Sheet sheet =
        new Sheet(
            "latency", "Latency", List.of("Operation", "Number", "p50"), List.of("Operation"));
    sheet.row(Cell.text("flush"), Cell.count(242), Cell.millis(p50));
    return sheet;
  }

  private static Sheet phases(double clients) {
    Sheet sheet =
        new Sheet("phases", "Phases", List.of("Phase", "Work", "Clients", "Average"), List.of());
    sheet.row(
        Cell.text("ingest"), Cell.text("ingest entries"), Cell.count(clients), Cell.count(68_371));
    sheet.row(Cell.text("quiesce"), Cell.text("–"), Cell.text("–"), Cell.count(1200));
    return sheet;
  }

  @Test
  void whatIsRightIsSilentWhateverItsFormAndWhereverLinesEnd() {
    check.phrases(
        "run",
        Map.of(
            "entries",
            Cell.phrase(
                "Entries written: ",
                Cell.count(2_100_000),
                " (and ",
                Cell.count(300_000),
                " deleted by 4 writers)")));
    check.table(latency(486));
    check.table(phases(4));
    FileCheck done = check.done();
    assertThat(done.differences()).isEmpty();
    assertThat(done.compared()).isGreaterThan(5);
  }

  @Test
  void aWrongNumberIsNamedWithBoth() {
    check.table(latency(487.6));
    check.table(phases(5));
    assertThat(check.done().differences())
        .extracting(FileCheck.Difference::toString)
        .containsExactly(
            "Latency, flush: shown 486.0 ms, recomputed 487.6",
            "Phases, ingest: shown 4, recomputed 5");
  }

  @Test
  void aRowTooManyAndARowTooFewAreNamed() {
    Sheet few = new Sheet("phases", "Phases", List.of("Phase", "Average"), List.of());
    few.row(Cell.text("ingest"), Cell.text("work ingest entries; clients 4; average 68.37 k"));
    check.table(few);
    Sheet many = latency(486);
    many.row(Cell.text("lookup"), Cell.count(1), Cell.millis(1));
    check.table(many);
    assertThat(check.done().differences())
        .extracting(FileCheck.Difference::where)
        .containsExactly("Phases", "Latency, lookup");
  }

  @Test
  void aSectionThatIsMissingIsNamed() {
    check.titled("20 LOST");
    assertThat(check.done().differences())
        .extracting(FileCheck.Difference::where)
        .containsExactly("section 20 LOST");
  }

  @Test
  void whatThereIsNoRuleForIsCounted() {
    FileCheck done = check.done();
    assertThat(done.without()).contains("section Else (3)");
    assertThat(done.notRecomputed()).isGreaterThan(20);
  }
}
