package catena.recompute.raw;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/**
 * The latencies of one operation in one interval of a log.
 *
 * @param from milliseconds since 1970
 * @param counts how many operations took how many nanoseconds, as finely as was recorded: the
 *     highest of those that count as equal
 */
public record LatencyInterval(String operation, long from, long to, SortedMap<Long, Long> counts) {
  private static final String TAG = "Tag=";

  static boolean isOne(String line) {
    return !line.startsWith("#") && !line.startsWith("\"");
  }

  /**
   * Reads {@code Tag=operation,begin in seconds,length in seconds,largest,histogram}.
   *
   * @throws IllegalArgumentException if it is cut off or no such line
   */
  static LatencyInterval of(String line) {
    String[] fields = line.split(",", -1);
    if (fields.length != 5 || !fields[0].startsWith(TAG)) {
      throw new IllegalArgumentException("no interval");
    }
    try {
      ByteBuffer packed = ByteBuffer.wrap(Base64.getDecoder().decode(fields[4]));
      Histogram histogram = Histogram.decodeFromCompressedByteBuffer(packed, 0);
      SortedMap<Long, Long> counts = new TreeMap<>();
      histogram
          .recordedValues()
          .forEach(v -> counts.put(v.getValueIteratedTo(), v.getCountAtValueIteratedTo()));
      long from = Math.round(Double.parseDouble(fields[1]) * 1000);
      long length = Math.round(Double.parseDouble(fields[2]) * 1000);
      return new LatencyInterval(fields[0].substring(TAG.length()), from, from + length, counts);
    } catch (DataFormatException | RuntimeException e) {
      throw new IllegalArgumentException("no histogram", e);
    }
  }
}
