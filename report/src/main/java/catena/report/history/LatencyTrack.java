package catena.report.history;

import catena.harness.history.Series;
import java.util.SortedMap;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.PackedHistogram;

/** The latencies of one operation: all of them, and those of each stretch of time; nanoseconds. */
public final class LatencyTrack {
  private static final int DIGITS = 3;

  private final long widthMillis;
  private final Histogram total = new Histogram(DIGITS);
  private final SortedMap<Long, Histogram> slices = new TreeMap<>();

  /**
   * An empty track.
   *
   * @param widthMillis how long a stretch is
   */
  LatencyTrack(long widthMillis) {
    this.widthMillis = widthMillis;
  }

  /**
   * Adds what was recorded between two times; it counts for the stretch in which its middle lies.
   */
  void add(long fromMillis, long toMillis, Histogram histogram) {
    total.add(histogram);
    long middle = fromMillis + (toMillis - fromMillis) / 2;
    long slice = Math.floorDiv(middle, widthMillis) * widthMillis;
    slices.computeIfAbsent(slice, s -> new PackedHistogram(DIGITS)).add(histogram);
  }

  public long widthMillis() {
    return widthMillis;
  }

  /** All that was recorded. */
  public Histogram total() {
    return total;
  }

  /** What was recorded in each stretch that has any, by its begin. */
  public SortedMap<Long, Histogram> slices() {
    return slices;
  }

  /** A percentile of each stretch, milliseconds. */
  public Series percentile(double percentile) {
    Series series = new Series();
    slices.forEach((at, h) -> series.add(at, h.getValueAtPercentile(percentile) / 1e6));
    return series;
  }

  /** A percentile of each of at most {@link Blocks#MOST} equally long blocks, milliseconds. */
  public Blocks blocks(double percentile) {
    if (slices.isEmpty()) {
      return Blocks.NONE;
    }
    long from = slices.firstKey();
    long width = Math.max(widthMillis, (slices.lastKey() + widthMillis - from) / Blocks.MOST + 1);
    SortedMap<Long, Histogram> blocks = new TreeMap<>();
    slices.forEach(
        (at, h) ->
            blocks.computeIfAbsent((at - from) / width, b -> new PackedHistogram(DIGITS)).add(h));
    return new Blocks(
        blocks.values().stream()
            .mapToDouble(h -> h.getValueAtPercentile(percentile) / 1e6)
            .toArray());
  }

  /** The largest of each stretch, milliseconds. */
  public Series largest() {
    Series series = new Series();
    slices.forEach((at, h) -> series.add(at, h.getMaxValue() / 1e6));
    return series;
  }
}
