// SPDX-License-Identifier: Apache-2.0
package catena.cluster.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.cluster.control.ClusterControl;
import catena.cluster.control.NetworkControl;
import catena.cluster.spec.ClusterSpec;
import catena.cluster.spec.Network;
import catena.cluster.spec.NodeLimits;
import catena.cluster.spec.Server;
import catena.cluster.spec.ServerState;
import catena.cluster.spec.Tiers;
import catena.harness.instance.ServerId;
import catena.records.placement.PlacedBy;
import catena.records.placement.Tier;
import catena.records.server.Role;
import catena.records.words.UsageException;
import com.beust.jcommander.JCommander;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the words of the cluster command mean, and what it prints. */
class ClusterWordsTest {
  private static final List<String> HOSTS = List.of("base", "zookeeper", "host-1", "host-2");
  private static final ServerId GC = new ServerId(Role.GC, 1);

  private final List<String> done = new ArrayList<>();

  private <T> T recorder(Class<T> type) {
    InvocationHandler handler =
        (proxy, method, of) -> {
          if (method.getName().equals("hosts")) {
            return HOSTS;
          }
          done.add(method.getName() + (of == null ? "" : Arrays.toString(of)));
          return null;
        };
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }

  @ParameterizedTest
  @CsvSource({
    "start, started",
    "stop, stopped",
    "kill, killed",
    "pause, paused",
    "resume, resumed"
  })
  void aWordDoesToAServerWhatItSays(String word, String past) throws Exception {
    ClusterAction action = ClusterAction.of(List.of(word, "gc-1"));
    action.perform(recorder(ClusterControl.class), GC);
    assertThat(done).containsExactly(word + "[gc-1]");
    assertThat(action.past()).isEqualTo(past);
  }

  @ParameterizedTest
  @ValueSource(strings = {"status", "cut", "heal"})
  void aWordThatIsNotForServersDoesNothingToThem(String word) {
    ClusterAction action = ClusterAction.of(List.of(word));
    assertThatThrownBy(() -> action.perform(recorder(ClusterControl.class), GC))
        .isInstanceOf(IllegalStateException.class);
    assertThat(done).isEmpty();
  }

  static Stream<String> wordsOfOptions() {
    return Stream.concat(Tiers.WORDS.stream(), NodeLimits.WORDS.stream());
  }

  /** The words stand in lists, and the options of a start in another order of their own. */
  @ParameterizedTest
  @MethodSource("wordsOfOptions")
  void whatAnOptionSaysIsTakenForTheWordOfItsName(String word) {
    String option = "--" + word.replace('.', '-');
    ClusterRequest request = new ClusterRequest();
    JCommander.newBuilder().addObject(request).build().parse("--disks", "6G", option, "!");
    assertThatThrownBy(() -> request.applyTo(ClusterSpec.usual()))
        .hasMessageStartingWith(option + " !: ");
  }

  private void onNetwork(ClusterAction action, boolean oneWay, String... words) throws Exception {
    ClusterCommand.cutOrHeal(action, recorder(NetworkControl.class), List.of(words), oneWay);
  }

  @Test
  void aCutIsBetweenTheGroupsThatAreNamed() throws Exception {
    onNetwork(ClusterAction.CUT, true, "host-1,zookeeper", "base");
    onNetwork(ClusterAction.CUT, false, "host-1", "others");
    onNetwork(ClusterAction.HEAL, false, "host-1", "host-2");
    onNetwork(ClusterAction.HEAL, false);
    assertThat(done)
        .containsExactly(
            "cut[[host-1, zookeeper], [base], true]",
            "cut[[host-1], [base, zookeeper, host-2], false]",
            "heal[[host-1], [host-2]]",
            "healAll");
  }

  @Test
  void groupsThatAreMissingAreNamedAndNothingIsCut() {
    for (List<String> words :
        List.of(List.<String>of(), List.of("host-1"), List.of("a", "b", "c"))) {
      assertThatThrownBy(() -> ClusterCommand.groups(words, HOSTS))
          .isInstanceOf(UsageException.class)
          .hasMessageContaining("two groups of hosts");
    }
    assertThat(ClusterCommand.groups(List.of("host-1", "base"), HOSTS))
        .containsExactly(Set.of("host-1"), Set.of("base"));
  }

  @Test
  void wordsNameGroupsOfHosts() {
    List<String> hosts = new Network("catena-00ff10", 300, 3, true).hosts();
    List<Set<String>> others = ClusterCommand.groups(List.of("host-1,host-2", "others"), hosts);
    assertThat(others.get(1)).containsExactly("base", "zookeeper", "namenode", "manager", "host-3");
    assertThatThrownBy(() -> ClusterCommand.groups(List.of("host-1"), hosts))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("between two groups");
    assertThat(ClusterCommand.groups(List.of("host-1,", "base"), hosts))
        .containsExactly(Set.of("host-1", ""), Set.of("base"));
  }

  @Test
  void cutsAreListedOnceWithTheirDirections() {
    assertThat(ClusterCommand.lines(List.of())).containsExactly("no cuts");
    assertThat(
            ClusterCommand.lines(
                List.of(
                    new NetworkControl.Cut("b", "a"),
                    new NetworkControl.Cut("a", "b"),
                    new NetworkControl.Cut("c", "a"))))
        .containsExactly("cut: a <-> b", "cut: c -> a");
  }

  @Test
  void aServerWithoutAProcessHasNoPidNoTimeAndNoAddress() {
    Server dead =
        new Server(
            GC,
            ServerState.DEAD,
            OptionalLong.empty(),
            "127.0.0.1",
            Map.of(),
            Optional.empty(),
            Path.of("x.log"));
    List<String> plain = ClusterCommand.table(List.of(dead), Optional.empty(), ZoneOffset.UTC);
    assertThat(plain).hasSize(2);
    assertThat(plain.get(1)).matches("gc-1 +- +dead +-");
    List<String> hosted =
        ClusterCommand.table(List.of(dead), Optional.of(id -> "manager"), ZoneOffset.UTC);
    assertThat(hosted.get(0)).contains("host");
    assertThat(hosted.get(1)).matches("gc-1 +- +dead +- +manager");
  }

  /** What options ask for. */
  static ClusterRequest asked(String... words) {
    ClusterRequest request = new ClusterRequest();
    JCommander.newBuilder().addObject(request).build().parse(words);
    return request;
  }

  private static ClusterRequest nothing() {
    return asked();
  }

  private static ClusterRequest hosts(int hosts) {
    return asked("--hosts", Integer.toString(hosts));
  }

  private static ClusterRequest tiers(String disks, Map<String, String> words) {
    List<String> options = new ArrayList<>();
    words.forEach((word, value) -> options.addAll(List.of("--" + word.replace('.', '-'), value)));
    if (disks != null) {
      options.addAll(List.of("--disks", disks));
    }
    return asked(options.toArray(String[]::new));
  }

  @Test
  void fastAndSlowDisksStayAsTheyAreUnlessSomethingIsSaid() {
    Map<String, String> words = Map.of("slow.write", "20M", "placement.wal", "fast");
    ClusterSpec made = tiers("4G", words).applyTo(ClusterSpec.usual());
    assertThat(made.disks().tiers().slowWrite()).isEqualTo(20L << 20);
    assertThat(made.disks().tiers().wal()).isEqualTo(Tier.FAST);
    assertThat(nothing().applyTo(made)).isEqualTo(made);
    assertThat(tiers(null, words).given()).isNotEmpty();
    assertThatThrownBy(() -> tiers("4G", Map.of("slow.iops", "x")).applyTo(ClusterSpec.usual()))
        .hasMessageContaining("--slow-iops x");
    ClusterSpec other = tiers(null, Map.of("placement.wal", "slow")).applyTo(made);
    assertThatThrownBy(() -> ClusterSetup.checkGrowth(made, other)).hasMessageContaining("--clean");
  }

  @Test
  void nodesKeepTheirLimitsUnlessSomethingIsSaid() {
    ClusterRequest request = asked("--node-cpu", "0.2", "--clients-cpu", "0.5");
    assertThat(request.given()).isNotEmpty();
    ClusterSpec made = request.applyTo(ClusterSpec.usual());
    assertThat(made.nodes()).isEqualTo(new NodeLimits(0.2, 0, 0, 0.5));
    assertThat(nothing().applyTo(made)).isEqualTo(made);
    assertThat(asked("--node-cpu", "0").applyTo(made).nodes())
        .isEqualTo(new NodeLimits(0, 0, 0, 0.5));
    assertThatThrownBy(() -> asked("--node-memory", "x").applyTo(ClusterSpec.usual()))
        .hasMessageContaining("--node-memory x: ");
  }

  @Test
  void volumesAreSaidWithWhatIsToBeOnThem() {
    Map<String, String> words = Map.of("placement.by", "volumes", "placement.wal", "fast");
    ClusterSpec made = tiers("4G", words).applyTo(ClusterSpec.usual());
    assertThat(made.disks().tiers().by()).isEqualTo(PlacedBy.VOLUMES);
    ClusterRequest alone = tiers("4G", Map.of("placement.by", "volumes"));
    assertThat(alone.given()).isNotEmpty();
    assertThatThrownBy(() -> alone.applyTo(ClusterSpec.usual()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("--placement-by volumes: two volumes need fast and slow disks");
    assertThat(alone.applyTo(made)).as("of a cluster that has them").isEqualTo(made);
    assertThatThrownBy(() -> tiers("4G", Map.of("placement.by", "x")).applyTo(made))
        .hasMessageContaining("--placement-by x: ");
    ClusterSpec policies = tiers(null, Map.of("placement.by", "policies")).applyTo(made);
    assertThatThrownBy(() -> ClusterSetup.checkGrowth(made, policies))
        .hasMessageContaining("--clean");
  }

  @Test
  void whoAsksForNothingKeepsWhatIs() {
    ClusterSpec before = ClusterSpec.usual().with("site.gc.cycle.delay", "7s").with("hosts", 3);
    assertThat(nothing().given()).isEmpty();
    assertThat(nothing().applyTo(before)).isEqualTo(before);
    assertThat(hosts(2).given()).isNotEmpty();
  }

  @Test
  void spreadOverHostsThereAreNoFewerServersThanHosts() {
    ClusterSpec spread = hosts(4).applyTo(ClusterSpec.usual());
    assertThat(spread.hosts()).isEqualTo(4);
    assertThat(spread.number(Role.TSERVER)).isEqualTo(4);
    assertThat(spread.number(Role.DATANODE)).isEqualTo(4);
    assertThat(hosts(4).applyTo(spread.with(Role.TSERVER, 9)).number(Role.TSERVER)).isEqualTo(9);
    for (int wrong : List.of(0, -1, 33)) {
      assertThatThrownBy(() -> hosts(wrong).applyTo(ClusterSpec.usual()))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("1 to 32");
    }
  }

  @Test
  void compactorsComeWithACoordinatorAndGoWithoutOne() {
    ClusterRequest two = asked("--compactors", "2");
    ClusterSpec with = two.applyTo(ClusterSpec.usual());
    assertThat(with.number(Role.COORDINATOR)).isEqualTo(1);
    ClusterRequest none = asked("--compactors", "0");
    assertThat(none.applyTo(with).number(Role.COMPACTOR)).isZero();
    assertThat(none.applyTo(ClusterSpec.usual()).number(Role.COORDINATOR)).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"table.custom.own=x", "general.custom.a.b=1", "gc.cycle.delay = 7s "})
  void aPropertyThatAccumuloTakesIsTaken(String text) {
    ClusterRequest request = asked("-o", text);
    String key = text.substring(0, text.indexOf('=')).strip();
    String value = text.substring(text.indexOf('=') + 1).strip();
    assertThat(request.applyTo(ClusterSpec.usual()).site()).containsEntry(key, value);
  }
}
