// SPDX-License-Identifier: Apache-2.0
package catena.cluster.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.harness.instance.ServerId;
import catena.records.server.Role;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeLimitsTest {
  @Test
  void eachWordSetsItsOwn() {
    assertThat(
            NodeLimits.UNLIMITED
                .with("node.cpu", "0.2")
                .with("node.memory", "1G")
                .with("node.net", "12M")
                .with("clients.cpu", "0.5"))
        .isEqualTo(new NodeLimits(0.2, 1L << 30, 12L << 20, 0.5))
        .hasToString(
            "0.2 cores each, 1024 MiB each, 12288 KiB/s each way, clients 0.5 cores in all");
    assertThat(NodeLimits.UNLIMITED).hasToString("");
    assertThat(NodeLimits.UNLIMITED.grouped()).isFalse();
    assertThat(NodeLimits.UNLIMITED.with("node.net", "12M").grouped())
        .as("no group of it")
        .isFalse();
    assertThat(NodeLimits.UNLIMITED.with("clients.cpu", "1").grouped()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "node.cpu, 0.04, a number of cores is 0.05 or more",
    "node.cpu, NaN, a number of cores is 0.05 or more",
    "clients.cpu, -1, a number of cores is 0.05 or more",
    "node.cpu, much, 'much' is no number of cores",
    "node.net, 1K, 640K in a second or more"
  })
  void whatIsNoLimitIsRefused(String word, String value, String reason) {
    assertThatThrownBy(() -> NodeLimits.UNLIMITED.with(word, value.strip()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(reason.replace("''", "'"));
  }

  @Test
  void aNodeIsANumberOrAHost() {
    ServerId fourth = new ServerId(Role.TSERVER, 4);
    assertThat(NodeLimits.of(fourth, 0)).hasValue(4);
    assertThat(NodeLimits.of(fourth, 3)).hasValue(1);
    assertThat(NodeLimits.of(new ServerId(Role.DATANODE, 4), 0)).hasValue(4);
    assertThat(NodeLimits.of(new ServerId(Role.ZOOKEEPER, 1), 3)).isEmpty();
  }

  /** The size stands in the template of Accumulo's properties, too. */
  @Test
  void nativeMapsAreAsLargeAsTheTemplateHasThem() throws Exception {
    try (InputStream template =
        NodeLimits.class.getResourceAsStream("/catena/cluster/config/accumulo.ftl")) {
      assertThat(new String(template.readAllBytes(), StandardCharsets.UTF_8))
          .containsPattern("(?m)^tserver\\.memory\\.maps\\.max=256M$");
    }
  }

  @Test
  void heapsMustFitAndTheNetworkNeedsHosts() {
    ClusterSpec usual = ClusterSpec.usual();
    NodeLimits little = NodeLimits.UNLIMITED.with("node.memory", "100M");
    assertThat(NodeLimits.problem(usual.withNodes(little)).orElseThrow())
        .contains("the heaps of a node's servers");
    assertThat(NodeLimits.problem(usual.withNodes(NodeLimits.UNLIMITED.with("node.memory", "4G"))))
        .isEmpty();
    // A tserver of 768 MiB and 256 for native maps, a DataNode of 256, and 128 more for each.
    assertThat(
            NodeLimits.problem(usual.withNodes(NodeLimits.UNLIMITED.with("node.memory", "1535M"))))
        .hasValueSatisfying(problem -> assertThat(problem).contains("are 1536 MiB"));
    assertThat(
            NodeLimits.problem(usual.withNodes(NodeLimits.UNLIMITED.with("node.memory", "1536M"))))
        .isEmpty();
    ClusterSpec tight = usual.withNodes(NodeLimits.UNLIMITED.with("node.memory", "1536M"));
    for (String maps : List.of("512M", "536870912", "50%")) {
      assertThat(NodeLimits.problem(tight.with("site.tserver.memory.maps.max", maps)).orElseThrow())
          .contains(maps.endsWith("%") ? "are 1664 MiB" : "are 1792 MiB");
    }
    NodeLimits net = NodeLimits.UNLIMITED.with("node.net", "12M");
    assertThat(NodeLimits.problem(usual.withNodes(net)).orElseThrow()).contains("hosts: 3");
    assertThat(NodeLimits.problem(usual.with("hosts", 2).withNodes(net))).isEmpty();
  }
}
