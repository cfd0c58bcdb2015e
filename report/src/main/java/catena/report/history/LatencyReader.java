package catena.report.history;

import catena.harness.history.Missing;
import catena.harness.history.Span;
import catena.harness.history.TolerantReader;
import java.util.SortedMap;
import java.util.TreeMap;

/** The latencies of all clients of a run as one track for each operation. */
final class LatencyReader {
  /** A run is cut into at most this many stretches. */
  private static final int SLICES = 360;

  // Clients write an interval every 10 s.
  private static final long[] WIDTHS_SECONDS = {10, 20, 30, 60, 120, 300, 600, 900, 1800, 3600};

  private LatencyReader() {}

  static SortedMap<String, LatencyTrack> read(
      TolerantReader files, Span span, RunTimes times, Missing missing) {
    SortedMap<String, LatencyTrack> tracks = new TreeMap<>();
    long width = width(span);
    boolean any =
        files.latencies(
            (operation, from, to, latencies) -> {
              if (times.hold(from, to)) {
                tracks
                    .computeIfAbsent(operation, name -> new LatencyTrack(span.from(), width))
                    .add(from, to, latencies);
              }
            });
    if (!any) {
      missing.add("no latencies: there is no latency log with an interval in it");
    }
    return tracks;
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
