package catena.cluster.config;

import catena.cluster.record.ClusterFiles;
import catena.cluster.record.ClusterRecord;
import catena.cluster.spec.Disks;
import catena.cluster.spec.Volume;
import catena.harness.instance.ServerId;
import catena.records.placement.Tier;
import catena.records.server.Role;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Computes Hadoop's site files, which servers and clients share. */
final class HadoopSite {
  /** Hadoop 3.3 needs it under JDK 17, in its servers and in the containers of YARN. */
  static final String OPENS = "--add-opens=java.base/java.lang=ALL-UNNAMED";

  /**
   * No {@code hsperfdata} in the machine's temporary directory, wherever Java's own is; one of a
   * process that was killed would stay there.
   */
  static final String NO_SHARED_COUNTERS = "-XX:+PerfDisableSharedMem";

  /** What every container of YARN is told; its temporary directory is its own already. */
  private static final String CONTAINER = OPENS + " " + NO_SHARED_COUNTERS;

  private HadoopSite() {}

  static Map<String, String> core(ClusterRecord cluster, ClusterFiles files) {
    Map<String, String> site = new LinkedHashMap<>();
    site.put("hadoop.tmp.dir", temporary(files).toString());
    switch (cluster.spec().volume()) {
      case HDFS -> site.put("fs.defaultFS", "hdfs://" + cluster.address(Role.NAMENODE, "rpc"));
      case LOCAL_RAW -> site.put("fs.file.impl", "org.apache.hadoop.fs.RawLocalFileSystem");
      case LOCAL_CHECKSUMMED -> site.put("fs.file.impl", "org.apache.hadoop.fs.LocalFileSystem");
    }
    site.putAll(KerberosSite.hadoop(cluster.spec()));
    // A client gives up on a server of this machine that refuses the connection, within seconds.
    site.put("ipc.client.connect.max.retries", "10");
    if (cluster.plan().isPresent()) {
      // And on one that is cut off, which says nothing, after 15 s, not after 45 times 20.
      site.put("ipc.client.connect.timeout", "5000");
      site.put("ipc.client.connect.max.retries.on.timeouts", "2");
    }
    return site;
  }

  /** Where Hadoop keeps what it has on the local file system. */
  private static Path temporary(ClusterFiles files) {
    return files.data().resolve("tmp");
  }

  static Map<String, String> hdfs(ClusterRecord cluster, ClusterFiles files) {
    Map<String, String> site = new LinkedHashMap<>();
    if (cluster.spec().volume() != Volume.HDFS) {
      return site;
    }
    Path names = files.data(new ServerId(Role.NAMENODE, 1));
    site.put("dfs.namenode.rpc-address", cluster.address(Role.NAMENODE, "rpc"));
    site.put("dfs.namenode.http-address", cluster.address(Role.NAMENODE, "http"));
    site.put("dfs.namenode.name.dir", names.toUri().toString());
    site.put("dfs.namenode.datanode.registration.ip-hostname-check", "false");
    site.put("dfs.replication", Integer.toString(cluster.spec().replication()));
    // There is no spare DataNode to replace a failed one of a pipeline.
    site.put("dfs.client.block.write.replace-datanode-on-failure.enable", "false");
    // Accumulo's advice: RFiles survive a power cut.
    site.put("dfs.datanode.synconclose", Boolean.toString(cluster.spec().disks().syncOnClose()));
    site.put("dfs.namenode.safemode.extension", "0");
    // A DataNode is given up 2 × 10 s + 10 × 1 s after its last heartbeat, not after ten minutes.
    site.put("dfs.heartbeat.interval", "1");
    site.put("dfs.namenode.heartbeat.recheck-interval", "10000");
    site.put("dfs.namenode.redundancy.interval.seconds", "1");
    site.putAll(KerberosSite.hdfs(cluster.spec(), files));
    cluster.plan().ifPresent(plan -> silence(site));
    return site;
  }

  /** A DataNode that is cut off holds a writer up for some 20 s, not for minutes. */
  private static void silence(Map<String, String> site) {
    site.put("dfs.client.socket-timeout", "10000");
    // After 6 s of silence it gets no new block, and has no say in whether a log is closed.
    site.put("dfs.namenode.stale.datanode.interval", "6000");
    site.put("dfs.namenode.avoid.write.stale.datanode", "true");
    site.put("dfs.namenode.avoid.read.stale.datanode", "true");
    site.put("dfs.namenode.write.stale.datanode.ratio", "1.0");
  }

  static Map<String, String> yarn(ClusterRecord cluster, ClusterFiles files, ServerJars jars) {
    Map<String, String> site = new LinkedHashMap<>();
    site.put("yarn.resourcemanager.hostname", cluster.host(new ServerId(Role.RESOURCEMANAGER, 1)));
    site.put("yarn.resourcemanager.address", resourceManager(cluster, "client"));
    site.put("yarn.resourcemanager.scheduler.address", resourceManager(cluster, "scheduler"));
    site.put("yarn.resourcemanager.resource-tracker.address", resourceManager(cluster, "tracker"));
    site.put("yarn.resourcemanager.admin.address", resourceManager(cluster, "admin"));
    site.put("yarn.resourcemanager.webapp.address", resourceManager(cluster, "http"));
    // The capacity scheduler keeps all but a tenth of so small a cluster from application masters.
    site.put(
        "yarn.resourcemanager.scheduler.class",
        "org.apache.hadoop.yarn.server.resourcemanager.scheduler.fifo.FifoScheduler");
    site.put("yarn.nodemanager.aux-services", "mapreduce_shuffle");
    site.put("yarn.nodemanager.resource.memory-mb", "6144"); // three workers of a fleet
    site.put("yarn.nodemanager.resource.cpu-vcores", "4");
    site.put("yarn.scheduler.minimum-allocation-mb", "256");
    site.put("yarn.nodemanager.vmem-check-enabled", "false");
    site.put("yarn.nodemanager.pmem-check-enabled", "false");
    // A full disk is the machine's owner's business; YARN would only refuse all containers.
    site.put(
        "yarn.nodemanager.disk-health-checker.max-disk-utilization-per-disk-percentage", "100");
    site.put("yarn.nodemanager.disk-health-checker.min-free-space-per-disk-mb", "0");
    // Else the ResourceManager keeps it in the machine's own /tmp.
    site.put(
        "yarn.node-attribute.fs-store.root-dir",
        temporary(files).resolve("node-attribute").toUri().toString());
    site.put("yarn.application.classpath", containerClassPath(files, jars));
    site.putAll(KerberosSite.yarn(cluster.spec(), files));
    return site;
  }

  static Map<String, String> mapred(ClusterRecord cluster, ClusterFiles files, ServerJars jars) {
    Map<String, String> site = new LinkedHashMap<>();
    // Where Hadoop asks for Kerberos, a container without a realm cannot even use its tokens.
    String container =
        Stream.concat(Stream.of(CONTAINER), KerberosSite.java(cluster.spec(), files).stream())
            .collect(Collectors.joining(" "));
    site.put("mapreduce.framework.name", "yarn");
    site.put("mapreduce.application.classpath", containerClassPath(files, jars));
    site.put("yarn.app.mapreduce.am.staging-dir", "/tmp/hadoop-yarn/staging"); // in HDFS
    site.put("yarn.app.mapreduce.am.resource.mb", "512");
    site.put("yarn.app.mapreduce.am.command-opts", "-Xmx384m " + container);
    site.put("mapreduce.map.memory.mb", "1024");
    site.put("mapreduce.map.java.opts", "-Xmx768m " + container);
    site.put("mapreduce.reduce.memory.mb", "1024");
    site.put("mapreduce.reduce.java.opts", "-Xmx768m " + container);
    site.put("mapreduce.shuffle.port", "0");
    site.putAll(KerberosSite.jobs(cluster.spec()));
    return site;
  }

  private static String resourceManager(ClusterRecord cluster, String port) {
    return cluster.address(Role.RESOURCEMANAGER, port);
  }

  private static String containerClassPath(ClusterFiles files, ServerJars jars) {
    return files.hadoopConf() + "," + jars.hadoop().resolve("*");
  }

  /** What one DataNode has for itself: the shared site cannot say it. */
  static Map<String, String> dataNode(
      ServerId id, Disks disks, ClusterFiles files, String host, Map<String, Integer> ports) {
    Map<String, String> own = new LinkedHashMap<>();
    own.put(
        "dfs.datanode.data.dir",
        disks.tiered().isPresent()
            ? Arrays.stream(Tier.values())
                .map(tier -> "[" + tier.storageType() + "]" + files.blocks(id, tier).toUri())
                .collect(Collectors.joining(","))
            : files.data(id).toUri().toString());
    own.put("dfs.datanode.address", host + ":" + ports.get("data"));
    own.put("dfs.datanode.http.address", host + ":" + ports.get("http"));
    own.put("dfs.datanode.ipc.address", host + ":" + ports.get("ipc"));
    return own;
  }

  /** What one NodeManager has for itself. */
  static Map<String, String> nodeManager(Path data, String host, Map<String, Integer> ports) {
    Map<String, String> own = new LinkedHashMap<>();
    own.put("yarn.nodemanager.hostname", host);
    own.put("yarn.nodemanager.address", host + ":" + ports.get("container"));
    own.put("yarn.nodemanager.localizer.address", host + ":" + ports.get("localizer"));
    own.put("yarn.nodemanager.webapp.address", host + ":" + ports.get("http"));
    own.put("yarn.nodemanager.local-dirs", data.resolve("local").toString());
    own.put("yarn.nodemanager.log-dirs", data.resolve("containers").toString());
    return own;
  }
}
