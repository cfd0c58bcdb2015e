package catena.scenario.rate;

import catena.harness.activity.RunContext;
import catena.records.budget.BudgetFile;
import catena.records.budget.Judgement;
import catena.records.journal.Event;
import catena.records.rate.RateCause;
import catena.records.rate.RateFile;
import catena.records.rate.RateState;
import catena.records.rate.RateStep;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.Verdict;
import catena.records.words.Amounts;
import catena.scenario.rate.search.Conclusion;
import catena.scenario.rate.search.RateSearch;
import catena.scenario.rate.search.Stage;
import catena.scenario.rate.search.Trial;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * A search at work: step after step until there is a conclusion, or a stop is asked for, or the
 * data is found to be wrong. After each step {@code rate.json} has all that is known.
 */
final class Search {
  /** So many steps in a row that could not even be measured end it. */
  private static final int MOST_UNMEASURED = 2;

  private static final int MOST_DOUBTS = 100;

  /** Does a step and says what it came to. */
  @FunctionalInterface
  interface Steps {
    /**
     * Does one.
     *
     * @param number from 1
     */
    StepFigures run(Trial trial, int number) throws Exception;
  }

  private final RatePlan plan;
  private final List<String> terms;
  private final StepJudge judge;
  private final Steps runner;
  private final RunContext run;
  private final RateSearch search;
  private final List<RateStep> steps = new ArrayList<>();

  /** Of a step that held, the one in which answers took the least time. */
  private Optional<StepFigures> quickest = Optional.empty();

  /** Of the confirming run, or what comes nearest to it. */
  private List<Judgement> budgets = List.of();

  /** What the steps were in doubt about, which is no less so where the number does without them. */
  private final Set<String> doubts = new LinkedHashSet<>();

  private int unmeasured;

  /**
   * A search that has not begun.
   *
   * @param terms how it is searched, in sentences
   */
  Search(RatePlan plan, List<String> terms, StepJudge judge, Steps runner, RunContext run) {
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
    return doubts.isEmpty()
        ? outcome
        : outcome.and(
            new PartOutcome(Verdict.UNKNOWN, List.copyOf(doubts), Map.of(), Map.of(), List.of()));
  }

  private PartOutcome searched() throws Exception {
    if (run.directory().read(run.directory().rate()).isPresent()) {
      return PartOutcome.doubt("this run has a search for its highest rate already");
    }
    write(RateState.SEARCHING, new Conclusion.CannotTell("", 0, 0), "the search goes on");
    for (Optional<Trial> next = search.next(); next.isPresent(); next = search.next()) {
      if (steps.isEmpty() ? run.stop().asked() : run.stop().await(plan.rest())) {
        return brokenOff(run.stop().reason().orElse("stopped"));
      }
      StepFigures figures = runner.run(next.get(), steps.size() + 1);
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
      search.told(step.held());
      write(RateState.SEARCHING, new Conclusion.CannotTell("", 0, 0), "the search goes on");
    }
    return concluded(undoubted(search.conclusion().orElseThrow()));
  }

  /** A number holds only if each search ended at a rate that was really not held. */
  private Conclusion undoubted(Conclusion conclusion) {
    if (!(conclusion instanceof Conclusion.Found found)) {
      return conclusion;
    }
    for (int repeat = 1; repeat <= plan.search().repeats(); repeat++) {
      List<RateStep> bound = bound(repeat);
      if (!bound.isEmpty() && bound.stream().allMatch(step -> step.cause() == RateCause.DOUBT)) {
        RateStep last = bound.get(bound.size() - 1);
        String why =
            "%s %s were held, and step %d, at %s, was in doubt%s"
                .formatted(
                    Amounts.rate(found.rate()),
                    plan.unit(),
                    last.number(),
                    Amounts.rate(last.asked()),
                    last.reasons().stream().findFirst().map(first -> ": " + first).orElse(""));
        return new Conclusion.CannotTell(why, found.low(), found.high());
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
    tell(step);
    return step;
  }

  private void tell(RateStep step) {
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
    RateFile file = file(state(conclusion), conclusion, sentence(conclusion));
    file.writeTo(run.directory());
    new BudgetFile(budgets).writeTo(run.directory());
    Verdict verdict = verdict(conclusion);
    return new PartOutcome(
        verdict,
        verdict == Verdict.PASS ? List.of() : List.of(file.sentence()),
        Map.of(),
        Map.of(),
        RateTable.lines(file));
  }

  private static RateState state(Conclusion conclusion) {
    if (conclusion instanceof Conclusion.Found) {
      return RateState.FOUND;
    } else if (conclusion instanceof Conclusion.AtLeast) {
      return RateState.AT_LEAST;
    }
    return conclusion instanceof Conclusion.Never ? RateState.NEVER : RateState.CANNOT_TELL;
  }

  /**
   * That no rate is held is a budget that is missed, unless the last step is in doubt, or it was
   * the client that could not do it.
   */
  private Verdict verdict(Conclusion conclusion) {
    if (conclusion instanceof Conclusion.CannotTell) {
      return Verdict.UNKNOWN;
    } else if (conclusion instanceof Conclusion.Never) {
      RateCause last = steps.get(steps.size() - 1).cause();
      return last == RateCause.DOUBT || last == RateCause.CLIENT ? Verdict.UNKNOWN : Verdict.BUDGET;
    }
    return Verdict.PASS;
  }

  private String sentence(Conclusion conclusion) {
    if (conclusion instanceof Conclusion.Found found) {
      return "the highest rate is %s %s (%s to %s in %d searches and the confirming run)"
          .formatted(
              Amounts.rate(found.rate()),
              plan.unit(),
              Amounts.rate(found.low()),
              Amounts.rate(found.high()),
              plan.search().repeats());
    } else if (conclusion instanceof Conclusion.AtLeast least) {
      return "the highest rate is at least %s %s, the limit that was set (rate.limit)"
          .formatted(Amounts.rate(least.limit()), plan.unit());
    } else if (conclusion instanceof Conclusion.Never never) {
      return "not even %s %s were held (rate.least)%s"
          .formatted(
              Amounts.rate(never.least()),
              plan.unit(),
              steps.get(steps.size() - 1).reasons().stream()
                  .findFirst()
                  .map(first -> ": " + first)
                  .orElse(""));
    } else if (conclusion instanceof Conclusion.CannotTell unknown) {
      return "the highest rate cannot be told: " + unknown.why();
    }
    throw new IllegalStateException("no conclusion: " + conclusion);
  }

  private PartOutcome brokenOff(String why) throws IOException {
    String sentence = "the search was broken off (" + why + ")" + known();
    RateFile file = file(RateState.BROKEN_OFF, new Conclusion.CannotTell(why, 0, 0), sentence);
    file.writeTo(run.directory());
    return new PartOutcome(
        Verdict.UNKNOWN, List.of(sentence), Map.of(), Map.of(), RateTable.lines(file));
  }

  /** What is known so far, as the end of a sentence. */
  private String known() {
    RateFile so = file(RateState.SEARCHING, new Conclusion.CannotTell("", 0, 0), "");
    String held =
        so.highestHeld().map(step -> "; " + Amounts.rate(step.asked()) + " was held").orElse("");
    return held
        + so.beyond()
            .map(step -> String.format(Locale.ROOT, ", %s was not", Amounts.rate(step.asked())))
            .orElse("");
  }

  private void write(RateState state, Conclusion conclusion, String sentence) throws IOException {
    file(state, conclusion, sentence).writeTo(run.directory());
  }

  private RateFile file(RateState state, Conclusion conclusion, String sentence) {
    double rate = 0;
    double low = 0;
    double high = 0;
    if (conclusion instanceof Conclusion.Found found) {
      rate = found.rate();
      low = found.low();
      high = found.high();
    } else if (conclusion instanceof Conclusion.AtLeast least) {
      rate = least.limit();
      low = rate;
      high = rate;
    } else if (conclusion instanceof Conclusion.CannotTell unknown) {
      low = unknown.low();
      high = unknown.high();
    }
    return new RateFile(
        plan.workload(), plan.unit(), terms, state, rate, low, high, sentence, steps);
  }
}
