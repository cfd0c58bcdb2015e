// SPDX-License-Identifier: Apache-2.0
package catena.cluster.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.harness.instance.ServerId;
import catena.records.server.Role;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The least and the most of everything in a spec, and what a change leaves as it was. */
class SpecBoundsTest {
  private static final ClusterSpec USUAL = ClusterSpec.usual();
  private static final ClusterSpec LOCAL = USUAL.with("volume", "local-raw");

  /** All that is wrong with a spec, a line each; nothing if it can be. */
  private static List<String> problems(Supplier<ClusterSpec> spec) {
    try {
      assertThat(spec.get()).isNotNull();
      return List.of();
    } catch (IllegalArgumentException e) {
      return e.getMessage().lines().toList();
    }
  }

  private static List<String> problems(Role role, int number) {
    return problems(() -> USUAL.with(role, number));
  }

  @ParameterizedTest
  @EnumSource(Role.class)
  void aRoleMayHaveNoServerAndAsManyAsAMachineCarries(Role role) {
    int most = RoleSpec.of(role).most();
    String bound = "there may be 0 to %d of %s, not ".formatted(most, role.word());
    for (int number : List.of(0, most)) {
      assertThat(problems(role, number)).noneMatch(line -> line.startsWith("there may be"));
    }
    assertThat(problems(role, -1)).contains(bound + -1);
    assertThat(problems(role, most + 1)).contains(bound + (most + 1));
  }

  @ParameterizedTest
  @CsvSource({"namenode", "datanode"})
  void withoutHdfsThereIsNoServerOfIt(String word) {
    Role role = Role.of(word).orElseThrow();
    assertThat(problems(() -> LOCAL.with(role, 0))).isEmpty();
    assertThat(problems(() -> LOCAL.with(role, 1)))
        .containsExactly("there may be 0 to 0 of " + word + ", not 1");
    assertThat(problems(() -> LOCAL.with(Role.TSERVER, 64))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"zookeeper", "manager", "tserver"})
  void withoutOneOfTheseThereIsNoAccumulo(String word) {
    Role role = Role.of(word).orElseThrow();
    assertThat(problems(role, 0)).containsExactly("a cluster needs at least one " + word);
    assertThat(problems(role, 1)).isEmpty();
  }

  @Test
  void serversThatNeedOneAnotherComeTogether() {
    String hdfs = "HDFS needs a namenode and at least one datanode";
    assertThat(problems(Role.NAMENODE, 0)).containsExactly(hdfs);
    assertThat(problems(Role.DATANODE, 0)).containsExactly(hdfs);
    assertThat(problems(Role.COMPACTOR, 1)).containsExactly("compactors need a coordinator");
    assertThat(problems(Role.COORDINATOR, 1)).isEmpty();
    assertThat(problems(() -> USUAL.with(Role.COORDINATOR, 1).with(Role.COMPACTOR, 1))).isEmpty();
    String yarn = "YARN needs a resourcemanager and at least one nodemanager";
    assertThat(problems(Role.RESOURCEMANAGER, 1)).containsExactly(yarn);
    assertThat(problems(Role.NODEMANAGER, 1)).containsExactly(yarn);
    assertThat(problems(USUAL::withYarn)).isEmpty();
    assertThat(problems(LOCAL::withYarn))
        .containsExactly("YARN needs HDFS; leave one of --yarn and the local volume out");
    assertThat(problems(() -> LOCAL.with(Role.NODEMANAGER, 1))).containsExactly(yarn);
  }

  @ParameterizedTest
  @CsvSource({"3999, false", "4000, true", "40000, true", "40001, false"})
  void silenceIsGivenUpWithinZookeepersBounds(long millis, boolean allowed) {
    List<String> problems = problems(() -> USUAL.with("zookeeper.timeout", millis + "ms"));
    assertThat(problems).hasSize(allowed ? 0 : 1);
    assertThat(problems).allMatch(line -> line.contains("4 s to 40 s, not PT"));
  }

  @ParameterizedTest
  @CsvSource({"-1, false", "0, true", "1, true", "32, true", "33, false"})
  void hostsAreCounted(int hosts, boolean allowed) {
    assertThat(problems(() -> USUAL.with("hosts", hosts)))
        .isEqualTo(allowed ? List.of() : List.of("there may be 1 to 32 hosts, not " + hosts));
  }

  @Test
  void aKdcIsThereWithKerberosOnlyAndThenWithoutHosts() {
    ClusterSpec kerberos = USUAL.with("security", "kerberos");
    assertThat(kerberos.number(Role.KDC)).isEqualTo(1);
    assertThat(kerberos.with("security", "none")).isEqualTo(USUAL.with(Role.KDC, 0));
    String together = "a kdc goes with security kerberos, and only with it";
    assertThat(problems(() -> kerberos.with(Role.KDC, 0))).containsExactly(together);
    assertThat(problems(() -> USUAL.with(Role.KDC, 1))).containsExactly(together);
    assertThat(problems(() -> kerberos.with("hosts", 1)))
        .containsExactly("with security kerberos all is on the loopback address; leave hosts out");
    assertThat(problems(() -> USUAL.with("security", "tls").with("hosts", 1))).isEmpty();
  }

  @Test
  void disksAreDatanodesAndNotOfHosts() {
    Disks one = new Disks(1, true);
    assertThat(problems(() -> USUAL.withDisks(one))).isEmpty();
    assertThat(problems(() -> USUAL.withDisks(one).with("hosts", 1)))
        .containsExactly("a cluster has disks or hosts, not both; leave one out");
    assertThat(problems(() -> LOCAL.withDisks(one)))
        .containsExactly(
            "disks are those of DataNodes, and a local volume has none; leave one out");
    assertThat(problems(() -> LOCAL.withDisks(Disks.NONE))).isEmpty();
    Disks tiered = one.tiered("placement.wal", "fast");
    assertThat(problems(() -> USUAL.withDisks(tiered))).isEmpty();
    assertThat(problems(() -> USUAL.with("security", "kerberos").withDisks(tiered)))
        .containsExactly("storage policies are set without a ticket; leave security kerberos out");
    assertThat(problems(() -> USUAL.with("security", "kerberos").withDisks(one))).isEmpty();
    assertThat(problems(() -> LOCAL.withDisks(tiered))).hasSize(2);
  }

  @Test
  void severalChangesAreMadeAtOnceAndAllTheirErrorsReported() {
    Map<String, String> words = new LinkedHashMap<>();
    words.put("tserver", "5");
    words.put("gc", "0");
    words.put("site.gc.cycle.delay", "2s");
    words.put("zookeeper.timeout", "20s");
    words.put("sync.on.close", "false");
    words.put("disks", "512M");
    assertThat(USUAL.with("site.gc.cycle.start", "1s").with(words, (word, problem) -> problem))
        .isEqualTo(
            USUAL
                .with(Role.TSERVER, 5)
                .with(Role.GC, 0)
                .with("site.gc.cycle.start", "1s")
                .with("site.gc.cycle.delay", "2s")
                .with("zookeeper.timeout", "20s")
                .withDisks(new Disks(512, false)));
    words.put("tserver", "0");
    words.put("zookeeper.timeout", "1s");
    words.put("disks", "much");
    assertThat(problems(() -> USUAL.with(words, (word, problem) -> word + ": " + problem)))
        .containsExactly(
            "disks: much is no size",
            ": a cluster needs at least one tserver",
            ": the ZooKeeper time-out must be 4 s to 40 s, not PT1S");
  }

  /** Servers that need one another are named in any order. */
  @Test
  void theOrderOfWordsDoesNotMatter() {
    for (List<String> roles :
        List.of(
            List.of("resourcemanager", "nodemanager"),
            List.of("nodemanager", "resourcemanager"),
            List.of("compactor", "coordinator"),
            List.of("coordinator", "compactor"))) {
      Map<String, String> words = new LinkedHashMap<>();
      roles.forEach(role -> words.put(role, "1"));
      ClusterSpec both = USUAL.with(words, (word, problem) -> problem);
      assertThat(roles).allMatch(role -> both.number(Role.of(role).orElseThrow()) == 1);
    }
  }

  /** Each change is undone, and nothing else has become another thing. */
  @Test
  void aChangeChangesNothingElse() {
    Path home = Path.of("/opt/accumulo");
    NodeLimits nodes = new NodeLimits(0.5, 1L << 34, 1L << 20, 1);
    ClusterSpec full =
        USUAL
            .withYarn()
            .with("site.gc.cycle.start", "1s")
            .with("hosts", 2)
            .with("accumulo", home)
            .with("security", "tls")
            .with("instrument", true)
            .withNodes(nodes)
            .with("zookeeper.timeout", "17s");
    assertThat(full.yarn()).isTrue();
    assertThat(full.site()).isEqualTo(Map.of("gc.cycle.start", "1s"));
    assertThat(full.hosts()).isEqualTo(2);
    assertThat(full.ownAccumulo()).contains(home);
    assertThat(full.security()).isEqualTo(Security.TLS);
    assertThat(full.instrument()).isTrue();
    assertThat(full.nodes()).isEqualTo(nodes);
    assertThat(full.zookeeperTimeout()).isEqualTo(Duration.ofSeconds(17));
    assertThat(full.with(Role.TSERVER, 9).with(Role.TSERVER, 2)).isEqualTo(full);
    assertThat(full.with("site.gc.cycle.start", "2s")).isNotEqualTo(full);
    assertThat(full.with("site.gc.cycle.start", "2s").with("site.gc.cycle.start", "1s"))
        .isEqualTo(full);
    assertThat(full.with("hosts", 1)).isNotEqualTo(full);
    assertThat(full.with("hosts", 1).with("hosts", 2)).isEqualTo(full);
    assertThat(full.with("accumulo", Path.of("/x"))).isNotEqualTo(full);
    assertThat(full.with("accumulo", Path.of("/x")).with("accumulo", home)).isEqualTo(full);
    assertThat(full.with("security", "none")).isNotEqualTo(full);
    assertThat(full.with("security", "none").with("security", "tls").hosts()).isEqualTo(2);
    assertThat(full.with("instrument", false)).isNotEqualTo(full);
    assertThat(full.with("instrument", false).with("instrument", true)).isEqualTo(full);
    assertThat(full.withNodes(NodeLimits.UNLIMITED).withNodes(nodes)).isEqualTo(full);
    ClusterSpec disks = USUAL.withDisks(new Disks(7, false));
    assertThat(disks.with(Role.GC, 0).disks()).isEqualTo(new Disks(7, false));
  }

  @Test
  void noServerIsTakenAwayByWhatNeedsFewer() {
    ClusterSpec many = USUAL.with(Role.TSERVER, 5).with(Role.DATANODE, 4);
    assertThat(many.with("hosts", 3).number(Role.TSERVER)).isEqualTo(5);
    assertThat(many.with("hosts", 3).number(Role.DATANODE)).isEqualTo(4);
    assertThat(USUAL.with("hosts", 3).number(Role.TSERVER)).isEqualTo(3);
    assertThat(USUAL.with("hosts", 3).number(Role.DATANODE)).isEqualTo(3);
    assertThat(LOCAL.with("hosts", 3).number(Role.DATANODE)).isZero();
    ClusterSpec yarn = USUAL.withYarn().with(Role.NODEMANAGER, 3);
    assertThat(yarn.withYarn()).isEqualTo(yarn);
    assertThat(many.with("volume", "hdfs")).isEqualTo(many);
    assertThat(LOCAL.number(Role.NAMENODE)).isZero();
    assertThat(LOCAL.number(Role.DATANODE)).isZero();
    assertThat(LOCAL.with("volume", "hdfs")).isEqualTo(USUAL);
    assertThat(LOCAL.with("volume", "local-checksummed").volume())
        .isEqualTo(Volume.LOCAL_CHECKSUMMED);
  }

  @Test
  void whatIsNotSaidIsTheUsual() {
    Map<Role, Integer> none = new EnumMap<>(Role.class);
    none.put(Role.ZOOKEEPER, 1);
    none.put(Role.MANAGER, 1);
    none.put(Role.TSERVER, 1);
    ClusterSpec least =
        new ClusterSpec(
            none,
            Volume.LOCAL_RAW,
            Duration.ofSeconds(10),
            Map.of(),
            0,
            null,
            null,
            null,
            false,
            null);
    assertThat(least.ids())
        .containsExactly(
            new ServerId(Role.ZOOKEEPER, 1),
            new ServerId(Role.MANAGER, 1),
            new ServerId(Role.TSERVER, 1));
    assertThat(least.ownAccumulo()).isEmpty();
    assertThat(least.security()).isEqualTo(Security.NONE);
    assertThat(least.disks()).isEqualTo(Disks.NONE);
    assertThat(least.nodes()).isEqualTo(NodeLimits.UNLIMITED);
    assertThat(least.number(Role.GC)).isZero();
    assertThat(least.yarn()).isFalse();
    assertThat(least.replication()).isZero();
    assertThat(USUAL.replication()).isEqualTo(1);
    assertThat(USUAL.with(Role.DATANODE, 2).replication()).isEqualTo(2);
    assertThat(USUAL.with(Role.DATANODE, 5).replication()).isEqualTo(2);
    assertThat(USUAL.ids(Role.TSERVER))
        .containsExactly(new ServerId(Role.TSERVER, 1), new ServerId(Role.TSERVER, 2));
  }

  @Test
  void withoutANamenodeThereIsNoHostForIt() {
    assertThat(LOCAL.with("hosts", 1).hosted())
        .containsOnlyKeys("base", "zookeeper", "manager", "host-1");
    assertThat(USUAL.with("hosts", 1).hosted()).containsKey("namenode");
    assertThat(USUAL.with("hosts", 1).hosted().get("host-1")).hasSize(3);
    assertThat(USUAL.with("hosts", 1).hosted().get("base")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"1048575, 0", "1048576, 1", "2251799812636672, 2147483647", "2251799813685248, 0"})
  void aDiskIsWholeMebibytes(long bytes, int megabytes) {
    if (megabytes == 0) {
      assertThatThrownBy(() -> Disks.NONE.sized(bytes))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("not " + bytes + " bytes");
    } else {
      assertThat(new Disks(9, false).sized(bytes)).isEqualTo(new Disks(megabytes, false));
    }
  }

  @Test
  void onlySeparateDisksLosePower() {
    assertThat(Disks.NONE.own()).isFalse();
    assertThat(Disks.NONE.canLosePower()).isFalse();
    assertThat(new Disks(1, true).canLosePower()).isTrue();
    assertThat(new Disks(1, true).syncing(false)).isEqualTo(new Disks(1, false));
  }
}
