package catena.cluster.config;

import catena.cluster.record.ClusterFiles;
import catena.cluster.record.ClusterRecord;
import catena.cluster.spec.ClusterSpec;
import catena.cluster.spec.Disks;
import catena.cluster.spec.InstanceVolume;
import catena.cluster.spec.Tiers;
import catena.harness.instance.ServerId;
import catena.records.placement.Means;
import catena.records.server.Role;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** Computes the properties of Accumulo's servers and clients, and ZooKeeper's configuration. */
final class AccumuloSite {
  private static final String RPC_TIMEOUT = "general.rpc.timeout";

  /** On a network that can be cut, a call is given up after this, and not after two minutes. */
  private static final String SILENCE = "30s";

  private AccumuloSite() {}

  static Map<String, String> servers(
      ClusterRecord cluster, ClusterFiles files, boolean nativeMaps) {
    ClusterSpec spec = cluster.spec();
    Map<String, String> site = new LinkedHashMap<>();
    volumes(site, cluster, files);
    site.put("instance.zookeeper.host", cluster.address(Role.ZOOKEEPER, "client"));
    site.put("instance.zookeeper.timeout", spec.zookeeperTimeout().toMillis() + "ms");
    site.put("instance.secret", cluster.secret());
    site.put("general.micrometer.enabled", "false");
    site.put("manager.replication.coordinator.port", "0");
    site.put("replication.receipt.service.port", "0");
    // Tablets are spread from the start, and a missing tserver holds the others up for 20 s at
    // most.
    site.put(
        "manager.startup.tserver.avail.min.count", Integer.toString(spec.number(Role.TSERVER)));
    site.put("manager.startup.tserver.avail.max.wait", "20s");
    // A killed process has quit by the time its lock is gone; the default allows it 10 s more.
    site.put("manager.recovery.delay", "3s");
    // That a log is closed, or sorted, is seen within a second. By the defaults it is asked for
    // again after 5 s, and after 15 s, and a recovery of seconds takes half a minute.
    site.put("manager.lease.recovery.interval", "1s");
    site.put("manager.recovery.wal.cache.time", "0s");
    site.put("gc.cycle.start", "10s");
    site.put("gc.cycle.delay", "1m");
    tserver(site, nativeMaps);
    if (spec.number(Role.COMPACTOR) > 0) {
      externalCompactions(site);
    }
    cluster.plan().ifPresent(plan -> site.put(RPC_TIMEOUT, SILENCE));
    site.putAll(TlsStores.servers(cluster, files));
    site.putAll(KerberosSite.accumulo(spec, files));
    site.putAll(spec.site());
    return site;
  }

  private static void volumes(Map<String, String> site, ClusterRecord cluster, ClusterFiles files) {
    Disks disks = cluster.spec().disks();
    site.put(
        "instance.volumes",
        switch (cluster.spec().volume()) {
          case HDFS ->
              InstanceVolume.of(disks).stream()
                  .map(volume -> uri(cluster, volume))
                  .collect(Collectors.joining(","));
          case LOCAL_RAW, LOCAL_CHECKSUMMED -> "file://" + files.localVolume().toUri().getRawPath();
        });
    disks
        .tiered()
        .filter(tiers -> tiers.by() == Means.VOLUMES)
        .ifPresent(tiers -> chooser(site, cluster, tiers));
  }

  /** Properties of a table go before these, and are not of the site. */
  private static void chooser(Map<String, String> site, ClusterRecord cluster, Tiers tiers) {
    site.put("general.volume.chooser", "org.apache.accumulo.core.spi.fs.PreferredVolumeChooser");
    String preferred = "general.custom.volume.preferred.";
    site.put(preferred + "default", uri(cluster, InstanceVolume.on(tiers.tables())));
    site.put(preferred + "logger", uri(cluster, InstanceVolume.on(tiers.wal())));
    // The first files of the root and metadata tables, which init makes.
    site.put(preferred + "init", uri(cluster, InstanceVolume.on(tiers.metadata())));
  }

  /** A volume of HDFS as Accumulo is told it. */
  static String uri(ClusterRecord cluster, InstanceVolume volume) {
    return "hdfs://" + cluster.address(Role.NAMENODE, "rpc") + volume.path();
  }

  private static void tserver(Map<String, String> site, boolean nativeMaps) {
    site.put("tserver.memory.maps.native.enabled", Boolean.toString(nativeMaps));
    site.put("tserver.memory.maps.max", "256M");
    site.put("tserver.cache.data.size", "64M");
    site.put("tserver.cache.index.size", "64M");
    site.put("tserver.total.mutation.queue.max", "32M");
    site.put("tserver.wal.sort.buffer.size", "64M");
    site.put("tserver.wal.max.size", "256M");
  }

  /** A compaction service {@code external}, which a table chooses by its dispatcher's options. */
  private static void externalCompactions(Map<String, String> site) {
    String service = "tserver.compaction.major.service.external.planner";
    site.put(service, "org.apache.accumulo.core.spi.compaction.DefaultCompactionPlanner");
    site.put(
        service + ".opts.executors",
        "[{\"name\":\"all\",\"type\":\"external\",\"queue\":\"" + CommandLines.QUEUE + "\"}]");
  }

  static Map<String, String> client(ClusterRecord cluster, ClusterFiles files) {
    Map<String, String> properties = new LinkedHashMap<>();
    properties.put("instance.name", cluster.instance());
    properties.put("instance.zookeepers", cluster.address(Role.ZOOKEEPER, "client"));
    properties.put(
        "instance.zookeepers.timeout", cluster.spec().zookeeperTimeout().toMillis() + "ms");
    properties.put("auth.type", "password");
    properties.put("auth.principal", "root");
    properties.put("auth.token", cluster.password());
    properties.putAll(TlsStores.clients(cluster, files));
    properties.putAll(KerberosSite.clients(cluster.spec(), files));
    // Accumulo's clients take it, though it is no documented property of theirs.
    cluster.plan().ifPresent(plan -> properties.put(RPC_TIMEOUT, SILENCE));
    return properties;
  }

  private static Path zookeeperData(ClusterSpec spec, ClusterFiles files) {
    return spec.disks()
        .tiered()
        .map(tiers -> files.zookeeper(tiers.zookeeper()))
        .orElseGet(() -> files.data(new ServerId(Role.ZOOKEEPER, 1)));
  }

  static Map<String, String> zookeeper(ClusterRecord cluster, ClusterFiles files) {
    Map<String, String> properties = new LinkedHashMap<>();
    properties.put("dataDir", zookeeperData(cluster.spec(), files).toString());
    properties.put("clientPort", Integer.toString(cluster.port(Role.ZOOKEEPER, "client")));
    properties.put("clientPortAddress", cluster.host(new ServerId(Role.ZOOKEEPER, 1)));
    properties.put("tickTime", "2000"); // Sessions may be 2 to 20 ticks long.
    properties.put("maxClientCnxns", "0");
    properties.put("admin.enableServer", "false");
    properties.put("4lw.commands.whitelist", "ruok,srvr,stat");
    properties.put("autopurge.snapRetainCount", "3");
    properties.put("autopurge.purgeInterval", "1");
    return properties;
  }
}
