// SPDX-License-Identifier: Apache-2.0
package catena.stats.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import catena.stats.sample.HostSampler.HostProbe;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import oshi.hardware.CentralProcessor;
import oshi.hardware.CentralProcessor.TickType;
import oshi.hardware.GlobalMemory;
import oshi.hardware.HWDiskStore;
import oshi.hardware.HardwareAbstractionLayer;
import oshi.hardware.NetworkIF;
import oshi.hardware.VirtualMemory;

/** A host that is made of figures. */
class HostProbeTest {
  private static final long SECOND = 1_000_000_000;

  /** What each question is answered with, by the method's name. */
  private final Map<String, Object> answers = new HashMap<>();

  private final long[] ticks = new long[TickType.values().length];
  private final List<HWDiskStore> disks = new ArrayList<>();
  private final List<NetworkIF> networks = new ArrayList<>();

  private static <T> T like(Class<T> type, Map<String, Object> answers) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              Object answer = answers.get(method.getName());
              if (answer == null) {
                throw new AssertionError("nobody asks for " + method.getName());
              }
              return answer instanceof long[] numbers ? numbers.clone() : answer;
            }));
  }

  private HostProbe probe() {
    answers.putIfAbsent("getSystemLoadAverage", new double[] {1.5});
    answers.put("getSystemCpuLoadTicks", ticks);
    answers.put("getTotal", 1000L);
    answers.put("getAvailable", 300L);
    answers.put("getSwapUsed", 40L);
    answers.put("getVirtualMemory", like(VirtualMemory.class, answers));
    answers.put("getProcessor", like(CentralProcessor.class, answers));
    answers.put("getMemory", like(GlobalMemory.class, answers));
    answers.put("getDiskStores", disks);
    answers.put("getNetworkIFs", networks);
    return new HostProbe(like(HardwareAbstractionLayer.class, answers), 0);
  }

  private static Map<String, Object> disk(String name, long read, long written, long busyMillis) {
    return new HashMap<>(
        Map.of(
            "getName", name,
            "getReadBytes", read,
            "getWriteBytes", written,
            "getTransferTime", busyMillis));
  }

  private static Map<String, Object> network(String name, long received, long sent, long wrong) {
    return new HashMap<>(
        Map.of(
            "getName", name,
            "getBytesRecv", received,
            "getBytesSent", sent,
            "getInErrors", wrong,
            "getOutErrors", 10 * wrong,
            "getInDrops", 100 * wrong,
            "getCollisions", 1000 * wrong));
  }

  private void spent(TickType type, long more) {
    ticks[type.getIndex()] += more;
  }

  @Test
  void theProcessorsShareIsOfTheTimeSinceTheLastReading() {
    spent(TickType.USER, 5000);
    HostProbe probe = probe();
    spent(TickType.USER, 30);
    spent(TickType.SYSTEM, 10);
    spent(TickType.IOWAIT, 20);
    spent(TickType.IDLE, 40);

    assertThat(probe.read(SECOND))
        .containsEntry(Metric.CPU, 0.4)
        .containsEntry(Metric.CPU_IOWAIT, 0.2)
        .containsEntry(Metric.LOAD, 1.5)
        .containsEntry(Metric.MEMORY_TOTAL, 1000.0)
        .containsEntry(Metric.MEMORY_USED, 700.0)
        .containsEntry(Metric.SWAP_USED, 40.0);
    // No tick later nothing is known of the processors.
    assertThat(probe.read(2 * SECOND)).doesNotContainKeys(Metric.CPU, Metric.CPU_IOWAIT);
  }

  /** proc(5) says that of iowait, which is no counter then. */
  @Test
  void aCountOfTheKernelThatFallsIsNoNegativeShare() {
    spent(TickType.IOWAIT, 20);
    HostProbe probe = probe();
    spent(TickType.USER, 50);
    spent(TickType.IOWAIT, -2);
    spent(TickType.IDLE, 50);
    assertThat(probe.read(SECOND))
        .containsEntry(Metric.CPU, 0.5)
        .containsEntry(Metric.CPU_IOWAIT, 0.0);
  }

  @Test
  void whatTheSystemDoesNotReportIsLeftOut() {
    answers.put("getSystemLoadAverage", new double[] {-1});

    assertThat(probe().read(SECOND))
        .doesNotContainKeys(Metric.LOAD, Metric.DISK_READ, Metric.DISK_BUSY);
    answers.put("getSystemLoadAverage", new double[] {0});
    assertThat(probe().read(SECOND)).containsEntry(Metric.LOAD, 0.0);
  }

  @Test
  void disksAddUpAndTheBusiestCountsAndThoseMadeOfOthersDoNot() {
    Map<String, Object> first = disk("/dev/sda", 1000, 2000, 100);
    Map<String, Object> second = disk("/dev/sdb", 10, 20, 0);
    List<Map<String, Object>> others =
        List.of(disk("/dev/dm-0", 0, 0, 0), disk("md1", 0, 0, 0), disk("zram0", 0, 0, 0));
    disks.add(like(HWDiskStore.class, first));
    disks.add(like(HWDiskStore.class, second));
    others.forEach(other -> disks.add(like(HWDiskStore.class, other)));
    HostProbe probe = probe();
    first.putAll(Map.of("getReadBytes", 1400L, "getWriteBytes", 2600L, "getTransferTime", 600L));
    second.putAll(Map.of("getReadBytes", 30L, "getWriteBytes", 70L, "getTransferTime", 1500L));
    others.forEach(other -> other.putAll(disk("sda", 9_999, 9_999, 1_900)));
    others.get(0).put("getName", "/dev/dm-0");
    others.get(1).put("getName", "md1");
    others.get(2).put("getName", "zram0");

    assertThat(probe.read(2 * SECOND))
        .containsEntry(Metric.DISK_READ, 210.0)
        .containsEntry(Metric.DISK_WRITE, 325.0)
        .containsEntry(Metric.DISK_BUSY, 0.75);
    second.put("getTransferTime", 9_000L);
    assertThat(probe.read(3 * SECOND))
        .containsEntry(Metric.DISK_READ, 0.0)
        .containsEntry(Metric.DISK_BUSY, 1.0);
    assertThat(probe.read(3 * SECOND)).doesNotContainKey(Metric.DISK_READ);
  }

  /** In a container no network has a device, and all but loopback are its own. */
  @Test
  void whereNoNetworkHasADeviceAllCountAndLoopbackStandsByItself() {
    Map<String, Object> lo = network("lo", 5, 5, 0);
    Map<String, Object> one = network("none-such-1", 100, 200, 1);
    Map<String, Object> two = network("none-such-2", 0, 0, 0);
    List.of(lo, one, two).forEach(each -> networks.add(like(NetworkIF.class, each)));
    HostProbe probe = probe();
    lo.put("getBytesSent", 65L);
    one.putAll(network("none-such-1", 140, 280, 2));
    two.putAll(network("none-such-2", 4, 8, 0));

    Map<Metric, Double> read = probe.read(4 * SECOND);
    assertThat(read.get(Metric.LOOPBACK)).isCloseTo(15, within(1e-9));
    assertThat(read.get(Metric.NET_RECEIVED)).isCloseTo(11, within(1e-9));
    assertThat(read.get(Metric.NET_SENT)).isCloseTo(22, within(1e-9));
    assertThat(read.get(Metric.NET_ERRORS)).isCloseTo(1111 / 4.0, within(1e-9));
    assertThat(probe.read(4 * SECOND)).doesNotContainKey(Metric.NET_SENT);
  }
}
