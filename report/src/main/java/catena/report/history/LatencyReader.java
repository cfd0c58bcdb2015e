// SPDX-License-Identifier: Apache-2.0
package catena.report.history;

import catena.records.history.Missing;
import catena.records.history.Span;
import catena.records.history.TolerantReader;
import catena.records.journal.ClientName;
import catena.records.run.RunDirectory;
import catena.records.threads.Threads;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.Path;

/**
 * The latencies of a run.
 *
 * @param tracks one for each operation, of all clients
 * @param parts of the clients of each part of the run, by operation
 * @param any whether there was any interval
 * @param missing which of them could not be read
 */
record LatencyReader(
    SortedMap<String, LatencyTrack> tracks,
    SortedMap<String, SortedMap<String, LatencyTrack>> parts,
    boolean any,
    Missing missing) {
  /** A run is cut into at most this many stretches. */
  private static final int SLICES = 360;

  // Clients write an interval every 10 s, or more rarely.
  private static final long[] WIDTHS_SECONDS = {10, 20, 30, 60, 120, 300, 600, 900, 1800, 3600};

  /**
   * Reads the logs with several threads, each of which reads some of them.
   *
   * @param files lists them
   * @param parts the number of parts they are divided into; memory grows with it
   */
  static LatencyReader read(
      RunDirectory directory,
      TolerantReader files,
      Span span,
      RunTimes times,
      Missing missing,
      ExecutorService threads,
      int parts)
      throws IOException {
    List<Path> logs = files.latencyLogs();
    List<Future<LatencyReader>> read = new ArrayList<>();
    for (int part = 0; part < parts; part++) {
      List<Path> some = everyOther(logs, part, parts);
      read.add(threads.submit(() -> read(directory, some, span, times)));
    }
    LatencyReader all = new LatencyReader(new TreeMap<>(), new TreeMap<>(), false, missing);
    for (Future<LatencyReader> each : read) {
      all = all.with(Threads.result(each));
    }
    all.parts.values().forEach(all::addUp);
    if (!all.any) {
      missing.add("no latencies: there is no latency log with an interval in it");
    }
    return all;
  }

  /** Logs with similar names are of similar size, so each part gets some of all names. */
  private static List<Path> everyOther(List<Path> logs, int first, int step) {
    return IntStream.range(0, logs.size())
        .filter(i -> i % step == first)
        .mapToObj(logs::get)
        .toList();
  }

  private LatencyReader with(LatencyReader other) {
    missing.addAll(other.missing);
    other.parts.forEach(
        (part, own) ->
            own.forEach(
                (operation, latencies) ->
                    parts
                        .computeIfAbsent(part, name -> new TreeMap<>())
                        .merge(operation, latencies, LatencyTrack::with)));
    return new LatencyReader(tracks, parts, any || other.any, missing);
  }

  private void addUp(SortedMap<String, LatencyTrack> ofPart) {
    ofPart.forEach(
        (operation, track) -> tracks.computeIfAbsent(operation, name -> track.empty()).with(track));
  }

  private static LatencyReader read(
      RunDirectory directory, List<Path> logs, Span span, RunTimes times) {
    Missing missing = new Missing();
    TolerantReader files = new TolerantReader(directory, missing);
    SortedMap<String, SortedMap<String, LatencyTrack>> ofParts = new TreeMap<>();
    long width = width(span);
    boolean any =
        files.latencies(
            logs,
            log ->
                (operation, from, to, latencies) -> {
                  if (times.hold(from, to)) {
                    int digits = latencies.getNumberOfSignificantValueDigits();
                    ofParts
                        .computeIfAbsent(ClientName.ofLog(log), name -> new TreeMap<>())
                        .computeIfAbsent(
                            operation, name -> new LatencyTrack(span.from(), width, digits))
                        .add(from, to, latencies);
                  }
                });
    return new LatencyReader(new TreeMap<>(), ofParts, any, missing);
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
