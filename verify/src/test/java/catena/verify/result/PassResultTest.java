// SPDX-License-Identifier: Apache-2.0
package catena.verify.result;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.judge.FindingKind;
import catena.read.check.Count;
import catena.records.verdict.Verdict;
import catena.verify.row.Tally;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PassResultTest {
  private static PassResult result(Tally tally, Map<FindingKind, Long> findings) {
    Verdict verdict = findings.isEmpty() ? Verdict.PASS : Verdict.FAIL;
    return new PassResult(tally, verdict, List.of(), List.of(), findings, 7, 2000);
  }

  private static Tally tally(Map<Count, Long> counts) {
    Tally tally = new Tally();
    counts.forEach(tally::add);
    return tally;
  }

  /** Each reference leads to its own row, but for those that were followed. */
  @Test
  void whatReferencesModeWouldHaveCountedFollowsFromWhatWasSeen() {
    Map<Count, Long> counts =
        Map.of(
            Count.NODES, 100L,
            Count.REFERENCES, 80L,
            Count.BROKEN_REFERENCES, 5L,
            Count.UNDEFINED_PREDICTED, 10L,
            Count.STRAY_REFERENCES, 2L,
            Count.UNDEFINED, 5L,
            Count.CORRUPT, 1L);
    Map<String, Long> whole = result(tally(counts), Map.of()).exactTally(true, true);

    assertThat(whole)
        .containsEntry(Count.REFERENCED.words() + " seen", 80L - 5 - 10 + 2)
        .containsEntry(Count.UNREFERENCED.words() + " seen", 100L - (80 - 5 - 10 + 2))
        .containsEntry(Count.UNDEFINED.words() + " seen", 15L)
        .containsEntry(Count.CORRUPT.words() + " seen", 1L)
        .containsEntry(Count.UNDEFINED.words() + " predicted", 10L)
        .containsEntry("bytes shuffled", 7L)
        .containsEntry("milliseconds", 2000L);
    assertThat(result(tally(counts), Map.of()).exactTally(true, false))
        .doesNotContainKey(Count.REFERENCED.words() + " seen")
        .containsKey(Count.UNDEFINED.words() + " seen");
    assertThat(result(tally(counts), Map.of()).exactTally(false, true))
        .as("of a part of the table nothing follows")
        .doesNotContainKey(Count.UNDEFINED.words() + " seen");
  }

  @Test
  void whatIsCountedByReferencesHasItsOwnNames() {
    Map<String, Long> tally =
        result(tally(Map.of(Count.ENTRIES, 3L, Count.HIDDEN, 2L)), Map.of()).referencesTally();
    assertThat(tally)
        .containsEntry("references: " + Count.ENTRIES.words(), 3L)
        .containsEntry("references: " + Count.HIDDEN.words(), 2L)
        .containsEntry("references: milliseconds", 2000L)
        .doesNotContainKey("milliseconds");
  }
}
