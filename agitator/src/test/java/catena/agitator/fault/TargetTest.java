// SPDX-License-Identifier: Apache-2.0
package catena.agitator.fault;

import static org.assertj.core.api.Assertions.assertThat;

import catena.agitator.Clusters;
import catena.agitator.FakeControl;
import catena.records.server.Role;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who is meant by the words of a policy, and who of them is there. */
class TargetTest {
  private static final Topology PLAIN = Clusters.small();
  private static final Topology HOSTED = Clusters.hosted();
  private static final Topology NOBODY = Clusters.of(List.of(FakeControl.id("gc-1")), 1);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "tserver | tserver-1 tserver-2 | ''",
        "sserver | '' | ''",
        "tserver-2 | tserver-2 | tserver-2",
        "tserver@metadata | tserver@metadata | ''",
        "tserver@table | tserver@table | ''",
        "manager@active | manager@active | ''",
        "manager@standby | manager@standby | ''",
        "site | site | datanode-1 datanode-2 tserver-1 tserver-2",
        "host | '' | ''",
        "host-1 | host-1 | ''",
        "table | table | ''"
      })
  void whoIsDrawnAndWhoIsDown(String text, String candidates, String servers) {
    Target target = Target.parse(text);
    assertThat(target).hasToString(text);
    assertThat(String.join(" ", target.candidates(PLAIN))).isEqualTo(candidates);
    assertThat(String.join(" ", target.servers(PLAIN).stream().map(Object::toString).toList()))
        .isEqualTo(servers);
  }

  @Test
  void hostsCarryServersAndTheBaseIsNoneOfThem() {
    assertThat(Target.parse("host").candidates(HOSTED))
        .containsExactly("host-1", "host-2", "host-3");
    assertThat(Target.parse("host-2").servers(HOSTED))
        .containsExactly(FakeControl.id("tserver-2"), FakeControl.id("datanode-2"));
    assertThat(Target.parse("base").servers(HOSTED)).isEmpty();
    assertThat(Target.parse("host-4").servers(HOSTED)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "tserver, true, true, false",
    "gc, true, false, true",
    "gc-1, true, false, true",
    "gc-2, false, false, false",
    "tserver-3, false, true, false",
    "tserver@metadata, true, true, false",
    "tserver@table, true, true, false",
    "manager@active, true, false, false",
    "manager@standby, false, false, false",
    "site, true, true, false",
    "host, false, true, false",
    "host-3, false, true, false",
    "host-4, false, false, false",
    "base, false, true, false",
    "table, true, true, true"
  })
  void whoIsNotThereIsAProblem(String text, boolean plain, boolean hosted, boolean nobody) {
    Target target = Target.parse(text);
    assertThat(target.problem(PLAIN).isEmpty()).isEqualTo(plain);
    assertThat(target.problem(HOSTED).isEmpty()).isEqualTo(hosted);
    assertThat(target.problem(NOBODY).isEmpty()).isEqualTo(nobody);
    target
        .problem(NOBODY)
        .ifPresent(
            why ->
                assertThat(why)
                    .isEqualTo(
                        "there is no "
                            + text
                            + " here; there are [gc-1], and no hosts whose network can be cut"));
    target
        .problem(HOSTED)
        .ifPresent(
            why -> assertThat(why).endsWith(" and the hosts [base, host-1, host-2, host-3]"));
  }

  @Test
  void someAreKnownByTheirRoleOnly() {
    assertThat(Target.parse("tserver@metadata").unnamed()).contains(Role.TSERVER);
    assertThat(Target.parse("manager@standby").unnamed()).contains(Role.MANAGER);
    for (String named : List.of("tserver", "tserver-1", "site", "host", "host-1", "table")) {
      assertThat(Target.parse(named).unnamed()).as(named).isEmpty();
    }
  }

  @Test
  void aTopologyCountsItsServers() {
    assertThat(PLAIN.number(Role.TSERVER)).isEqualTo(2);
    assertThat(PLAIN.number(Role.SSERVER)).isZero();
    assertThat(PLAIN.numbers()).containsEntry(Role.DATANODE, 2).doesNotContainKey(Role.SSERVER);
    assertThat(PLAIN.servers()).isSorted();
    assertThat(NOBODY.numbers()).isEqualTo(Map.of(Role.GC, 1));
  }

  @Test
  void aVictimThatOnlyWaitedHeldNoLock() {
    Victim held =
        new Victim("manager-1", Optional.of("h:1"), Optional.of(7L), Optional.of(31L), false);
    Victim waited =
        new Victim("manager-2", Optional.empty(), Optional.empty(), held.session(), true);
    assertThat(held.heldSession()).contains(31L);
    assertThat(waited.heldSession()).isEmpty();
    assertThat(held.text()).isEqualTo("manager-1@h:1");
    assertThat(waited.text()).isEqualTo("manager-2");
    assertThat(held.server()).contains(FakeControl.id("manager-1"));
    assertThat(Victim.named("host-1").server()).isEmpty();
    assertThat(Victim.named("table").heldSession()).isEmpty();
  }
}
