// SPDX-License-Identifier: Apache-2.0
package catena.stats.sample;

import catena.records.sample.Meaning;
import catena.records.sample.Sample;

/** What can be known of a cluster as a whole, of a table, or of both. */
public enum ClusterMetric implements Metric {
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
  META_HOSTED("metadata.tablets.hosted", "tablets", "of these, hosted by a tserver that lives");

  private final String key;

  @SuppressWarnings("ImmutableEnumChecker") // two strings
  private final Meaning meaning;

  ClusterMetric(String key, String unit, String about) {
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
