// SPDX-License-Identifier: Apache-2.0
package catena.cluster.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.cluster.config.SitesTest;
import catena.cluster.control.NetworkControl.Cut;
import catena.cluster.network.HostNetwork;
import catena.harness.instance.ServerId;
import catena.records.server.Role;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NetworkTest {
  private static final Network PLAN = new Network("catena-00beef", 257, 3, true);

  @Test
  void serversAreSpreadAndTheirCentresStandApart() {
    assertThat(PLAN.hosts())
        .containsExactly("base", "zookeeper", "namenode", "manager", "host-1", "host-2", "host-3");
    assertThat(host(Role.TSERVER, 1)).isEqualTo("host-1");
    assertThat(host(Role.TSERVER, 4)).isEqualTo("host-1");
    assertThat(host(Role.DATANODE, 3)).isEqualTo("host-3");
    assertThat(host(Role.MANAGER, 1)).isEqualTo("manager");
    assertThat(host(Role.MANAGER, 2)).isEqualTo("host-1");
    assertThat(host(Role.NODEMANAGER, 1)).isEqualTo("base");
  }

  @Test
  void everyServerOfEveryRoleHasAHostOfThePlan() {
    for (Role role : Role.values()) {
      IntStream.rangeClosed(1, RoleSpec.of(role).most())
          .forEach(n -> assertThat(PLAN.hosts()).contains(host(role, n)));
    }
    Network local = new Network("catena-1", 0, Network.MOST_WORKERS, false);
    assertThat(local.hosts()).doesNotContain("namenode").hasSize(3 + Network.MOST_WORKERS);
  }

  @Test
  void addressesDifferAndAreFoundAgain() {
    assertThat(PLAN.range()).isEqualTo("198.19.1.0/24");
    assertThat(PLAN.hosts()).extracting(PLAN::address).doesNotHaveDuplicates();
    for (String host : PLAN.hosts()) {
      assertThat(PLAN.hostAt(PLAN.address(host))).contains(host);
    }
    assertThat(PLAN.hostAt(PLAN.gateway())).isEmpty();
    assertThat(new Network("n", 511, 1, true).range()).isEqualTo("198.19.255.0/24");
  }

  @Test
  void networksInUseAreStayedOutOf() {
    String routes = "198.18.5.0/24 via 198.18.5.1 dev x\n198.18.6.7 dev y\n";
    assertThat(Network.unused(5, routes)).hasValue(7);
    assertThat(Network.unused(511, "198.19.255.0/24 dev z")).hasValue(0);
    StringBuilder all = new StringBuilder();
    IntStream.range(0, Network.SUBNETS)
        .forEach(n -> all.append(new Network("", n, 0, false).range()).append('\n'));
    assertThat(Network.unused(9, all.toString())).isEmpty();
  }

  @Test
  void theRecordNamesTheHostOfEachServer() {
    ClusterSpec spec = ClusterSpec.usual().with("hosts", 3);
    assertThat(spec.number(Role.TSERVER)).isEqualTo(3);
    assertThat(spec.number(Role.DATANODE)).isEqualTo(3);
    ClusterRecord record = new ClusterRecord("i", "p", "s", spec, SitesTest.PORTS, PLAN);
    assertThat(record.address(Role.ZOOKEEPER, "client")).isEqualTo("198.19.1.2:1003");
    assertThat(record.host(new ServerId(Role.TSERVER, 2))).isEqualTo("198.19.1.12");
    assertThat(record.namespace(new ServerId(Role.TSERVER, 2))).contains("catena-00beef-host-2");
    assertThat(record.host(new ServerId(Role.RESOURCEMANAGER, 1))).isEqualTo("127.0.0.1");
  }

  @Test
  void rulesAreReadAsCuts() throws Exception {
    String rules =
        """
        [{"priority":0,"src":"all","table":"local"},
         {"priority":100,"src":"198.19.1.11","dst":"198.19.1.254","action":"blackhole"},
         {"priority":100,"src":"198.19.1.11","dst":"10.0.0.1","action":"blackhole"},
         {"priority":32766,"src":"all","table":"main"}]
        """;
    assertThat(HostNetwork.cuts(rules, PLAN::hostAt)).containsExactly(new Cut("host-1", "base"));
  }

  @Test
  void groupsAreCutInEveryDirectionAskedFor() throws Exception {
    HostNetwork network = new HostNetwork(PLAN, ClusterSpec.usual().with("hosts", 3), null);
    assertThat(network.pairs(Set.of("host-1"), Set.of("host-1", "base"), true))
        .containsExactly(new Cut("host-1", "base"));
    assertThat(network.pairs(Set.of("host-1", "host-2"), Set.of("host-1", "host-2"), false))
        .containsExactlyInAnyOrder(new Cut("host-1", "host-2"), new Cut("host-2", "host-1"));
    assertThatThrownBy(() -> network.pairs(Set.of("host-4"), Set.of("base"), true))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no host 'host-4'; there are base, zookeeper");
    assertThatThrownBy(() -> network.hostOf(new ServerId(Role.TSERVER, 9)))
        .hasMessageContaining("no tserver-9");
  }

  @Test
  void counterIsFoundByItsName() throws Exception {
    String snmp =
        """
        Udp: InDatagrams NoPorts InErrors
        Udp: 5 17 0
        UdpLite: InDatagrams NoPorts InErrors
        UdpLite: 0 1 0
        """;
    assertThat(HostNetwork.counter(snmp, "Udp:", "NoPorts")).isEqualTo(17);
    assertThatThrownBy(() -> HostNetwork.counter(snmp, "Udp:", "Other"))
        .isInstanceOf(ClusterException.class);
  }

  private static String host(Role role, int number) {
    return PLAN.hostOf(new ServerId(role, number));
  }
}
