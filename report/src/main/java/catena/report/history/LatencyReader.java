package catena.report.history;

import catena.harness.run.RunDirectory;
import catena.harness.words.Reasons;
import java.io.IOException;
import java.io.InputStream;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.zip.DataFormatException;
import org.HdrHistogram.HistogramLogScanner;
import org.apache.hadoop.fs.Path;

/** Reads the latency logs of all clients of a run into one track for each operation. */
final class LatencyReader implements HistogramLogScanner.EventHandler {
  /** A run is cut into at most this many stretches. */
  private static final int SLICES = 360;

  // Clients write an interval every 10 s.
  private static final long[] WIDTHS_SECONDS = {10, 20, 30, 60, 120, 300, 600, 900, 1800, 3600};

  private final long widthMillis;
  private final SortedMap<String, LatencyTrack> tracks = new TreeMap<>();
  private long unreadable;

  private LatencyReader(long widthMillis) {
    this.widthMillis = widthMillis;
  }

  static SortedMap<String, LatencyTrack> read(RunDirectory directory, Span span, Missing missing) {
    LatencyReader reader = new LatencyReader(width(span));
    try {
      for (Path log : directory.latencies()) {
        reader.read(directory, log, missing);
      }
    } catch (IOException e) {
      missing.add("latency cannot be listed: " + Reasons.of(e));
    }
    if (reader.tracks.isEmpty()) {
      missing.add("no latencies: there is no latency log with an interval in it");
    }
    return reader.tracks;
  }

  private static long width(Span span) {
    for (long seconds : WIDTHS_SECONDS) {
      if (span.seconds() <= seconds * SLICES) {
        return seconds * 1000;
      }
    }
    return (long) Math.ceil(span.seconds() / SLICES) * 1000;
  }

  private void read(RunDirectory directory, Path log, Missing missing) {
    unreadable = 0;
    try (InputStream in = directory.fileSystem().open(log);
        HistogramLogScanner scanner = new HistogramLogScanner(in)) {
      scanner.process(this);
    } catch (IOException | RuntimeException e) {
      missing.add("latency/" + log.getName() + " cannot be read to its end: " + Reasons.of(e));
    }
    missing.lines("latency/" + log.getName(), unreadable);
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
  public boolean onHistogram(
      String tag,
      double timestamp,
      double length,
      HistogramLogScanner.EncodableHistogramSupplier lazy) {
    long from = Math.round(timestamp * 1000);
    try {
      boolean latencies =
          tracks
              .computeIfAbsent(tag == null ? "all" : tag, t -> new LatencyTrack(widthMillis))
              .add(from, from + Math.round(length * 1000), lazy.read());
      unreadable += latencies ? 0 : 1;
    } catch (DataFormatException | RuntimeException e) {
      unreadable++;
    }
    return false;
  }

  @Override
  public boolean onException(Throwable t) {
    unreadable++;
    return false;
  }
}
