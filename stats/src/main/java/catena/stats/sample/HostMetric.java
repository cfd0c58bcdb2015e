// SPDX-License-Identifier: Apache-2.0
package catena.stats.sample;

import catena.records.sample.Meaning;
import com.google.common.collect.Sets;
import java.util.EnumSet;
import java.util.Set;

/** What can be known of a host, or of a group of its processes. */
public enum HostMetric implements Metric {
  CPU("cpu.ratio", "1", "share of the host's processor time that was not idle"),
  CPU_IOWAIT("cpu.iowait.ratio", "1", "share in which a core had nothing but disks to wait for"),
  LOAD("load.1m", "threads", "load average of one minute"),
  MEMORY_TOTAL("memory.total", "bytes", "memory of the host"),
  MEMORY_USED("memory.used", "bytes", "memory that is not available: of a group, resident"),
  SWAP_USED("swap.used", "bytes", "swap space in use"),
  DISK_READ("disk.read.rate", "bytes/s", "read from disks"),
  DISK_WRITE("disk.write.rate", "bytes/s", "written to disks"),
  DISK_BUSY("disk.busy.ratio", "1", "share of the time in which the busiest disk was at work"),
  NET_RECEIVED("net.received.rate", "bytes/s", "received: a host without loopback, a group by TCP"),
  NET_SENT("net.sent.rate", "bytes/s", "sent: a host without loopback, a group by TCP"),
  NET_ERRORS("net.errors.rate", "packets/s", "packets dropped or broken, in and out"),
  LOOPBACK("net.loopback.rate", "bytes/s", "sent from this host to itself"),

  PROCESSES("processes", "processes", "processes of the group"),
  CPU_CORES("cpu.cores", "cores", "processor time per time: 1 is one core fully used"),
  THREADS("threads", "threads", "threads of the group");

  /** Those of a host. */
  public static final Set<HostMetric> OF_HOST = Sets.immutableEnumSet(EnumSet.range(CPU, LOOPBACK));

  /** Those of a group of processes, but for its network, which not every collector can see. */
  public static final Set<HostMetric> OF_GROUP =
      Sets.immutableEnumSet(PROCESSES, CPU_CORES, MEMORY_USED, THREADS, DISK_READ, DISK_WRITE);

  /** A group's network. */
  public static final Set<HostMetric> NETWORK = Sets.immutableEnumSet(NET_RECEIVED, NET_SENT);

  private final String key;

  @SuppressWarnings("ImmutableEnumChecker") // two strings
  private final Meaning meaning;

  HostMetric(String key, String unit, String about) {
    this.key = key;
    this.meaning = new Meaning(unit, about);
  }

  @Override
  public String key() {
    return key;
  }

  @Override
  public Meaning meaning() {
    return meaning;
  }
}
