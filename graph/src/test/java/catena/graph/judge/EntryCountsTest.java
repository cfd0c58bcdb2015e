// SPDX-License-Identifier: Apache-2.0
package catena.graph.judge;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.Entry;
import catena.graph.Graph;
import catena.graph.ModelTable;
import catena.graph.Position;
import catena.graph.Specs;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class EntryCountsTest {
  private final Graph graph = new Graph(Specs.of(3, 0, 100_000, 4, 3, 2));
  private final EntryJudge judge = new EntryJudge(graph);

  private static Map<String, Long> reported(EntryCounts counts) {
    Map<String, Long> numbers = new TreeMap<>();
    counts.report(numbers::put);
    return numbers;
  }

  private List<Entry> sound() {
    return ModelTable.upTo(graph, 1, new Position(2, 1, 2)).rows.values().stream()
        .flatMap(List::stream)
        .toList();
  }

  private static Entry at(String row, Entry like) {
    byte[] bytes = row.getBytes(ISO_8859_1);
    return new Entry(bytes, like.family(), like.qualifier(), like.visibility(), like.value());
  }

  private static Entry cut(Entry entry) {
    return new Entry(
        entry.row(), entry.family(), entry.qualifier(), entry.visibility(), new byte[9]);
  }

  @Test
  void onlyTheNumberOfSoundEntriesIsReported() {
    EntryCounts counts = new EntryCounts();
    sound().forEach(entry -> counts.judge(judge, entry));
    counts.delete();
    assertThat(reported(counts)).isEqualTo(Map.of("entries", (long) sound().size(), "deletes", 1L));
    assertThat(counts.found()).isEmpty();
  }

  @Test
  void whatIsWrongIsCountedAndItsRowIsKept() {
    Entry wrong = cut(sound().get(0));
    String row = new String(wrong.row(), ISO_8859_1);
    EntryCounts counts = new EntryCounts();
    counts.judge(judge, wrong);
    counts.judge(judge, wrong);
    counts.judge(judge, at("no \0 row", wrong));
    EntryCounts read = EntryCounts.of(reported(counts));
    assertThat(read.entries()).isEqualTo(3);
    assertThat(read.found()).isEqualTo(Map.of(FindingKind.CORRUPT, 2L, FindingKind.PHANTOM, 1L));
    assertThat(read.rows(FindingKind.CORRUPT)).isEqualTo(Map.of(row, 2L));
    assertThat(read.rows(FindingKind.PHANTOM)).isEqualTo(Map.of("no \0 row", 1L));
    assertThat(read.rows(FindingKind.ALTERED)).isEmpty();
    assertThat(read.unnamed()).isZero();
  }

  /** Whatever is written, and however long its rows are. */
  private List<Map<String, Long>> parts(SplittableRandom random) {
    List<Map<String, Long>> parts = new ArrayList<>();
    for (int part = 0; part < 12; part++) {
      EntryCounts counts = new EntryCounts();
      for (int i = 0; i < 200; i++) {
        Entry like = sound().get(random.nextInt(sound().size()));
        switch (random.nextInt(4)) {
          case 0 -> counts.judge(judge, cut(like));
          case 1 -> counts.judge(judge, at("x".repeat(random.nextInt(3000)), like));
          case 2 -> counts.failed();
          default -> counts.judge(judge, like);
        }
      }
      parts.add(reported(counts));
    }
    return parts;
  }

  private static Map<String, Long> sum(List<Map<String, Long>> parts) {
    Map<String, Long> sum = new HashMap<>();
    parts.forEach(part -> EntryCounts.merge(sum, part));
    return sum;
  }

  @Test
  void theyStayBoundedAndTheOrderInWhichTheyAreAddedUpDoesNotMatter() {
    List<Map<String, Long>> parts = new ArrayList<>(parts(new SplittableRandom(5)));
    Map<String, Long> sum = sum(parts);
    assertThat(sum).hasSizeLessThanOrEqualTo(EntryCounts.MOST_NUMBERS);
    assertThat(sum.keySet()).allMatch(name -> name.length() <= EntryCounts.LONGEST_NAME);
    EntryCounts read = EntryCounts.of(sum);
    assertThat(read.entries() + read.unjudged()).isEqualTo(12 * 200);
    assertThat(read.rows(FindingKind.PHANTOM)).hasSize(EntryCounts.MOST_ROWS);
    for (int i = 0; i < 5; i++) {
      Collections.rotate(parts, 5);
      Collections.swap(parts, i, i + 4);
      Map<String, Long> halves = sum(parts.subList(0, 5));
      EntryCounts.merge(halves, sum(parts.subList(5, 12)));
      assertThat(halves).isEqualTo(sum);
    }
  }

  @Test
  void whatAnotherVersionCountedIsNoPartOfAnythingAndNotLost() {
    Map<String, Long> strange = new HashMap<>();
    strange.put("entries", 2L);
    strange.put("LATER_KIND", 3L);
    strange.put("CORRUPT.row.xyz", 4L);
    strange.put("CORRUPT.row." + "ab".repeat(500), 5L);
    EntryCounts read = EntryCounts.of(strange);
    assertThat(read.unnamed()).isEqualTo(12);
    EntryCounts.merge(strange, Map.of("SOME", 1L));
    assertThat(strange).isEqualTo(Map.of("entries", 2L, "unnamed", 13L));
    assertThat(EntryCounts.of(strange).unnamed()).isEqualTo(13);
  }
}
