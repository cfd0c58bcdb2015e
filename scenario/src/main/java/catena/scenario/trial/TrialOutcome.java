// SPDX-License-Identifier: Apache-2.0
package catena.scenario.trial;

import catena.graph.judge.FindingKind;
import catena.records.verdict.Verdict;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The outcome of a check.
 *
 * @param marks what it found, from its journal
 * @param reasons its own
 * @param failure why it could not be performed, if it could not
 */
public record TrialOutcome(
    Verdict verdict, Set<Mark> marks, List<String> reasons, Optional<String> failure) {
  /** Copies the collections. */
  public TrialOutcome {
    marks = Set.copyOf(marks);
    reasons = List.copyOf(reasons);
  }

  /** The outcome of a check that could not be performed. */
  static TrialOutcome failed(String why) {
    return new TrialOutcome(Verdict.UNKNOWN, Set.of(), List.of(why), Optional.of(why));
  }

  /**
   * The outcome from a check's journal and its verdict: both must agree.
   *
   * @param findings how many of each kind its verdict counts
   */
  static TrialOutcome of(
      Verdict verdict, List<String> reasons, Map<FindingKind, Long> findings, Set<Mark> marks) {
    Map<FindingKind, Long> counted = new EnumMap<>(FindingKind.class);
    marks.forEach(mark -> counted.merge(mark.kind(), 1L, Long::sum));
    return counted.equals(findings)
        ? new TrialOutcome(verdict, marks, reasons, Optional.empty())
        : failed("it counted " + findings + ", and its journal has " + counted);
  }

  /** The same of a check that is broken on purpose, so that it finds nothing. */
  TrialOutcome blinded() {
    return new TrialOutcome(Verdict.PASS, Set.of(), List.of(), failure);
  }
}
