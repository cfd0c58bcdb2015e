package catena.scenario;

import catena.graph.judge.FindingKind;
import catena.harness.activity.Effect;
import catena.harness.activity.ProvenSoFar;
import catena.harness.command.Terminal;
import catena.records.threads.StopSignal;
import catena.records.verdict.Findings;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.PendingVerdict;
import catena.records.verdict.Proof;
import catena.records.verdict.Verdict;
import catena.records.verdict.VerdictFile;
import catena.records.words.Amounts;
import catena.records.words.TextTable;
import catena.scenario.Scenario.Part;
import catena.scenario.Scenario.Phase;
import catena.scenario.phase.Unverified;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/** What the phases of a run have come to, for its verdict and for people. */
final class RunSummary {
  private final List<String> reasons = new ArrayList<>();
  private final SortedMap<String, Long> tally = new TreeMap<>();
  private final SortedMap<FindingKind, Long> findings = new TreeMap<>();
  private final List<String> facts = new ArrayList<>();
  private final TextTable phases = new TextTable("phase", "took");
  private final PendingVerdict pending;
  private Verdict verdict = Verdict.PASS;
  private Proof proof = Proof.NONE;

  /** Whether the checks themselves were tried, and whether anything was done beside that. */
  private boolean tried;

  private boolean worked;

  private boolean wrote;

  private final Unverified unverified = new Unverified();

  /**
   * A summary of nothing yet.
   *
   * @param pending is told of the first fault, and ended at the end
   */
  RunSummary(PendingVerdict pending) {
    this.pending = pending;
  }

  Verdict verdict() {
    return verdict;
  }

  void doubt(String reason) {
    conclude(Verdict.UNKNOWN, List.of(reason));
  }

  /** Adds what a part came to; what it left to others is for {@link #performed}. */
  void add(PartOutcome outcome) {
    PartOutcome own = outcome.withoutUncompared();
    conclude(own.verdict(), own.reasons());
    outcome.tally().forEach((name, n) -> tally.merge(name, n, Long::sum));
    outcome.findings().forEach((kind, n) -> findings.merge(kind, n, Long::sum));
    facts.addAll(outcome.facts());
    proof = proof.and(outcome.proof());
    if (outcome.verdict() == Verdict.FAIL) {
      pending.found();
    }
  }

  /**
   * Takes note of a phase that was performed, by this coordinator or one before it.
   *
   * @param came what its parts came to, in their order, and behind that what is to be said beside
   * @param tables which table a part works on
   */
  void add(Phase phase, List<PartOutcome> came, Function<Part, String> tables) {
    came.forEach(this::add);
    performed(phase, came, tables);
  }

  /**
   * Takes note of a phase that was performed: without a verification nothing is proven, and what is
   * done to the table behind one is not. One that left acknowledged data uncompared proves nothing
   * of it, before or behind another that compared it. A run that only tries the checks themselves
   * has no table to verify.
   *
   * @param came what its parts came to, in their order
   * @param tables which table a part works on
   */
  private void performed(Phase phase, List<PartOutcome> came, Function<Part, String> tables) {
    for (int i = 0; i < phase.parts().size(); i++) {
      Part part = phase.parts().get(i);
      Effect effect = part.activity().effect();
      tried |= effect == Effect.TRIES;
      worked |= effect != Effect.TRIES && effect != Effect.WATCHES;
      wrote |= effect == Effect.WRITES;
      unverified.performed(part.name(), effect, tables.apply(part), came.get(i).uncompared());
    }
  }

  /** What is proven by now of what the phases have written. */
  ProvenSoFar provenSoFar() {
    Optional<String> wrong =
        verdict == Verdict.PASS
            ? unverified.reasons().stream().filter(why -> wrote).findFirst()
            : Optional.of("the run is " + verdict + " by now");
    return new ProvenSoFar(wrong);
  }

  /** Takes note of a phase that was not performed, as the scenario has it: no doubt by itself. */
  void leftOut(String why) {
    facts.add(why);
  }

  void took(String phase, Duration time) {
    phases.row(phase, Amounts.span(time));
  }

  private void conclude(Verdict of, List<String> why) {
    verdict = verdict.and(of);
    why.stream().filter(reason -> !reasons.contains(reason)).forEach(reasons::add);
  }

  /**
   * Writes the verdict of the whole run; nothing verified and a run broken off are doubts.
   *
   * @throws IOException if it cannot be written
   */
  void close(StopSignal stop) throws IOException {
    stop.reason().ifPresent(why -> doubt("the run was broken off: " + why));
    if (worked || !tried) {
      unverified.reasons().forEach(this::doubt);
    }
    List<String> why = new ArrayList<>(reasons);
    if (!findings.isEmpty()) {
      why.add(0, "found: " + counts());
    }
    verdict =
        pending.conclude(VerdictFile.of(verdict, why, tally, findings).withProof(proof)).verdict();
  }

  void print(Terminal terminal, String scenario, String where) {
    terminal.line("");
    terminal.line("Scenario " + scenario);
    facts.forEach(fact -> terminal.line("  " + fact));
    terminal.line("  findings: " + (findings.isEmpty() ? "none" : counts()));
    phases.lines().forEach(terminal::line);
    proof.compared().forEach(sentence -> terminal.line("Compared: " + sentence));
    reasons.forEach(terminal::line);
    terminal.line("Run directory: " + where);
    terminal.verdict("", verdict);
  }

  private String counts() {
    return Findings.inWords(findings);
  }
}
