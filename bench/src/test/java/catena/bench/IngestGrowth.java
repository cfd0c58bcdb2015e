// SPDX-License-Identifier: Apache-2.0
package catena.bench;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What ingest costs the client for each entry, and how long it takes up to the end of the
 * compactions that it causes, for tables that grow: a clock that stops with the last
 * acknowledgement leaves out what the servers of a small table never do within it.
 */
public final class IngestGrowth {
  private static final OperatingSystemMXBean PROCESS =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  private static final long MILLION = 1_000_000;

  /** Entries after which the compiler has done most of its work. */
  private static final long WARM_UP = 8 * MILLION;

  private IngestGrowth() {}

  /** Measures; {@code --entries} is the size of the largest table. */
  public static void main(String... words) throws Exception {
    Options options = Options.parse(words);
    measure(options, WARM_UP, "warm-up");
    List<double[]> all = new ArrayList<>();
    for (long entries = MILLION; entries <= options.entries; entries *= 4) {
      all.add(measure(options, entries, "growth"));
    }
    Target.atMost("growth-cpu", 1.05).judge(List.of(spread(all, 0)));
    Target.atMost("growth-time", 1.25).judge(List.of(spread(all, 1)));
  }

  /** The largest of a figure beside the smallest. */
  private static double spread(List<double[]> all, int figure) {
    double most = all.stream().mapToDouble(each -> each[figure]).max().orElseThrow();
    double least = all.stream().mapToDouble(each -> each[figure]).min().orElseThrow();
    return most / least;
  }

  /** Microseconds of the client's CPU, and of time, for each entry. */
  private static double[] measure(Options options, long entries, String what) throws Exception {
    try (TestBed bed = TestBed.open(options)) {
      System.gc();
      long cpu = PROCESS.getProcessCpuTime();
      long begin = System.nanoTime();
      long acknowledged = bed.ingest(TestBed.plan(options.clients, entries / options.clients));
      double cpuMicros = (PROCESS.getProcessCpuTime() - cpu) / 1e3 / acknowledged;
      double ingest = (System.nanoTime() - begin) / 1e9;
      bed.client().tableOperations().compact(bed.table(), null, null, true, true);
      double whole = (System.nanoTime() - begin) / 1e9;
      System.out.printf(
          Locale.ROOT,
          "%-8s %,d entries: %.3f µs of CPU each; acknowledged after %.1f s, compacted after"
              + " %.1f s, %.2f µs each%n",
          what,
          acknowledged,
          cpuMicros,
          ingest,
          whole,
          whole * 1e6 / acknowledged);
      return new double[] {cpuMicros, whole * 1e6 / acknowledged};
    }
  }
}
