// SPDX-License-Identifier: Apache-2.0
package catena.cluster.config;

import static org.assertj.core.api.Assertions.assertThat;

import catena.cluster.spec.ClusterFiles;
import catena.cluster.spec.ClusterRecord;
import catena.cluster.spec.ClusterSpec;
import catena.cluster.spec.Disks;
import catena.cluster.spec.InstanceVolume;
import catena.harness.instance.ServerId;
import catena.records.placement.Tier;
import catena.records.server.Role;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

public class SitesTest {
  private static final ClusterFiles FILES = new ClusterFiles(Path.of("/c"));
  public static final Map<String, Map<String, Integer>> PORTS =
      Map.of(
          "kdc-1", Map.of("client", 1005),
          "namenode-1", Map.of("rpc", 1001, "http", 1002),
          "zookeeper-1", Map.of("client", 1003),
          "monitor-1", Map.of("http", 1004),
          "resourcemanager-1",
              Map.of("client", 1, "scheduler", 2, "tracker", 3, "admin", 4, "http", 5));
  static final ServerJars JARS = new ServerJars(Path.of("/la"), Path.of("/lh"), Optional.empty());
  private static final ServerId TSERVER_2 = new ServerId(Role.TSERVER, 2);

  @Test
  void serversAndClientsMeetAtTheWellKnownPorts() {
    ClusterRecord cluster = cluster(ClusterSpec.usual());
    assertThat(lines("core-site", cluster)).containsEntry("fs.defaultFS", "hdfs://127.0.0.1:1001");
    assertThat(site(cluster).accumulo(true))
        .containsEntry("instance.volumes", "hdfs://127.0.0.1:1001/accumulo")
        .containsEntry("instance.zookeeper.host", "127.0.0.1:1003")
        .containsEntry("instance.zookeeper.timeout", "10000ms")
        .containsEntry("tserver.memory.maps.native.enabled", "true");
    assertThat(lines("accumulo-client", cluster))
        .containsEntry("instance.name", "catena")
        .containsEntry("instance.zookeepers", "127.0.0.1:1003")
        .containsEntry("auth.type", "password")
        .containsEntry("auth.principal", "root")
        .containsEntry("auth.token", "password");
  }

  @Test
  void twoDisksAreDeclaredByTheirTypesAndZookeeperIsOnOne() {
    ClusterSpec plain = ClusterSpec.usual().withDisks(new Disks(4096, true));
    ClusterSpec tiered = plain.withDisks(plain.disks().tiered("zookeeper.disk", "fast"));
    ServerId one = new ServerId(Role.DATANODE, 1);
    Map<String, Integer> ports = Map.of("data", 1, "http", 2, "ipc", 3);
    assertThat(site(cluster(tiered)).own(one, ports))
        .containsEntry(
            "dfs.datanode.data.dir",
            "[SSD]file:///c/data/datanode-1/fast/blocks,"
                + "[DISK]file:///c/data/datanode-1/slow/blocks");
    assertThat(site(cluster(plain)).own(one, ports))
        .containsEntry("dfs.datanode.data.dir", "file:///c/data/datanode-1");
    assertThat(lines("zoo", cluster(tiered)))
        .containsEntry("dataDir", "/c/data/datanode-1/fast/zookeeper");
    assertThat(lines("zoo", cluster(plain))).containsEntry("dataDir", "/c/data/zookeeper-1");
  }

  @Test
  void withVolumesAChooserHasOneForLogsOneForTheCatalogAndOneForAllElse() {
    ClusterSpec plain = ClusterSpec.usual().withDisks(new Disks(4096, true));
    ClusterSpec policies = plain.withDisks(plain.disks().tiered("placement.wal", "fast"));
    assertThat(site(cluster(policies)).accumulo(true))
        .containsEntry("instance.volumes", "hdfs://127.0.0.1:1001/accumulo")
        .doesNotContainKey("general.volume.chooser");
    ClusterRecord volumes =
        cluster(policies.withDisks(policies.disks().tiered("placement.by", "volumes")));
    assertThat(site(volumes).accumulo(true))
        .containsEntry(
            "instance.volumes",
            "hdfs://127.0.0.1:1001/slow/accumulo,hdfs://127.0.0.1:1001/fast/accumulo")
        .containsEntry(
            "general.volume.chooser", "org.apache.accumulo.core.spi.fs.PreferredVolumeChooser")
        .containsEntry(
            "general.custom.volume.preferred.default", "hdfs://127.0.0.1:1001/slow/accumulo")
        .containsEntry(
            "general.custom.volume.preferred.logger", "hdfs://127.0.0.1:1001/fast/accumulo")
        .containsEntry(
            "general.custom.volume.preferred.init", "hdfs://127.0.0.1:1001/slow/accumulo");
    assertThat(new CommandLines(volumes, FILES, JARS).prefer("!0", InstanceVolume.on(Tier.FAST)))
        .containsSequence(
            "zoo-prop-editor",
            "-tid",
            "!0",
            "-s",
            "table.custom.volume.preferred=hdfs://127.0.0.1:1001/fast/accumulo");
  }

  @Test
  void withTlsServersAndClientsHaveTheSameStores() {
    ClusterRecord cluster = cluster(ClusterSpec.usual().with("security", "tls"));
    assertThat(site(cluster).accumulo(true))
        .containsEntry("instance.rpc.ssl.enabled", "true")
        .containsEntry("rpc.javax.net.ssl.keyStore", "/c/conf/tls/servers.p12")
        .containsEntry("rpc.javax.net.ssl.trustStore", "/c/conf/tls/clients.p12");
    assertThat(lines("accumulo-client", cluster))
        .containsEntry("ssl.enabled", "true")
        .containsEntry("ssl.truststore.path", "/c/conf/tls/clients.p12")
        .doesNotContainKey("ssl.keystore.path");
    assertThat(lines("accumulo-client", cluster(ClusterSpec.usual())))
        .doesNotContainKey("ssl.enabled");
  }

  @Test
  void withKerberosEachHasItsPrincipalAndKeytab() {
    ClusterRecord cluster = cluster(ClusterSpec.usual().with("security", "kerberos"));
    Map<String, String> servers = site(cluster).accumulo(true);
    assertThat(servers)
        .containsEntry("instance.rpc.sasl.enabled", "true")
        .containsEntry("general.kerberos.keytab", "/c/conf/kerberos/servers.keytab");
    assertThat(servers.get("general.kerberos.principal")).matches("accumulo/.+@CATENA[.]LOCAL");
    assertThat(lines("accumulo-client", cluster))
        .containsEntry("auth.type", "kerberos")
        .containsEntry("auth.principal", "root@CATENA.LOCAL")
        .containsEntry("auth.token", "/c/conf/kerberos/user.keytab")
        .containsEntry("sasl.enabled", "true")
        .containsEntry("java.security.krb5.conf", "/c/conf/kerberos/krb5.conf");
    assertThat(lines("core-site", cluster))
        .containsEntry("hadoop.security.authentication", "kerberos");
    assertThat(lines("hdfs-site", cluster))
        .containsEntry("dfs.namenode.keytab.file", "/c/conf/kerberos/servers.keytab")
        .containsEntry("dfs.block.access.token.enable", "true");
    CommandLines lines = new CommandLines(cluster, FILES, JARS);
    assertThat(lines.server(TSERVER_2, Map.of("client", 1)))
        .contains("-Djava.security.krb5.conf=/c/conf/kerberos/krb5.conf");
    assertThat(lines.server(new ServerId(Role.KDC, 1), Map.of("client", 1005)))
        .containsSequence("catena.cluster.process.Kdc", "/c/conf/kerberos/kdc.properties");
    assertThat(lines.init("i", "p")).containsSequence("--user", "root@CATENA.LOCAL");
    assertThat(lines.admin("stopAll"))
        .containsSubsequence(
            "/usr/bin/env", "KRB5KEYTAB=/c/conf/kerberos/servers.keytab", "stopAll");
  }

  @Test
  void withKerberosYarnHasAPrincipalAndItsContainersARealm() {
    ClusterSpec spec = ClusterSpec.usual().with("security", "kerberos").withYarn();
    assertThat(lines("yarn-site", cluster(spec)))
        .containsEntry("yarn.resourcemanager.keytab", "/c/conf/kerberos/servers.keytab")
        .containsEntry("yarn.nodemanager.keytab", "/c/conf/kerberos/servers.keytab")
        .hasEntrySatisfying(
            "yarn.resourcemanager.principal",
            principal -> assertThat(principal).matches("yarn/.+@CATENA[.]LOCAL"));
    assertThat(lines("mapred-site", cluster(spec)))
        .containsEntry("mapreduce.job.ubertask.enable", "true");
    for (String options :
        List.of("yarn.app.mapreduce.am.command-opts", "mapreduce.map.java.opts")) {
      assertThat(lines("mapred-site", cluster(spec)).get(options))
          .contains("-Djava.security.krb5.conf=/c/conf/kerberos/krb5.conf");
      assertThat(lines("mapred-site", cluster(ClusterSpec.usual().withYarn())))
          .hasEntrySatisfying(options, words -> assertThat(words).doesNotContain("krb5"));
    }
  }

  @Test
  void withoutKerberosNoSiteOrCommandLineNamesIt() {
    ClusterRecord cluster = cluster(ClusterSpec.usual());
    assertThat(site(cluster).accumulo(true)).doesNotContainKey("instance.rpc.sasl.enabled");
    assertThat(lines("accumulo-client", cluster)).doesNotContainKey("sasl.enabled");
    assertThat(lines("core-site", cluster)).doesNotContainKey("hadoop.security.authentication");
    CommandLines lines = new CommandLines(cluster, FILES, JARS);
    assertThat(String.join(" ", lines.server(TSERVER_2, Map.of("client", 1))))
        .doesNotContain("krb5");
    assertThat(lines.init("i", "p")).doesNotContain("--user");
    assertThat(lines.admin("stopAll").get(0)).endsWith("/java");
  }

  @Test
  void askedSitePropertyWinsOverTheClustersOwn() {
    ClusterRecord cluster = cluster(ClusterSpec.usual().with("site.gc.cycle.delay", "7s"));
    assertThat(site(cluster).accumulo(false)).containsEntry("gc.cycle.delay", "7s");
  }

  @Test
  void localVolumesDifferInTheirSync() {
    ClusterRecord raw = cluster(ClusterSpec.usual().with("volume", "local-raw"));
    assertThat(lines("core-site", raw))
        .containsEntry("fs.file.impl", "org.apache.hadoop.fs.RawLocalFileSystem");
    assertThat(site(raw).accumulo(false))
        .containsEntry("instance.volumes", "file:///c/data/accumulo");
    ClusterRecord summed = cluster(ClusterSpec.usual().with("volume", "local-checksummed"));
    assertThat(lines("core-site", summed))
        .containsEntry("fs.file.impl", "org.apache.hadoop.fs.LocalFileSystem");
  }

  @Test
  void replicationIsWhatTheDataNodesCanHold() {
    assertThat(replication(1)).isEqualTo("1");
    assertThat(replication(2)).isEqualTo("2");
    assertThat(replication(5)).isEqualTo("2");
  }

  private static String replication(int dataNodes) {
    ClusterRecord cluster = cluster(ClusterSpec.usual().with(Role.DATANODE, dataNodes));
    return lines("hdfs-site", cluster).get("dfs.replication");
  }

  @Test
  void dataNodesSyncWhatTheyCloseUnlessTheyAreNotTo() {
    assertThat(syncOnClose(Disks.NONE)).isEqualTo("true");
    assertThat(syncOnClose(new Disks(4096, true))).isEqualTo("true");
    assertThat(syncOnClose(new Disks(0, false))).isEqualTo("false");
  }

  private static String syncOnClose(Disks disks) {
    ClusterRecord cluster = cluster(ClusterSpec.usual().withDisks(disks));
    return lines("hdfs-site", cluster).get("dfs.datanode.synconclose");
  }

  /** Who looks for YARN sees by that file that there is one. */
  @Test
  void withoutYarnThereIsNoFileThatNamesOne(@TempDir Path directory) throws IOException {
    ClusterFiles files = new ClusterFiles(directory);
    files.createDirectories();
    new Configuration(cluster(ClusterSpec.usual()), files, JARS).writeGround();
    assertThat(files.hadoopConf().resolve("core-site.xml")).exists();
    assertThat(files.hadoopConf().resolve("yarn-site.xml")).doesNotExist();
    new Configuration(cluster(ClusterSpec.usual().withYarn()), files, JARS).writeGround();
    assertThat(files.hadoopConf().resolve("yarn-site.xml")).isNotEmptyFile();
  }

  @Test
  void withYarnAJobRunsThere() {
    ClusterRecord yarn = cluster(ClusterSpec.usual().withYarn());
    assertThat(lines("mapred-site", yarn))
        .containsEntry("mapreduce.framework.name", "yarn")
        .containsEntry("mapreduce.application.classpath", "/c/conf/hadoop,/lh/*");
  }

  @Test
  void yarnLeavesNothingInTheMachinesOwnTemporaryDirectory() {
    assertThat(lines("yarn-site", cluster(ClusterSpec.usual().withYarn())))
        .containsEntry(
            "yarn.node-attribute.fs-store.root-dir", "file:///c/data/tmp/node-attribute");
  }

  @Test
  void theCommandLineOfAServerHasItsPortAndAddress() {
    CommandLines lines = new CommandLines(cluster(ClusterSpec.usual()), FILES, JARS);
    assertThat(lines.server(TSERVER_2, Map.of("client", 4242)))
        .contains(
            "-Xmx768m",
            "tserver",
            "tserver.port.client=4242",
            "/la/*:/c/conf/accumulo:/c/conf/hadoop")
        .containsSequence(List.of("-a", "127.0.0.1"));
    ServerId node = new ServerId(Role.DATANODE, 1);
    assertThat(lines.server(node, Map.of("data", 1, "http", 2, "ipc", 3)))
        .contains(
            "dfs.datanode.address=127.0.0.1:1",
            "dfs.datanode.data.dir=file:///c/data/datanode-1",
            CommandLines.OPENS);
  }

  @Test
  void eachServerHasTheOptionsThatThisProcessWasGiven() {
    CommandLines lines = new CommandLines(cluster(ClusterSpec.usual()), FILES, JARS);
    Map<String, Integer> ports = Map.of("client", 4242);
    System.setProperty(CommandLines.OPTIONS, "-Xint  -Da=b");
    try {
      assertThat(lines.server(TSERVER_2, ports)).containsSequence("-Xint", "-Da=b");
    } finally {
      System.clearProperty(CommandLines.OPTIONS);
    }
    assertThat(lines.server(TSERVER_2, ports)).doesNotContain("-Xint");
  }

  @Test
  void filesAreEscaped() {
    assertThat(Configuration.xml(Map.of("k", "<&>")))
        .contains("<name>k</name><value>&lt;&amp;&gt;</value>");
    assertThat(Configuration.properties(Map.of("k", "a\\b"))).isEqualTo("k=a\\\\b\n");
  }

  private static Configuration site(ClusterRecord cluster) {
    return new Configuration(cluster, FILES, JARS);
  }

  private static Map<String, String> lines(String template, ClusterRecord cluster) {
    return site(cluster).lines(template);
  }

  private static ClusterRecord cluster(ClusterSpec spec) {
    return new ClusterRecord("catena", "password", "secret", spec, PORTS, null);
  }
}
