// SPDX-License-Identifier: Apache-2.0
package catena.report.history;

import catena.records.history.Series;
import catena.records.history.Span;
import com.google.common.collect.Maps;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/** The latencies of one operation: all of them, and those of each stretch of time; nanoseconds. */
public final class LatencyTrack {
  private static final double NANOS_PER_MILLI = 1e6;

  /** With fewer values than this above it, a percentile is little more than the largest value. */
  private static final int ABOVE = 10;

  private final long begin;
  private final long widthMillis;
  private final int digits;
  private final Histogram total;

  /**
   * The histogram of each stretch, encoded: a few bytes for each different value, where a histogram
   * takes 20 KB with two digits and 200 KB with three.
   */
  private final SortedMap<Long, byte[]> slices = new TreeMap<>();

  /**
   * The latest values, of one stretch, which are not encoded yet. Null where there are none, since
   * a run may have many tracks.
   */
  private Histogram current;

  private long currentSlice;

  /** By the begin of a stretch, the time in which the values that count for it were recorded. */
  private final SortedMap<Long, Span> recorded = new TreeMap<>();

  /**
   * An empty track.
   *
   * @param begin of the run, from which stretches are counted
   * @param widthMillis how long a stretch is
   * @param digits of the histograms that were recorded
   */
  LatencyTrack(long begin, long widthMillis, int digits) {
    this.begin = begin;
    this.widthMillis = widthMillis;
    this.digits = digits;
    this.total = new Histogram(digits);
  }

  /** A track with the same stretches, without values. */
  LatencyTrack empty() {
    return new LatencyTrack(begin, widthMillis, digits);
  }

  /**
   * Adds values recorded between two times; they count for the stretch that their middle lies in.
   */
  void add(long fromMillis, long toMillis, Histogram histogram) {
    long middle = fromMillis + (toMillis - fromMillis) / 2;
    long slice = begin + Math.floorDiv(middle - begin, widthMillis) * widthMillis;
    if (slice != currentSlice && current != null) {
      addUp();
      current.reset();
    }
    currentSlice = slice;
    current = current == null ? new Histogram(digits) : current;
    current.add(histogram);
    recorded.merge(slice, new Span(fromMillis, Math.max(fromMillis, toMillis)), Span::with);
  }

  /** This track, after adding all values of another one with the same stretches. */
  LatencyTrack with(LatencyTrack other) {
    settle();
    other.settle();
    other.slices.forEach(
        (at, slice) ->
            slices.merge(at, slice, (a, b) -> encoded(together(List.of(decoded(a), decoded(b))))));
    total.add(other.total);
    other.recorded.forEach((at, span) -> recorded.merge(at, span, Span::with));
    return this;
  }

  private void settle() {
    if (current != null) {
      addUp();
      current = null;
    }
  }

  private void addUp() {
    if (current.getTotalCount() > 0) {
      total.add(current);
      byte[] earlier = slices.get(currentSlice);
      if (earlier != null) {
        current.add(decoded(earlier));
      }
      slices.put(currentSlice, encoded(current));
    }
  }

  private static byte[] encoded(Histogram histogram) {
    ByteBuffer bytes = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    int length = histogram.encodeIntoByteBuffer(bytes);
    return Arrays.copyOf(bytes.array(), length);
  }

  private static Histogram decoded(byte[] encoded) {
    return Histogram.decodeFromByteBuffer(ByteBuffer.wrap(encoded), 0);
  }

  private Histogram together(Collection<Histogram> histograms) {
    Histogram sum = new Histogram(digits);
    histograms.forEach(sum::add);
    return sum;
  }

  /**
   * A percentile of nanoseconds, as milliseconds; 100 is the largest. NaN if there are none.
   *
   * @param nanos may be null, which is none
   */
  public static double millis(Histogram nanos, double percentile) {
    return nanos == null || nanos.getTotalCount() == 0
        ? Double.NaN
        : nanos.getValueAtPercentile(percentile) / NANOS_PER_MILLI;
  }

  /**
   * How many values lie in each step of a scale of milliseconds that is logarithmic.
   *
   * @param inTen how many steps there are in each power of ten; step 0 begins at 1 ms
   */
  public static SortedMap<Integer, Long> steps(Histogram nanos, int inTen) {
    SortedMap<Integer, Long> steps = new TreeMap<>();
    for (HistogramIterationValue value : nanos.recordedValues()) {
      double millis = Math.max(1e-3, value.getValueIteratedTo() / NANOS_PER_MILLI);
      int step = (int) Math.floor(Math.log10(millis) * inTen);
      steps.merge(step, value.getCountAtValueIteratedTo(), Long::sum);
    }
    return steps;
  }

  /** Where a step of that scale begins, milliseconds. */
  public static double edge(int step, int inTen) {
    return Math.pow(10, (double) step / inTen);
  }

  /** How long a stretch is. */
  public long widthMillis() {
    return widthMillis;
  }

  /** All that was recorded. */
  public Histogram total() {
    settle();
    return total;
  }

  /** What was recorded in each stretch that has any, by its begin; decoded when it is asked for. */
  public SortedMap<Long, Histogram> slices() {
    settle();
    return Maps.transformValues(slices, LatencyTrack::decoded);
  }

  /**
   * When the values of each stretch were recorded, in the order of {@link #slices}: from the begin
   * of its first interval, but not before that of the preceding stretch, to the end of its last
   * interval or the begin of the next stretch. So nothing is shown before it can have happened.
   */
  public List<Span> times() {
    List<Span> times = new ArrayList<>();
    long next = Long.MIN_VALUE;
    for (Span span : recorded.values()) {
      long from = Math.max(span.from(), next);
      times.add(new Span(from, Math.max(from, span.to())));
      next = from + 1;
    }
    for (int i = 0; i + 1 < times.size(); i++) {
      Span span = times.get(i);
      times.set(i, new Span(span.from(), Math.min(span.to(), times.get(i + 1).from())));
    }
    return times;
  }

  /**
   * What was recorded in a stretch.
   *
   * @param time in which it was recorded: one of {@link #times}
   * @param recorded decodes it
   */
  public record Window(Span time, Supplier<Histogram> recorded) {
    /** A new histogram of it, so that not those of all windows are in memory, nanoseconds. */
    public Histogram latencies() {
      return recorded.get();
    }

    /** The time by which the window is assigned to a period. */
    public long middle() {
      return time.from() + (time.to() - time.from()) / 2;
    }

    /** Whether its middle is at or after one time and before another, milliseconds since 1970. */
    public boolean isWithin(long from, long to) {
      return from <= middle() && middle() < to;
    }
  }

  /** Each stretch that has any, in the order of time. */
  public List<Window> windows() {
    settle();
    Iterator<Span> times = times().iterator();
    return slices.values().stream()
        .map(slice -> new Window(times.next(), () -> decoded(slice)))
        .toList();
  }

  /** All that was recorded in some of the stretches, of one operation or several, nanoseconds. */
  public static Histogram sum(Collection<Window> windows) {
    Histogram sum = new Histogram(3);
    windows.forEach(window -> sum.add(window.latencies()));
    return sum;
  }

  /**
   * Percentiles of each stretch, milliseconds, 100 the largest, at the begin of its {@link #times}.
   */
  public List<Series> percentiles(List<Double> percentiles) {
    List<Series> all = percentiles.stream().map(each -> new Series()).toList();
    for (Window window : windows()) {
      Histogram latencies = window.latencies();
      for (int i = 0; i < all.size(); i++) {
        all.get(i).add(window.time.from(), millis(latencies, percentiles.get(i)));
      }
    }
    return all;
  }

  /**
   * A percentile, milliseconds, in blocks of the run, each with enough operations that some lie
   * above it.
   */
  public Noise blocks(double percentile) {
    settle();
    if (slices.isEmpty()) {
      return Noise.NONE;
    }
    double correlated = Blocks.correlationTime(percentiles(List.of(percentile)).get(0).known());
    return new Blocks(
        (slices.lastKey() + widthMillis - slices.firstKey()) / 1000.0,
        correlated * widthMillis / 1000.0,
        blocks -> ofBlocks(percentile, blocks));
  }

  private Optional<double[]> ofBlocks(double percentile, int blocks) {
    double least = ABOVE / (1 - percentile / 100);
    long from = slices.firstKey();
    long whole = slices.lastKey() + widthMillis - from;
    double[] values = new double[blocks];
    for (int i = 0; i < blocks; i++) {
      Histogram block =
          together(
              slices().subMap(from + whole * i / blocks, from + whole * (i + 1) / blocks).values());
      if (block.getTotalCount() < least) {
        return Optional.empty();
      }
      values[i] = millis(block, percentile);
    }
    return Optional.of(values);
  }
}
