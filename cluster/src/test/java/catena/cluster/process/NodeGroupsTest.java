// SPDX-License-Identifier: Apache-2.0
package catena.cluster.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.cluster.spec.ClusterException;
import catena.cluster.spec.ClusterSpec;
import catena.cluster.spec.NodeLimits;
import catena.harness.instance.ServerId;
import catena.records.server.Role;
import catena.records.verdict.PartOutcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files that the kernel would read, in directories that stand for its hierarchies. */
class NodeGroupsTest {
  private static final ServerId TSERVER = new ServerId(Role.TSERVER, 2);
  private static final ServerId DATANODE = new ServerId(Role.DATANODE, 2);
  private static final ServerId MANAGER = new ServerId(Role.MANAGER, 1);

  @TempDir private Path directory;

  private Path cpu() {
    return directory.resolve("cpu");
  }

  private Path memory() {
    return directory.resolve("memory");
  }

  private static ClusterSpec spec(String... words) {
    NodeLimits nodes = NodeLimits.UNLIMITED;
    for (int i = 0; i < words.length; i += 2) {
      nodes = nodes.with(words[i], words[i + 1]);
    }
    return ClusterSpec.usual().with(Role.DATANODE, 2).withNodes(nodes);
  }

  private ControlGroups version1() throws IOException {
    Files.createDirectories(cpu().resolve("user"));
    Files.createDirectories(memory());
    return new ControlGroups(
        List.of(
            "30 22 0:26 / " + cpu() + " rw - cgroup cgroup rw,cpu",
            "31 22 0:27 / " + memory() + " rw - cgroup cgroup rw,memory"),
        List.of("4:memory:/", "3:cpu:/user"));
  }

  private NodeGroups groups(ClusterSpec spec, ControlGroups machine) throws IOException {
    return new NodeGroups(Path.of("/x"), spec, machine);
  }

  private static Path only(Path root, String end) throws IOException {
    try (Stream<Path> groups = Files.list(root)) {
      return groups.filter(each -> each.toString().endsWith(end)).findFirst().orElseThrow();
    }
  }

  private static String text(Path file) throws IOException {
    return Files.readString(file);
  }

  @Test
  void serversOfOneNumberBeginInOneGroupThatIsLimitedOnceTheyAreReady() throws IOException {
    NodeGroups groups = groups(spec("node.cpu", "0.2", "node.memory", "1G"), version1());
    List<String> command = groups.inside(TSERVER, List.of("java", "x"));
    Path node = only(cpu(), "-2");
    assertThat(command)
        .containsExactly(
            "/bin/sh",
            "-c",
            "echo $$ > '%s/cgroup.procs' && echo $$ > '%s/cgroup.procs' && exec \"$0\" \"$@\""
                .formatted(node, only(memory(), "-2")),
            "java",
            "x");
    assertThat(groups.inside(DATANODE, List.of("java")).get(2)).isEqualTo(command.get(2));
    assertThat(text(node.resolve("cpu.cfs_quota_us"))).isEqualTo("-1");
    groups.limit();
    assertThat(text(node.resolve("cpu.cfs_quota_us"))).isEqualTo("4000");
    assertThat(text(node.resolve("cpu.cfs_period_us"))).isEqualTo("20000");
    assertThat(text(only(memory(), "-2").resolve("memory.limit_in_bytes"))).isEqualTo("1073741824");
    groups.inside(MANAGER, List.of("java"));
    assertThat(text(node.resolve("cpu.cfs_quota_us"))).as("nothing starts there").isEqualTo("4000");
    groups.inside(TSERVER, List.of("java"));
    assertThat(text(node.resolve("cpu.cfs_quota_us"))).isEqualTo("-1");
    assertThat(text(only(memory(), "-2").resolve("memory.limit_in_bytes"))).isEqualTo("1073741824");
  }

  @Test
  void whoIsOnNoNodeBeginsWhereNothingIsLimitedThoughItsStarterIs() throws IOException {
    NodeGroups groups = groups(spec("clients.cpu", "0.5"), version1());
    assertThat(groups.inside(MANAGER, List.of("java")).get(2))
        .startsWith("echo $$ > '%s/cgroup.procs' &&".formatted(cpu()));
    groups.join(77);
    Path clients = only(cpu(), "-clients");
    assertThat(text(clients.resolve("cgroup.procs"))).isEqualTo("77");
    assertThat(text(clients.resolve("cpu.cfs_quota_us"))).isEqualTo("10000");
    groups.limit();
    assertThat(text(clients.resolve("cpu.cfs_quota_us"))).as("of no node").isEqualTo("10000");
    groups.leave(77);
    assertThat(text(cpu().resolve("user/cgroup.procs"))).isEqualTo("77");
  }

  @Test
  void version2HasOneGroupForBoth() throws IOException {
    Files.createDirectories(cpu());
    Files.writeString(cpu().resolve("cgroup.controllers"), "cpu io memory\n");
    Files.writeString(cpu().resolve("cgroup.subtree_control"), "memory\n");
    ControlGroups machine =
        new ControlGroups(List.of("30 22 0:26 / " + cpu() + " rw - cgroup2 cgroup2 rw"), List.of());
    NodeGroups groups = groups(spec("node.cpu", "1.5", "node.memory", "1G"), machine);
    groups.inside(TSERVER, List.of("java"));
    assertThat(text(cpu().resolve("cgroup.subtree_control"))).isEqualTo("+cpu");
    groups.limit();
    assertThat(text(only(cpu(), "-2").resolve("cpu.max"))).isEqualTo("30000 20000");
    assertThat(text(only(cpu(), "-2").resolve("memory.max"))).isEqualTo("1073741824");
    groups.inside(TSERVER, List.of("java"));
    assertThat(text(only(cpu(), "-2").resolve("cpu.max"))).isEqualTo("max 20000");
  }

  @Test
  void throttlingIsReportedForNodesThatHadWork() throws IOException {
    NodeGroups groups = groups(spec("node.cpu", "0.2"), version1());
    groups.inside(TSERVER, List.of("java"));
    groups.inside(new ServerId(Role.TSERVER, 1), List.of("java"));
    Files.writeString(only(cpu(), "-2").resolve("cpu.stat"), "nr_periods 200\nnr_throttled 50\n");
    Files.writeString(only(cpu(), "-1").resolve("cpu.stat"), "nr_periods 0\nnr_throttled 0\n");
    assertThat(groups.heldBack()).containsOnlyKeys("2").containsEntry("2", 0.25);
    NodeCompanion.Kept kept = new NodeCompanion.Kept(spec("node.cpu", "0.2").nodes(), groups);
    kept.close();
    assertThat(kept.outcome())
        .isEqualTo(
            PartOutcome.remark("nodes: 0.2 cores each; held back by it, of its 20 ms: 2 25%"));
  }

  @Test
  void withoutLimitsNothingIsChangedAndNoGroupAsked() throws Exception {
    NodeGroups groups = groups(spec(), new ControlGroups(List.of(), List.of()));
    assertThat(groups.inside(TSERVER, List.of("java"))).containsExactly("java");
    groups.limit();
    groups.remove();
    assertThat(groups.heldBack()).isEmpty();
  }

  @Test
  void aMachineWithoutControlGroupsIsRefused() {
    assertThatThrownBy(() -> groups(spec("node.cpu", "1"), new ControlGroups(List.of(), List.of())))
        .isInstanceOf(ClusterException.class)
        .hasMessageContaining("'cpu', and none is mounted")
        .hasMessageContaining("leave node.… and clients.cpu out");
  }

  private ControlGroups version2(String controllers, String enabled) throws IOException {
    Files.createDirectories(cpu());
    Files.writeString(cpu().resolve("cgroup.controllers"), controllers + "\n");
    Files.writeString(cpu().resolve("cgroup.subtree_control"), enabled + "\n");
    return new ControlGroups(
        List.of("30 22 0:26 / " + cpu() + " rw - cgroup2 cgroup2 rw"), List.of("0::/user"));
  }

  @Test
  void onlyWhatIsLimitedHasAGroup() throws IOException {
    NodeGroups cores = groups(spec("node.cpu", "0.2"), version1());
    cores.inside(TSERVER, List.of("java"));
    assertThat(memory()).isEmptyDirectory();
    cores.limit();
    assertThat(only(cpu(), "-2").resolve("memory.limit_in_bytes")).doesNotExist();
    NodeGroups bytes = groups(spec("node.memory", "1G"), version1());
    assertThat(bytes.inside(TSERVER, List.of("java")).get(2))
        .startsWith("echo $$ > '%s".formatted(memory()))
        .doesNotContain(cpu().toString());
    bytes.limit();
    assertThat(only(memory(), "-2").resolve("cpu.cfs_quota_us")).doesNotExist();
    assertThat(text(only(memory(), "-2").resolve("memory.limit_in_bytes"))).isEqualTo("1073741824");
    bytes.inside(TSERVER, List.of("java"));
    assertThat(only(memory(), "-2").resolve("cpu.cfs_quota_us")).doesNotExist();
    assertThat(bytes.heldBack()).as("of processors nothing is known").isEmpty();
    bytes.join(77);
    bytes.leave(77);
    assertThat(memory().resolve("cgroup.procs")).as("clients have no limit").doesNotExist();
  }

  @Test
  void groupsAreOfTheirClusterOnly() throws Exception {
    NodeGroups one = groups(spec("node.cpu", "0.2"), version1());
    NodeGroups other = new NodeGroups(Path.of("/y"), spec("node.cpu", "0.4"), version1());
    one.inside(TSERVER, List.of("java"));
    other.inside(new ServerId(Role.TSERVER, 1), List.of("java"));
    one.limit();
    assertThat(text(only(cpu(), "-1").resolve("cpu.cfs_quota_us"))).isEqualTo("-1");
    other.limit();
    assertThat(text(only(cpu(), "-1").resolve("cpu.cfs_quota_us"))).isEqualTo("8000");
    assertThat(text(only(cpu(), "-2").resolve("cpu.cfs_quota_us"))).isEqualTo("4000");
  }

  @Test
  void removedTheyAreGoneAndTheOwnGroupStays() throws Exception {
    NodeGroups groups = groups(spec("node.cpu", "0.2", "node.memory", "1G"), version1());
    groups.inside(TSERVER, List.of("java"));
    groups.inside(new ServerId(Role.TSERVER, 1), List.of("java"));
    for (String end : List.of("-1", "-2")) { // the kernel's files go with their group
      Files.delete(only(cpu(), end).resolve("cpu.cfs_period_us"));
      Files.delete(only(cpu(), end).resolve("cpu.cfs_quota_us"));
    }
    groups.remove();
    try (Stream<Path> left = Files.list(cpu())) {
      assertThat(left).containsExactly(cpu().resolve("user"));
    }
    assertThat(memory()).isEmptyDirectory();
    groups.remove();
  }

  @Test
  void onHostsTheNodeIsTheHost() throws IOException {
    NodeGroups groups =
        groups(
            ClusterSpec.usual()
                .with("hosts", 2)
                .with(Role.TSERVER, 3)
                .withNodes(NodeLimits.UNLIMITED.with("node.cpu", "1")),
            version1());
    groups.inside(new ServerId(Role.TSERVER, 3), List.of("java"));
    assertThat(only(cpu(), "-1")).isDirectory();
  }

  @Test
  void aControllerIsEnabledOnceAndOnlyIfTheMachineHasIt() throws IOException {
    NodeGroups both = groups(spec("node.cpu", "1"), version2("cpu io memory", "cpu memory"));
    both.inside(TSERVER, List.of("java"));
    assertThat(text(cpu().resolve("cgroup.subtree_control"))).isEqualTo("cpu memory\n");
    NodeGroups little = groups(spec("node.cpu", "1"), version2("cpu", "cpu"));
    little.inside(TSERVER, List.of("java"));
    assertThat(text(cpu().resolve("cgroup.subtree_control"))).isEqualTo("cpu\n");
    assertThatThrownBy(() -> groups(spec("node.memory", "1G"), version2("cpu", "cpu")))
        .isInstanceOf(ClusterException.class)
        .hasMessageContaining("'memory', and none is mounted");
  }

  /** In version 2 a process that leaves goes to the root. */
  @Test
  void clientsHaveTheirOwnGroup() throws IOException {
    NodeGroups groups = groups(spec("clients.cpu", "2"), version2("cpu memory", "cpu memory"));
    groups.join(55);
    assertThat(text(only(cpu(), "-clients").resolve("cpu.max"))).isEqualTo("40000 20000");
    assertThat(text(only(cpu(), "-clients").resolve("cgroup.procs"))).isEqualTo("55");
    groups.leave(56);
    assertThat(text(cpu().resolve("cgroup.procs"))).isEqualTo("56");
    NodeGroups none = groups(spec("node.cpu", "2"), version1());
    none.join(57);
    none.leave(57);
    assertThat(cpu().resolve("user/cgroup.procs")).doesNotExist();
  }

  @Test
  void theKernelsHierarchiesAreFoundByTheirMounts() throws IOException {
    Path blank = Files.createDirectory(directory.resolve("a b"));
    Files.writeString(blank.resolve("cgroup.controllers"), "cpu io\n");
    ControlGroups machine =
        new ControlGroups(
            List.of(
                "no mount at all",
                "1 2 0:1 / /short rw",
                "29 22 0:25 / /other rw - tmpfs cpu rw,cpu",
                "30 22 0:26 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu,cpuacct",
                "31 22 0:27 / /none rw - cgroup2 cgroup2 rw",
                "32 22 0:28 / " + blank.toString().replace(" ", "\\040") + " rw - cgroup2 x rw"),
            List.of("odd", "4:cpu,cpuacct:/a/b", "3:memory:/", "0::/c"));
    assertThat(machine.version1("cpu")).contains(Path.of("/sys/fs/cgroup/cpu"));
    assertThat(machine.version1("cpuacct")).contains(Path.of("/sys/fs/cgroup/cpu"));
    assertThat(machine.version1("memory")).isEmpty();
    assertThat(machine.version2("io")).contains(blank);
    assertThat(machine.version2("memory")).isEmpty();
    assertThat(machine.own("cpuacct")).isEqualTo("a/b");
    assertThat(machine.own("memory")).isEmpty();
    assertThat(machine.own("io")).isEmpty();
    assertThatThrownBy(() -> ControlGroups.write(blank.resolve("no/file"), "7"))
        .isInstanceOf(ClusterException.class)
        .hasMessageContaining("'7' cannot be written to " + blank.resolve("no/file"));
  }

  @Test
  void theCommandIsAClientUntilItsPartsAreOver() throws IOException {
    NodeGroups groups = groups(spec("clients.cpu", "2"), version1());
    NodeCompanion.Kept kept = new NodeCompanion.Kept(spec("clients.cpu", "2").nodes(), groups);
    String own = Long.toString(ProcessHandle.current().pid());
    assertThat(text(only(cpu(), "-clients").resolve("cgroup.procs"))).isEqualTo(own);
    assertThat(kept.outcome()).isEqualTo(PartOutcome.NOTHING);
    assertThat(cpu().resolve("user/cgroup.procs")).doesNotExist();
    kept.close();
    assertThat(text(cpu().resolve("user/cgroup.procs"))).isEqualTo(own);
    assertThat(kept.outcome().toString())
        .as("the kernel of this test counts nothing")
        .contains("clients 2.0 cores in all", "how often that held them back is not known");
    assertThat(new NodeCompanion().name()).isEqualTo("nodes");
  }
}
