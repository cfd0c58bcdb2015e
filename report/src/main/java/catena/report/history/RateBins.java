// SPDX-License-Identifier: Apache-2.0
package catena.report.history;

import catena.records.history.Series;
import catena.records.history.Span;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Amounts of work done between two times, spread evenly over the seconds between them.
 *
 * <p>Memory grows with the seconds of a run, not with its events.
 */
public final class RateBins {
  private static final int PAGE = 3600;

  private final TreeMap<Long, double[]> pages = new TreeMap<>();

  /** The page that was added to last: amounts come nearly in the order of time. */
  private double[] lastPage = new double[0];

  private long lastPageNumber;
  private double total;
  private long first = Long.MAX_VALUE;
  private long last = Long.MIN_VALUE;

  /** Adds an amount that was done between two times; all at once if they are equal. */
  public void add(long from, long to, double amount) {
    if (amount == 0) {
      return;
    }
    total += amount;
    first = Math.min(first, Math.min(from, to));
    last = Math.max(last, to);
    if (to <= from) {
      cell(Math.floorDiv(to, 1000), amount);
      return;
    }
    double perMilli = amount / (to - from);
    for (long second = Math.floorDiv(from, 1000); second * 1000 < to; second++) {
      long begin = Math.max(from, second * 1000);
      long end = Math.min(to, second * 1000 + 1000);
      cell(second, perMilli * (end - begin));
    }
  }

  private void cell(long second, double amount) {
    long page = Math.floorDiv(second, PAGE);
    if (page != lastPageNumber || lastPage.length == 0) {
      lastPage = pages.computeIfAbsent(page, p -> new double[PAGE]);
      lastPageNumber = page;
    }
    lastPage[Math.floorMod(second, PAGE)] += amount;
  }

  /** All that was added. */
  public double total() {
    return total;
  }

  /** What was done in a span, to the second. */
  public double within(Span span) {
    return sum(Math.floorDiv(span.from(), 1000), -Math.floorDiv(-span.to(), 1000));
  }

  /** What was done in a range of whole seconds since 1970, without the last one. */
  public double sum(long fromSecond, long untilSecond) {
    double sum = 0;
    for (long second = fromSecond; second < untilSecond; second++) {
      sum += at(second);
    }
    return sum;
  }

  private double at(long second) {
    double[] page = pages.get(Math.floorDiv(second, PAGE));
    return page == null ? 0 : page[Math.floorMod(second, PAGE)];
  }

  /**
   * The rate per second in each interval of a span, at the interval's begin. Intervals start at the
   * span's first second, part of which may lie before the span: the first one is shown at the
   * span's begin. A last interval that the span cuts off is left out unless it is the only one.
   *
   * @param seconds of an interval
   */
  public Series rates(Span span, int seconds) {
    Series rates = new Series();
    long first = Math.floorDiv(span.from(), 1000);
    long end = Math.floorDiv(span.to(), 1000);
    for (long s = first; s == first || s + seconds <= end; s += seconds) {
      rates.add(Math.max(span.from(), s * 1000), sum(s, s + seconds) / seconds);
    }
    return rates;
  }

  /**
   * The mean rate per second in each of equal parts of {@link #active}, at its begin; at the end of
   * the last one NaN. To the second.
   *
   * @param parts above 0; there must have been an amount
   */
  public Series means(int parts) {
    Series means = new Series();
    long from = Math.floorDiv(first, 1000);
    long seconds = -Math.floorDiv(-last, 1000) - from;
    for (int i = 0; i < parts; i++) {
      long begin = from + seconds * i / parts;
      long end = from + seconds * (i + 1) / parts;
      means.add(begin * 1000, sum(begin, end) / (end - begin));
    }
    means.add((from + seconds) * 1000, Double.NaN);
    return means;
  }

  /** From the first begin to the last end of an amount that is not zero; empty if there is none. */
  public Optional<Span> active() {
    return last < first ? Optional.empty() : Optional.of(new Span(first, last));
  }
}
