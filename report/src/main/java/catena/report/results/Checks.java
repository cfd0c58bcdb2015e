// SPDX-License-Identifier: Apache-2.0
package catena.report.results;

import catena.graph.judge.FindingKind;
import catena.records.budget.Judgement;
import catena.records.history.FaultRecord;
import catena.records.journal.Event;
import catena.records.verdict.Verdict;
import catena.records.verdict.VerdictFile;
import catena.records.words.Amounts;
import catena.report.history.PhaseSpan;
import catena.report.history.RunHistory;
import catena.report.history.RunState;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The checks of a run, each with what it came to: the verdict, each part, each kind of finding,
 * each fault, and each budget. What was lost fails once: as the kind that it is. The verdict and
 * the part that found it say so and do not count as failures beside it.
 */
final class Checks {
  private final RunHistory run;

  private Checks(RunHistory run) {
    this.run = run;
  }

  /** The checks by what they are about; a subject without any is left out. */
  static Map<String, List<TestCase>> of(RunHistory run) {
    Checks checks = new Checks(run);
    Map<String, List<TestCase>> all = new LinkedHashMap<>();
    all.put("verdict", List.of(checks.verdict()));
    all.put("parts", checks.parts());
    all.put("findings", checks.findings());
    all.put("faults", checks.faults());
    all.put("budgets", checks.budgets());
    all.values().removeIf(List::isEmpty);
    return all;
  }

  private Optional<VerdictFile> concluded() {
    return run.verdict().filter(file -> !file.unfinished());
  }

  /** The data's: a missed budget is told apart. */
  private TestCase verdict() {
    if (run.verdict().isEmpty()) {
      return TestCase.error("verdict", withoutVerdict(), List.of());
    }
    VerdictFile file = run.verdict().get();
    List<String> text = new ArrayList<>(file.proof().compared());
    text.addAll(file.reasons());
    TestCase told =
        run.outdated().isPresent() && file.verdict() != Verdict.FAIL
            ? TestCase.error("verdict", run.outdated().get(), text)
            : once("verdict", ofData(file.verdict()), file.reasons(), text);
    return told.took(run.span().seconds());
  }

  private String withoutVerdict() {
    return switch (run.life()) {
      case RUNNING -> "The run is going on";
      case BROKEN_OFF -> "The run was broken off before its verdict";
      case FINISHED -> "The run has ended and left no verdict";
    };
  }

  private static Verdict ofData(Verdict verdict) {
    return verdict == Verdict.BUDGET ? Verdict.PASS : verdict;
  }

  /** A case that does not fail for what fails by its kind. */
  private TestCase once(String name, Verdict verdict, List<String> reasons, List<String> text) {
    return verdict == Verdict.FAIL && run.findingTotal() > 0
        ? TestCase.skipped(
            name, "FAIL: " + String.join("; ", reasons) + "; counted as failures by kind")
        : of(name, verdict, reasons, text);
  }

  private static TestCase of(
      String name, Verdict verdict, List<String> reasons, List<String> text) {
    String message = reasons.isEmpty() ? verdict.name() : reasons.get(0);
    return switch (verdict) {
      case PASS -> TestCase.passed(name, text);
      case FAIL, BUDGET -> TestCase.failed(name, message, text);
      case UNKNOWN -> TestCase.error(name, message, text);
    };
  }

  private List<TestCase> parts() {
    List<TestCase> cases = new ArrayList<>();
    for (Event.PartEnded part : run.journal().parts().values()) {
      TestCase told = once(part.part(), part.verdict(), part.reasons(), part.reasons());
      cases.add(
          run.journal().phases().stream()
              .filter(phase -> phase.words().equals(part.part()))
              .reduce((a, b) -> b)
              .map(PhaseSpan::span)
              .map(span -> told.took(span.seconds()))
              .orElse(told));
    }
    return cases;
  }

  private List<TestCase> findings() {
    boolean compared = concluded().filter(f -> !f.proof().compared().isEmpty()).isPresent();
    Map<FindingKind, Long> counts = run.findingCounts();
    List<TestCase> cases = new ArrayList<>();
    for (FindingKind kind : FindingKind.values()) {
      long number = counts.getOrDefault(kind, 0L);
      if (number > 0) {
        List<String> first =
            run.findings().first(kind).stream().map(each -> each.finding().inWords()).toList();
        cases.add(
            TestCase.failed(
                kind.name(), Amounts.grouped(number) + " " + kind + ": " + kind.meaning(), first));
      } else if (compared) {
        cases.add(TestCase.passed(kind.name(), List.of()));
      } else {
        cases.add(TestCase.skipped(kind.name(), "nothing was compared to its end"));
      }
    }
    return cases;
  }

  private List<TestCase> faults() {
    List<TestCase> cases = new ArrayList<>();
    for (FaultRecord fault : run.faults()) {
      cases.add(step(fault, "proven", fault.proven(), fault.evidence().orElse("")));
      // What healed by itself has nothing that heals it, and the cluster is whole nevertheless.
      boolean healed = fault.healed() || fault.recovered();
      cases.add(step(fault, "healed", healed, fault.outcome().orElse("")));
      cases.add(step(fault, "recovered", fault.recovered(), ""));
    }
    return cases;
  }

  private TestCase step(FaultRecord fault, String step, boolean done, String evidence) {
    String name = "fault %d %s %s".formatted(fault.id(), fault.kind(), step);
    List<String> text = new ArrayList<>(List.of(fault.inWords()));
    if (done) {
      if (!evidence.isEmpty()) {
        text.add(evidence);
      }
      return TestCase.passed(name, text);
    }
    if (fault.doubts().isEmpty() && run.life() == RunState.RUNNING) {
      return TestCase.skipped(name, "the fault is in effect");
    }
    text.addAll(fault.doubts());
    String why = fault.doubts().isEmpty() ? "nothing says that it was" : fault.doubts().get(0);
    return TestCase.error(name, fault.inWords() + " was not " + step + ": " + why, text);
  }

  private List<TestCase> budgets() {
    if (run.budgets().isPresent()) {
      return run.budgets().get().budgets().stream().map(Checks::budget).toList();
    }
    // Runs of older versions have one reason for all.
    return run.verdict()
        .filter(file -> file.verdict() == Verdict.BUDGET)
        .map(file -> List.of(of("budgets", Verdict.BUDGET, file.reasons(), file.reasons())))
        .orElse(List.of());
  }

  private static TestCase budget(Judgement judgement) {
    List<String> sentence = List.of(judgement.sentence());
    return of("budget " + judgement.budget(), judgement.verdict(), sentence, sentence);
  }
}
