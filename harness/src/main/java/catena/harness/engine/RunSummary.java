// SPDX-License-Identifier: Apache-2.0
package catena.harness.engine;

import catena.harness.activity.Effect;
import catena.harness.activity.ProvenSoFar;
import catena.harness.command.Terminal;
import catena.harness.engine.Scenario.Part;
import catena.harness.engine.Scenario.Phase;
import catena.records.threads.StopSignal;
import catena.records.verdict.Findings;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.PendingVerdict;
import catena.records.verdict.Verdict;
import catena.records.verdict.VerdictFile;
import catena.records.words.Amounts;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/** The outcomes of the phases of a run, for its verdict and for people. */
public final class RunSummary {
  private final RunVerdict standing;
  private final List<String> phases = new ArrayList<>();
  private PartOutcome all = PartOutcome.NOTHING;

  /** Whether the checks themselves were tried, and whether anything else was done. */
  private boolean tried;

  private boolean worked;

  private boolean wrote;

  private final Unverified unverified = new Unverified();

  /**
   * A summary of nothing yet.
   *
   * @param standing is notified of the first fault, and ended at the end
   */
  public RunSummary(RunVerdict standing) {
    this.standing = standing;
  }

  /** The worst until now. */
  public Verdict verdict() {
    return all.verdict();
  }

  /** Takes note of what makes the run doubtful. */
  public void doubt(String reason) {
    add(PartOutcome.doubt(reason));
  }

  /** Adds the outcome of a part of a command, of a companion or of another process of the run. */
  public void add(PartOutcome outcome) {
    all = all.and(outcome);
    if (outcome.verdict() == Verdict.FAIL) {
      standing.pending().ifPresent(PendingVerdict::found);
    }
  }

  /**
   * Takes note of a phase that was performed, by this coordinator or one before it: without a
   * verification nothing is proven, and what is done to the table behind one is not. One that left
   * acknowledged data uncompared proves nothing of it, before or behind another that compared it. A
   * run that only tries the checks themselves has no table to verify.
   *
   * @param came the outcomes of its parts, in their order, then whatever else is to be reported
   * @param tables which table a part works on
   */
  public void add(Phase phase, List<PartOutcome> came, Function<Part, String> tables) {
    came.forEach(outcome -> add(outcome.withoutUncompared()));
    for (int i = 0; i < phase.parts().size(); i++) {
      Part part = phase.parts().get(i);
      Effect effect = part.activity().description().effect();
      tried |= effect == Effect.TRIES;
      worked |= effect != Effect.TRIES && effect != Effect.WATCHES;
      wrote |= effect == Effect.WRITES;
      unverified.performed(part.name(), effect, tables.apply(part), came.get(i).uncompared());
    }
  }

  /** What is proven by now of what the phases have written. */
  public ProvenSoFar provenSoFar() {
    Optional<String> wrong =
        verdict() == Verdict.PASS
            ? unverified.reasons().stream().filter(why -> wrote).findFirst()
            : Optional.of("the run is " + verdict() + " by now");
    return new ProvenSoFar(wrong);
  }

  /** Takes note of how long a phase took. */
  public void took(String phase, Duration time) {
    phases.add(phase + " " + Amounts.span(time));
  }

  /**
   * Writes the verdict of a whole scenario; nothing verified and a run broken off are doubts.
   *
   * @return what stands there; empty if that is another's
   * @throws IOException if it cannot be written
   */
  public Optional<VerdictFile> close(StopSignal stop) throws IOException {
    stop.reason().ifPresent(why -> doubt("the run was broken off: " + why));
    if (worked || !tried) {
      unverified.reasons().forEach(this::doubt);
    }
    Optional<VerdictFile> last = standing.conclude(all);
    last.ifPresent(file -> all = all.and(only(file)));
    return last;
  }

  private static PartOutcome only(VerdictFile file) {
    return new PartOutcome(file.verdict(), file.reasons(), Map.of(), Map.of(), List.of());
  }

  /**
   * Writes the verdict of a command, which is its own, whatever stands in the directory.
   *
   * @return what stands there; empty if that is another's
   * @throws IOException if it cannot be written
   */
  Optional<VerdictFile> closeCommand() throws IOException {
    return standing.conclude(all);
  }

  /** Prints the end of a run of a scenario: for the usual PASS ten lines, the verdict last. */
  public void print(Terminal terminal, String scenario, String where) {
    terminal.line("");
    String counts = Findings.inWords(all.findings());
    terminal.line(
        "Scenario %s; findings: %s; phases: %s"
            .formatted(
                scenario,
                counts.isEmpty() ? "none" : counts,
                phases.isEmpty() ? "none" : String.join(", ", phases)));
    all.facts().forEach(fact -> terminal.line("  " + fact));
    printReasons(terminal, where);
    terminal.verdict("", verdict());
  }

  /**
   * Prints the end of a command.
   *
   * @param file what stands in the directory; empty if that is another's
   */
  void printCommand(Terminal terminal, String name, String where, Optional<VerdictFile> file) {
    terminal.line("");
    all.facts().forEach(terminal::line);
    new TreeMap<>(all.findings())
        .forEach(
            (kind, n) ->
                terminal.line("  " + Amounts.grouped(n) + " " + kind + ": " + kind.meaning()));
    printReasons(terminal, where);
    boolean ofAll = file.filter(each -> each.verdict() == verdict()).isPresent();
    if (!ofAll) {
      file.ifPresent(
          each ->
              terminal.line("The run's verdict.json says " + each.verdict() + ": " + why(each)));
    }
    Optional<String> done = standing.done().filter(any -> verdict() == Verdict.PASS);
    if (done.isPresent()) {
      terminal.line(name + ": " + done.get());
    } else {
      // Where the two differ, this is the verdict of the command, not of the run.
      terminal.verdict(ofAll ? "" : name + ": ", verdict());
    }
  }

  private void printReasons(Terminal terminal, String where) {
    all.proof().compared().forEach(sentence -> terminal.line("Compared: " + sentence));
    all.reasons().forEach(terminal::line);
    terminal.line("Run directory: " + where);
    if (verdict() == Verdict.FAIL) {
      terminal.line("What to do next: docs/first-fail.md; causes, if traced, are in causes.txt");
    } else if (verdict() == Verdict.UNKNOWN) {
      terminal.line("What to do next: docs/unknown.md says for each reason how to resolve it");
    }
  }

  private String why(VerdictFile file) {
    return file.reasons().stream()
        .filter(reason -> !all.reasons().contains(reason))
        .findFirst()
        .orElse("see verdict.json");
  }

  /**
   * What a run has done to tables and not verified behind it: the verification of one table says
   * nothing of another.
   */
  private static final class Unverified {
    private final Set<String> compared = new TreeSet<>();
    private final Map<String, String> open = new TreeMap<>();
    private boolean verified;

    /**
     * Takes note of a part that was performed.
     *
     * @param table that it works on; empty if it works on none
     * @param uncompared what it has left to others, if it is a verification that did
     */
    void performed(String part, Effect effect, String table, Optional<String> uncompared) {
      if (effect == Effect.VERIFIES) {
        verified = true;
        compare(table, uncompared);
      } else if (effect == Effect.WRITES) {
        changed(table, part);
      } else if (effect == Effect.HITS) {
        Set<String> all = new TreeSet<>(compared);
        all.addAll(open.keySet());
        if (!table.isEmpty()) {
          all.add(table);
        }
        all.forEach(each -> changed(each, part));
      }
    }

    private void compare(String table, Optional<String> uncompared) {
      if (uncompared.isEmpty()) {
        compared.add(table);
        open.remove(table);
        open.remove(""); // whatever table that was
      } else if (!compared.contains(table)) {
        open.put(table, uncompared.get());
      }
    }

    private void changed(String table, String part) {
      compared.remove(table);
      open.putIfAbsent(table, "nothing was verified after " + part);
    }

    /** Why the run proves nothing of some tables, one sentence each; none if all is verified. */
    List<String> reasons() {
      if (!verified) {
        return List.of("nothing was verified");
      }
      boolean one = compared.size() + open.size() == 1;
      List<String> reasons = new ArrayList<>();
      open.forEach(
          (table, reason) -> reasons.add(one || table.isEmpty() ? reason : table + ": " + reason));
      return reasons;
    }
  }
}
