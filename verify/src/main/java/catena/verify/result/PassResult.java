// SPDX-License-Identifier: Apache-2.0
package catena.verify.result;

import catena.graph.judge.FindingKind;
import catena.read.check.Count;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.Proof;
import catena.records.verdict.Verdict;
import catena.records.words.Amounts;
import catena.verify.row.Tally;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What one pass over the table found.
 *
 * @param doubts why it is not certain that all is well
 * @param compared what was compared, one sentence each
 * @param shuffledBytes from mappers to reducers
 * @param millis how long it took
 */
public record PassResult(
    Tally tally,
    Verdict verdict,
    List<String> doubts,
    List<String> compared,
    Map<FindingKind, Long> findings,
    long shuffledBytes,
    long millis) {
  private static final List<Count> EXACT =
      List.of(
          Count.ENTRIES,
          Count.PROMISED,
          Count.EXACT,
          Count.GONE,
          Count.INDETERMINATE,
          Count.CHANGED,
          Count.HIDDEN,
          Count.UNPROMISED,
          Count.RANGES,
          Count.FAILED_RANGES);
  private static final List<Count> CLASSIC =
      List.of(Count.REFERENCED, Count.UNREFERENCED, Count.UNDEFINED, Count.CORRUPT);

  /** The same with its cost. */
  public PassResult with(long bytes, long took) {
    return new PassResult(tally, verdict, doubts, compared, findings, bytes, took);
  }

  /**
   * The outcome of the pass.
   *
   * @param named its tally, with the names for the outcome
   * @param suffix distinguishes it from other passes
   */
  public PartOutcome toOutcome(Map<String, Long> named, String suffix) {
    List<String> sentences = compared.stream().map(sentence -> sentence + suffix).toList();
    Proof proof = new Proof(sentences, Optional.empty());
    return new PartOutcome(verdict, doubts, named, findings, List.of(), proof);
  }

  /**
   * The counts of a pass in exact mode, by name.
   *
   * @param whole whether it scanned the whole table
   * @param even whether each node is referred to once, so that references are as many as the rows
   *     that are referred to; else their number is not known without a shuffle
   */
  public Map<String, Long> exactTally(boolean whole, boolean even) {
    Map<String, Long> named = new LinkedHashMap<>();
    EXACT.forEach(count -> named.put(count.words(), tally.get(count)));
    if (tally.get(Count.FORMER) > 0) {
      named.put(Count.FORMER.words(), tally.get(Count.FORMER));
    }
    if (whole && tally.get(Count.UNPROMISED) == 0) {
      Map<Count, Long> predicted = predicted();
      Map<Count, Long> seen = seen();
      CLASSIC.forEach(
          count -> {
            named.put(count.words() + " predicted", predicted.get(count));
            if (even || count == Count.UNDEFINED || count == Count.CORRUPT) {
              named.put(count.words() + " seen", seen.get(count));
            }
          });
    }
    return cost(named);
  }

  /** The counts of a pass in references mode, by name. */
  public Map<String, Long> referencesTally() {
    Map<String, Long> named = new LinkedHashMap<>();
    named.put("references: " + Count.ENTRIES.words(), tally.get(Count.ENTRIES));
    CLASSIC.forEach(count -> named.put(count.words(), tally.get(count)));
    for (Count count : List.of(Count.HIDDEN, Count.INDETERMINATE)) {
      named.put("references: " + count.words(), tally.get(count));
    }
    cost(new LinkedHashMap<>()).forEach((name, n) -> named.put("references: " + name, n));
    return named;
  }

  private Map<String, Long> cost(Map<String, Long> named) {
    named.put("bytes shuffled", shuffledBytes);
    named.put("milliseconds", millis);
    return named;
  }

  private Map<Count, Long> predicted() {
    return Map.of(
        Count.REFERENCED, tally.get(Count.REFERENCED_PREDICTED),
        Count.UNREFERENCED, tally.get(Count.UNREFERENCED_PREDICTED),
        Count.UNDEFINED, tally.get(Count.UNDEFINED_PREDICTED),
        Count.CORRUPT, 0L);
  }

  /** Each sound reference leads to a separate row, except for those that were followed. */
  private Map<Count, Long> seen() {
    long hidden = tally.get(Count.UNDEFINED_PREDICTED);
    long referenced =
        tally.get(Count.REFERENCES)
            - tally.get(Count.BROKEN_REFERENCES)
            - hidden
            + tally.get(Count.STRAY_REFERENCES);
    return Map.of(
        Count.REFERENCED,
        referenced,
        Count.UNREFERENCED,
        tally.get(Count.NODES) - referenced,
        Count.UNDEFINED,
        tally.get(Count.UNDEFINED) + hidden,
        Count.CORRUPT,
        tally.get(Count.CORRUPT));
  }

  /**
   * Why what exact mode predicts of references and what references mode has counted by its shuffle
   * do not agree, if they do not. Both are about the same rows, and neither uses the other: if
   * every entry is exactly the promised one they must agree, else one of the two checks is not to
   * be trusted.
   *
   * <p>Nothing is reported if they need not: if an entry was seen that is not exactly what is
   * promised (a finding, an indeterminate one, one from before a takeover), or if the second pass
   * saw another number of entries, since a process wrote in between.
   *
   * @param exact the tally of a pass in exact mode over the whole table
   * @param references that of a pass in references mode over the same rows, with the same
   *     authorizations
   */
  public static Optional<String> differ(Tally exact, Tally references) {
    long entries = exact.get(Count.ENTRIES);
    boolean asPromised =
        exact.get(Count.EXACT) == entries
            && exact.get(Count.PROMISED) == entries
            && references.get(Count.ENTRIES) == entries;
    long predicted = exact.get(Count.REFERENCED_PREDICTED);
    long counted = references.get(Count.REFERENCED);
    return asPromised && predicted != counted
        ? Optional.of(
            ("Every entry is as promised, so %s rows are referred to, and the pass by references"
                    + " counted %s: one of the two checks is wrong")
                .formatted(Amounts.grouped(predicted), Amounts.grouped(counted)))
        : Optional.empty();
  }
}
