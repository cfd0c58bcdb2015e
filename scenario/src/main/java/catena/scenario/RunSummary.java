package catena.scenario;

import catena.graph.FindingKind;
import catena.harness.client.PartOutcome;
import catena.harness.client.StopSignal;
import catena.harness.command.Amounts;
import catena.harness.command.Terminal;
import catena.harness.command.TextTable;
import catena.harness.run.RunDirectory;
import catena.harness.verdict.Verdict;
import catena.harness.verdict.VerdictFile;
import catena.scenario.Scenario.Phase;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What the phases of a run have come to, for its verdict and for people. */
final class RunSummary {
  private final List<String> reasons = new ArrayList<>();
  private final SortedMap<String, Long> tally = new TreeMap<>();
  private final SortedMap<FindingKind, Long> findings = new TreeMap<>();
  private final List<String> facts = new ArrayList<>();
  private final TextTable phases = new TextTable("phase", "took");
  private Verdict verdict = Verdict.PASS;
  private boolean verified;

  Verdict verdict() {
    return verdict;
  }

  void doubt(String reason) {
    conclude(Verdict.UNKNOWN, List.of(reason));
  }

  void add(PartOutcome outcome) {
    conclude(outcome.verdict(), outcome.reasons());
    outcome.tally().forEach((name, n) -> tally.merge(name, n, Long::sum));
    outcome.findings().forEach((kind, n) -> findings.merge(kind, n, Long::sum));
    facts.addAll(outcome.facts());
  }

  /** Takes note of a phase that was performed: without a verification nothing is proven. */
  void verified(Phase phase) {
    verified |= phase.parts().stream().anyMatch(part -> part.activity() == Activity.VERIFY);
  }

  void took(String phase, Duration time) {
    phases.row(phase, Amounts.span(time));
  }

  private void conclude(Verdict of, List<String> why) {
    verdict = verdict.and(of);
    why.stream().filter(reason -> !reasons.contains(reason)).forEach(reasons::add);
  }

  /** Writes the verdict of the whole run; nothing verified and a run broken off are doubts. */
  void close(RunDirectory directory, StopSignal stop) throws IOException {
    stop.reason().ifPresent(why -> doubt("the run was broken off: " + why));
    if (!verified) {
      doubt("nothing was verified");
    }
    VerdictFile.of(verdict, reasons, tally, findings).writeTo(directory);
  }

  void print(Terminal terminal, String scenario, String where) {
    terminal.line("");
    terminal.line("Scenario " + scenario);
    facts.forEach(fact -> terminal.line("  " + fact));
    terminal.line("  findings: " + (findings.isEmpty() ? "none" : counts()));
    phases.print(terminal);
    reasons.forEach(terminal::line);
    terminal.line("Run directory: " + where);
    terminal.line(verdict.name());
  }

  private String counts() {
    return findings.entrySet().stream()
        .map((Map.Entry<FindingKind, Long> e) -> Amounts.grouped(e.getValue()) + " " + e.getKey())
        .collect(Collectors.joining(", "));
  }
}
