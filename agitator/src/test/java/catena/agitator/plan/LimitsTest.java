// SPDX-License-Identifier: Apache-2.0
package catena.agitator.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.agitator.Clusters;
import catena.agitator.FakeControl;
import catena.records.server.Role;
import catena.records.words.UsageException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How many may be down, how many are hit, and which files are meant. */
class LimitsTest {
  @TempDir Path directory;

  private static Limits limits(Role role, int most) {
    return new Limits(new TreeMap<>(Map.of(role, most)));
  }

  @ParameterizedTest
  @CsvSource({
    "zookeeper, 1",
    "namenode, 0",
    "datanode, 1",
    "tserver, 4",
    "manager, 2",
    "gc, 1",
    "sserver, 0"
  })
  void aMajorityAReplicaAndATserverAreLeft(String role, int most) {
    assertThat(Limits.harmless(Role.of(role).orElseThrow(), Clusters.middling())).isEqualTo(most);
  }

  @Test
  void serversCountOnceAndThoseWithoutANameCountToo() {
    Limits two = limits(Role.TSERVER, 2);
    var first = FakeControl.id("tserver-1");
    var second = FakeControl.id("tserver-2");
    assertThat(two.allow(List.of(first, second, first), List.of())).isTrue();
    assertThat(two.allow(List.of(first), List.of(Role.TSERVER))).isTrue();
    assertThat(two.allow(List.of(first, second), List.of(Role.TSERVER))).isFalse();
    assertThat(two.allow(List.of(), Collections.nCopies(3, Role.TSERVER))).isFalse();
    assertThat(two.allow(List.of(FakeControl.id("gc-1")), List.of()))
        .as("nobody has allowed it")
        .isFalse();
    assertThat(two.allow(List.of(), List.of())).isTrue();
    assertThat(two.allow(List.of(first, second), List.of(Role.MANAGER))).as("of no role").isFalse();
    assertThat(limits(Role.MANAGER, 1).allow(List.of(), List.of(Role.MANAGER))).isTrue();
  }

  @Test
  void aPlanLimitsTheRolesThatItNamesOnly() {
    Plan plan =
        new Plan(
            "p",
            1,
            false,
            Duration.ZERO,
            Plan.ANY,
            new TreeMap<>(Map.of(Role.TSERVER, 1)),
            List.of());
    Limits limits = Limits.of(plan, Clusters.middling());
    assertThat(limits.most(Role.TSERVER)).isEqualTo(1);
    assertThat(limits.most(Role.DATANODE)).isEqualTo(4);
    assertThat(limits.most(Role.SSERVER)).as("there is none").isZero();
  }

  @ParameterizedTest
  @CsvSource({"2, 2, 2", "1:3, 1, 3", "' 1 : 3 ', 1, 3"})
  void numbersOfVictimsAreRead(String text, int min, int max) {
    VictimCount count = VictimCount.parse(text);
    assertThat(count).isEqualTo(new VictimCount(min, max));
    assertThat(count.least(5)).isEqualTo(min);
  }

  @Test
  void allAreAsManyAsThereAre() {
    VictimCount all = VictimCount.parse("all");
    assertThat(all.least(5)).isEqualTo(5);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "3:1", "1:2:3", "", "some", "1:", "99999999999"})
  void whatIsNoNumberOfVictimsIsRefused(String text) {
    assertThatThrownBy(() -> VictimCount.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aFileIsMeantByItsPathOrByTheNameUnderWhichItIsShipped() throws Exception {
    Path shipped = Files.createDirectories(directory.resolve("conf/agitation"));
    Files.writeString(shipped.resolve("gentle.yaml"), "");
    Files.writeString(shipped.resolve("brutal.yaml"), "");
    Path own = Files.writeString(directory.resolve("own.yaml"), "");
    String before = System.getProperty("catena.home");
    System.setProperty("catena.home", directory.toString());
    try {
      assertThat(PolicyFile.file("gentle")).isEqualTo(shipped.resolve("gentle.yaml"));
      assertThat(PolicyFile.file(own.toString())).isEqualTo(own);
      assertThatThrownBy(() -> PolicyFile.file("gnetle"))
          .isInstanceOf(UsageException.class)
          .hasMessageContaining("no file gnetle; conf/agitation has brutal, gentle");
    } finally {
      if (before == null) {
        System.clearProperty("catena.home");
      } else {
        System.setProperty("catena.home", before);
      }
    }
    assertThat(PolicyFile.nameOf(own)).isEqualTo("own");
  }
}
