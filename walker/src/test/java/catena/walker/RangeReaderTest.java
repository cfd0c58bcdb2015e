// SPDX-License-Identifier: Apache-2.0
package catena.walker;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.judge.FindingKind;
import catena.read.reader.ReaderInSteps;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.Verdict;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.accumulo.core.data.Key;
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
    PartOutcome unused = scan(1, "scan.batch.size", "17", "scan.isolated", "true");

    assertThat(reader.shaped).contains("setBatchSize 17", "enableIsolation");
  }

  @Test
  void ofAScanThatIsCutShortOnlyWhatCameAsAWholeIsJudged() throws Exception {
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
}
