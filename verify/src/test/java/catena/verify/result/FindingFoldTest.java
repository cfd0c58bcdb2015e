// SPDX-License-Identifier: Apache-2.0
package catena.verify.result;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.graph.Node;
import catena.graph.NodeCodec;
import catena.graph.judge.FindingKind;
import catena.records.run.Json;
import catena.records.verdict.Finding;
import catena.records.verdict.Findings;
import catena.records.verdict.Origin;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** How much the file holds of what was found, and that nothing goes uncounted. */
class FindingFoldTest {
  private static final int EACH = 10;

  private final Graph graph = new Graph(GraphSpec.ofSeed(3));
  private final List<String> lines = new ArrayList<>();

  private Finding lost(int writer, long window, int index) {
    Origin origin = Origin.of(writer, graph.block(window), graph.layer(window), index);
    return Finding.of(FindingKind.LOST, NodeCodec.rowText(graph.row(writer, window, index)), 7)
        .withOrigin(origin)
        .withExpected("an entry of some length, as it stands in findings.jsonl")
        .withDetail("authorizations", "A")
        .withDetail("why", "expected an entry of some length, as it stands in findings.jsonl");
  }

  private List<Finding> read() throws IOException {
    List<Finding> read = new ArrayList<>();
    for (String line : lines) {
      read.add(Json.LINES.readValue(line, Finding.class));
    }
    return read;
  }

  private long bytes() {
    return lines.stream().mapToLong(line -> line.length() + 1).sum();
  }

  private static long number(List<Finding> findings) {
    return findings.stream().mapToLong(Finding::number).sum();
  }

  private Set<String> rows() throws IOException {
    Set<String> rows = new HashSet<>();
    read().forEach(Findings.unfolded(graph, one -> rows.add(one.row())));
    return rows;
  }

  @Test
  void fewAreInTheFileAsTheyWereFound() throws IOException {
    FindingFold fold = new FindingFold(lines::add, EACH, 1 << 20);
    List<Finding> all = new ArrayList<>();
    for (int i = 0; i < EACH; i++) {
      all.add(lost(1, 5, 3 * i));
    }
    for (Finding each : all) {
      fold.add(each);
    }
    fold.flush();

    assertThat(read()).isEqualTo(all);
    assertThat(fold.isWhole()).isTrue();
    assertThat(fold.leftOut()).isEmpty();
  }

  @Test
  void manyOfOneWindowAreOneLineThatTheGraphUnfolds() throws IOException {
    FindingFold fold = new FindingFold(lines::add, EACH, 1 << 20);
    Set<String> all = new HashSet<>();
    for (int i = 0; i < 1000; i++) {
      Finding each = lost(1, 5, i < 500 ? i : 2 * i);
      all.add(each.row());
      fold.add(each);
    }
    Finding late = Finding.of(FindingKind.LATE, "r", 1).withOrigin(Origin.of(1, 0, 5, 3));
    fold.add(late);
    assertThat(fold.isWhole()).isFalse();
    fold.flush();

    assertThat(lines).hasSize(EACH + 2);
    assertThat(read()).contains(late);
    Finding folded = read().get(EACH + 1);
    assertThat(folded.number()).isEqualTo(1000 - EACH);
    assertThat(folded.together().orElseThrow().indices().orElseThrow()).startsWith("10-499,1000");
    assertThat(folded.origin()).isEqualTo(lost(1, 5, 10).origin());
    assertThat(rows()).containsAll(all).hasSize(1001);
    assertThat(fold.leftOut())
        .hasValueSatisfying(
            sentence ->
                assertThat(sentence)
                    .contains("has 11 of 1,001 findings in full; 990 are in lines")
                    .doesNotContain("only how many"));
  }

  /** Rows that no writer writes have no index. */
  @Test
  void whatHasNoOriginIsWrittenInFullAsLongAsThereIsRoom() throws IOException {
    FindingFold fold = new FindingFold(lines::add, EACH, 1 << 20);
    for (int i = 0; i < 100; i++) {
      fold.add(Finding.of(FindingKind.PHANTOM, "r" + i, 1));
    }
    fold.flush();

    assertThat(lines).hasSize(100);
    assertThat(fold.isWhole()).isTrue();
  }

  /** Two in three nodes of 200 windows: before, 60 MB. */
  @Test
  void theFileIsNoLargerThanIsStatedAndEachFindingIsCounted() throws IOException {
    long size = 400_000;
    FindingFold fold = new FindingFold(lines::add, 1000, size);
    long added = 0;
    for (int window = 0; window < 200; window++) {
      for (int i = 0; i < 1000; i++) {
        if (i % 3 > 0) {
          fold.add(lost(window / 100, window, i));
          added++;
        }
      }
    }
    fold.flush();

    assertThat(bytes()).isLessThan(size + 10_000);
    assertThat(number(read())).isEqualTo(added);
    long full = read().stream().filter(one -> one.together().isEmpty()).count();
    assertThat(full).isPositive();
    List<Finding> sums =
        read().stream()
            .filter(one -> one.together().filter(all -> all.indices().isEmpty()).isPresent())
            .toList();
    assertThat(sums).isNotEmpty().hasSizeLessThanOrEqualTo(2);
    assertThat(fold.leftOut().orElseThrow())
        .contains("of 133,200 findings in full", "; of ", "only how many");
  }

  @Test
  void aGroupThatComesAgainIsOneMoreLine() throws IOException {
    FindingFold fold = new FindingFold(lines::add, 1, 1 << 20);
    for (int round = 0; round < 2; round++) {
      for (int window = 0; window < 40; window++) {
        fold.add(lost(0, window, 10 * round));
        fold.add(lost(0, window, 10 * round + 1));
        fold.add(lost(0, window, 10 * round + 2));
      }
    }
    fold.flush();

    assertThat(number(read())).isEqualTo(240);
    assertThat(rows()).hasSize(240);
    assertThat(rows())
        .contains(NodeCodec.rowText(graph.row(new Node(0, 3, 12))))
        .doesNotContain(NodeCodec.rowText(graph.row(new Node(0, 3, 13))));
  }
}
