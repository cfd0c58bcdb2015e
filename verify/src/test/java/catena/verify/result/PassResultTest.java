// SPDX-License-Identifier: Apache-2.0
package catena.verify.result;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.judge.FindingKind;
import catena.harness.command.Terminal;
import catena.read.check.Count;
import catena.records.verdict.Verdict;
import catena.verify.row.Tally;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PassResultTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final Terminal terminal =
      new Terminal(new PrintStream(out, true, UTF_8), new PrintStream(out, true, UTF_8));

  private List<String> printed() {
    return out.toString(UTF_8).lines().toList();
  }

  private static PassResult result(Tally tally, Map<FindingKind, Long> findings) {
    Verdict verdict = findings.isEmpty() ? Verdict.PASS : Verdict.FAIL;
    return new PassResult(tally, verdict, List.of(), List.of(), findings, 7, 2000);
  }

  private static Tally tally(Map<Count, Long> counts) {
    Tally tally = new Tally();
    counts.forEach(tally::add);
    return tally;
  }

  @Test
  void aPassIsPrintedApartWithItsCountsItsFindingsAndItsRate() {
    PassResult result = result(tally(Map.of(Count.ENTRIES, 8000L)), Map.of(FindingKind.LOST, 3L));
    result.print("exact", Map.of("entries", 8000L), terminal);

    assertThat(printed()).startsWith("", "exact");
    assertThat(printed()).last().isEqualTo("4000/s in 2s");
    assertThat(printed()).anyMatch(line -> line.matches("entries +8,000"));
    assertThat(printed()).anyMatch(line -> line.matches("LOST +3"));
  }

  /** Each reference leads to a row of its own, but for those that were followed. */
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
