// SPDX-License-Identifier: Apache-2.0
package catena.records.latency;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Locale;
import java.util.Optional;
import java.util.function.LongSupplier;

/** Whether this process used up the processors that it may use: its clients were the limit then. */
final class ProcessLimit {
  private static final double CPU = 0.9;
  private static final OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  private final LongSupplier cpuNanos;
  private final LongSupplier nanoClock;
  private final int processors;
  private long lastCpu;
  private long lastNanos;
  private int intervals;
  private int busy;

  ProcessLimit(LongSupplier cpuNanos, LongSupplier nanoClock, int processors) {
    this.cpuNanos = cpuNanos;
    this.nanoClock = nanoClock;
    this.processors = processors;
    this.lastCpu = cpuNanos.getAsLong();
    this.lastNanos = nanoClock.getAsLong();
  }

  static long cpuOfThisProcess() {
    return SYSTEM.getProcessCpuTime();
  }

  /** Ends an interval. */
  void look() {
    long cpu = cpuNanos.getAsLong();
    long nanos = nanoClock.getAsLong();
    double ratio = (double) (cpu - lastCpu) / Math.max(1, nanos - lastNanos) / processors;
    lastCpu = cpu;
    lastNanos = nanos;
    intervals++;
    if (ratio > CPU) {
      busy++;
    }
  }

  /** In words; empty if there was CPU left in every interval. */
  Optional<String> inWords() {
    return busy == 0
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "this process used over %.0f %% of its %d processors in %d of %d intervals",
                100 * CPU,
                processors,
                busy,
                intervals));
  }
}
