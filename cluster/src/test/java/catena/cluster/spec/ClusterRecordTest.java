// SPDX-License-Identifier: Apache-2.0
package catena.cluster.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.harness.instance.ServerId;
import catena.records.server.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a cluster's file says is the cluster that was written. */
class ClusterRecordTest {
  private static final Map<String, Map<String, Integer>> PORTS =
      Map.of("namenode-1", Map.of("rpc", 1001, "http", 1002), "zookeeper-1", Map.of("client", 3));
  private static final Network NETWORK = new Network("catena-x", 300, 2, true);

  @TempDir Path directory;

  private static ClusterRecord record(ClusterSpec spec, Network network) {
    return new ClusterRecord("i", "p\"w", "secret", spec, PORTS, network);
  }

  private void assertReadAgain(ClusterRecord record) throws IOException {
    Path file = directory.resolve("cluster.json");
    Json.write(file, record);
    assertThat(Json.read(file, ClusterRecord.class)).isEqualTo(record);
    try (var left = Files.list(directory)) {
      assertThat(left).as("nothing else is left").containsExactly(file);
    }
  }

  @Test
  void whatIsWrittenIsReadAgain() throws IOException {
    assertReadAgain(record(ClusterSpec.usual(), null));
    assertReadAgain(
        record(
            ClusterSpec.usual()
                .with("hosts", 2)
                .withYarn()
                .with("zookeeper.timeout", "12500ms")
                .with("site.gc.cycle.delay", "7s"),
            NETWORK));
    assertReadAgain(record(ClusterSpec.usual().with("volume", "local-checksummed"), null));
    assertReadAgain(record(ClusterSpec.usual().with("accumulo", Path.of("/opt/accumulo")), null));
    assertReadAgain(record(ClusterSpec.usual().with("security", "tls"), null));
    assertReadAgain(record(ClusterSpec.usual().withDisks(new Disks(4096, false)), null));
  }

  /** A cluster of an older version is started from Catena's own Accumulo, without TLS and disks. */
  @Test
  void whatAnOlderRecordDoesNotKnowOfItHasNot() throws IOException {
    Path file = directory.resolve("cluster.json");
    ClusterRecord record = record(ClusterSpec.usual(), null);
    Json.write(file, record);
    String text = Files.readString(file);
    String older = text.replaceAll(",\\s*\"(accumuloHome|security)\" : \"(NONE)?\"", "");
    older = older.replaceAll(",\\s*\"disks\" : \\{[^}]*\\}", "");
    assertThat(older).doesNotContain("accumuloHome", "security", "disks");
    assertThat(older).isNotEqualTo(text);
    Files.writeString(file, older);
    assertThat(Json.read(file, ClusterRecord.class)).isEqualTo(record);
  }

  @Test
  void timesAreInIso8601() throws IOException {
    var times = Map.of("length", Duration.ofMillis(12_500));
    var moments = Map.of("start", Instant.parse("2026-01-02T03:04:05.678901234Z"));
    Path file = directory.resolve("times.json");
    Json.write(file, List.of(times, moments));
    assertThat(Files.readString(file).replaceAll("\\s", ""))
        .isEqualTo("[{\"length\":\"PT12.5S\"},{\"start\":\"2026-01-02T03:04:05.678901234Z\"}]");
    Files.writeString(file, "\"2026-01-02T03:04:05.678901234Z\"");
    assertThat(Json.read(file, Instant.class)).isEqualTo(moments.get("start"));
    Files.writeString(file, "\"PT12.5S\"");
    assertThat(Json.read(file, Duration.class)).isEqualTo(times.get("length"));
    Files.writeString(file, "\"12.5 seconds\"");
    assertThatThrownBy(() -> Json.read(file, Duration.class))
        .isInstanceOf(ClusterException.class)
        .hasMessageContaining("times.json is not what this version writes");
  }

  @Test
  void aFileThatIsTornOrOfAnotherVersionIsNamed() throws IOException {
    for (String text : List.of("{\"instance\":", "{\"planted\": 1}")) {
      Path file = Files.writeString(directory.resolve("cluster.json"), text);
      assertThatThrownBy(() -> Json.read(file, ClusterRecord.class))
          .isInstanceOf(ClusterException.class)
          .hasMessageContaining("cluster.json is not what this version writes");
    }
  }

  @Test
  void withoutHostsEverythingIsOnTheLoopbackAddress() {
    ClusterRecord record = record(ClusterSpec.usual(), null);
    assertThat(record.address(Role.NAMENODE, "rpc")).isEqualTo("127.0.0.1:1001");
    assertThat(record.namespace(new ServerId(Role.TSERVER, 1))).isEmpty();
    assertThat(record.plan()).isEmpty();
  }

  @Test
  void withHostsEachServerIsWhereThePlanPutsIt() {
    ClusterRecord record = record(ClusterSpec.usual().with("hosts", 2), NETWORK);
    assertThat(record.address(Role.NAMENODE, "http"))
        .isEqualTo(NETWORK.address("namenode") + ":1002");
    assertThat(record.host(new ServerId(Role.TSERVER, 3))).isEqualTo(NETWORK.address("host-1"));
    assertThat(record.namespace(new ServerId(Role.DATANODE, 2))).contains("catena-x-host-2");
    assertThat(record.host(new ServerId(Role.NODEMANAGER, 1)))
        .as("it stays on the machine")
        .isEqualTo(ClusterRecord.LOOPBACK);
  }

  @Test
  void allOfAClusterLiesBelowItsDirectory() throws IOException {
    ClusterFiles files = new ClusterFiles(directory.resolve("a/../c"));
    files.createDirectories();
    assertThat(files.root()).isEqualTo(directory.toAbsolutePath().resolve("c"));
    ServerId id = new ServerId(Role.TSERVER, 2);
    assertThat(
            List.of(
                files.cluster(),
                files.clientProperties(),
                files.accumuloProperties(),
                files.zooCfg(),
                files.log(id),
                files.pid(id),
                files.lock(),
                files.data(id),
                files.localVolume(),
                files.temporary(),
                files.nativeMaps()))
        .doesNotHaveDuplicates()
        .allSatisfy(file -> assertThat(file).startsWithRaw(files.root()));
    assertThat(files.log(id).getParent()).isDirectory();
    assertThat(files.pid(id).getParent()).isDirectory();
    assertThat(files.zooCfg().getParent()).isDirectory();
  }
}
