package catena.recompute.rule;

import java.util.ArrayList;
import java.util.List;

/** The intervals of a run, counted from its first whole second on. */
record Grid(Stretch run, int seconds) {
  static Grid of(Stretch run) {
    double s = run.seconds();
    return new Grid(run, s <= 900 ? 1 : s <= 7200 ? 10 : 30);
  }

  /** An interval as it is drawn: the first one begins with the run. */
  record Interval(long at, Stretch whole) {}

  /** Those that end within the run, and the first. */
  List<Interval> complete() {
    long end = Math.floorDiv(run.to(), 1000) * 1000;
    List<Interval> intervals = new ArrayList<>();
    for (Interval interval : all()) {
      if (intervals.isEmpty() || interval.whole().to() <= end) {
        intervals.add(interval);
      }
    }
    return intervals;
  }

  /** Those that begin within the run. */
  List<Interval> all() {
    long first = Math.floorDiv(run.from(), 1000) * 1000;
    List<Interval> intervals = new ArrayList<>();
    for (long from = first; from <= run.to(); from += seconds * 1000L) {
      intervals.add(
          new Interval(Math.max(run.from(), from), new Stretch(from, from + seconds * 1000L)));
    }
    return intervals;
  }

  /** The rate per second in each of the complete intervals. */
  double[] rates(Spread amounts) {
    long first = Math.floorDiv(run.from(), 1000) * 1000;
    double[] sums = amounts.each(first, seconds * 1000L, complete().size());
    for (int i = 0; i < sums.length; i++) {
      sums[i] /= seconds;
    }
    return sums;
  }

  double highest(Spread amounts) {
    return java.util.Arrays.stream(rates(amounts)).max().orElse(Double.NaN);
  }
}
