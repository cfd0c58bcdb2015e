package catena.scenario.rate.search;

import java.util.OptionalDouble;

/** One search: the highest rate that held and the lowest that did not, brought together. */
final class Bracket {
  /** No step goes further than to twice or half of a rate. */
  private static final double MOST_GROWTH = 2;

  private final SearchPlan plan;
  private final double start;
  private double growth;
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
      return atLimit()
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
    return isOpen() ? Stage.RAMP : Stage.BISECTION;
  }

  private boolean isOpen() {
    return Double.isNaN(held) || Double.isNaN(failed);
  }

  /** Takes what came of the rate that was next. */
  void told(double rate, boolean itHeld) {
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

  /** Whether the limit was held. */
  boolean atLimit() {
    return held >= plan.limit();
  }

  /** Whether not even the lowest rate was held. */
  boolean isNever() {
    return Double.isNaN(held) && failed <= plan.least();
  }

  /** The highest rate that held; NaN as long as none did. */
  double held() {
    return held;
  }
}
