// SPDX-License-Identifier: Apache-2.0
package catena.cluster.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.cluster.control.NetworkControl.Cut;
import catena.cluster.spec.ClusterException;
import catena.cluster.spec.ClusterSpec;
import catena.cluster.spec.Network;
import catena.harness.instance.ServerId;
import catena.records.server.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code ip} is asked for, by one that only writes it down. */
class HostNetworkTest {
  private static final Network PLAN = new Network("catena-00beef", 257, 1, false);
  private static final ClusterSpec SPEC = ClusterSpec.usual().with("hosts", 1);

  @TempDir private Path temp;
  private Path asked;
  private Path answer;
  private IpTool ip;

  @BeforeEach
  void anIpThatWritesDown() throws IOException {
    asked = Files.createFile(temp.resolve("asked"));
    answer = Files.createFile(temp.resolve("answer"));
    Path program = temp.resolve("ip");
    Files.writeString(
        program,
        "#!/bin/sh\nprintf '%%s\\n' \"$*\" >> %s\nsed 's/^/  /' >> %s\ncat %s\n"
            .formatted(asked, asked, answer));
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    ip = new IpTool(program);
  }

  private List<String> asked() throws IOException {
    return Files.readAllLines(asked);
  }

  @Test
  void hostsAreJoinedToTheRouterAndTheRouteIntoTheNetworkIsTheLast() throws Exception {
    new HostNetwork(PLAN, SPEC, ip).lay();

    assertThat(asked())
        .startsWith(
            "route show to root 198.19.1.0/24",
            "-batch -",
            "  netns add catena-00beef-router",
            "  netns add catena-00beef-zookeeper",
            "  netns add catena-00beef-manager",
            "  netns add catena-00beef-host-1",
            "-n catena-00beef-router link set lo up",
            "netns exec catena-00beef-router /bin/sh -c echo 1 > /proc/sys/net/ipv4/ip_forward",
            "-n catena-00beef-zookeeper -batch -",
            "  link add eth0 type veth peer name zookeeper netns catena-00beef-router",
            "-n catena-00beef-router -batch -",
            "  address add 198.19.1.1/32 dev zookeeper",
            "  link set zookeeper up",
            "  route add 198.19.1.2/32 dev zookeeper",
            "-n catena-00beef-zookeeper -batch -",
            "  link set lo up",
            "  address add 198.19.1.2/32 dev eth0",
            "  link set eth0 up",
            "  route add 198.19.1.0/24 via 198.19.1.1 dev eth0 onlink src 198.19.1.2")
        .endsWith(
            "-batch -",
            "  link add catena-00beef type veth peer name base netns catena-00beef-router",
            "-n catena-00beef-router -batch -",
            "  address add 198.19.1.1/32 dev base",
            "  link set base up",
            "  route add 198.19.1.254/32 dev base",
            "-batch -",
            "  address add 198.19.1.254/32 dev catena-00beef",
            "  link set catena-00beef up",
            "  route add 198.19.1.0/24 via 198.19.1.1 dev catena-00beef onlink src 198.19.1.254");
  }

  @Test
  void addressesInUseByAnotherNetworkAreRefusedBeforeAnythingIsMade() throws Exception {
    Files.writeString(answer, "198.19.1.0/24 dev other\n");
    assertThatThrownBy(() -> new HostNetwork(PLAN, SPEC, ip).lay())
        .isInstanceOf(ClusterException.class)
        .hasMessageContaining("the addresses 198.19.1.0/24 are in use by another network");
    assertThat(asked()).containsExactly("route show to root 198.19.1.0/24");
  }

  @Test
  void nothingOfANetworkThatIsNotThereIsRemovedCutOrHealed() throws Exception {
    HostNetwork control = new HostNetwork(PLAN, SPEC, ip);
    control.remove();
    assertThat(control.laid()).isFalse();
    assertThat(control.cuts()).isEmpty();
    control.healAll();
    control.heal(Set.of("host-1"), Set.of("base"));
    assertThatThrownBy(() -> control.cut(Set.of("host-1"), Set.of("base"), false))
        .isInstanceOf(ClusterException.class)
        .hasMessageContaining("the network of the hosts is not there");
    assertThat(asked()).isEmpty();
  }

  @Test
  void cutsAreOfPairsOfHostsThatThereAre() {
    HostNetwork control = new HostNetwork(PLAN, SPEC, ip);
    assertThat(control.hosts()).containsExactly("base", "zookeeper", "manager", "host-1");
    assertThat(control.pairs(Set.of("host-1"), Set.of("host-1", "base"), false))
        .containsExactlyInAnyOrder(new Cut("host-1", "base"), new Cut("base", "host-1"));
    assertThat(control.pairs(Set.of("host-1"), Set.of("host-1", "base"), true))
        .containsExactly(new Cut("host-1", "base"));
    assertThatThrownBy(() -> control.pairs(Set.of("host-9"), Set.of("base"), true))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("there is no host 'host-9'; there are base, zookeeper");
    assertThatThrownBy(() -> control.cut(Set.of("host-1"), Set.of(""), true))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("there is no host ''");
    assertThat(control.hostOf(new ServerId(Role.TSERVER, 1))).isEqualTo("host-1");
    assertThatThrownBy(() -> control.hostOf(new ServerId(Role.TSERVER, 99)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("there is no tserver-99");
  }

  @Test
  void aProgramThatFailsIsNamedWithWhatItSaysAndWhatItRead() throws Exception {
    Path program = temp.resolve("broken");
    Files.writeString(program, "#!/bin/sh\ncat > /dev/null\necho no >&2\nexit 2\n");
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    IpTool broken = new IpTool(program);
    assertThatThrownBy(() -> broken.run("link", "show"))
        .isInstanceOf(ClusterException.class)
        .hasMessage("'" + program + " link show' failed: no");
    assertThatThrownBy(() -> broken.batch(Optional.of("space"), List.of("one", "two")))
        .isInstanceOf(ClusterException.class)
        .hasMessageContainingAll("-n space -batch -' failed: no", "of: one; two");
    assertThat(broken.inside("space", List.of("true", "x")))
        .containsExactly(program.toString(), "netns", "exec", "space", "true", "x");
  }
}
