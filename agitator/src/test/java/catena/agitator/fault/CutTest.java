// SPDX-License-Identifier: Apache-2.0
package catena.agitator.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.agitator.FakeControl;
import catena.agitator.FakeLocks;
import catena.agitator.observe.Observation;
import catena.agitator.observe.Recovery;
import catena.cluster.control.NetworkControl;
import catena.cluster.spec.ServerState;
import catena.records.server.Role;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Between whom the network is cut, in which direction, and what shows it. */
class CutTest {
  private static final List<String> HOSTS =
      List.of("base", "zookeeper", "host-1", "host-2", "host-3");

  private static final Map<String, String> ON =
      Map.of("tserver-1", "host-1", "datanode-1", "host-1", "tserver-2", "host-2");

  private final Set<String> cuts = new LinkedHashSet<>();
  private final NetworkControl network =
      (NetworkControl)
          Proxy.newProxyInstance(
              CutTest.class.getClassLoader(),
              new Class<?>[] {NetworkControl.class},
              (proxy, method, of) ->
                  switch (method.getName()) {
                    case "hosts" -> HOSTS;
                    case "cut" -> cut(set(of[0]), set(of[1]), (boolean) of[2]);
                    case "heal" -> heal(set(of[0]), set(of[1]));
                    case "hostOf" -> ON.get(of[0].toString());
                    case "reachable" -> !cuts.contains(of[0] + ">" + of[1]);
                    default -> throw new UnsupportedOperationException(method.getName());
                  });
  private final ClusterUnderTest field = field(Optional.of(network));
  private final Cut cut = new Cut();

  private static ClusterUnderTest field(Optional<NetworkControl> network) {
    return new ClusterUnderTest(
        new FakeControl() {
          @Override
          public Optional<NetworkControl> network() {
            return network;
          }
        }.set("tserver-1", ServerState.RUNNING, 7, 1)
            .set("tserver-2", ServerState.RUNNING, 8, 2)
            .set("datanode-1", ServerState.RUNNING, 9, 3),
        new FakeLocks().hold(Role.TSERVER, 1, 0x1f).hold(Role.TSERVER, 2, 0x2f),
        () -> {
          throw new AssertionError("no client is needed");
        },
        "table",
        Duration.ofSeconds(1));
  }

  @SuppressWarnings("unchecked")
  private static Set<String> set(Object hosts) {
    return (Set<String>) hosts;
  }

  private Object cut(Set<String> from, Set<String> to, boolean oneWay) {
    for (String a : from) {
      for (String b : to) {
        cuts.add(a + ">" + b);
        if (!oneWay) {
          cuts.add(b + ">" + a);
        }
      }
    }
    return null;
  }

  private Object heal(Set<String> from, Set<String> to) {
    cuts.removeIf(
        each -> {
          String[] ends = each.split(">", -1);
          return (from.contains(ends[0]) && to.contains(ends[1]))
              || (to.contains(ends[0]) && from.contains(ends[1]));
        });
    return null;
  }

  private InjectedFault resolve(Map<String, String> options, String... victims) throws Exception {
    return cut.resolve(
        field,
        new TimedFault(
            1,
            Duration.ZERO,
            "cut",
            List.of(victims),
            Duration.ZERO,
            new TreeMap<>(options),
            Optional.empty()));
  }

  private void assertCuts(InjectedFault injected, String... expected) throws Exception {
    assertThat(cut.proof(field, injected).shows()).as("nothing is cut yet").isFalse();
    cut.act(field, injected, victim -> {});
    assertThat(cuts).containsExactlyInAnyOrder(expected);
    assertThat(cut.proof(field, injected).shows()).isTrue();
    for (String each : expected) {
      cuts.remove(each);
      assertThat(cut.proof(field, injected).shows()).as(each + " is open").isFalse();
      cuts.add(each);
    }
    cuts.add("host-3>zookeeper");
    assertThat(cut.heal(field, injected)).contains("host-1", "is whole");
    assertThat(cuts).as("another's cut stays").containsExactly("host-3>zookeeper");
  }

  @Test
  void aCutIsAboutTheTserversOfTheHostsWhoseSessionsItMayEnd() throws Exception {
    InjectedFault injected = resolve(Map.of(), "host-1");
    assertThat(injected.victims())
        .extracting(Victim::text)
        .as("which servers fall with it")
        .containsExactly("host-1@127.0.0.1");
    List<Victim> affected = field.affected(injected);
    assertThat(affected)
        .containsExactly(
            new Victim(
                "tserver-1",
                Optional.of("127.0.0.1:1"),
                Optional.of(7L),
                Optional.of(0x1fL),
                false));
    List<Observation.Quick> looks =
        List.of(
            new Observation.Quick(1, 2, List.of(), Optional.of(field.locks().get())),
            new Observation.Quick(
                3, 4, List.of(), Optional.of(new FakeLocks().hold(Role.TSERVER, 2, 0x2f).get())));
    assertThat(Recovery.noticed(looks, affected)).hasValue(4);
    assertThat(resolve(Map.of("from", "zookeeper"), "host-1").victims())
        .as("it takes writes still")
        .containsExactly(Victim.named("host-1"));
    InjectedFault none = resolve(Map.of(), "host-3");
    assertThat(none.victims()).containsExactly(Victim.named("host-3"));
    assertThat(field.affected(none)).as("it has none").isEmpty();
  }

  @Test
  void unlessSaidOtherwiseAHostIsCutOffFromEveryoneInBothDirections() throws Exception {
    assertCuts(
        resolve(Map.of(), "host-1"),
        "host-1>base",
        "base>host-1",
        "host-1>zookeeper",
        "zookeeper>host-1",
        "host-1>host-2",
        "host-2>host-1",
        "host-1>host-3",
        "host-3>host-1");
  }

  @Test
  void twoGroupsOfHostsAreCutApart() throws Exception {
    assertCuts(
        resolve(Map.of("from", "others"), "host-1", "host-2"),
        "host-1>host-3",
        "host-3>host-1",
        "host-2>host-3",
        "host-3>host-2");
  }

  @Test
  void nothingLeavesTheVictim() throws Exception {
    assertCuts(
        resolve(Map.of("from", "zookeeper, base", "direction", "out"), "host-1"),
        "host-1>zookeeper",
        "host-1>base");
  }

  @Test
  void nothingReachesTheVictim() throws Exception {
    assertCuts(
        resolve(Map.of("from", "zookeeper", "direction", "in"), "host-1"), "zookeeper>host-1");
  }

  @Test
  void whatHealingNeedsIsWrittenDown() throws Exception {
    InjectedFault injected = resolve(Map.of("from", "others"), "host-1");
    assertThat(injected.memo()).containsEntry("from", "host-2,host-3");
    assertThat(injected.memo()).containsEntry("direction", "both");
  }

  @Test
  void hostsOrDirectionsThatThereAreNotAreRefusedBeforeAnythingIsCut() {
    assertThatThrownBy(() -> resolve(Map.of("from", "host-9"), "host-1"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("from=host-9")
        .hasMessageContaining("zookeeper");
    assertThatThrownBy(() -> resolve(Map.of("from", "host-1"), "host-1"))
        .hasMessageContaining("names no other hosts");
    assertThatThrownBy(() -> resolve(Map.of("direction", "up"), "host-1"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(cuts).isEmpty();
  }

  @Test
  void aClusterWithoutHostsCannotBeCut() {
    TimedFault planned =
        new TimedFault(
            1,
            Duration.ZERO,
            "cut",
            List.of("host-1"),
            Duration.ZERO,
            new TreeMap<>(),
            Optional.empty());
    assertThatThrownBy(() -> cut.resolve(field(Optional.empty()), planned))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("cannot be cut");
  }
}
