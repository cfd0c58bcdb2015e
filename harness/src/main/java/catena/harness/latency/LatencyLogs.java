package catena.harness.latency;

import catena.harness.run.RunDirectory;
import java.io.Closeable;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.Path;

/** The latency logs of the clients of one phase, a file each; from any thread. */
public final class LatencyLogs implements Closeable {
  private final RunDirectory directory;
  private final Clock clock;
  private final List<LatencyRecorder> recorders = new ArrayList<>();

  /** Logs in a run directory. */
  public LatencyLogs(RunDirectory directory, Clock clock) {
    this.directory = directory;
    this.clock = clock;
  }

  /**
   * A new log for a client; one that an earlier phase or process left under the same name is kept,
   * and this one gets a number.
   */
  public synchronized LatencyRecorder open(String client) throws IOException {
    Path path = directory.latency(client);
    for (int n = 2; directory.fileSystem().exists(path); n++) {
      path = directory.latency(client + "-" + n);
    }
    LatencyRecorder recorder = new LatencyRecorder(directory.output(path), clock);
    recorders.add(recorder);
    return recorder;
  }

  /** Writes what every client recorded since the last call. */
  public synchronized void writeIntervals() {
    recorders.forEach(LatencyRecorder::writeInterval);
  }

  /** All that was written so far, of all clients together. */
  public synchronized LatencySummary summary() {
    LatencySummary summary = new LatencySummary();
    recorders.forEach(recorder -> recorder.totals().forEach(summary::add));
    return summary;
  }

  /** Writes the last intervals and closes the logs. */
  @Override
  public synchronized void close() {
    recorders.forEach(LatencyRecorder::close);
  }
}
