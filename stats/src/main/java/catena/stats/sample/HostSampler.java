// SPDX-License-Identifier: Apache-2.0
package catena.stats.sample;

import catena.records.sample.Sample;
import catena.records.sample.SampleFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import oshi.SystemInfo;
import oshi.hardware.CentralProcessor;
import oshi.hardware.CentralProcessor.TickType;
import oshi.hardware.GlobalMemory;
import oshi.hardware.HWDiskStore;
import oshi.hardware.HardwareAbstractionLayer;
import oshi.hardware.NetworkIF;

/**
 * Writes what the host that it runs on does, and the groups of its processes: {@code
 * host-<host>.jsonl}. Knows nothing of a cluster; on a fleet there is one on every host.
 */
public final class HostSampler implements Ticker.Sampler {
  private final String host;
  private final Duration limit;
  private final Clock clock;
  private final HostProbe machine;
  private final ProcessProbe processes;
  private final SampleFile lines;

  /**
   * A sampler of this host.
   *
   * @param host the name to write
   * @param match text that the command line of a server must contain; empty for any
   * @param clock says when the figures were read
   * @param lines closed with this
   */
  public HostSampler(String host, String match, Duration limit, Clock clock, SampleFile lines)
      throws InterruptedException {
    SystemInfo system = new SystemInfo();
    this.host = host;
    this.limit = limit;
    this.clock = clock;
    this.machine = new HostProbe(system.getHardware(), System.nanoTime());
    this.processes = new ProcessProbe(system.getOperatingSystem(), match, System.nanoTime(), limit);
    this.lines = lines;
  }

  @Override
  public void sample(long at) throws InterruptedException {
    List<String> found = new ArrayList<>();
    Map<Metric, Double> whole = machine.read(System.nanoTime());
    found.add(Metric.line(at, clock.millis(), Sample.host(host), Metric.OF_HOST, whole));
    SortedMap<String, Map<Metric, Double>> groups = processes.read(System.nanoTime(), limit);
    long answered = clock.millis();
    Set<Metric> wanted = EnumSet.copyOf(Metric.OF_GROUP);
    if (processes.hadNetwork()) {
      wanted.addAll(Metric.NETWORK);
    }
    groups.forEach(
        (role, figures) ->
            found.add(Metric.line(at, answered, Sample.group(role, host), wanted, figures)));
    lines.lines(found);
  }

  @Override
  public void close() {
    lines.close();
  }

  /** Reads what a host as a whole does; rates are from one reading to the next. */
  static final class HostProbe {
    private final HardwareAbstractionLayer hardware;
    private final Counter<String> disks = new Counter<>();
    private final Counter<String> networks = new Counter<>();
    private long[] ticks;
    private long readNanos;

    /** A probe whose rates begin now. */
    HostProbe(HardwareAbstractionLayer hardware, long nanos) {
      this.hardware = hardware;
      this.ticks = hardware.getProcessor().getSystemCpuLoadTicks();
      this.readNanos = nanos;
      disks(0, new EnumMap<>(Metric.class));
      networks(0, new EnumMap<>(Metric.class));
    }

    /** The figures; those that this operating system does not provide are left out. */
    Map<Metric, Double> read(long nanos) {
      Map<Metric, Double> found = new EnumMap<>(Metric.class);
      double seconds = (nanos - readNanos) / 1e9;
      readNanos = nanos;
      processor(found);
      memory(found);
      disks(seconds, found);
      networks(seconds, found);
      return found;
    }

    private void processor(Map<Metric, Double> found) {
      CentralProcessor processor = hardware.getProcessor();
      long[] now = processor.getSystemCpuLoadTicks();
      long[] spent = new long[now.length];
      Arrays.setAll(spent, i -> Math.max(0, now[i] - ticks[i])); // that of iowait may fall
      ticks = now;
      double total = Arrays.stream(spent).sum();
      if (total > 0) {
        long waited = spent[TickType.IOWAIT.getIndex()];
        long idle = spent[TickType.IDLE.getIndex()] + waited;
        found.put(Metric.CPU, 1 - idle / total);
        found.put(Metric.CPU_IOWAIT, waited / total);
      }
      double load = processor.getSystemLoadAverage(1)[0];
      if (load >= 0) {
        found.put(Metric.LOAD, load);
      }
    }

    private void memory(Map<Metric, Double> found) {
      GlobalMemory memory = hardware.getMemory();
      found.put(Metric.MEMORY_TOTAL, (double) memory.getTotal());
      found.put(Metric.MEMORY_USED, (double) (memory.getTotal() - memory.getAvailable()));
      found.put(Metric.SWAP_USED, (double) memory.getVirtualMemory().getSwapUsed());
    }

    private void disks(double seconds, Map<Metric, Double> found) {
      long read = 0;
      long written = 0;
      long busiest = 0;
      List<HWDiskStore> all =
          hardware.getDiskStores().stream().filter(disk -> isReal(disk.getName())).toList();
      for (HWDiskStore disk : all) {
        read += disks.grown("r " + disk.getName(), disk.getReadBytes());
        written += disks.grown("w " + disk.getName(), disk.getWriteBytes());
        busiest = Math.max(busiest, disks.grown("t " + disk.getName(), disk.getTransferTime()));
      }
      disks.turn();
      if (seconds > 0 && !all.isEmpty()) {
        found.put(Metric.DISK_READ, read / seconds);
        found.put(Metric.DISK_WRITE, written / seconds);
        found.put(Metric.DISK_BUSY, Math.min(1, busiest / 1e3 / seconds));
      }
    }

    /** What is made of other disks, or of memory, would be counted twice. */
    private static boolean isReal(String device) {
      String name = device.substring(device.lastIndexOf('/') + 1);
      return !name.startsWith("dm-") && !name.startsWith("md") && !name.startsWith("zram");
    }

    private void networks(double seconds, Map<Metric, Double> found) {
      long[] sums = new long[4];
      List<NetworkIF> all = hardware.getNetworkIFs(true);
      boolean anyDevice = all.stream().anyMatch(HostProbe::hasDevice);
      for (NetworkIF each : all) {
        String name = each.getName();
        boolean loopback = name.equals("lo");
        long sent = networks.grown("s " + name, each.getBytesSent());
        long received = networks.grown("r " + name, each.getBytesRecv());
        long errors =
            each.getInErrors() + each.getOutErrors() + each.getInDrops() + each.getCollisions();
        long wrong = networks.grown("e " + name, errors);
        if (loopback) {
          sums[3] += sent;
        } else if (hasDevice(each) || !anyDevice) {
          sums[0] += received;
          sums[1] += sent;
          sums[2] += wrong;
        }
      }
      networks.turn();
      if (seconds > 0) {
        found.put(Metric.NET_RECEIVED, sums[0] / seconds);
        found.put(Metric.NET_SENT, sums[1] / seconds);
        found.put(Metric.NET_ERRORS, sums[2] / seconds);
        found.put(Metric.LOOPBACK, sums[3] / seconds);
      }
    }

    /**
     * Bridges and tunnels carry what a device carries, too; in a container nothing has a device.
     */
    private static boolean hasDevice(NetworkIF network) {
      return Files.exists(Path.of("/sys/class/net", network.getName(), "device"));
    }
  }
}
