// SPDX-License-Identifier: Apache-2.0
package catena.cluster.config;

import static org.assertj.core.api.Assertions.assertThat;

import catena.cluster.spec.ClusterFiles;
import catena.cluster.spec.ClusterRecord;
import catena.cluster.spec.ClusterSpec;
import catena.cluster.spec.InstanceVolume;
import catena.cluster.spec.RoleSpec;
import catena.harness.instance.ServerId;
import catena.records.placement.Tier;
import catena.records.server.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is run with which program, memory, class path and words. */
class CommandLinesTest {
  private static final ClusterFiles FILES = new ClusterFiles(Path.of("/c"));
  private static final String HADOOP = "/lh/*:/c/conf/hadoop";
  private static final String ACCUMULO = "/la/*:/c/conf/accumulo:/c/conf/hadoop";
  private static final String MAIN = "org.apache.accumulo.start.Main";

  private static CommandLines lines(ClusterSpec spec) {
    return new CommandLines(
        new ClusterRecord("catena", "password", "secret", spec, SitesTest.PORTS, null),
        FILES,
        SitesTest.JARS);
  }

  private static CommandLines lines() {
    return lines(ClusterSpec.usual());
  }

  private static String classPath(List<String> line) {
    return line.get(line.indexOf("-cp") + 1);
  }

  /** What the program is given. */
  private static List<String> words(List<String> line, String program) {
    assertThat(line).contains(program);
    return line.subList(line.indexOf(program) + 1, line.size());
  }

  @ParameterizedTest
  @CsvSource({
    "TSERVER, tserver.port.client",
    "MANAGER, manager.port.client",
    "GC, gc.port.client",
    "SSERVER, sserver.port.client",
    "COORDINATOR, compaction.coordinator.port.client",
    "COMPACTOR, compactor.port.client"
  })
  void aServerOfAccumuloListensAtThePortItWasGiven(Role role, String property) {
    List<String> line = lines().server(new ServerId(role, 1), Map.of("client", 4711));
    assertThat(line.get(0)).endsWith("/bin/java");
    assertThat(classPath(line)).isEqualTo(ACCUMULO);
    assertThat(line)
        .contains("-Xmx" + RoleSpec.of(role).heapMegabytes() + "m", "-Djava.io.tmpdir=/c/tmp");
    assertThat(words(line, MAIN))
        .startsWith(role.program(), "-a", "127.0.0.1")
        .contains(property + "=4711");
    assertThat(line.contains("-XX:+UseSerialGC"))
        .as("small heaps are collected by one thread")
        .isEqualTo(role != Role.TSERVER);
    assertThat(line.contains("-q")).isEqualTo(role == Role.COMPACTOR);
    // On a machine without a compiler there are no native maps, and its heap would be refused.
    assertThat(line.contains("tserver.memory.maps.max=1M")).isEqualTo(role == Role.SSERVER);
  }

  @Test
  void theSecondCompilerOfServersBeginsLaterUnlessTheirOptionsAreGiven() {
    for (Role role : List.of(Role.TSERVER, Role.ZOOKEEPER, Role.MANAGER)) {
      ServerId id = new ServerId(role, 1);
      assertThat(lines().server(id, Map.of("client", 1)))
          .containsOnlyOnce("-XX:Tier4InvocationThreshold=20000", "-XX:Tier4CompileThreshold=60000")
          .contains("-XX:Tier4MinInvocationThreshold=2400", "-XX:Tier4BackEdgeThreshold=160000");
      System.setProperty(CommandLines.OPTIONS, "-XX:TieredStopAtLevel=1 -Xss1m");
      try {
        assertThat(lines().server(id, Map.of("client", 1)))
            .contains("-XX:TieredStopAtLevel=1", "-Xss1m")
            .noneMatch(word -> word.startsWith("-XX:Tier4"));
      } finally {
        System.clearProperty(CommandLines.OPTIONS);
      }
    }
  }

  @Test
  void hdfsAndZookeeperHaveTheirOwnClassPaths() {
    Map<String, Integer> ports = new TreeMap<>(Map.of("data", 1, "http", 2, "ipc", 3));
    List<String> dataNode = lines().server(new ServerId(Role.DATANODE, 1), ports);
    assertThat(classPath(dataNode)).isEqualTo(HADOOP);
    assertThat(dataNode)
        .as("not one that is in some of the jars")
        .contains("-Dlog4j.configuration=file:///c/conf/hadoop/log4j.properties");
    assertThat(words(dataNode, Role.DATANODE.program()))
        .contains("-D", "dfs.datanode.address=127.0.0.1:1");
    List<String> zookeeper = lines().server(new ServerId(Role.ZOOKEEPER, 1), Map.of());
    assertThat(classPath(zookeeper)).isEqualTo("/la/*:/c/conf/zookeeper");
    assertThat(words(zookeeper, Role.ZOOKEEPER.program()))
        .containsExactly("/c/conf/zookeeper/zoo.cfg");
  }

  @Test
  void programsOfSecondsAreNotOptimised() {
    InstanceVolume fast = InstanceVolume.on(Tier.FAST);
    for (List<String> line :
        List.of(
            lines().format(),
            lines().init("catena", "password"),
            lines().admin("stopAll"),
            lines().goal("NORMAL"),
            lines().prefer("!0", fast))) {
      assertThat(line).contains("-XX:TieredStopAtLevel=1");
    }
    assertThat(words(lines().format(), Role.NAMENODE.program()))
        .containsExactly("-format", "-force");
    assertThat(words(lines().init("mine", "s3cret"), MAIN))
        .containsExactly(
            "init", "--instance-name", "mine", "--clear-instance-name", "--password", "s3cret");
    assertThat(words(lines().admin("stop", "h:1"), MAIN)).containsExactly("admin", "stop", "h:1");
    assertThat(words(lines().goal("NORMAL"), MAIN))
        .containsExactly("org.apache.accumulo.manager.state.SetGoalState", "NORMAL");
    assertThat(words(lines().prefer("!0", fast), MAIN))
        .startsWith("zoo-prop-editor", "-tid", "!0", "-s")
        .last()
        .asString()
        .startsWith("table.custom.volume.preferred=hdfs://127.0.0.1:1001/");
  }

  @Test
  void serversOfAccumuloHaveTheAgentWhereTheClusterSaysSoAndNothingElseHas(@TempDir Path jars)
      throws IOException {
    ClusterSpec spec = ClusterSpec.usual().with("instrument", true);
    ServerJars own = new ServerJars(jars, Path.of("/lh"), Optional.empty());
    assertThat(own.agent()).isEmpty();
    Path agent = Files.createFile(jars.resolve("instrument-9.jar"));
    CommandLines lines =
        new CommandLines(
            new ClusterRecord("catena", "password", "secret", spec, SitesTest.PORTS, null),
            FILES,
            own);
    ServerId tserver = new ServerId(Role.TSERVER, 1);
    assertThat(lines.server(tserver, Map.of("client", 4711)).get(1))
        .isEqualTo("-javaagent:" + agent + "=/c/instrument");
    List<List<String>> others =
        List.of(
            lines.admin("stopAll"),
            lines.server(new ServerId(Role.ZOOKEEPER, 1), Map.of("client", 4711)),
            lines().server(tserver, Map.of("client", 4711)));
    assertThat(others).noneMatch(line -> line.toString().contains("javaagent"));
  }
}
