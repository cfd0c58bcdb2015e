// SPDX-License-Identifier: Apache-2.0
package catena.records.latency;

import catena.records.journal.ClientName;
import catena.records.run.AppendFile;
import catena.records.run.RunDirectory;
import java.io.Closeable;
import java.io.IOException;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.FileSystem;

/**
 * The latency logs of the clients of one phase; from any thread.
 *
 * <p>The clients of a part have one log together: a reader of latencies asks for operations, not
 * for clients, and memory, file and the time to read it would grow with their number otherwise.
 */
public final class LatencyLogs implements Closeable {
  private final RunDirectory directory;
  private final Clock clock;
  private final int digits;
  private final Map<String, LatencyRecorder> recorders = new LinkedHashMap<>();

  /**
   * Logs in a run directory.
   *
   * @param digits {@link Measuring#digits}
   */
  public LatencyLogs(RunDirectory directory, Clock clock, int digits) {
    this.digits = digits;
    this.directory = directory;
    this.clock = clock;
  }

  /**
   * What a client records with, together with the others of its part. A log that an earlier phase
   * or process left under the same name is kept, and the new one gets a number.
   */
  public synchronized LatencyRecorder open(String client) throws IOException {
    String part = ClientName.inProcess(client);
    LatencyRecorder known = recorders.get(part);
    if (known != null) {
      return known;
    }
    FileSystem fs = directory.fileSystem();
    Optional<AppendFile> file = AppendFile.create(fs, directory.latency(part));
    for (int n = 2; file.isEmpty(); n++) {
      file = AppendFile.create(fs, directory.latency(part + ClientName.AGAIN + n));
    }
    LatencyRecorder recorder = new LatencyRecorder(file.get().stream(), clock, digits);
    recorders.put(part, recorder);
    return recorder;
  }

  /** What could not be written to the end, a sentence each. */
  public synchronized List<String> trouble() {
    return recorders.values().stream().flatMap(each -> each.trouble().stream()).toList();
  }

  /** Writes what every client recorded since the last call. */
  public synchronized void writeIntervals() {
    recorders.values().forEach(LatencyRecorder::writeInterval);
  }

  /** All that was written so far, of all clients together. */
  public synchronized LatencySummary summary() {
    LatencySummary summary = new LatencySummary();
    recorders.values().forEach(recorder -> recorder.totals().forEach(summary::add));
    return summary;
  }

  /** Writes the last intervals and closes the logs. */
  @Override
  public synchronized void close() {
    recorders.values().forEach(LatencyRecorder::close);
  }
}
