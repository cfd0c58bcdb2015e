// SPDX-License-Identifier: Apache-2.0
package catena.cluster.spec;

import static org.assertj.core.api.Assertions.assertThat;

import catena.harness.instance.ServerId;
import catena.records.placement.Tier;
import catena.records.server.Role;
import catena.records.server.ServerName;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where things of a cluster are: its files, its hosts, its servers' addresses. */
class ClusterPlacesTest {
  private static final ServerId DATANODE = new ServerId(Role.DATANODE, 3);

  @Test
  void eachFileHasItsPlaceBelowTheDirectory(@TempDir Path directory) throws Exception {
    Path root = directory.resolve("c");
    ClusterFiles files = new ClusterFiles(directory.resolve("x/../c"));
    assertThat(files.root()).isEqualTo(root);
    assertThat(
            List.of(
                files.cluster(),
                files.clientProperties(),
                files.hadoopConf(),
                files.accumuloConf(),
                files.accumuloProperties(),
                files.tls(),
                files.keyStore(),
                files.trustStore(),
                files.kerberos(),
                files.krb5Conf(),
                files.kdcProperties(),
                files.hostsFile(),
                files.serversKeytab(),
                files.userKeytab(),
                files.zookeeperConf(),
                files.zooCfg(),
                files.instrument(),
                files.logs(),
                files.log(DATANODE),
                files.log("init"),
                files.run(),
                files.pid(DATANODE),
                files.limits(),
                files.lock(),
                files.nativeMaps(),
                files.data(),
                files.data(DATANODE),
                files.disk(DATANODE),
                files.disk(DATANODE, Tier.FAST),
                files.mount(DATANODE, Tier.SLOW),
                files.blocks(DATANODE, Tier.SLOW),
                files.zookeeper(Tier.FAST),
                files.localVolume(),
                files.temporary()))
        .extracting(path -> root.relativize(path).toString())
        .containsExactly(
            "cluster.json",
            "accumulo-client.properties",
            "conf/hadoop",
            "conf/accumulo",
            "conf/accumulo/accumulo.properties",
            "conf/tls",
            "conf/tls/servers.p12",
            "conf/tls/clients.p12",
            "conf/kerberos",
            "conf/kerberos/krb5.conf",
            "conf/kerberos/kdc.properties",
            "conf/kerberos/hosts",
            "conf/kerberos/servers.keytab",
            "conf/kerberos/user.keytab",
            "conf/zookeeper",
            "conf/zookeeper/zoo.cfg",
            "instrument",
            "logs",
            "logs/datanode-3.log",
            "logs/init.log",
            "run",
            "run/datanode-3.pid",
            "run/limits",
            "run/lock",
            "native",
            "data",
            "data/datanode-3",
            "data/datanode-3.ext4",
            "data/datanode-3-fast.ext4",
            "data/datanode-3/slow",
            "data/datanode-3/slow/blocks",
            "data/datanode-1/fast/zookeeper",
            "data/accumulo",
            "tmp");
    files.createDirectories();
    assertThat(
            List.of(
                files.hadoopConf(),
                files.accumuloConf(),
                files.zookeeperConf(),
                files.logs(),
                files.run(),
                files.data(),
                files.temporary()))
        .allMatch(Files::isDirectory);
  }

  @ParameterizedTest
  @CsvSource({
    "kdc-1, base",
    "zookeeper-1, zookeeper",
    "namenode-1, namenode",
    "gc-1, manager",
    "monitor-1, manager",
    "coordinator-1, manager",
    "manager-1, manager",
    "manager-2, host-1",
    "manager-5, host-1",
    "tserver-3, host-3",
    "tserver-4, host-1",
    "tserver-6, host-3",
    "datanode-2, host-2",
    "sserver-1, host-1",
    "compactor-5, host-2",
    "resourcemanager-1, base",
    "nodemanager-2, base"
  })
  void aServersHostGoesByItsRoleAndNumber(String server, String host) {
    Network plan = new Network("n", 0, 3, true);
    assertThat(plan.hostOf(ServerId.parse(server).orElseThrow())).isEqualTo(host);
  }

  @ParameterizedTest
  @CsvSource({
    "base, 254",
    "zookeeper, 2",
    "namenode, 3",
    "manager, 4",
    "host-1, 11",
    "host-32, 42"
  })
  void aHostsAddressGoesByItsName(String host, int last) {
    Network plan = new Network("n", 255, 32, true);
    assertThat(plan.address(host)).isEqualTo("198.18.255." + last);
    assertThat(plan.hostAt("198.18.255." + last)).contains(host);
    assertThat(plan.namespaceOf(host))
        .isEqualTo(host.equals("base") ? Optional.empty() : Optional.of("n-" + host));
  }

  @Test
  void theRouterIsBetweenAllHosts() {
    Network plan = new Network("catena-1", 256, 1, false);
    assertThat(plan.router()).isEqualTo("catena-1-router");
    assertThat(plan.baseLink()).isEqualTo("catena-1");
    assertThat(plan.gateway()).isEqualTo("198.19.0.1");
    assertThat(plan.range()).isEqualTo("198.19.0.0/24");
    assertThat(plan.walled()).containsExactly("zookeeper", "manager", "host-1");
    assertThat(Network.unused(511, "")).hasValue(511);
    assertThat(Network.unused(0, "198.18.0.7")).hasValue(1);
  }

  private static Server server(Map<String, Integer> ports) {
    return new Server(
        DATANODE,
        ServerState.RUNNING,
        OptionalLong.of(1),
        "h",
        ports,
        Optional.of(Instant.EPOCH),
        Path.of("log"));
  }

  @Test
  void aServerIsNamedByThePortThatClientsGoTo() {
    assertThat(server(Map.of()).address()).isEmpty();
    assertThat(server(Map.of("ipc", 4)).address()).as("nobody's client").isEmpty();
    assertThat(server(Map.of("ipc", 4, "http", 3, "data", 2)).address()).contains("h:2");
    assertThat(server(Map.of("http", 3, "rpc", 1)).address()).contains("h:1");
    assertThat(server(Map.of("http", 3, "client", 5)).address()).contains("h:5");
    assertThat(server(Map.of("container", 7)).name())
        .isEqualTo(new ServerName("datanode-3", Optional.of("h:7")));
  }

  @Test
  void aLimitIsOverWhenItsTimeHasCome() throws Exception {
    assertThat(new Limit(Duration.ZERO).over()).isTrue();
    assertThat(new Limit(Duration.ZERO).left()).isZero();
    assertThat(new Limit(Duration.ofHours(-1)).left()).as("never negative").isZero();
    Limit hour = new Limit(Duration.ofHours(1));
    assertThat(hour.over()).isFalse();
    assertThat(hour.left()).isBetween(Duration.ofMinutes(59), Duration.ofHours(1));
    AtomicInteger asked = new AtomicInteger();
    assertThat(hour.await(Duration.ofMillis(1), () -> asked.incrementAndGet() == 3)).isTrue();
    assertThat(asked).hasValue(3);
    assertThat(new Limit(Duration.ZERO).await(Duration.ofHours(1), () -> true)).isTrue();
    assertThat(new Limit(Duration.ZERO).await(Duration.ofHours(1), () -> false)).isFalse();
  }

  @Test
  void halfAFileIsNoneAndAnotherKindIsNamed(@TempDir Path directory) throws Exception {
    Path file = directory.resolve("record.json");
    Json.write(file, Map.of("a", 1));
    assertThat(Json.isWhole(file)).isTrue();
    try (var files = Files.list(directory)) {
      assertThat(files).containsExactly(file);
    }
    Files.writeString(file, "{\"a\":");
    assertThat(Json.isWhole(file)).isFalse();
    Files.writeString(file, "");
    assertThat(Json.isWhole(file)).isFalse();
  }

  @Test
  void wordsAreReadAsTheyAreSaid() {
    for (Security security : Security.values()) {
      assertThat(Security.of(security.word())).isEqualTo(security);
    }
    for (Volume volume : Volume.values()) {
      assertThat(Volume.of(volume.word())).isEqualTo(volume);
    }
    assertThat(Security.KERBEROS.word()).isEqualTo("kerberos");
    assertThat(Volume.LOCAL_RAW.word()).isEqualTo("local-raw");
    assertThat(ServerState.PAUSED).hasToString("paused");
    assertThat(ServerState.PAUSED.alive()).isTrue();
    assertThat(ServerState.DEAD.alive()).isFalse();
  }

  @Test
  void whoRunsIsNotHaltedAndWhoIsGoneIsNot() {
    assertThat(ProcStat.isHalted(ProcessHandle.current().pid())).isFalse();
    assertThat(ProcStat.isHalted(Integer.MAX_VALUE)).isFalse();
    assertThat(ProcStat.of(Integer.MAX_VALUE)).isEmpty();
  }

  @Test
  void aHaltedProcessIsHaltedAsAWhole() throws Exception {
    Process sleeper = new ProcessBuilder("/bin/sh", "-c", "kill -STOP $$; exec sleep 60").start();
    try {
      Limit limit = new Limit(Duration.ofSeconds(30));
      assertThat(limit.await(Duration.ofMillis(5), () -> ProcStat.isHalted(sleeper.pid())))
          .isTrue();
      assertThat(ProcStat.of(sleeper.pid()).orElseThrow().paused()).isTrue();
    } finally {
      sleeper.destroyForcibly();
    }
  }

  @Test
  void aRecordThatChangesKeepsItsSecrets() {
    Map<String, Map<String, Integer>> ports = Map.of("zookeeper-1", Map.of("client", 7));
    ClusterSpec spec = ClusterSpec.usual();
    ClusterRecord before = new ClusterRecord("i", "p", "s", spec, Map.of(), null);
    Network network = new Network("n", 1, 2, true);
    assertThat(before.with(spec.with("hosts", 2), ports, network))
        .isEqualTo(new ClusterRecord("i", "p", "s", spec.with("hosts", 2), ports, network));
    assertThat(before.plan()).isEmpty();
    assertThat(before.host(DATANODE)).isEqualTo("127.0.0.1");
    assertThat(before.with(spec, ports, null).address(Role.ZOOKEEPER, "client"))
        .isEqualTo("127.0.0.1:7");
  }
}
