// SPDX-License-Identifier: Apache-2.0
package catena.cluster.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.cluster.process.Launcher;
import catena.cluster.spec.ClusterException;
import catena.cluster.spec.ClusterFiles;
import catena.cluster.spec.ClusterRecord;
import catena.cluster.spec.ClusterSpec;
import catena.cluster.spec.RoleSpec;
import catena.harness.instance.ServerId;
import catena.records.server.Role;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which ports servers are given, and what they are told by their command lines. */
@Timeout(60)
class PortsTest {
  private static final ServerJars JARS =
      new ServerJars(Path.of("/la"), Path.of("/lh"), Optional.empty());
  private static final ClusterFiles FILES = new ClusterFiles(Path.of("/c"));

  @TempDir Path directory;

  @Test
  void everyServerHasItsOwnPortsBelowTheKernels() throws Exception {
    long seed = new Random().nextLong();
    Ports ports = new Ports(new Random(seed));
    Set<Integer> all = new HashSet<>();
    for (int i = 0; i < 20; i++) {
      Map<String, Integer> own = ports.forRole(Role.DATANODE);
      assertThat(own.keySet()).containsExactly("data", "http", "ipc");
      assertThat(own.values())
          .as("seed %d", seed)
          .allSatisfy(port -> assertThat(port).isBetween(15_000, 31_999))
          .allSatisfy(port -> assertThat(all.add(port)).isTrue());
    }
  }

  @Test
  void aPortThatIsDrawnTwiceIsGivenOnce() throws Exception {
    long seed = new Random().nextLong();
    Random drawn = new Random(seed);
    Random again = new Random(seed);
    RandomGenerator twice =
        new RandomGenerator() {
          private boolean second;

          @Override
          public long nextLong() {
            second = !second;
            return second ? drawn.nextLong() : again.nextLong();
          }
        };
    Ports ports = new Ports(twice);
    List<Integer> given = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      given.addAll(ports.forRole(Role.GC).values());
    }
    assertThat(given).as("seed %d", seed).doesNotHaveDuplicates();
  }

  @Test
  void aPortOnWhichAProcessListensIsNotFree() throws IOException {
    int port;
    try (ServerSocket open = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      port = open.getLocalPort();
      assertThat(Ports.free(port)).isFalse();
    }
    assertThat(Ports.free(port)).isTrue();
  }

  private static List<String> line(Role role, Map<String, Integer> ports) {
    Map<String, Map<String, Integer>> known = new TreeMap<>(SitesTest.PORTS);
    ClusterSpec spec = ClusterSpec.usual().withYarn();
    ClusterRecord cluster = new ClusterRecord("catena", "password", "secret", spec, known, null);
    return new CommandLines(cluster, FILES, JARS).server(new ServerId(role, 1), ports);
  }

  @ParameterizedTest
  @CsvSource({
    "manager, manager.port.client=77",
    "tserver, tserver.port.client=77",
    "sserver, sserver.port.client=77",
    "gc, gc.port.client=77",
    "coordinator, compaction.coordinator.port.client=77",
    "compactor, compactor.port.client=77"
  })
  void aServerOfAccumuloListensOnItsPortAndNowhereElse(String word, String property) {
    Role role = Role.of(word).orElseThrow();
    List<String> line = line(role, Map.of("client", 77));
    assertThat(line)
        .containsSequence("org.apache.accumulo.start.Main", role.program(), "-a", "127.0.0.1")
        .containsSequence("-o", property)
        .contains("-Daccumulo.properties=file:///c/conf/accumulo/accumulo.properties");
    boolean searches = List.of("tserver", "sserver", "coordinator", "compactor").contains(word);
    assertThat(line.stream().anyMatch(each -> each.endsWith(".port.search=false")))
        .isEqualTo(searches);
    assertThat(line.contains(CommandLines.QUEUE)).isEqualTo(word.equals("compactor"));
  }

  @Test
  void aMonitorAndANodeManagerListenOnTheirPorts() {
    assertThat(line(Role.MONITOR, Map.of("http", 78))).contains("monitor.port.client=78");
    assertThat(line(Role.NODEMANAGER, Map.of("container", 1, "localizer", 2, "http", 3)))
        .containsSequence("-D", "yarn.nodemanager.address=127.0.0.1:1")
        .containsSequence("-D", "yarn.nodemanager.localizer.address=127.0.0.1:2")
        .containsSequence("-D", "yarn.nodemanager.webapp.address=127.0.0.1:3");
    assertThat(line(Role.ZOOKEEPER, Map.of()))
        .contains("/la/*:/c/conf/zookeeper")
        .endsWith("/c/conf/zookeeper/zoo.cfg");
  }

  @Test
  void nothingIsLeftInTheMachinesTemporaryDirectory() {
    for (Role role : Role.values()) {
      Map<String, Integer> ports = new TreeMap<>();
      RoleSpec.of(role).ports().forEach(name -> ports.put(name, 7));
      assertThat(line(role, ports))
          .as(role.word())
          .contains("-Djava.io.tmpdir=/c/tmp", "-XX:+PerfDisableSharedMem");
    }
    ClusterRecord yarn =
        new ClusterRecord(
            "catena", "p", "s", ClusterSpec.usual().withYarn(), SitesTest.PORTS, null);
    assertThat(new Configuration(yarn, FILES, JARS).lines("mapred-site"))
        .hasEntrySatisfying(
            "mapreduce.map.java.opts",
            words -> assertThat(words).contains("-XX:+PerfDisableSharedMem"));
  }

  @Test
  void programsOfSecondsHaveTheirCommandLines() {
    ClusterRecord cluster =
        new ClusterRecord(
            "catena", "password", "secret", ClusterSpec.usual(), SitesTest.PORTS, null);
    CommandLines lines = new CommandLines(cluster, FILES, JARS);
    assertThat(lines.init("other", "pass word"))
        .containsSequence("init", "--instance-name", "other")
        .containsSequence("--password", "pass word");
    assertThat(lines.format()).endsWith("-format", "-force");
    assertThat(lines.admin("stopAll")).endsWith("admin", "stopAll");
    assertThat(lines.goal("NORMAL"))
        .endsWith("org.apache.accumulo.manager.state.SetGoalState", "NORMAL");
    for (List<String> line : List.of(lines.init("i", "p"), lines.format(), lines.admin())) {
      assertThat(line.get(0)).endsWith("/bin/java");
      assertThat(line).contains("-XX:TieredStopAtLevel=1");
    }
  }

  @Test
  void serversOfYarnMeetAtTheResourceManagersPorts() {
    ClusterRecord cluster =
        new ClusterRecord(
            "catena", "p", "s", ClusterSpec.usual().withYarn(), SitesTest.PORTS, null);
    assertThat(new Configuration(cluster, FILES, JARS).lines("yarn-site"))
        .containsEntry("yarn.resourcemanager.address", "127.0.0.1:1")
        .containsEntry("yarn.resourcemanager.scheduler.address", "127.0.0.1:2")
        .containsEntry("yarn.resourcemanager.resource-tracker.address", "127.0.0.1:3")
        .containsEntry("yarn.resourcemanager.admin.address", "127.0.0.1:4")
        .containsEntry("yarn.resourcemanager.webapp.address", "127.0.0.1:5");
  }

  private final List<String> notes = new ArrayList<>();

  private boolean nativeMaps(Path jars) throws Exception {
    ClusterFiles files = new ClusterFiles(directory.resolve("cluster"));
    files.createDirectories();
    return NativeMaps.ready(
        files,
        new ServerJars(jars, jars, Optional.empty()),
        new Launcher(files, Clock.systemUTC()),
        notes::add);
  }

  @Test
  void withoutTheirSourcesThereAreNoNativeMaps() throws Exception {
    assertThat(nativeMaps(directory)).isFalse();
    assertThat(notes).containsExactly("no native maps: their sources are not in " + directory);
  }

  @Test
  void nativeMapsThatCannotBeBuiltAreNamedAndServersDoWithout() throws Exception {
    Files.writeString(directory.resolve("accumulo-native-2.1.3.tar.gz"), "no archive");
    assertThat(nativeMaps(directory)).isFalse();
    assertThat(notes)
        .singleElement()
        .asString()
        .contains("no native maps, tservers use Java's: native-maps ended with status");
  }

  @Test
  void nativeMapsThatAreThereAreNotBuiltAgain() throws Exception {
    Path built = Files.createDirectories(directory.resolve("cluster/native"));
    Files.writeString(built.resolve("libaccumulo.so"), "");
    assertThat(nativeMaps(directory)).isTrue();
    assertThat(notes).isEmpty();
  }

  @Test
  void nativeMapsOfAnotherAccumuloAreBuiltAnew() throws Exception {
    Path built = Files.createDirectories(directory.resolve("cluster/native"));
    Path sources = Files.writeString(directory.resolve("accumulo-native-2.1.3.tar.gz"), "none");
    Files.writeString(built.resolve("libaccumulo.so"), "");
    Files.writeString(built.resolve("built-from"), sources.toString());
    assertThat(nativeMaps(directory)).isTrue();
    Files.writeString(built.resolve("built-from"), "/other/accumulo-native-2.1.4.tar.gz");
    assertThat(nativeMaps(directory)).isFalse();
    assertThat(built.resolve("libaccumulo.so")).doesNotExist();
    assertThat(notes).singleElement().asString().contains("native-maps ended with status");
  }

  @Test
  void jarsThatAreNotThereAreMissed() {
    String before = System.getProperty("catena.lib.accumulo");
    System.setProperty("catena.lib.accumulo", directory.resolve("gone").toString());
    try {
      assertThatThrownBy(() -> ServerJars.find(Optional.empty()))
          .isInstanceOf(ClusterException.class)
          .hasMessageContainingAll("gone", "is missing");
    } finally {
      if (before == null) {
        System.clearProperty("catena.lib.accumulo");
      } else {
        System.setProperty("catena.lib.accumulo", before);
      }
    }
  }
}
