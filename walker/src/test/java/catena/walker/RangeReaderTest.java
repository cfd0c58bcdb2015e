// SPDX-License-Identifier: Apache-2.0
package catena.walker;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.Entry;
import catena.graph.NodeCodec;
import catena.graph.judge.FindingKind;
import catena.read.reader.ReaderInSteps;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.Verdict;
import catena.walker.ScanActivity.RangeWidth;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.accumulo.core.data.Key;
import org.apache.accumulo.core.data.Range;
import org.apache.hadoop.io.Text;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A scanning client in steps, over rows that are kept in a map. */
class RangeReaderTest {
  private static final int FLUSH = 50;
  private static final int WINDOWS = 4;

  @TempDir private Path temp;

  private ReaderInSteps reader;

  @BeforeEach
  void write() throws Exception {
    reader = new ReaderInSteps(temp, FLUSH);
    for (int window = 0; window < WINDOWS; window++) {
      reader.write(window);
    }
  }

  @AfterEach
  void close() throws Exception {
    reader.close();
  }

  private PartOutcome scan(int steps, String... settings) throws Exception {
    return reader.read(steps, new ScanActivity(), settings);
  }

  @Test
  void allRowsOfATableAreCheckedAndAreRight() throws Exception {
    PartOutcome outcome = scan(1, "scan.entries", "1000000");

    assertThat(outcome.verdict()).as(outcome.toString()).isEqualTo(Verdict.PASS);
    assertThat(outcome.tally())
        .containsEntry("scan: scans", 1L)
        .containsEntry("scan: entries", (long) FLUSH * WINDOWS);
  }

  @Test
  void itsScannerIsShapedAsAsked() throws Exception {
    PartOutcome unused = scan(1, "scan.batch.size", "17", "read.isolated", "true");

    assertThat(reader.shaped).contains("setBatchSize 17", "enableIsolation");
  }

  @Test
  void onlyWholeRowsOfAScanThatIsCutShortAreJudged() throws Exception {
    // Behind so many entries nothing is asked for, and the rows there are in their places.
    PartOutcome outcome = scan(40, "scan.entries", "3", "scan.bounded", "false");

    assertThat(outcome.findings()).isEmpty();
    assertThat(outcome.verdict()).as(outcome.toString()).isEqualTo(Verdict.PASS);
    assertThat(outcome.tally().get("scan: entries")).isGreaterThan(40);
  }

  @Test
  void aRowThatIsMissingBeforeTheCutIsLost() throws Exception {
    List<String> rows = new ArrayList<>(reader.table.keySet());
    for (int i = 1; i < rows.size(); i += 2) {
      reader.table.remove(rows.get(i));
    }

    PartOutcome outcome = scan(40, "scan.entries", "3", "scan.bounded", "false");

    assertThat(outcome.findings()).containsOnlyKeys(FindingKind.LOST);
  }

  /** No row among them says how far the scan came. */
  @Test
  void aScanThatEndsAmongRowsThatAreNoNumbersSaysNothingOfTheOthers() throws Exception {
    byte[] none = {};
    for (String row : List.copyOf(reader.table.keySet())) {
      for (String end : List.of("x", "y", "z")) {
        String before = NodeCodec.rowText(Long.parseLong(row, 16) - 1) + end;
        reader.table.put(before, new Entry(NodeCodec.rowBytes(before), none, none, none, none));
      }
    }

    PartOutcome outcome = scan(10, "scan.entries", "2", "scan.bounded", "false");

    assertThat(outcome.findings()).containsOnlyKeys(FindingKind.PHANTOM);
  }

  @Test
  void aRangeEndsBeforeTheRowWhereTheNextBegins() throws Exception {
    PartOutcome outcome = scan(20, "scan.entries", "5");

    assertThat(outcome.findings()).isEmpty();
    assertThat(reader.asked)
        .hasSize(20)
        .allSatisfy(
            range -> {
              assertThat(range.isStartKeyInclusive()).isTrue();
              // A key of the end row itself would be one of the next range.
              Key end = new Key(range.getEndKey().getRow());
              assertThat(range.contains(new Key(range.getStartKey().getRow()))).isTrue();
              assertThat(range.contains(end)).isFalse();
            });
  }

  private static long number(Text row) {
    return Long.parseLong(row.toString(), 16);
  }

  private static long length(Range range) {
    return number(range.getEndKey().getRow()) - number(range.getStartKey().getRow());
  }

  private long held(ReaderInSteps of, Range range) {
    return of.table.values().stream()
        .filter(entry -> range.contains(new Key(new Text(entry.row()))))
        .count();
  }

  /** Of a table whose rows do not begin at 0. */
  private ReaderInSteps within(long min, long max) throws Exception {
    ReaderInSteps other = new ReaderInSteps(temp.resolve("within"), FLUSH, min, max);
    for (int window = 0; window < WINDOWS; window++) {
      other.write(window);
    }
    return other;
  }

  @Test
  void rangesAreAsWideAsWhatTheLastOnesHeldAndWithinTheTablesRows() throws Exception {
    long min = 0x4000000000000000L;
    long max = 0x6000000000000000L;
    try (ReaderInSteps other = within(min, max)) {
      PartOutcome outcome = other.read(60, new ScanActivity(), "scan.entries", "5");

      assertThat(outcome.verdict()).as(outcome.toString()).isEqualTo(Verdict.PASS);
      RangeWidth width = new RangeWidth(5, max - min);
      long entries = 0;
      for (Range range : other.asked) {
        assertThat(number(range.getStartKey().getRow())).isGreaterThanOrEqualTo(min);
        assertThat(number(range.getEndKey().getRow())).isLessThanOrEqualTo(max);
        assertThat(length(range)).isEqualTo(width.next((long) FLUSH * WINDOWS));
        width.held(held(other, range));
        entries += held(other, range);
      }
      assertThat(outcome.tally()).containsEntry("scan: entries", entries);
    }
  }

  @Test
  void aRangeWithoutAnEndGoesToTheLastRowOfTheTable() throws Exception {
    long min = 0x4000000000000000L;
    long max = 0x6000000000000000L;
    try (ReaderInSteps other = within(min, max)) {
      PartOutcome unused =
          other.read(60, new ScanActivity(), "scan.entries", "5", "scan.bounded", "false");

      assertThat(other.asked)
          .hasSize(60)
          .allSatisfy(
              range -> {
                assertThat(number(range.getStartKey().getRow())).isBetween(min, max - 1);
                assertThat(number(range.getEndKey().getRow())).isEqualTo(max);
              });
    }
  }

  /** What passes says too little of what is there. */
  @Test
  void behindAFilterRangesStayAsWideAsTheLedgersCallFor() throws Exception {
    PartOutcome outcome =
        scan(20, "scan.entries", "20", "scan.filter", "client", "scan.filter.selectivity", "0.5");

    assertThat(outcome.verdict()).as(outcome.toString()).isEqualTo(Verdict.PASS);
    long whole = new RangeWidth(20, Long.MAX_VALUE).next((long) FLUSH * WINDOWS);
    assertThat(reader.asked).allSatisfy(range -> assertThat(length(range)).isEqualTo(whole));
    long all = reader.asked.stream().mapToLong(range -> held(reader, range)).sum();
    assertThat(outcome.tally().get("scan: rows")).isLessThan(all * 3 / 4).isGreaterThan(all / 4);
  }

  /** From now on reads are of another tool's table, of which each returns so many entries. */
  private void strays(int entries) throws Exception {
    if (!reader.plain) {
      reader.close();
      reader = new ReaderInSteps(temp.resolve("plain"), FLUSH);
      reader.plain = true;
    }
    reader.strays.clear();
    for (int i = 0; i < entries; i++) {
      reader.strays.add(reader.entry(0, i));
    }
  }

  private long entries(String... settings) throws Exception {
    return scan(2, settings).tally().get("scan: entries") / 2;
  }

  @Test
  void aRangeThatHoldsMoreThanTwentyTimesAsManyIsCutShort() throws Exception {
    strays(20);
    assertThat(entries("scan.entries", "1")).isEqualTo(20);
    strays(22);
    assertThat(entries("scan.entries", "1"))
        .as("without the last row, of which more may come")
        .isEqualTo(20);
    assertThat(entries("scan.entries", "2")).isEqualTo(22);
  }

  @Test
  void aRangeWithoutAnEndIsLeftBehindWhatIsAskedFor() throws Exception {
    strays(3);
    assertThat(entries("scan.entries", "3", "scan.bounded", "false")).isEqualTo(3);
    strays(30);
    assertThat(entries("scan.entries", "3", "scan.bounded", "false")).isEqualTo(3);
  }

  /** Of another tool's table nothing is known, but what comes. */
  @Test
  void whereNothingIsAndNothingWasBegunItEnds() throws Exception {
    strays(0);
    for (String bounded : List.of("true", "false")) {
      reader.asked.clear();
      PartOutcome outcome =
          reader.readAll(new ScanActivity(), "scan.entries", "3", "scan.bounded", bounded);
      assertThat(reader.asked).as("bounded %s", bounded).hasSize(1);
      assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
    }
    strays(1);
    for (String bounded : List.of("true", "false")) {
      PartOutcome unused = scan(3, "scan.bounded", bounded);
    }
  }
}
