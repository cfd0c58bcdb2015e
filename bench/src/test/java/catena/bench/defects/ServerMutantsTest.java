// SPDX-License-Identifier: Apache-2.0
package catena.bench.defects;

import static org.assertj.core.api.Assertions.assertThat;

import catena.bench.defects.ServerMutants.Row;
import catena.graph.judge.FindingKind;
import catena.records.verdict.Finding;
import catena.records.verdict.Verdict;
import catena.records.verdict.VerdictFile;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** When a mutant counts as found: every row that must show, under a right name, or as a doubt. */
class ServerMutantsTest {
  private static Row row(
      String mutant,
      Set<String> must,
      Map<String, Set<FindingKind>> found,
      Verdict verdict,
      long exact) {
    return new Row(
        Mutant.ALL.stream().filter(each -> each.name().equals(mutant)).findFirst().orElseThrow(),
        new StrikeBook(must.size(), List.of(), true),
        must,
        must,
        new TreeMap<>(found),
        VerdictFile.of(
            verdict,
            List.of(),
            Map.of("entries promised", 10L, "exactly as promised", exact),
            Map.of()),
        Map.of(),
        1);
  }

  @Test
  void everyRowMustHaveARightName() {
    Set<FindingKind> lost = Set.of(FindingKind.LOST);
    Set<String> must = Set.of("a", "b");
    assertThat(row("wal-drop", must, Map.of("a", lost, "b", lost), Verdict.FAIL, 8).isFound())
        .isTrue();
    assertThat(row("wal-drop", must, Map.of("a", lost), Verdict.FAIL, 8).isFound()).isFalse();
    assertThat(row("vis-open", must, Map.of("a", lost, "b", lost), Verdict.FAIL, 8).isFound())
        .isFalse();
    assertThat(row("wal-drop", Set.of(), Map.of(), Verdict.PASS, 10).isFound())
        .as("void")
        .isFalse();
  }

  @Test
  void whatCanOnlyBeADoubtIsFoundByTheVerdictOfEachRow() {
    Set<String> must = Set.of("a", "b");
    assertThat(row("recovery-twice", must, Map.of(), Verdict.UNKNOWN, 8).isFound()).isTrue();
    assertThat(row("recovery-twice", must, Map.of(), Verdict.UNKNOWN, 9).isFound()).isFalse();
    assertThat(row("recovery-twice", must, Map.of(), Verdict.PASS, 8).isFound()).isFalse();
    assertThat(row("wal-drop", must, Map.of(), Verdict.UNKNOWN, 8).isFound()).isFalse();
  }

  @Test
  void whatOnlyFollowsIsNoSeparateFinding() {
    Finding back = Finding.of(FindingKind.RESURRECTED, "a", 1);
    Finding missed = Finding.of(FindingKind.UNDEFINED, "b", 1).withReferrers(List.of("a"));
    Finding other = Finding.of(FindingKind.UNDEFINED, "c", 1).withReferrers(List.of("d"));
    List<Finding> all = List.of(back, missed, other);
    StrikeBook known = new StrikeBook(1, List.of(), true);
    assertThat(ServerMutants.found(all, known, Set.of("a"))).containsOnlyKeys("a", "c");
    assertThat(ServerMutants.found(all, known, Set.of("x"))).containsOnlyKeys("a", "b", "c");
    StrikeBook unknown = new StrikeBook(1, List.of(), false);
    assertThat(ServerMutants.found(all, unknown, Set.of())).containsOnlyKeys("a", "c");
  }
}
