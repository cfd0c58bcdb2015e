// SPDX-License-Identifier: Apache-2.0
package catena.records.history;

import java.util.Arrays;

/** Numbers over time, in the order of time; a number that is not known is NaN. */
public final class Series {
  private long[] times = new long[16];
  private double[] values = new double[16];
  private int size;

  /** Adds a number; one that comes before the last is put where it belongs. */
  public Series add(long at, double value) {
    if (size == times.length) {
      times = Arrays.copyOf(times, size * 2);
      values = Arrays.copyOf(values, size * 2);
    }
    int place = size++;
    while (place > 0 && times[place - 1] > at) {
      times[place] = times[place - 1];
      values[place] = values[place - 1];
      place--;
    }
    times[place] = at;
    values[place] = value;
    return this;
  }

  /** The middle of numbers in rising order, or the mean of the two there; NaN of none. */
  public static double median(double[] sorted) {
    int n = sorted.length;
    if (n == 0) {
      return Double.NaN;
    }
    return n % 2 == 1 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
  }

  /** How many numbers there are, those that are not known among them. */
  public int size() {
    return size;
  }

  /** Whether there are none. */
  public boolean isEmpty() {
    return size == 0;
  }

  /** When a number was taken, counted from 0. */
  public long time(int i) {
    return times[i];
  }

  /** A number, counted from 0; NaN where it is not known. */
  public double value(int i) {
    return values[i];
  }

  /** Every number that is known, in the order of time. */
  public double[] known() {
    return Arrays.stream(values, 0, size).filter(v -> !Double.isNaN(v)).toArray();
  }

  /** The largest number that is known; NaN if none is. */
  public double max() {
    return Arrays.stream(known()).max().orElse(Double.NaN);
  }

  /** The last number known at a time; NaN if there is none yet. */
  public double at(long time) {
    double found = Double.NaN;
    for (int i = 0; i < size && times[i] <= time; i++) {
      found = Double.isNaN(values[i]) ? found : values[i];
    }
    return found;
  }
}
