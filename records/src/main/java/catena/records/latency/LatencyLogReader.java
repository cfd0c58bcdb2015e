// SPDX-License-Identifier: Apache-2.0
package catena.records.latency;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.zip.DataFormatException;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogScanner;

/** Reads the latency logs that {@link LatencyRecorder} writes, whole or cut off at any byte. */
public final class LatencyLogReader implements HistogramLogScanner.EventHandler {
  /** Takes what was recorded. */
  @FunctionalInterface
  public interface Each {
    /**
     * The latencies of an operation in an interval, nanoseconds.
     *
     * @param operation its tag: the operation, {@code <operation>.service}, or {@code
     *     <operation>.unanswered}
     * @param from when the interval began, milliseconds since 1970
     * @param to when it ended
     */
    void interval(String operation, long from, long to, Histogram latencies);
  }

  private final Each each;
  private long unreadable;

  private LatencyLogReader(Each each) {
    this.each = each;
  }

  /**
   * Hands over the intervals of a log, or of some lines of one.
   *
   * @return how many lines could not be read
   */
  public static long read(InputStream log, Each each) {
    LatencyLogReader reader = new LatencyLogReader(each);
    try (HistogramLogScanner scanner = new HistogramLogScanner(log)) {
      scanner.process(reader);
    } catch (RuntimeException e) {
      // The scanner has many ways to say that a line is torn, and nothing sound comes after one.
      reader.unreadable++;
    }
    return reader.unreadable;
  }

  /** Hands over the interval of one line of a log, if it has one and can be read. */
  public static void line(String line, Each each) {
    byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
    long unused = read(new ByteArrayInputStream(bytes), each);
  }

  @Override
  public boolean onHistogram(
      String tag,
      double timestamp,
      double length,
      HistogramLogScanner.EncodableHistogramSupplier lazy) {
    EncodableHistogram recorded;
    try {
      recorded = lazy.read();
    } catch (DataFormatException | RuntimeException e) {
      unreadable++;
      return false;
    }
    if (recorded instanceof Histogram histogram && tag != null) {
      long from = Math.round(timestamp * 1000);
      each.interval(tag, from, from + Math.round(length * 1000), histogram);
    } else {
      unreadable++;
    }
    return false;
  }

  @Override
  public boolean onComment(String comment) {
    return false;
  }

  @Override
  public boolean onBaseTime(double seconds) {
    return false;
  }

  @Override
  public boolean onStartTime(double seconds) {
    return false;
  }

  @Override
  public boolean onException(Throwable failure) {
    unreadable++;
    return false;
  }
}
