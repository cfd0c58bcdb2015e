// SPDX-License-Identifier: Apache-2.0
package catena.verify;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.graph.NodeCodec;
import catena.graph.judge.EntryCounts;
import catena.graph.judge.FindingKind;
import catena.harness.accumulo.TableSummaries;
import catena.records.verdict.Finding;
import catena.verify.SummariesActivity.FileSummaries;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.accumulo.core.client.summary.Summary;
import org.junit.jupiter.api.Test;

class FileSummariesTest {
  private final GraphSpec spec = GraphSpec.ofSeed(3);
  private final Map<String, Long> clean = Map.of("entries", 50L, "deletes", 4L);

  private Summary summary(
      GraphSpec of, Map<String, Long> counts, long files, long missing, long large, long deleted) {
    return new Summary(counts, TableSummaries.of(of), files, missing, 0, large, deleted);
  }

  private FileSummaries of(Summary... all) {
    return FileSummaries.of(List.of(all), TableSummaries.of(spec));
  }

  @Test
  void wholeSummariesAreNoDoubt() {
    FileSummaries whole = of(summary(spec, clean, 7, 0, 0, 0));
    assertThat(whole.doubts("t")).isEmpty();
    assertThat(whole.inWords()).isEqualTo("7 of 7 files: 50 entries judged, 4 deletes");
    assertThat(whole.tally())
        .isEqualTo(
            Map.of(
                "summaries: files", 7L,
                "summaries: files judged", 7L,
                "summaries: entries", 50L,
                "summaries: deletes", 4L));
  }

  @Test
  void eachFileWithoutASummaryIsADoubt() {
    FileSummaries some = of(summary(spec, clean, 9, 2, 1, 3));
    assertThat(some.judged()).isEqualTo(3);
    assertThat(some.doubts("t"))
        .satisfiesExactly(
            missing -> assertThat(missing).startsWith("2 of 9 files have no summary: "),
            large -> assertThat(large).startsWith("1 of 9 files had a summary larger than "),
            deleted -> assertThat(deleted).startsWith("3 of 9 files were removed while "));
  }

  @Test
  void whatAnotherGraphJudgedIsNothingThatThisTableIsJudgedBy() {
    Map<String, Long> wrong = Map.of("entries", 9L, "CORRUPT", 9L);
    Summary other = summary(GraphSpec.ofSeed(4), wrong, 6, 4, 0, 0);
    FileSummaries both = of(other, summary(spec, clean, 6, 2, 0, 0));
    assertThat(both.counts().found()).isEmpty();
    assertThat(both.judged()).isEqualTo(4);
    assertThat(both.doubts("t"))
        .containsExactly("2 of 6 files have a summary by another graph: compact writes them anew");
    assertThat(of(other).doubts("t"))
        .hasSize(3)
        .anyMatch(doubt -> doubt.startsWith("the servers have judged no entry of table t: "))
        .anyMatch(doubt -> doubt.startsWith("4 of 6 files have no summary: "));
  }

  @Test
  void whereNothingWasJudgedNothingIsProven() {
    assertThat(of().doubts("t"))
        .singleElement()
        .asString()
        .startsWith("the servers have judged no entry of table t: ");
  }

  @Test
  void whatServersCouldNotJudgeIsADoubt() {
    Map<String, Long> counts = Map.of("entries", 1L, "unjudged", 3L, "LATER_KIND", 2L);
    assertThat(of(summary(spec, counts, 1, 0, 0, 0)).doubts("t"))
        .satisfiesExactly(
            lame -> assertThat(lame).startsWith("3 entries could not be judged by the servers"),
            other -> assertThat(other).startsWith("2 entries were counted under names that"));
  }

  @Test
  void whatWasFoundIsAFindingForEachRowThatIsKnown() {
    Graph graph = new Graph(spec);
    Map<String, Long> counts = new HashMap<>(Map.of("entries", 99L, "CORRUPT", 30L, "PHANTOM", 2L));
    for (int i = 0; i < EntryCounts.MOST_ROWS; i++) {
      counts.put("CORRUPT.row." + hex(NodeCodec.rowText(graph.row(2, 5, i))), 2L);
    }
    counts.put("PHANTOM.row." + hex("nobody"), 2L);
    List<Finding> findings = of(summary(spec, counts, 1, 0, 0, 0)).findings(graph, 7);
    assertThat(findings).hasSize(EntryCounts.MOST_ROWS + 1);
    Finding last = findings.get(EntryCounts.MOST_ROWS);
    assertThat(last.kind()).isEqualTo(FindingKind.CORRUPT);
    assertThat(last.number()).as("it stands for those without a row, too").isEqualTo(11);
    assertThat(findings.get(1).number()).isEqualTo(1);
    assertThat(findings.get(1).origin().orElseThrow().writer()).isEqualTo(2);
    assertThat(findings.get(1).seen()).isEqualTo(Optional.of("2 entries, as servers wrote files"));
    Finding phantom = findings.get(0);
    assertThat(phantom.kind()).isEqualTo(FindingKind.PHANTOM);
    assertThat(phantom.row()).isEqualTo("nobody");
    assertThat(phantom.origin()).isEmpty();
  }

  /** Whoever counted them named them otherwise; that is no reason to be silent. */
  @Test
  void whatWasFoundInRowsThatAreNotKnownIsAFindingAllTheSame() {
    Map<String, Long> counts = Map.of("entries", 99L, "CORRUPT", 3L, "CORRUPT.row.xyz", 3L);
    List<Finding> findings = of(summary(spec, counts, 1, 0, 0, 0)).findings(new Graph(spec), 7);
    assertThat(findings).singleElement().extracting(Finding::number).isEqualTo(3L);
    assertThat(findings.get(0).kind()).isEqualTo(FindingKind.CORRUPT);
  }

  private static String hex(String row) {
    return HexFormat.of().formatHex(NodeCodec.rowBytes(row));
  }
}
