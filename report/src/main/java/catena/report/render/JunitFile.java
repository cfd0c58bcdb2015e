// SPDX-License-Identifier: Apache-2.0
package catena.report.render;

import catena.graph.judge.FindingKind;
import catena.records.budget.Judgement;
import catena.records.history.FaultRecord;
import catena.records.journal.ClientName;
import catena.records.journal.Event;
import catena.records.run.Environment;
import catena.records.verdict.Verdict;
import catena.records.verdict.VerdictFile;
import catena.records.words.Amounts;
import catena.report.history.RunHistory;
import catena.report.history.RunHistory.PhaseSpan;
import catena.report.history.RunHistory.RunState;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The verdict as a report of tests in the form of Ant's JUnit task, which Jenkins, GitLab and
 * others show ({@code junit.xml}): a suite for each subject, a case for each check. FAIL is a
 * failure, UNKNOWN an error, and what was not checked is skipped. It is valid by the schema of
 * Jenkins' xUnit plugin, which rejects invalid files; in the schema, only suites have {@code
 * skipped}.
 *
 * @param run that it is about
 */
public record JunitFile(RunHistory run) {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ISO_LOCAL_DATE_TIME.withZone(ZoneOffset.UTC);

  /** The characters that XML cannot hold, but a value in the table can. */
  private static final String UNSOUND =
      "[^\\t\\n\\x{20}-\\x{D7FF}\\x{E000}-\\x{FFFD}\\x{10000}-\\x{10FFFF}]";

  /**
   * The file's content, UTF-8.
   *
   * @param now the time shown for a run if no file records when it was
   * @throws IOException if the distribution lacks the template
   */
  public static byte[] of(RunHistory run, Instant now) throws IOException {
    Instant begun = run.span().to() == 0 ? now : Instant.ofEpochMilli(run.span().from());
    String xml =
        Templates.filled(
            "junit.ftlx",
            Map.of(
                "title", run.title(),
                "checks", new JunitFile(run).checks(),
                "at", TIME.format(begun.truncatedTo(ChronoUnit.SECONDS)),
                "host", run.environment().map(Environment::host).orElse("unknown"),
                "properties", properties(run)));
    return xml.replaceAll(UNSOUND, "\uFFFD").getBytes(StandardCharsets.UTF_8);
  }

  private static SortedMap<String, String> properties(RunHistory run) {
    SortedMap<String, String> properties = new TreeMap<>();
    properties.put("run", run.where());
    run.environment().ifPresent(each -> properties.put("catena", each.catena()));
    run.tested().ifPresent(each -> properties.put("tested", each.summary()));
    return properties;
  }

  /**
   * The checks of a run by subject, each with its result: the verdict, each part, each kind of
   * finding, each fault, and each budget; a subject without any is left out. A finding fails once:
   * as its kind. The verdict and the part that found it mention it and do not count as further
   * failures.
   */
  private Map<String, List<TestCase>> checks() {
    Map<String, List<TestCase>> all = new LinkedHashMap<>();
    all.put("verdict", List.of(verdict()));
    all.put("parts", parts());
    all.put("findings", findings());
    all.put("faults", faults());
    all.put("budgets", budgets());
    all.values().removeIf(List::isEmpty);
    return all;
  }

  /** The verdict about the data: a missed budget is a separate case. */
  private TestCase verdict() {
    if (run.verdict().isEmpty()) {
      return new TestCase("verdict", Verdict.UNKNOWN, run.life().withoutVerdict(), List.of());
    }
    VerdictFile file = run.verdict().get();
    List<String> text = new ArrayList<>(file.proof().compared());
    text.addAll(file.reasons());
    TestCase testCase =
        run.outdated().isPresent() && file.verdict() != Verdict.FAIL
            ? new TestCase("verdict", Verdict.UNKNOWN, run.outdated().get(), text)
            : once(
                "verdict",
                file.verdict() == Verdict.BUDGET ? Verdict.PASS : file.verdict(),
                file.reasons(),
                text);
    return testCase.took(run.span().seconds());
  }

  /** A case that does not fail for findings, which fail by their kind. */
  private TestCase once(String name, Verdict verdict, List<String> reasons, List<String> text) {
    return verdict == Verdict.FAIL && run.findingTotal() > 0
        ? TestCase.skipped(
            name, "FAIL: " + String.join("; ", reasons) + "; counted as failures by kind")
        : of(name, verdict, reasons, text);
  }

  private static TestCase of(
      String name, Verdict verdict, List<String> reasons, List<String> text) {
    String message = reasons.isEmpty() ? verdict.name() : String.join("; ", reasons);
    return new TestCase(name, verdict, verdict == Verdict.PASS ? "" : message, text);
  }

  private List<TestCase> parts() {
    List<TestCase> cases = new ArrayList<>();
    for (Event.PartEnded part : run.journal().parts().values()) {
      String activity = "+" + ClientName.activity(part.part()) + "+";
      TestCase testCase = once(part.part(), part.verdict(), part.reasons(), part.reasons());
      cases.add(
          run.journal().phases().stream()
              .filter(phase -> ("+" + phase.words() + "+").contains(activity))
              .map(PhaseSpan::span)
              .filter(span -> span.contains(part.at()))
              .findFirst()
              .map(span -> testCase.took(span.seconds()))
              .orElse(testCase));
    }
    return cases;
  }

  private List<TestCase> findings() {
    boolean compared =
        run.verdict()
            .filter(file -> !file.unfinished() && !file.proof().compared().isEmpty())
            .isPresent();
    boolean fine = run.verdict().filter(file -> file.verdict() == Verdict.FAIL).isEmpty();
    Map<FindingKind, Long> counts = run.findingCounts();
    List<TestCase> cases = new ArrayList<>();
    for (FindingKind kind : FindingKind.values()) {
      long number = counts.getOrDefault(kind, 0L);
      if (number > 0) {
        List<String> first =
            run.findings().first(kind).stream().map(each -> each.finding().inWords()).toList();
        String message = Amounts.grouped(number) + " " + kind + ": " + kind.meaning();
        // What is late is no fault where the consistency is eventual.
        cases.add(
            kind == FindingKind.LATE && fine
                ? new TestCase(kind.name(), Verdict.PASS, "", List.of(message))
                : new TestCase(kind.name(), Verdict.FAIL, message, first));
      } else if (compared) {
        cases.add(new TestCase(kind.name(), Verdict.PASS, "", List.of()));
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
      // A fault that heals by itself is never healed, and the cluster is whole nevertheless.
      boolean healed = fault.healed() || fault.recovered();
      cases.add(step(fault, "healed", healed, fault.outcome().orElse("")));
      cases.add(step(fault, "recovered", fault.recovered(), ""));
    }
    return cases;
  }

  private TestCase step(FaultRecord fault, String step, boolean done, String evidence) {
    String name = "fault %s %s %s".formatted(run.number(fault), fault.kind(), step);
    List<String> text = new ArrayList<>(List.of(fault.inWords()));
    if (done) {
      if (!evidence.isEmpty()) {
        text.add(evidence);
      }
      return new TestCase(name, Verdict.PASS, "", text);
    }
    if (fault.doubts().isEmpty() && run.life() == RunState.RUNNING) {
      return TestCase.skipped(name, "the fault is in effect");
    }
    text.addAll(fault.doubts());
    String why = fault.doubts().isEmpty() ? "nothing says that it was" : fault.doubts().get(0);
    String message = fault.inWords() + " was not " + step + ": " + why;
    return new TestCase(name, Verdict.UNKNOWN, message, text);
  }

  private List<TestCase> budgets() {
    if (run.budgets().isPresent()) {
      return run.budgets().get().budgets().stream().map(JunitFile::budget).toList();
    }
    // Runs of older versions have one reason for all budgets.
    return run.verdict()
        .filter(file -> file.verdict() == Verdict.BUDGET)
        .map(file -> List.of(of("budgets", Verdict.BUDGET, file.reasons(), file.reasons())))
        .orElse(List.of());
  }

  private static TestCase budget(Judgement judgement) {
    List<String> sentence = List.of(judgement.sentence());
    return of("budget " + judgement.budget(), judgement.verdict(), sentence, sentence);
  }

  /**
   * One check as a test.
   *
   * @param name the same in each run of a scenario, if possible: tools track it
   * @param verdict its result; empty if nothing was to be checked, or its findings fail by their
   *     kind
   * @param message why, in sentences; empty for a check that passed
   * @param text all details
   * @param seconds how long it took; 0 if not known
   */
  record TestCase(
      String name, Optional<Verdict> verdict, String message, List<String> text, double seconds) {
    TestCase(String name, Verdict verdict, String message, List<String> text) {
      this(name, Optional.of(verdict), message, List.copyOf(text), 0);
    }

    static TestCase skipped(String name, String message) {
      return new TestCase(name, Optional.empty(), message, List.of(), 0);
    }

    TestCase took(double time) {
      return new TestCase(name, verdict, message, text, time);
    }
  }
}
