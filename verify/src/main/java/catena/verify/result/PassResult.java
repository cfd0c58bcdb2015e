// SPDX-License-Identifier: Apache-2.0
package catena.verify.result;

import catena.graph.judge.FindingKind;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.Proof;
import catena.records.verdict.Verdict;
import catena.verify.row.Tally;
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
}
