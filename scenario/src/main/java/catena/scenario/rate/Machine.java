package catena.scenario.rate;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.Supplier;

/** How much of this machine is used. */
@FunctionalInterface
interface Machine {
  /**
   * How much was used in some time.
   *
   * @param processors which share of its processors this process used
   * @param host which share of all processors was used, by whomever; 0 where it is not known
   */
  record Usage(double processors, double host) {}

  /** Begins to measure; what it returns says what was used since. */
  Supplier<Usage> begin();

  /** This process and its host. */
  static Machine here() {
    OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    return () -> {
      long cpu = system.getProcessCpuTime();
      long began = System.nanoTime();
      double unused = system.getCpuLoad(); // what it tells is of the time since it was asked last
      return () -> {
        double nanos = Math.max(1, System.nanoTime() - began);
        double processors = Runtime.getRuntime().availableProcessors();
        return new Usage(
            (system.getProcessCpuTime() - cpu) / nanos / processors,
            Math.max(0, system.getCpuLoad()));
      };
    };
  }
}
