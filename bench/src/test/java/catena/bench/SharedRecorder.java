// SPDX-License-Identifier: Apache-2.0
package catena.bench;

import catena.records.latency.LatencyRecorder;
import catena.records.latency.Measuring;
import catena.records.run.RunDirectory;
import catena.records.threads.Threads;
import com.beust.jcommander.JCommander;
import com.beust.jcommander.Parameter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.hadoop.conf.Configuration;

/** The memory of the latencies of many readers in one process, each on a thread of its own. */
public final class SharedRecorder {
  private static final double MOST_MEGABYTES = 100;

  @Parameter(names = "--clients", description = "readers, each with a thread")
  private int clients = 300;

  @Parameter(names = "--records", description = "latencies that each records in an interval")
  private int records = 2_000;

  @Parameter(names = "--intervals", description = "intervals that are written")
  private int intervals = 5;

  private SharedRecorder() {}

  /** Measures. */
  public static void main(String... words) throws Exception {
    SharedRecorder recorder = new SharedRecorder();
    JCommander.newBuilder().addObject(recorder).build().parse(words);
    recorder.measure();
  }

  private void measure() throws Exception {
    Path directory = Files.createTempDirectory("catena-bench-");
    long before = UsedHeap.bytes();
    try (RunDirectory run = RunDirectory.at(directory.toString(), new Configuration());
        LatencyRecorder log =
            LatencyRecorder.open(run, "walk", Clock.systemUTC(), Measuring.USUAL_DIGITS)) {
      List<LatencyRecorder.Operation> operations = new ArrayList<>();
      for (int i = 0; i < clients; i++) {
        operations.add(log.operation("lookup", true));
      }
      for (int i = 0; i < intervals; i++) {
        interval(operations, i);
        log.writeInterval();
      }
      long held = UsedHeap.bytes() - before;
      int files = run.latencies().size();
      Target.reached(
          "recorders",
          "%d clients that recorded %d latencies in %d files"
              .formatted(clients, (long) clients * records * intervals, files),
          held / 1e6,
          "MB",
          MOST_MEGABYTES);
    }
    TestBed.remove(directory);
  }

  /** What all clients record in an interval, at the same time: latencies of six powers of ten. */
  private void interval(List<LatencyRecorder.Operation> operations, int number)
      throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < operations.size(); i++) {
      LatencyRecorder.Operation operation = operations.get(i);
      SplittableRandom random = new SplittableRandom((long) number * clients + i);
      Runnable work =
          () -> {
            for (int n = 0; n < records; n++) {
              long nanos = (long) Math.pow(10, 4 + 6 * random.nextDouble());
              operation.record(0, nanos / 10, nanos);
            }
          };
      threads.add(Threads.daemons("recorder").newThread(work));
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
  }
}
