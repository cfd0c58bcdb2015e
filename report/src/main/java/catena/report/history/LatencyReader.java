package catena.report.history;

import catena.harness.history.Missing;
import catena.harness.history.Span;
import catena.harness.history.TolerantReader;
import catena.harness.journal.ClientName;
import java.util.SortedMap;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * The latencies of a run.
 *
 * @param tracks of all clients, one for each operation
 * @param parts of the clients of each part of the run, by operation, in nanoseconds
 */
record LatencyReader(
    SortedMap<String, LatencyTrack> tracks, SortedMap<String, SortedMap<String, Histogram>> parts) {
  private static final int DIGITS = 3;

  /** A run is cut into at most this many stretches. */
  private static final int SLICES = 360;

  // Clients write an interval every 10 s.
  private static final long[] WIDTHS_SECONDS = {10, 20, 30, 60, 120, 300, 600, 900, 1800, 3600};

  static LatencyReader read(TolerantReader files, Span span, RunTimes times, Missing missing) {
    LatencyReader read = new LatencyReader(new TreeMap<>(), new TreeMap<>());
    long width = width(span);
    boolean any =
        files.latencies(
            log ->
                (operation, from, to, latencies) -> {
                  if (times.hold(from, to)) {
                    read.tracks
                        .computeIfAbsent(operation, name -> new LatencyTrack(span.from(), width))
                        .add(from, to, latencies);
                    read.parts
                        .computeIfAbsent(ClientName.ofLog(log), part -> new TreeMap<>())
                        .computeIfAbsent(operation, name -> new Histogram(DIGITS))
                        .add(latencies);
                  }
                });
    if (!any) {
      missing.add("no latencies: there is no latency log with an interval in it");
    }
    return read;
  }

  private static long width(Span span) {
    for (long seconds : WIDTHS_SECONDS) {
      if (span.seconds() <= seconds * SLICES) {
        return seconds * 1000;
      }
    }
    return (long) Math.ceil(span.seconds() / SLICES) * 1000;
  }
}
