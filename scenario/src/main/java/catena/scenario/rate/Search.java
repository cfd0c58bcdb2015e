// SPDX-License-Identifier: Apache-2.0
package catena.scenario.rate;

import catena.harness.activity.RunContext;
import catena.records.budget.BudgetFile;
import catena.records.budget.Judgement;
import catena.records.history.RateCause;
import catena.records.history.RateFile;
import catena.records.history.RateState;
import catena.records.history.RateStep;
import catena.records.journal.Event;
import catena.records.run.Json;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.Verdict;
import catena.records.words.Amounts;
import catena.records.words.TextTable;
import catena.scenario.rate.RateSearch.Conclusion;
import catena.scenario.rate.RateSearch.Stage;
import catena.scenario.rate.RateSearch.Trial;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.commons.lang3.function.FailableBiFunction;
import org.apache.commons.text.WordUtils;

/**
 * A search at work: step after step until there is a conclusion, or a stop is asked for, or the
 * data is found to be wrong. After each step {@code rate.json} has all that is known.
 */
final class Search {
  /** How many steps in a row that could not even be measured end it. */
  private static final int MOST_UNMEASURED = 2;

  private static final int MOST_DOUBTS = 100;

  /** The summary of a run indents each line by two. */
  private static final int WIDTH = 78;

  /** The conclusion of a search without one yet. */
  private static final Conclusion OPEN = Conclusion.undecided("", 0, 0);

  private final RatePlan plan;
  private final List<String> terms;
  private final StepJudge judge;
  private final FailableBiFunction<Trial, Integer, StepFigures, Exception> runner;
  private final RunContext run;
  private final RateSearch search;
  private final List<RateStep> steps = new ArrayList<>();

  /** The figures of the step that held and in which answers took the least time. */
  private Optional<StepFigures> quickest = Optional.empty();

  /** The budgets of the last step that held; while none has, of the last step. */
  private List<Judgement> budgets = List.of();

  /** What the steps were in doubt about, which is no less so where the number does without them. */
  private final Set<String> doubts = new LinkedHashSet<>();

  private int unmeasured;

  /**
   * A search that has not begun.
   *
   * @param terms how it is searched, in sentences
   * @param runner does a step of a number from 1, and returns its figures
   */
  Search(
      RatePlan plan,
      List<String> terms,
      StepJudge judge,
      FailableBiFunction<Trial, Integer, StepFigures, Exception> runner,
      RunContext run) {
    this.plan = plan;
    this.terms = List.copyOf(terms);
    this.judge = judge;
    this.runner = runner;
    this.run = run;
    this.search = new RateSearch(plan.search());
  }

  /** Searches to the end; what was in doubt in a step is, whatever number comes out. */
  PartOutcome perform() throws Exception {
    PartOutcome outcome = searched();
    return doubts.stream().map(PartOutcome::doubt).reduce(outcome, PartOutcome::and);
  }

  private PartOutcome searched() throws Exception {
    Optional<RateFile> before = Json.read(run.directory(), run.directory().rate(), RateFile.class);
    if (before.isPresent() && before.get().state() != RateState.SEARCHING) {
      return PartOutcome.doubt("this run has a search for its highest rate already");
    } else if (before.isPresent()) {
      steps.addAll(before.get().steps());
      return brokenOff("the process that searched has died");
    }
    write("the search goes on");
    for (Optional<Trial> next = search.next(); next.isPresent(); next = search.next()) {
      if (steps.isEmpty() ? run.stop().asked() : run.stop().await(plan.rest())) {
        return brokenOff(run.stop().reason().orElse("stopped"));
      }
      StepFigures figures = runner.apply(next.get(), steps.size() + 1);
      if (figures.outcome().verdict() == Verdict.UNKNOWN) {
        figures.outcome().reasons().stream()
            .filter(any -> doubts.size() < MOST_DOUBTS)
            .forEach(doubts::add);
      }
      if (figures.outcome().verdict() == Verdict.FAIL) {
        return brokenOff("the data is wrong").and(figures.outcome());
      }
      if (run.stop().asked()) {
        return brokenOff(run.stop().reason().orElse("stopped"));
      }
      unmeasured = figures.seconds() > 0 ? 0 : unmeasured + 1;
      RateStep step = judged(next.get(), figures);
      if (unmeasured >= MOST_UNMEASURED) {
        return brokenOff("steps could not be measured: " + String.join("; ", step.reasons()));
      }
      search.took(step.held());
      write("the search goes on");
    }
    return concluded(undoubted(search.conclusion().orElseThrow()));
  }

  /** A number holds only if each search ended at a rate that was really not held. */
  private Conclusion undoubted(Conclusion conclusion) {
    if (conclusion.state() != RateState.FOUND) {
      return conclusion;
    }
    for (int repeat = 1; repeat <= plan.search().repeats(); repeat++) {
      List<RateStep> bound = bound(repeat);
      if (!bound.isEmpty() && bound.stream().allMatch(step -> step.cause() == RateCause.DOUBT)) {
        RateStep last = bound.get(bound.size() - 1);
        String why =
            "%s %s were held, and step %d, at %s, was in doubt%s"
                .formatted(
                    Amounts.rate(conclusion.rate()),
                    plan.unit(),
                    last.number(),
                    Amounts.rate(last.asked()),
                    last.reasons().stream().findFirst().map(first -> ": " + first).orElse(""));
        return Conclusion.undecided(why, conclusion.low(), conclusion.high());
      }
    }
    return conclusion;
  }

  /** The steps of a search at the lowest rate that never held in it. */
  private List<RateStep> bound(int repeat) {
    TreeMap<Double, List<RateStep>> rates = new TreeMap<>();
    for (RateStep step : steps) {
      if (step.repeat() == repeat && !step.stage().equals(Stage.CONFIRM.word())) {
        rates.computeIfAbsent(step.asked(), rate -> new ArrayList<>()).add(step);
      }
    }
    return rates.values().stream()
        .filter(tries -> tries.stream().noneMatch(RateStep::held))
        .findFirst()
        .orElse(List.of());
  }

  private RateStep judged(Trial trial, StepFigures figures) {
    StepJudge.Judged judged = judge.judge(figures, quickest);
    RateStep step =
        new RateStep(
            steps.size() + 1,
            trial.stage().word(),
            trial.repeat(),
            trial.rate(),
            figures.done(),
            figures.from(),
            figures.to(),
            judged.cause(),
            judged.reasons(),
            figures.latencies(),
            figures.lateSeconds(),
            figures.processors(),
            figures.hostProcessors());
    steps.add(step);
    if (step.held()) {
      if (quickest.isEmpty() || figures.serviceMean() < quickest.get().serviceMean()) {
        quickest = Optional.of(figures);
      }
      budgets = judged.budgets();
    } else if (quickest.isEmpty()) {
      budgets = judged.budgets();
    }
    report(step);
    return step;
  }

  private void report(RateStep step) {
    String why =
        step.held()
            ? "held"
            : "not held, "
                + step.cause().word()
                + step.reasons().stream().findFirst().map(first -> ": " + first).orElse("");
    String words =
        "step %d, %s of search %d: %s %s, %s"
            .formatted(
                step.number(),
                step.stage(),
                step.repeat(),
                Amounts.rate(step.asked()),
                plan.unit(),
                why);
    run.terminal().event(run.clock().millis(), words);
    run.journal().add(new Event.Note(run.clock().millis(), run.name(), words));
  }

  private PartOutcome concluded(Conclusion conclusion) throws IOException {
    RateFile file = file(conclusion.state(), conclusion, sentence(conclusion));
    file.writeTo(run.directory());
    Verdict verdict = verdict(conclusion);
    boolean met = new BudgetFile(budgets, Optional.empty()).outcome().verdict() == Verdict.PASS;
    // The budgets that a step met say nothing of a search that came to no number.
    Optional<String> doubt = Optional.of(file.sentence()).filter(any -> verdict != Verdict.PASS);
    new BudgetFile(budgets, doubt.filter(any -> met)).writeTo(run.directory());
    return new PartOutcome(
        verdict,
        verdict == Verdict.PASS ? List.of() : List.of(file.sentence()),
        Map.of(),
        Map.of(),
        lines(file));
  }

  /**
   * That no rate is held is a budget that is missed, unless the last step is in doubt, or it was
   * the client that could not do it.
   */
  private Verdict verdict(Conclusion conclusion) {
    if (conclusion.state() == RateState.CANNOT_TELL) {
      return Verdict.UNKNOWN;
    } else if (conclusion.state() == RateState.NEVER) {
      RateCause last = steps.get(steps.size() - 1).cause();
      return last == RateCause.DOUBT || last == RateCause.CLIENT ? Verdict.UNKNOWN : Verdict.BUDGET;
    }
    return Verdict.PASS;
  }

  private String sentence(Conclusion conclusion) {
    return switch (conclusion.state()) {
      case FOUND ->
          "the highest rate is %s %s (%s to %s in %d searches and the confirming run)"
              .formatted(
                  Amounts.rate(conclusion.rate()),
                  plan.unit(),
                  Amounts.rate(conclusion.low()),
                  Amounts.rate(conclusion.high()),
                  plan.search().repeats());
      case AT_LEAST ->
          "the highest rate is at least %s %s, the limit that was set (rate.limit)"
              .formatted(Amounts.rate(conclusion.rate()), plan.unit());
      case NEVER ->
          "not even %s %s were held (rate.least)%s"
              .formatted(
                  Amounts.rate(plan.search().least()),
                  plan.unit(),
                  steps.get(steps.size() - 1).reasons().stream()
                      .findFirst()
                      .map(first -> ": " + first)
                      .orElse(""));
      case CANNOT_TELL, SEARCHING, BROKEN_OFF ->
          "the highest rate cannot be determined: " + conclusion.why();
    };
  }

  private PartOutcome brokenOff(String why) throws IOException {
    String sentence = "the search was broken off (" + why + ")" + known();
    RateFile file = file(RateState.BROKEN_OFF, OPEN, sentence);
    file.writeTo(run.directory());
    return new PartOutcome(Verdict.UNKNOWN, List.of(sentence), Map.of(), Map.of(), lines(file));
  }

  /** What is known so far, as the end of a sentence. */
  private String known() {
    RateFile so = file(RateState.SEARCHING, OPEN, "");
    String held =
        so.highestHeld().map(step -> "; " + Amounts.rate(step.asked()) + " was held").orElse("");
    return held
        + so.beyond()
            .map(step -> String.format(Locale.ROOT, ", %s was not", Amounts.rate(step.asked())))
            .orElse("");
  }

  private void write(String sentence) throws IOException {
    file(RateState.SEARCHING, OPEN, sentence).writeTo(run.directory());
  }

  private RateFile file(RateState state, Conclusion came, String sentence) {
    return new RateFile(
        plan.workload(),
        plan.unit(),
        terms,
        state,
        came.rate(),
        came.low(),
        came.high(),
        sentence,
        steps);
  }

  /**
   * A search as lines of a terminal of at most 78 columns: a table of its steps, its result, and
   * why no rate above it.
   */
  static List<String> lines(RateFile file) {
    List<String> lines = new ArrayList<>();
    if (!file.steps().isEmpty()) {
      TextTable table =
          new TextTable("step", "stage", "asked", "done", "p99", "late", "CPU", "host", "outcome");
      for (RateStep step : file.steps()) {
        table.row(
            step.number(),
            step.stage() + " " + step.repeat(),
            Amounts.rate(step.asked()),
            Amounts.rate(step.done()),
            StepJudge.time(step.longestP99()),
            StepJudge.time(step.lateSeconds()),
            StepJudge.percent(step.processors()),
            StepJudge.percent(step.hostProcessors()),
            step.cause().word());
      }
      table.lines().forEach(line -> lines.add(line.substring(0, Math.min(WIDTH, line.length()))));
    }
    wrap(file.sentence(), "", lines);
    file.steps().stream()
        .filter(step -> file.hasRate() && step.held() && step.stage().equals("confirm"))
        .reduce((a, b) -> b)
        .ifPresent(
            step ->
                wrap("confirmed by step %d: %s".formatted(step.number(), text(step)), "  ", lines));
    file.beyond()
        .ifPresent(
            step ->
                wrap(
                    "not held: %s (%s): %s"
                        .formatted(
                            Amounts.rate(step.asked()),
                            step.cause().word(),
                            String.join("; ", step.reasons())),
                    "  ",
                    lines));
    return lines;
  }

  private static String text(RateStep step) {
    StringBuilder words = new StringBuilder(Amounts.rate(step.done()) + " done");
    step.latencies()
        .forEach(
            (operation, latency) ->
                words
                    .append(", ")
                    .append(operation)
                    .append(" p99 ")
                    .append(StepJudge.time(latency.p99()))
                    .append(" of ")
                    .append(Amounts.grouped(latency.count())));
    return words + " in " + Amounts.span(Duration.ofMillis(step.to() - step.from()));
  }

  private static void wrap(String text, String indent, List<String> lines) {
    WordUtils.wrap(text, WIDTH - indent.length(), "\n", true)
        .lines()
        .forEach(line -> lines.add(indent + line));
  }
}
