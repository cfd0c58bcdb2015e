// SPDX-License-Identifier: Apache-2.0
package catena.bench;

import catena.graph.Position;
import catena.records.journal.Event;
import catena.records.journal.Journal;
import catena.records.latency.LatencyRecorder;
import catena.records.latency.Measuring;
import catena.records.ledger.Ledger;
import catena.records.ledger.LedgerHeader;
import catena.records.ledger.Window;
import catena.records.run.RunDirectory;
import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Locale;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;

/**
 * The CPU time of what a writer records for each window: two synced ledger lines, a latency and a
 * journal event, in a run directory of the local file system.
 */
public final class RecordingCost {
  private static final int WARM_UP = 5_000;
  private static final int WINDOWS = 20_000;
  private static final OperatingSystemMXBean PROCESS =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  private RecordingCost() {}

  /** Measures. */
  public static void main(String... words) throws Exception {
    Path directory = Files.createTempDirectory("catena-bench-");
    try (RunDirectory run = RunDirectory.at(directory.toString(), new Configuration());
        Journal journal = new Journal(run.append(run.events("bench")), e -> {});
        LatencyRecorder latency =
            new LatencyRecorder(
                run.append(run.latency("bench")).stream(),
                Clock.systemUTC(),
                Measuring.USUAL_DIGITS);
        Ledger ledger =
            Ledger.create(
                run.fileSystem(),
                run.ledger(0),
                new LedgerHeader("instance", "1", "graph", 0, new UUID(1, 2)))) {
      LatencyRecorder.Operation flushes = latency.operation("flush", true);
      record(0, WARM_UP, ledger, journal, flushes);
      long before = PROCESS.getProcessCpuTime();
      record(WARM_UP, WINDOWS, ledger, journal, flushes);
      double micros = (PROCESS.getProcessCpuTime() - before) / 1e3 / WINDOWS;
      System.out.printf(
          Locale.ROOT,
          "%.1f µs of CPU for each window: %.3f ns for each entry at a flush interval of"
              + " 1,000,000, %.3f ns at 100,000, %.2f ns at 10,000%n",
          micros,
          micros / 1e3,
          micros / 1e2,
          micros / 1e1);
    }
    TestBed.remove(directory);
  }

  private static void record(
      int from, int count, Ledger ledger, Journal journal, LatencyRecorder.Operation flushes)
      throws Exception {
    for (int i = from; i < from + count; i++) {
      Window window = new Window(new Position(i, 0, 0), new Position(i + 1, 0, 0), 1_000_000, 0);
      ledger.intend(window, System.currentTimeMillis());
      long start = System.nanoTime();
      ledger.acknowledge(System.currentTimeMillis());
      long end = System.nanoTime();
      flushes.record(start, start, end);
      journal.add(
          new Event.Flush(
              System.currentTimeMillis(), "w0", 0, i, 0, 1_000_000, 0, end - start, end - start));
    }
  }
}
