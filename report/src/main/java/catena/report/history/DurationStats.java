// SPDX-License-Identifier: Apache-2.0
package catena.report.history;

import catena.records.history.Series;
import catena.records.history.Span;
import java.util.TreeMap;

/** How long things took, gathered by the second in which they ended: number, sum, largest. */
public final class DurationStats {
  private static final int NUMBER = 0;
  private static final int SUM = 1;
  private static final int LARGEST = 2;

  private final TreeMap<Long, double[]> cells = new TreeMap<>();

  void add(long at, double value) {
    double[] cell = cells.computeIfAbsent(Math.floorDiv(at, 1000), s -> new double[3]);
    cell[NUMBER]++;
    cell[SUM] += value;
    cell[LARGEST] = Math.max(cell[LARGEST], value);
  }

  /** The mean of each interval that has any, at its begin. */
  public Series means(Span span, int seconds) {
    return fold(span, seconds, cell -> cell[SUM] / cell[NUMBER]);
  }

  /** The largest of each interval that has any, at its begin. */
  public Series largest(Span span, int seconds) {
    return fold(span, seconds, cell -> cell[LARGEST]);
  }

  private Series fold(
      Span span, int seconds, java.util.function.ToDoubleFunction<double[]> number) {
    Series series = new Series();
    long first = Math.floorDiv(span.from(), 1000);
    long end = Math.floorDiv(span.to(), 1000) + 1;
    for (long s = first; s < end; s += seconds) {
      double[] whole = new double[3];
      for (double[] cell : cells.subMap(s, s + seconds).values()) {
        whole[NUMBER] += cell[NUMBER];
        whole[SUM] += cell[SUM];
        whole[LARGEST] = Math.max(whole[LARGEST], cell[LARGEST]);
      }
      if (whole[NUMBER] > 0) {
        series.add(Math.max(span.from(), s * 1000), number.applyAsDouble(whole));
      }
    }
    return series;
  }
}
