// SPDX-License-Identifier: Apache-2.0
package catena.verify.row;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.Graph;
import catena.read.check.Count;
import catena.verify.ModelTable;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.apache.hadoop.io.Text;
import org.junit.jupiter.api.Test;

class CoverageAccountTest {
  private static final int FLUSH = ModelTable.FLUSH;

  private final Graph graph = ModelTable.graph(0, "");
  private final Map<Integer, Long> population = Map.of(0, 11L, 3, 7L, 5, 0L);
  private final List<RowRange> ranges =
      RowRanges.ofTablets(
          List.of(new Text("1234567812345678"), new Text("55")),
          RowRange.ALL,
          6,
          100,
          RowRanges.Pieces.EVEN);

  /** What a task says that looks at a range as it should; all its nodes are as promised. */
  private RangeReport visited(RowRange range) {
    Map<Integer, Long> visited = new TreeMap<>();
    var cursor = graph.nodes(range.firstNumber(), range.endNumber(), population);
    long all = 0;
    while (cursor.advance()) {
      visited.merge(cursor.writer(), 1L, Long::sum);
      all++;
    }
    Map<Count, Long> counts = Map.of(Count.VISITED, all, Count.EXACT, all);
    return new RangeReport(range, visited, counts, Optional.empty());
  }

  private CoverageAccount account(List<RangeReport> reports) {
    CoverageAccount account = new CoverageAccount(graph, population, List.of(RowRange.ALL), ranges);
    reports.forEach(account::report);
    return account;
  }

  private List<RangeReport> reports() {
    return new ArrayList<>(ranges.stream().map(this::visited).toList());
  }

  private List<String> doubtsWith(int changed, UnaryOperator<RangeReport> change) {
    List<RangeReport> reports = reports();
    reports.set(changed, change.apply(reports.get(changed)));
    return account(reports).doubts();
  }

  @Test
  void whatAddsUpIsSilent() {
    assertThat(ranges).hasSize(6);
    assertThat(account(reports()).doubts()).isEmpty();
  }

  @Test
  void aRangeThatNoTaskReportsIsNamed() {
    List<RangeReport> reports = reports();
    RangeReport missing = reports.remove(2);

    assertThat(account(reports).doubts())
        .singleElement()
        .asString()
        .contains("No task reported the rows " + missing.range());
  }

  @Test
  void theFirstTenOfManyRangesAreNamedAndTheOthersCounted() {
    assertThat(ofNone(10)).contains("number 10, which").doesNotContain("more");
    assertThat(ofNone(11)).contains("number 10 and 1 more, which");
    assertThat(ofNone(25)).contains("number 10 and 15 more, which");
  }

  /** The doubt where no task tells of some ranges; their names are cut to the number of each. */
  private String ofNone(int number) {
    List<RowRange> many =
        RowRanges.ofTablets(List.of(), RowRange.ALL, number, number, RowRanges.Pieces.EVEN);
    assertThat(many).hasSize(number);
    CoverageAccount account = new CoverageAccount(graph, population, List.of(RowRange.ALL), many);
    String doubt = account.doubts().get(0);
    for (int i = 0; i < number; i++) {
      doubt = doubt.replace(many.get(i).toString(), "number " + (i + 1));
    }
    return doubt;
  }

  @Test
  void aRangeThatComesTwiceIsNamed() {
    List<RangeReport> reports = reports();
    reports.add(reports.get(4));

    assertThat(account(reports).doubts())
        .singleElement()
        .asString()
        .contains("Two tasks checked the rows " + ranges.get(4));
  }

  @Test
  void aRangeThatWasNotHandedOutIsNamed() {
    RowRange shorter = new RowRange(ranges.get(1).from(), Optional.of(new Text("1")));

    assertThat(doubtsWith(1, report -> visited(shorter)))
        .hasSize(2)
        .anyMatch(doubt -> doubt.contains("the rows " + shorter + ", which were not handed out"))
        .anyMatch(doubt -> doubt.contains("No task reported the rows " + ranges.get(1)));
  }

  @Test
  void aRangeThatFailedIsNamedWithItsReason() {
    assertThat(
            doubtsWith(
                3,
                report ->
                    new RangeReport(
                        report.range(), Map.of(), Map.of(), Optional.of("java.lang.Error: no"))))
        .containsExactly("Rows not scanned: " + ranges.get(3) + ": java.lang.Error: no");
  }

  @Test
  void rangesThatLeaveAGapOrOverlapAreNamed() {
    List<RowRange> gap = new ArrayList<>(ranges);
    gap.remove(3);
    List<RowRange> overlap = new ArrayList<>(ranges);
    overlap.set(3, new RowRange(ranges.get(2).from(), ranges.get(3).to()));
    for (List<RowRange> handedOut : List.of(gap, overlap, ranges.subList(0, 5))) {
      CoverageAccount account =
          new CoverageAccount(graph, population, List.of(RowRange.ALL), handedOut);
      handedOut.forEach(range -> account.report(visited(range)));

      assertThat(account.doubts())
          .singleElement()
          .asString()
          .contains("do not fill the rows that were asked for");
    }
  }

  @Test
  void aCursorThatSkipsANodeIsNamedByItsWriter() {
    List<String> doubts =
        doubtsWith(
            0,
            report -> {
              Map<Integer, Long> visited = new TreeMap<>(report.visited());
              visited.merge(3, -1L, Long::sum);
              return new RangeReport(
                  report.range(), visited, less(report.counts(), 1), Optional.empty());
            });

    assertThat(doubts)
        .singleElement()
        .asString()
        .endsWith(": " + (7 * FLUSH - 1) + " of writer 3's, not " + 7 * FLUSH);
  }

  @Test
  void aTaskThatStopsEarlyIsNamedByItsWriters() {
    assertThat(
            doubtsWith(
                0, report -> new RangeReport(report.range(), Map.of(), Map.of(), Optional.empty())))
        .singleElement()
        .asString()
        .contains("of writer 0's, not " + 11 * FLUSH)
        .contains("of writer 3's, not " + 7 * FLUSH);
  }

  @Test
  void aWriterThatTheLedgersDoNotKnowIsNamed() {
    assertThat(
            doubtsWith(
                5,
                report -> {
                  Map<Integer, Long> visited = new TreeMap<>(report.visited());
                  visited.put(9, 1L);
                  return new RangeReport(
                      report.range(), visited, less(report.counts(), -1), Optional.empty());
                }))
        .singleElement()
        .asString()
        .endsWith(": 1 of writer 9's, not 0");
  }

  @Test
  void aNodeWithoutAnOutcomeIsADoubt() {
    assertThat(
            doubtsWith(
                5,
                report -> {
                  Map<Count, Long> counts = new EnumMap<>(report.counts());
                  counts.merge(Count.EXACT, -1L, Long::sum);
                  return new RangeReport(
                      report.range(), report.visited(), counts, Optional.empty());
                }))
        .singleElement()
        .asString()
        .contains("came to an outcome");
  }

  @Test
  void countsThatAreLostAreADoubt() {
    assertThat(
            doubtsWith(
                5,
                report ->
                    new RangeReport(report.range(), report.visited(), Map.of(), Optional.empty())))
        .singleElement()
        .asString()
        .contains("are some writer's");
  }

  @Test
  void aRowThatDoesNotArriveIsADoubt() {
    UnaryOperator<RangeReport> oneDiffers =
        report -> {
          Map<Count, Long> counts = new EnumMap<>(less(report.counts(), 1));
          counts.merge(Count.VISITED, 1L, Long::sum);
          counts.put(Count.DIFFERING, 1L);
          return new RangeReport(report.range(), report.visited(), counts, Optional.empty());
        };
    List<RangeReport> reports = reports();
    reports.set(2, oneDiffers.apply(reports.get(2)));
    CoverageAccount account = account(reports);

    assertThat(account.doubts())
        .singleElement()
        .asString()
        .contains("1 rows differed at first, 0 arrived");
    account.row();
    assertThat(account.doubts()).isEmpty();
  }

  @Test
  void entriesWithoutALedgerThatDoNotArriveAreADoubt() {
    List<RangeReport> reports = reports();
    RangeReport report = reports.get(1);
    Map<Count, Long> counts = new EnumMap<>(report.counts());
    counts.put(Count.BEYOND, 2L);
    counts.put(Count.UNPROMISED_ROWS, 2L);
    counts.put(Count.UNPROMISED, 2L);
    reports.set(1, new RangeReport(report.range(), report.visited(), counts, Optional.empty()));
    CoverageAccount account = account(reports);

    assertThat(account.doubts())
        .singleElement()
        .asString()
        .contains("2 entries are of writers without a ledger, 0 arrived");
    account.unpromised(2);
    assertThat(account.doubts()).isEmpty();
  }

  @Test
  void partOfTheRowsAndASampleAddUp() {
    RowRange part = RowRange.ofNumbers(123_456_789_012_345_678L, 4_000_000_000_000_000_000L);
    addsUp(
        List.of(part),
        RowRanges.ofTablets(List.of(new Text("2")), part, 5, 100, RowRanges.Pieces.EVEN));
    List<RowRange> sample = RowRanges.ofSample(graph, RowRange.ALL, 0.3, 4, 5);
    addsUp(sample, sample);
    RowRange withinOneStratum = RowRange.ofNumbers(500, 100_000_000_000_000_000L);
    addsUp(List.of(withinOneStratum), List.of(withinOneStratum));
  }

  private void addsUp(List<RowRange> asked, List<RowRange> handedOut) {
    CoverageAccount account = new CoverageAccount(graph, population, asked, handedOut);
    handedOut.forEach(range -> account.report(visited(range)));
    assertThat(account.doubts()).isEmpty();
  }

  @Test
  void aReportSurvivesTheShuffle() throws Exception {
    for (RangeReport report :
        List.of(
            visited(ranges.get(0)),
            visited(ranges.get(5)),
            new RangeReport(ranges.get(1), Map.of(), Map.of(), Optional.of("a reason")))) {
      byte[] bytes = report.toBytes();
      RangeReport back = RangeReport.read(bytes, bytes.length);

      assertThat(back.range()).isEqualTo(report.range());
      assertThat(back.visited()).isEqualTo(report.visited());
      assertThat(back.failure()).isEqualTo(report.failure());
      report.counts().forEach((count, n) -> assertThat(back.counts()).containsEntry(count, n));
    }
  }

  private static Map<Count, Long> less(Map<Count, Long> counts, long n) {
    Map<Count, Long> less = new EnumMap<>(counts);
    less.merge(Count.VISITED, -n, Long::sum);
    less.merge(Count.EXACT, -n, Long::sum);
    return less;
  }
}
