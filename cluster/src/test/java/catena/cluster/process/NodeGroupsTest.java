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
    assertThat(node.resolve("cpu.cfs_quota_us")).doesNotExist();
    groups.limit();
    assertThat(text(node.resolve("cpu.cfs_quota_us"))).isEqualTo("4000");
    assertThat(text(node.resolve("cpu.cfs_period_us"))).isEqualTo("20000");
    assertThat(text(only(memory(), "-2").resolve("memory.limit_in_bytes"))).isEqualTo("1073741824");
    groups.lift(List.of(MANAGER, TSERVER));
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
    groups.lift(List.of(TSERVER));
    assertThat(text(only(cpu(), "-2").resolve("cpu.max"))).isEqualTo("max 20000");
  }

  @Test
  void howOftenWorkWasHeldBackIsToldOfThoseThatHadWork() throws IOException {
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
    groups.lift(List.of(TSERVER));
    groups.limit();
    groups.remove();
    assertThat(groups.heldBack()).isEmpty();
  }

  @Test
  void aMachineWithoutControlGroupsIsToldSo() {
    assertThatThrownBy(() -> groups(spec("node.cpu", "1"), new ControlGroups(List.of(), List.of())))
        .isInstanceOf(ClusterException.class)
        .hasMessageContaining("'cpu', and none is mounted")
        .hasMessageContaining("leave node.… and clients.cpu out");
  }
}
