package catena.agitator.observe;

import catena.harness.history.RateBins;
import java.util.Optional;

/** How much was done in each second, as the journals tell it; the oldest hours are forgotten. */
public final class Rates {
  private static final long KEPT_SECONDS = 6 * 3600;

  /** Width of the window in which a rate is taken: single seconds are noise. */
  private static final int WINDOW = 5;

  private static final double BACK = 0.8;

  private final RateBins bins = new RateBins();
  private boolean told;

  /**
   * How a rate fell and rose.
   *
   * @param depth what was missing of the rate before, at the lowest, from 0 to 1
   * @param seconds until the rate was four fifths of the one before again; 0 if it never was less
   */
  record Dip(double depth, double seconds) {}

  /** Something was done evenly over a span of time, milliseconds since 1970. */
  synchronized void add(long fromMillis, long untilMillis, double amount) {
    told = true;
    bins.add(fromMillis, untilMillis, amount);
    bins.forget(untilMillis / 1000 - KEPT_SECONDS);
  }

  /** Whether nobody has told anything yet. */
  synchronized boolean isEmpty() {
    return !told;
  }

  /**
   * The dip after a time.
   *
   * @param before over how many seconds before it the usual rate is taken
   * @param untilMillis up to which the rates are known
   * @return empty if nothing was done before
   */
  synchronized Optional<Dip> dip(long atMillis, int before, long untilMillis) {
    long at = atMillis / 1000;
    long last = untilMillis / 1000;
    double usual = bins.sum(at - before, at) / before;
    if (usual <= 0 || last - at < WINDOW) {
      return Optional.empty();
    }
    double lowest = Double.MAX_VALUE;
    long back = -1;
    boolean fell = false;
    for (long from = at + 1; from + WINDOW <= last; from++) {
      double rate = bins.sum(from, from + WINDOW) / WINDOW;
      lowest = Math.min(lowest, rate);
      if (rate < BACK * usual) {
        fell = true;
        back = -1;
      } else if (fell && back < 0) {
        back = from;
      }
    }
    double depth = Math.max(0, Math.min(1, 1 - lowest / usual));
    double seconds = !fell ? 0 : (back < 0 ? last : back) - at;
    return Optional.of(new Dip(depth, seconds));
  }
}
