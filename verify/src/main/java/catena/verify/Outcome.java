package catena.verify;

import catena.graph.FindingKind;
import catena.harness.verdict.Verdict;
import catena.harness.verdict.VerdictFile;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a verification concludes.
 *
 * @param reasons why it is no pass, or what a pass does not cover; one sentence each
 * @param tally what was counted, by name, in the order in which a person reads it
 * @param findings how many of each kind; kinds without any are left out
 */
public record Outcome(
    Verdict verdict,
    List<String> reasons,
    Map<String, Long> tally,
    Map<FindingKind, Long> findings) {

  /** A verification that found nothing since it checked nothing. */
  static final Outcome NOTHING = new Outcome(Verdict.PASS, List.of(), Map.of(), Map.of());

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
    return new Outcome(verdict.and(other.verdict), allReasons, allCounts, allFindings);
  }

  /** The same with a doubt: no pass any more. */
  Outcome doubted(String reason) {
    return and(new Outcome(Verdict.UNKNOWN, List.of(reason), Map.of(), Map.of()));
  }

  /** As {@code verdict.json} has it. */
  public VerdictFile toFile() {
    return VerdictFile.of(verdict, reasons, tally, findings);
  }
}
