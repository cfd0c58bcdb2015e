// SPDX-License-Identifier: Apache-2.0
package catena.scenario.rate;

import catena.records.history.RateState;
import catena.records.words.Amounts;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Searches several times, confirms what was found, and says how far it can be relied on. For one
 * thread: {@link #next}, then {@link #took}, until there is nothing next.
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
   * Records the result of the trial that was next.
   *
   * @throws IllegalStateException if there was none
   */
  public void took(boolean held) {
    Trial trial = next().orElseThrow(() -> new IllegalStateException("the search is over"));
    steps++;
    failures = held ? 0 : failures + 1;
    if (held || failures >= plan.tries()) {
      failures = 0;
      if (confirms) {
        confirmed(held);
      } else {
        bracket.took(trial.rate(), held);
        if (bracket.next().isEmpty()) {
          endOfSearch();
        }
      }
    }
    if (conclusion.isEmpty() && steps >= plan.mostSteps()) {
      undecided("the search had no end after %d steps".formatted(steps));
    }
  }

  /** The conclusion; empty as long as there is something next. */
  public Optional<Conclusion> conclusion() {
    return conclusion;
  }

  private void endOfSearch() {
    if (bracket.isNever()) {
      if (repeat == 1) {
        conclude(RateState.NEVER, 0, 0, 0, "");
      } else {
        undecided("search %d found no rate that was held".formatted(repeat));
      }
      return;
    }
    found.add(bracket.held);
    if (high() > low() * (1 + plan.spread())) {
      undecided(
          String.format(
              Locale.ROOT,
              "the searches came to %s and %s, which differ by %.0f %%, and %.0f %% is allowed",
              Amounts.rate(low()),
              Amounts.rate(high()),
              100 * (high() / low() - 1),
              100 * plan.spread()));
    } else if (repeat < plan.repeats()) {
      repeat++;
      // Not at the earlier rates, and so near that few steps are needed.
      bracket = new Bracket(plan, median() / (1 + plan.spread() / 2), 1 + plan.spread());
    } else {
      confirms = true;
      candidate = median();
    }
  }

  private void confirmed(boolean held) {
    if (held) {
      found.add(candidate);
      double limit = plan.limit();
      if (found.stream().allMatch(rate -> rate >= limit)) {
        conclude(RateState.AT_LEAST, limit, limit, limit, "");
      } else {
        conclude(RateState.FOUND, candidate, low(), high(), "");
      }
      return;
    }
    double failed = candidate;
    candidate /= 1 + plan.resolution();
    boolean last = candidate < plan.least();
    if (last || high() > candidate * (1 + plan.spread())) {
      String why =
          last
              ? "and no rate below rate.least is tried"
              : "which is as far below the highest rate that held as may be";
      undecided("the confirming run did not hold %s, %s".formatted(Amounts.rate(failed), why));
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

  private void undecided(String why) {
    conclude(RateState.CANNOT_TELL, 0, low(), high(), why);
  }

  private void conclude(RateState state, double rate, double low, double high, String why) {
    conclusion = Optional.of(new Conclusion(state, rate, low, high, why));
  }

  /** One search: the highest rate that held and the lowest that did not, brought together. */
  private static final class Bracket {
    /** No step goes further than to twice or half of a rate. */
    private static final double MOST_GROWTH = 2;

    private final SearchPlan plan;
    private final double start;
    private double growth;

    /** The highest rate that held; NaN as long as none did. */
    private double held = Double.NaN;

    private double failed = Double.NaN;

    /**
     * A search that has not begun.
     *
     * @param start the first rate, taken to the nearest that may be tried
     * @param growth how many times larger the next rate is, more than 1; it grows with each step
     */
    Bracket(SearchPlan plan, double start, double growth) {
      this.plan = plan;
      this.start = Math.max(plan.least(), Math.min(plan.limit(), start));
      this.growth = Math.min(MOST_GROWTH, growth);
    }

    /** The next rate; empty when the search is over. */
    OptionalDouble next() {
      if (Double.isNaN(held) && Double.isNaN(failed)) {
        return OptionalDouble.of(start);
      } else if (Double.isNaN(failed)) {
        return held >= plan.limit()
            ? OptionalDouble.empty()
            : OptionalDouble.of(Math.min(plan.limit(), held * growth));
      } else if (Double.isNaN(held)) {
        return isNever()
            ? OptionalDouble.empty()
            : OptionalDouble.of(Math.max(plan.least(), failed / growth));
      }
      return failed / held <= 1 + plan.resolution()
          ? OptionalDouble.empty()
          : OptionalDouble.of(Math.sqrt(held * failed));
    }

    /** What is done next. */
    Stage stage() {
      return isOpen() ? Stage.RAMP : Stage.BISECT;
    }

    private boolean isOpen() {
      return Double.isNaN(held) || Double.isNaN(failed);
    }

    /** Records the result of the rate that was next. */
    void took(double rate, boolean itHeld) {
      boolean further = Double.isNaN(held) != Double.isNaN(failed);
      if (itHeld) {
        held = rate;
      } else {
        failed = rate;
      }
      if (further && isOpen()) {
        growth = Math.min(MOST_GROWTH, growth * growth);
      }
    }

    /** Whether not even the lowest rate was held. */
    boolean isNever() {
      return Double.isNaN(held) && failed <= plan.least();
    }
  }

  /** What a step is for. */
  public enum Stage {
    /** To find one rate that holds and one that does not. */
    RAMP,
    /** To bring these together. */
    BISECT,
    /** To see, for a longer time, whether the number holds. */
    CONFIRM;

    /** Its word. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * A rate that is to be tried.
   *
   * @param repeat which of the repeated searches it belongs to, from 1
   * @param rate operations per second
   */
  public record Trial(Stage stage, int repeat, double rate) {}

  /**
   * The conclusion of a search.
   *
   * @param state one number that the confirming run held; or all rates up to the limit were held,
   *     and the confirming run held the limit; or not even the lowest rate; or the steps contradict
   *     one another
   * @param rate that was held; 0 if there is no such number
   * @param low the lowest result of the repeats and the confirming run; 0 if nothing was found
   * @param high the highest of these
   * @param why it cannot be determined, as a sentence; empty otherwise
   */
  public record Conclusion(RateState state, double rate, double low, double high, String why) {
    /** The conclusion where steps contradict one another, with the reason. */
    public static Conclusion undecided(String why, double low, double high) {
      return new Conclusion(RateState.CANNOT_TELL, 0, low, high, why);
    }
  }

  /**
   * How it is searched; rates are operations per second.
   *
   * @param from the first rate that is tried
   * @param least below which no rate is tried
   * @param limit above which no rate is tried
   * @param resolution how far above a rate that held the next one that did not may be, as a share
   * @param spread how far the repeats may differ, as a share of the lowest
   * @param repeats how often it is searched
   * @param tries how often in a row a rate must fail to count as not held
   * @param mostSteps after which the search is given up
   */
  public record SearchPlan(
      double from,
      double least,
      double limit,
      double resolution,
      double spread,
      int repeats,
      int tries,
      int mostSteps) {
    /** How far the repeats may differ, as a share of the lowest; beyond it there is no number. */
    public static final double SPREAD = 0.15;

    /** Refuses what cannot be searched by. */
    public SearchPlan {
      boolean ordered = 0 < least && least <= from && from <= limit;
      if (!ordered || !(resolution > 0) || spread < resolution || repeats < 1 || tries < 1) {
        throw new IllegalArgumentException(
            "from %s, least %s, limit %s, resolution %s, spread %s, %s repeats of %s tries"
                .formatted(from, least, limit, resolution, spread, repeats, tries));
      }
    }
  }
}
