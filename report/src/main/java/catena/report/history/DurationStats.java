// SPDX-License-Identifier: Apache-2.0
package catena.report.history;

import catena.records.history.Series;
import catena.records.history.Span;
import java.util.DoubleSummaryStatistics;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/** Durations, grouped by the second in which they ended: number, sum, largest. */
public final class DurationStats {
  private final TreeMap<Long, DoubleSummaryStatistics> cells = new TreeMap<>();

  void add(long at, double value) {
    cells
        .computeIfAbsent(Math.floorDiv(at, 1000), s -> new DoubleSummaryStatistics())
        .accept(value);
  }

  /** The mean of each interval that has any, at the interval's start. */
  public Series means(Span span, int seconds) {
    return fold(span, seconds, DoubleSummaryStatistics::getAverage);
  }

  /** The largest of each interval that has any, at the interval's start. */
  public Series largest(Span span, int seconds) {
    return fold(span, seconds, DoubleSummaryStatistics::getMax);
  }

  private Series fold(Span span, int seconds, ToDoubleFunction<DoubleSummaryStatistics> number) {
    Series series = new Series();
    long first = Math.floorDiv(span.from(), 1000);
    long end = Math.floorDiv(span.to(), 1000) + 1;
    for (long s = first; s < end; s += seconds) {
      DoubleSummaryStatistics whole = new DoubleSummaryStatistics();
      cells.subMap(s, s + seconds).values().forEach(whole::combine);
      if (whole.getCount() > 0) {
        series.add(Math.max(span.from(), s * 1000), number.applyAsDouble(whole));
      }
    }
    return series;
  }
}
