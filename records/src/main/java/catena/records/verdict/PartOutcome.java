// SPDX-License-Identifier: Apache-2.0
package catena.records.verdict;

import catena.graph.judge.FindingKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The outcome of one part of a run: its share of the verdict, and what the user should know.
 *
 * @param verdict of this part alone
 * @param reasons why it is no pass, or what a pass does not cover; one sentence each
 * @param tally what was counted, by name, in the order in which a person reads it
 * @param findings how many of each kind; kinds without any are left out
 * @param facts lines for the summary, at most 78 columns each
 * @param proof what was compared, if this part compares
 * @param uncompared the one of the reasons that says what this part, which compares, left to
 *     another: a later or an earlier part of the run settles it if that compared it
 */
public record PartOutcome(
    Verdict verdict,
    List<String> reasons,
    Map<String, Long> tally,
    Map<FindingKind, Long> findings,
    List<String> facts,
    Proof proof,
    Optional<String> uncompared) {

  /** A part with nothing to report. */
  public static final PartOutcome NOTHING =
      new PartOutcome(Verdict.PASS, List.of(), Map.of(), Map.of(), List.of());

  /** A part that compares nothing. */
  public PartOutcome(
      Verdict verdict,
      List<String> reasons,
      Map<String, Long> tally,
      Map<FindingKind, Long> findings,
      List<String> facts) {
    this(verdict, reasons, tally, findings, facts, Proof.NONE);
  }

  /** A part that left nothing to others. */
  public PartOutcome(
      Verdict verdict,
      List<String> reasons,
      Map<String, Long> tally,
      Map<FindingKind, Long> findings,
      List<String> facts,
      Proof proof) {
    this(verdict, reasons, tally, findings, facts, proof, Optional.empty());
  }

  /** Copies the collections; what a damaged file does not say is in doubt. */
  public PartOutcome {
    verdict = verdict == null ? Verdict.UNKNOWN : verdict;
    proof = proof == null ? Proof.NONE : proof;
    reasons = List.copyOf(reasons);
    tally = Collections.unmodifiableMap(new LinkedHashMap<>(tally));
    findings = Map.copyOf(findings);
    facts = List.copyOf(facts);
  }

  /** A part that could not be completed, and why. */
  public static PartOutcome doubt(String reason) {
    return new PartOutcome(Verdict.UNKNOWN, List.of(reason), Map.of(), Map.of(), List.of());
  }

  /** A part that did its work, with what is to be said of it. */
  public static PartOutcome fact(String line) {
    return new PartOutcome(Verdict.PASS, List.of(), Map.of(), Map.of(), List.of(line));
  }

  /** A part that did its work, with a sentence about the conditions of its verdict. */
  public static PartOutcome remark(String sentence) {
    return new PartOutcome(Verdict.PASS, List.of(sentence), Map.of(), Map.of(), List.of());
  }

  /** A part that left to others what the sentence says: a doubt, unless another does it. */
  public static PartOutcome leaving(String why) {
    return new PartOutcome(
        Verdict.UNKNOWN, List.of(why), Map.of(), Map.of(), List.of(), Proof.NONE, Optional.of(why));
  }

  /** A part that adds only what was compared. */
  public static PartOutcome proven(Proof proof) {
    return new PartOutcome(Verdict.PASS, List.of(), Map.of(), Map.of(), List.of(), proof);
  }

  /** The same with a doubt: no pass any more. */
  public PartOutcome doubted(String reason) {
    return and(doubt(reason));
  }

  /** The same with a sentence that changes nothing of the verdict. */
  public PartOutcome noted(String sentence) {
    return and(remark(sentence));
  }

  /**
   * The same where there is a fault, with the faults as the first reason.
   *
   * @param firstRow where the first was found, if that is known
   */
  public PartOutcome failed(Optional<String> firstRow) {
    String counts = Findings.inWords(findings);
    List<String> all =
        new ArrayList<>(List.of(counts + firstRow.map(row -> "; first in row " + row).orElse("")));
    all.addAll(reasons);
    return new PartOutcome(
        verdict.and(Verdict.FAIL), all, tally, findings, facts, proof, uncompared);
  }

  /** As {@code verdict.json} has it. */
  public VerdictFile toFile() {
    return VerdictFile.of(verdict, reasons, tally, findings).withProof(proof);
  }

  /** Both together: the worse verdict, all that was said; equal names are added up. */
  public PartOutcome and(PartOutcome other) {
    List<String> allReasons = new ArrayList<>(reasons);
    other.reasons.stream().filter(reason -> !reasons.contains(reason)).forEach(allReasons::add);
    Map<String, Long> counts = new LinkedHashMap<>(tally);
    other.tally.forEach((name, n) -> counts.merge(name, n, Long::sum));
    Map<FindingKind, Long> found = new EnumMap<>(FindingKind.class);
    found.putAll(findings);
    other.findings.forEach((kind, n) -> found.merge(kind, n, Long::sum));
    List<String> lines = new ArrayList<>(facts);
    lines.addAll(other.facts);
    return new PartOutcome(
        verdict.and(other.verdict),
        allReasons,
        counts,
        found,
        lines,
        proof.and(other.proof),
        uncompared.or(() -> other.uncompared));
  }

  /** The same without what it left to others: where nothing else was in doubt, a pass. */
  public PartOutcome withoutUncompared() {
    List<String> others =
        reasons.stream().filter(reason -> !uncompared.equals(Optional.of(reason))).toList();
    boolean onlyThis = verdict == Verdict.UNKNOWN && uncompared.isPresent() && others.isEmpty();
    return new PartOutcome(
        onlyThis ? Verdict.PASS : verdict, others, tally, findings, facts, proof);
  }
}
