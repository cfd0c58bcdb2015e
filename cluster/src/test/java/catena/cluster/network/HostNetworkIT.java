// SPDX-License-Identifier: Apache-2.0
package catena.cluster.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import catena.cluster.control.NetworkControl;
import catena.cluster.control.NetworkControl.Cut;
import catena.cluster.local.ClusterSetup;
import catena.cluster.local.LocalCluster;
import catena.cluster.spec.ClusterException;
import catena.cluster.spec.ClusterFiles;
import catena.cluster.spec.ClusterSpec;
import catena.cluster.spec.Network;
import java.nio.file.Path;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Networks without servers; needs root and {@code ip}, and is skipped without. */
class HostNetworkIT {
  private static final ClusterSpec SPEC = ClusterSpec.usual().with("hosts", 2);

  private final long seed = new Random().nextLong();
  private IpTool ip;
  private Network plan;
  private HostNetwork network;
  private NetworkControl control;

  @BeforeEach
  void layNetwork() throws Exception {
    assumeThat(HostNetwork.problem()).as("hosts on this machine").isEmpty();
    ip = IpTool.require();
    plan = HostNetwork.draw(SPEC, new Random(seed));
    network = new HostNetwork(plan, SPEC, ip);
    network.lay();
    control = new HostNetwork(plan, SPEC, ip);
  }

  @AfterEach
  void removeNetwork() throws Exception {
    if (network != null) {
      network.remove();
      assertThat(ip.run("netns", "list")).doesNotContain(plan.name());
      assertThat(ip.run("link", "show")).doesNotContain(plan.baseLink());
      assertThat(ip.run("route", "show")).doesNotContain(plan.range());
    }
  }

  @Test
  void everyHostReachesEveryOtherUntilItIsCut() throws Exception {
    assertThat(network.laid()).isTrue();
    for (String from : plan.hosts()) {
      for (String to : plan.hosts()) {
        assertThat(control.reachable(from, to)).as("%s to %s", from, to).isTrue();
      }
    }
    control.cut(Set.of("host-1"), Set.copyOf(plan.hosts()), false);
    for (String other : plan.hosts()) {
      boolean self = other.equals("host-1");
      assertThat(control.reachable("host-1", other)).as("to %s", other).isEqualTo(self);
      assertThat(control.reachable(other, "host-1")).as("from %s", other).isEqualTo(self);
    }
    assertThat(control.reachable("base", "host-2")).isTrue();
    assertThat(control.reachable("host-2", "zookeeper")).isTrue();
  }

  @Test
  void oneDirectionIsCutAlone() throws Exception {
    control.cut(Set.of("host-1"), Set.of("host-2"), true);
    assertThat(control.reachable("host-1", "host-2")).isFalse();
    assertThat(control.reachable("host-2", "host-1")).isTrue();
    assertThat(control.cuts()).containsExactly(new Cut("host-1", "host-2"));
    control.heal(Set.of("host-2"), Set.of("host-1"));
    assertThat(control.reachable("host-1", "host-2")).isTrue();
  }

  @Test
  void cutsAreHealedByAnyProcess() throws Exception {
    control.cut(Set.of("host-1", "host-2"), Set.of("zookeeper"), false);
    control.cut(Set.of("host-1"), Set.of("zookeeper"), false); // Again: no error.
    control.cut(Set.of("base"), Set.of("namenode"), true);
    NetworkControl another = new HostNetwork(plan, SPEC, ip);
    assertThat(another.cuts()).hasSize(5);
    another.heal(Set.of("host-1"), Set.of("zookeeper", "manager"));
    assertThat(another.cuts()).hasSize(3);
    another.healAll();
    another.healAll();
    assertThat(control.cuts()).isEmpty();
  }

  @Test
  void whatACutShortStartLeftIsLaidAnew() throws Exception {
    control.cut(Set.of("host-1"), Set.of("host-2"), false);
    ip.run("netns", "delete", plan.namespaceOf("host-2").orElseThrow());
    assertThat(network.laid()).isFalse();
    network.lay();
    assertThat(network.laid()).isTrue();
    assertThat(control.cuts()).isEmpty();
    assertThat(control.reachable("host-1", "host-2")).isTrue();
    ip.run("link", "delete", plan.baseLink());
    assertThat(network.laid()).isFalse(); // And removeNetwork removes the rest.
  }

  @Test
  void startThatWasKilledIsCleanedAway(@TempDir Path directory) throws Exception {
    ClusterFiles files = new ClusterFiles(directory.resolve("c"));
    ClusterSetup.lay(files);
    Network drawn = ClusterSetup.settle(files, SPEC).network();
    new HostNetwork(drawn, SPEC, ip).lay(); // Here the start is killed.
    Network redrawn = ClusterSetup.settle(files, SPEC).network();
    assertThat(redrawn).isNotEqualTo(drawn);
    assertThat(ip.run("netns", "list")).doesNotContain(drawn.name());
    new HostNetwork(redrawn, SPEC, ip).lay(); // And here again.
    LocalCluster.open(files.root()).clean();
    assertThat(ip.run("netns", "list")).doesNotContain(redrawn.name());
    assertThat(ip.run("link", "show")).doesNotContain(redrawn.baseLink());
  }

  @Test
  void networksDoNotMeet() throws Exception {
    long otherSeed = new Random().nextLong();
    Network other = HostNetwork.draw(SPEC, new Random(otherSeed));
    assertThat(other.range()).as("seeds %d, %d", seed, otherSeed).isNotEqualTo(plan.range());
    HostNetwork second = new HostNetwork(other, SPEC, ip);
    try {
      second.lay();
      new HostNetwork(other, SPEC, ip).cut(Set.of("base"), Set.of("host-1"), false);
      assertThat(control.cuts()).isEmpty();
      assertThat(control.reachable("base", "host-1")).isTrue();
      Network squatter = new Network("catena-squat", plan.subnet(), 1, true);
      HostNetwork third = new HostNetwork(squatter, SPEC, ip);
      try {
        assertThatThrownBy(() -> third.lay())
            .isInstanceOf(ClusterException.class)
            .hasMessageContaining(plan.range() + " are in use");
      } finally {
        third.remove();
      }
    } finally {
      second.remove();
    }
  }
}
