// SPDX-License-Identifier: Apache-2.0
package catena.verify.result;

import catena.graph.judge.FindingKind;
import catena.records.verdict.Findings;
import catena.records.verdict.Proof;
import catena.records.verdict.Verdict;
import catena.records.verdict.VerdictFile;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a verification concludes.
 *
 * @param reasons why it is no pass, or what a pass does not cover; one sentence each
 * @param tally what was counted, by name, in the order in which a person reads it
 * @param findings how many of each kind; kinds without any are left out
 * @param proof what was compared
 */
public record Outcome(
    Verdict verdict,
    List<String> reasons,
    Map<String, Long> tally,
    Map<FindingKind, Long> findings,
    Proof proof) {

  /** A verification that found nothing since it checked nothing. */
  public static final Outcome NOTHING = new Outcome(Verdict.PASS, List.of(), Map.of(), Map.of());

  /** One that compared nothing. */
  public Outcome(
      Verdict verdict,
      List<String> reasons,
      Map<String, Long> tally,
      Map<FindingKind, Long> findings) {
    this(verdict, reasons, tally, findings, Proof.NONE);
  }

  /** One that adds only what was compared. */
  public static Outcome proven(Proof proof) {
    return new Outcome(Verdict.PASS, List.of(), Map.of(), Map.of(), proof);
  }

  /** Copies the collections. */
  public Outcome {
    reasons = List.copyOf(reasons);
    tally = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(tally));
    findings = Map.copyOf(findings);
  }

  /** Both together: the worse verdict, all reasons, all counts; equal names are added up. */
  public Outcome and(Outcome other) {
    List<String> allReasons = new ArrayList<>(reasons);
    other.reasons.stream().filter(reason -> !reasons.contains(reason)).forEach(allReasons::add);
    Map<String, Long> allCounts = new LinkedHashMap<>(tally);
    other.tally.forEach((name, n) -> allCounts.merge(name, n, Long::sum));
    Map<FindingKind, Long> allFindings = new EnumMap<>(FindingKind.class);
    allFindings.putAll(findings);
    other.findings.forEach((kind, n) -> allFindings.merge(kind, n, Long::sum));
    return new Outcome(
        verdict.and(other.verdict), allReasons, allCounts, allFindings, proof.and(other.proof));
  }

  /** The same with a doubt: no pass any more. */
  public Outcome doubted(String reason) {
    return and(new Outcome(Verdict.UNKNOWN, List.of(reason), Map.of(), Map.of()));
  }

  /** The same with a sentence that changes nothing of the verdict. */
  public Outcome noted(String sentence) {
    return and(new Outcome(Verdict.PASS, List.of(sentence), Map.of(), Map.of()));
  }

  /**
   * The same where there is a fault, with the faults as the first reason.
   *
   * @param firstRow where the first was found, if that is known
   */
  public Outcome failed(Optional<String> firstRow) {
    String counts = Findings.inWords(findings);
    List<String> all =
        new ArrayList<>(List.of(counts + firstRow.map(row -> "; first in row " + row).orElse("")));
    all.addAll(reasons);
    return new Outcome(verdict.and(Verdict.FAIL), all, tally, findings, proof);
  }

  /** As {@code verdict.json} has it. */
  public VerdictFile toFile() {
    return VerdictFile.of(verdict, reasons, tally, findings).withProof(proof);
  }
}
