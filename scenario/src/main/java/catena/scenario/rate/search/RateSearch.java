package catena.scenario.rate.search;

import catena.records.words.Amounts;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Searches several times, confirms what was found, and says how far it can be relied on. For one
 * thread: {@link #next}, then {@link #told}, until there is nothing next.
 */
public final class RateSearch {
  private final SearchPlan plan;
  private final List<Double> found = new ArrayList<>();
  private Bracket bracket;
  private int repeat = 1;
  private boolean confirms;
  private double candidate;
  private int failures;
  private int steps;
  private Optional<Conclusion> conclusion = Optional.empty();

  /** A search that has not begun. */
  public RateSearch(SearchPlan plan) {
    this.plan = plan;
    this.bracket = new Bracket(plan, plan.from(), 2);
  }

  /** What to try next; empty when there is a conclusion. */
  public Optional<Trial> next() {
    if (conclusion.isPresent()) {
      return Optional.empty();
    }
    return Optional.of(
        confirms
            ? new Trial(Stage.CONFIRM, repeat, candidate)
            : new Trial(bracket.stage(), repeat, bracket.next().orElseThrow()));
  }

  /**
   * Takes what came of the trial that was next.
   *
   * @throws IllegalStateException if there was none
   */
  public void told(boolean held) {
    Trial trial = next().orElseThrow(() -> new IllegalStateException("the search is over"));
    steps++;
    failures = held ? 0 : failures + 1;
    if (held || failures >= plan.tries()) {
      failures = 0;
      settle(trial, held);
    }
    if (conclusion.isEmpty() && steps >= plan.mostSteps()) {
      cannotTell("after %d steps the search had come to no end".formatted(steps));
    }
  }

  /** What it has come to; empty as long as there is something next. */
  public Optional<Conclusion> conclusion() {
    return conclusion;
  }

  private void settle(Trial trial, boolean held) {
    if (confirms) {
      confirmed(held);
    } else {
      bracket.told(trial.rate(), held);
      if (bracket.next().isEmpty()) {
        endOfSearch();
      }
    }
  }

  private void endOfSearch() {
    if (bracket.isNever()) {
      if (repeat == 1) {
        conclude(new Conclusion.Never(plan.least()));
      } else {
        cannotTell("search %d found no rate that was held".formatted(repeat));
      }
      return;
    }
    found.add(bracket.held());
    if (differsTooMuch()) {
      cannotTell(difference("the searches came to "));
    } else if (repeat < plan.repeats()) {
      repeat++;
      // Not at the rates of before, and so near that few steps are needed.
      bracket = new Bracket(plan, median() / (1 + plan.spread() / 2), 1 + plan.spread());
    } else {
      confirms = true;
      candidate = median();
    }
  }

  private void confirmed(boolean held) {
    if (held) {
      found.add(candidate);
      boolean limit = found.stream().allMatch(rate -> rate >= plan.limit());
      conclude(
          limit
              ? new Conclusion.AtLeast(plan.limit())
              : new Conclusion.Found(candidate, low(), high()));
      return;
    }
    double failed = candidate;
    candidate /= 1 + plan.resolution();
    if (candidate < plan.least() || high() > candidate * (1 + plan.spread())) {
      cannotTell(
          "the confirming run did not hold %s, which is as far below the highest rate that held as"
                  .formatted(Amounts.rate(failed))
              + " may be");
    }
  }

  private double low() {
    return found.isEmpty() ? 0 : Collections.min(found);
  }

  private double high() {
    return found.isEmpty() ? 0 : Collections.max(found);
  }

  /** The lower one of two. */
  private double median() {
    return found.stream().sorted().toList().get((found.size() - 1) / 2);
  }

  private boolean differsTooMuch() {
    return high() > low() * (1 + plan.spread());
  }

  private String difference(String before) {
    return String.format(
        Locale.ROOT,
        "%s%s and %s, which differ by %.0f %%, and %.0f %% is allowed",
        before,
        Amounts.rate(low()),
        Amounts.rate(high()),
        100 * (high() / low() - 1),
        100 * plan.spread());
  }

  private void cannotTell(String why) {
    conclude(new Conclusion.CannotTell(why, low(), high()));
  }

  private void conclude(Conclusion what) {
    conclusion = Optional.of(what);
  }
}
