// SPDX-License-Identifier: Apache-2.0
package catena.stats.sample;

import catena.records.sample.Meaning;
import catena.records.sample.Sample;
import com.google.common.collect.Sets;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A kind of figure: its name in the files, its unit, what it means. First what can be known of a
 * cluster as a whole, of a table, or of both; then of a host, or of a group of its processes.
 */
public enum Metric {
  TSERVERS("tservers", "servers", "tablet servers that hold their lock in ZooKeeper"),
  MANAGERS("managers", "servers", "managers that hold their lock in ZooKeeper: 1, or 0"),
  SSERVERS("sservers", "servers", "scan servers that hold their lock in ZooKeeper"),
  COMPACTORS("compactors", "servers", "external compactors that hold their lock in ZooKeeper"),

  FATE("fate.operations", "operations", "table operations (FATE) under way or waiting"),
  RECOVERIES("recoveries", "logs", "write-ahead logs that are, or wait to be, sorted for recovery"),

  ENTRIES(
      "entries",
      "entries",
      "entries, every version counted, in files and memory; absent unless all tablets are in"),
  IN_MEMORY(
      "entries.in.memory",
      "entries",
      "entries not yet in a file; absent unless all tablets are in"),
  INGEST("ingest.rate", "entries/s", "entries written"),
  INGEST_BYTES("ingest.bytes.rate", "bytes/s", "bytes written"),
  QUERY("query.rate", "entries/s", "entries returned to clients"),
  QUERY_BYTES("query.bytes.rate", "bytes/s", "bytes returned to clients"),
  READ("read.rate", "entries/s", "entries read by scans, returned or not"),
  TABLETS("tablets", "tablets", "tablets of the servers that answer the manager"),
  HOSTED("tablets.hosted", "tablets", "of these, hosted"),
  UNASSIGNED("tablets.unassigned", "tablets", "tablets that no server hosts and one should"),
  DEAD_TSERVERS("tservers.dead", "servers", "tablet servers that the manager gave up"),
  HOLD(Sample.HOLD_TIME, "s", "the longest that a server has held back writes for want of memory"),
  SILENCE("tservers.silence", "s", "the longest that the manager has not heard from a server"),
  MAJOR_RUNNING("compactions.major.running", "compactions", "major compactions running"),
  MAJOR_QUEUED("compactions.major.queued", "compactions", "major compactions queued"),
  MINOR_RUNNING("compactions.minor.running", "compactions", "minor compactions running"),
  MINOR_QUEUED("compactions.minor.queued", "compactions", "minor compactions queued"),
  SCANS_RUNNING("scans.running", "scans", "scans running"),
  SCANS_QUEUED("scans.queued", "scans", "scans queued"),

  HDFS_BYTES("hdfs.bytes", "bytes", "length of the files, replicas not counted"),
  HDFS_DIRECTORIES("hdfs.directories", "directories", "directories, the topmost one too"),
  HDFS_FILES("hdfs.files", "files", "files"),
  HDFS_USED("hdfs.used", "bytes", "disk space of the whole file system in use, replicas counted"),
  HDFS_REMAINING("hdfs.remaining", "bytes", "disk space of the whole file system that is free"),

  YARN_RUNNING("yarn.running", "containers", "containers running on YARN"),
  YARN_PENDING("yarn.pending", "containers", "containers asked for and not yet given"),
  YARN_MAXIMUM("yarn.maximum", "cores", "virtual cores of YARN, which each hold a container"),
  YARN_NODES("yarn.nodes", "nodes", "YARN nodes at work"),
  YARN_UNHEALTHY("yarn.nodes.unhealthy", "nodes", "YARN nodes that say they are unhealthy"),

  FILES("files", "files", "references to files in the metadata table"),
  FILES_MIN("files.per.tablet.min", "files", "fewest files of a tablet"),
  FILES_MAX("files.per.tablet.max", "files", "most files of a tablet"),
  FILES_MEAN("files.per.tablet.mean", "files", "files of a tablet, on average"),
  FILES_SD("files.per.tablet.sd", "files", "their standard deviation over all tablets"),
  META_TABLETS("metadata.tablets", "tablets", "tablets in the metadata table"),
  META_HOSTED("metadata.tablets.hosted", "tablets", "of these, hosted by a tserver that lives"),

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
  public static final Set<Metric> OF_HOST = Sets.immutableEnumSet(EnumSet.range(CPU, LOOPBACK));

  /** Those of a group of processes, but for its network, which not every collector can see. */
  public static final Set<Metric> OF_GROUP =
      Sets.immutableEnumSet(PROCESSES, CPU_CORES, MEMORY_USED, THREADS, DISK_READ, DISK_WRITE);

  /** A group's network. */
  public static final Set<Metric> NETWORK = Sets.immutableEnumSet(NET_RECEIVED, NET_SENT);

  private final String key;

  @SuppressWarnings("ImmutableEnumChecker") // two strings
  private final Meaning meaning;

  Metric(String key, String unit, String about) {
    this.key = key;
    this.meaning = new Meaning(unit, about);
  }

  /** The name in the files. */
  public String key() {
    return key;
  }

  /** What one of it is, {@code entries/s}, {@code bytes}, {@code s}, and what it means. */
  public Meaning meaning() {
    return meaning;
  }

  /**
   * A line of samples with what there is of what belongs into it.
   *
   * @param answered when the last of the figures came, milliseconds since 1970
   * @param scope as {@link Sample} names them
   */
  public static String line(
      long at, long answered, String scope, Collection<Metric> wanted, Map<Metric, Double> found) {
    Map<String, Double> byName = new TreeMap<>();
    found.forEach((metric, value) -> byName.put(metric.key, value));
    return Sample.of(at, scope, wanted.stream().map(Metric::key).toList(), byName)
        .answeredAt(answered)
        .json();
  }
}
