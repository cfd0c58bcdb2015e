// SPDX-License-Identifier: Apache-2.0
package catena.cluster.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.harness.instance.ServerId;
import catena.records.placement.Place;
import catena.records.placement.PlacedBy;
import catena.records.placement.Tier;
import catena.records.server.Role;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What limits of nodes and of slow disks may be, to the last of it. */
class LimitsOfNodesTest {
  private static boolean allowed(Runnable making) {
    try {
      making.run();
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  @ParameterizedTest
  @CsvSource({
    "0, true",
    "0.05, true",
    "0.0499, false",
    "-0.05, false",
    "32767, true",
    "32768, false",
    "Infinity, false"
  })
  void coresAreAFewToVeryMany(double cores, boolean allowed) {
    assertThat(allowed(() -> new NodeLimits(cores, 0, 0, 0))).isEqualTo(allowed);
    assertThat(allowed(() -> new NodeLimits(0, 0, 0, cores))).isEqualTo(allowed);
  }

  @ParameterizedTest
  @CsvSource({"0, true", "655360, true", "655359, false", "1, false", "-1, false"})
  void aHostTakesMoreThanAPacket(long net, boolean allowed) {
    assertThat(allowed(() -> new NodeLimits(0, 0, net, 0))).isEqualTo(allowed);
  }

  @ParameterizedTest
  @CsvSource({
    "node.cpu, 0.25, 0.25 cores each, true",
    "node.memory, 3M, 3 MiB each, true",
    "node.net, 1M, 1024 KiB/s each way, false",
    "clients.cpu, ' 2 ', clients 2.0 cores in all, true"
  })
  void eachLimitIsPrintedAlone(String word, String value, String told, boolean grouped) {
    NodeLimits limits = NodeLimits.UNLIMITED.with(word, value);
    assertThat(limits).hasToString(told);
    assertThat(limits.grouped()).as("needs control groups").isEqualTo(grouped);
    assertThat(NodeLimits.WORDS).contains(word);
  }

  @Test
  void aWordKeepsWhatTheOthersHaveSaid() {
    NodeLimits all = new NodeLimits(1, 2L << 20, 3L << 20, 4);
    assertThat(all.with("node.cpu", "5")).isEqualTo(new NodeLimits(5, 2L << 20, 3L << 20, 4));
    assertThat(all.with("node.memory", "5M")).isEqualTo(new NodeLimits(1, 5L << 20, 3L << 20, 4));
    assertThat(all.with("node.net", "5M")).isEqualTo(new NodeLimits(1, 2L << 20, 5L << 20, 4));
    assertThat(all.with("clients.cpu", "5")).isEqualTo(new NodeLimits(1, 2L << 20, 3L << 20, 5));
    assertThatThrownBy(() -> all.with("node.disk", "5"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("node.disk");
  }

  @Test
  void numbersGoRoundTheHosts() {
    assertThat(List.of(1, 2, 3, 4, 6, 7))
        .extracting(n -> NodeLimits.of(new ServerId(Role.SSERVER, n), 3).getAsInt())
        .containsExactly(1, 2, 3, 1, 3, 1);
    assertThat(NodeLimits.of(new ServerId(Role.COMPACTOR, 2), 1)).hasValue(1);
    assertThat(NodeLimits.of(new ServerId(Role.MANAGER, 1), 0)).isEmpty();
    assertThat(NodeLimits.of(new ServerId(Role.NAMENODE, 1), 0)).isEmpty();
    assertThat(NodeLimits.of(new ServerId(Role.NODEMANAGER, 1), 0)).isEmpty();
  }

  /** Both tservers and the DataNode are on the only host. */
  @Test
  void allServersOfAHostMustFitIntoIt() {
    ClusterSpec one = ClusterSpec.usual().with("hosts", 1);
    long needed = 2 * (768 + 256 + 128) + (256 + 128);
    NodeLimits enough = new NodeLimits(0, needed << 20, 0, 0);
    NodeLimits less = new NodeLimits(0, (needed << 20) - 1, 0, 0);
    assertThat(NodeLimits.problem(one.withNodes(enough))).isEmpty();
    assertThat(NodeLimits.problem(one.withNodes(less)).orElseThrow())
        .contains("are " + needed + " MiB");
    assertThat(NodeLimits.problem(one)).isEmpty();
    NodeLimits cpu = NodeLimits.UNLIMITED.with("node.cpu", "1");
    assertThat(NodeLimits.problem(one.withNodes(cpu))).as("no limit of memory").isEmpty();
  }

  private static boolean slow(long write, long read, int operations) {
    Tiers usual = Tiers.USUAL;
    return allowed(
        () ->
            new Tiers(
                write,
                read,
                operations,
                usual.zookeeper(),
                usual.wal(),
                usual.metadata(),
                usual.tables(),
                null));
  }

  @Test
  void aSlowDiskIsNotTooSlowToStart() {
    long least = 64L << 10;
    assertThat(slow(0, 0, 0)).isTrue();
    assertThat(slow(least, least, 5)).isTrue();
    assertThat(slow(least - 1, 0, 0)).isFalse();
    assertThat(slow(0, least - 1, 0)).isFalse();
    assertThat(slow(-1, 0, 0)).isFalse();
    assertThat(slow(0, 0, 4)).isFalse();
    assertThat(slow(0, 0, -5)).isFalse();
  }

  @Test
  void eachLimitOfADiskIsOne() {
    assertThat(Tiers.USUAL.limited()).isFalse();
    assertThat(Tiers.USUAL.with("slow.write", "1M").limited()).isTrue();
    assertThat(Tiers.USUAL.with("slow.read", "1M").limited()).isTrue();
    assertThat(Tiers.USUAL.with("slow.iops", "5").limited()).isTrue();
  }

  @Test
  void aPlaceIsMovedAloneAndKeepsTheLimits() {
    Tiers slow = Tiers.USUAL.with("slow.write", "1M").with("slow.read", "2M");
    Tiers all = slow.with("slow.iops", " 7 ").with("placement.by", "volumes");
    for (Place place : List.of(Place.WAL, Place.METADATA, Place.TABLES, Place.ZOOKEEPER)) {
      String word =
          place == Place.ZOOKEEPER
              ? "zookeeper.disk"
              : "placement." + place.name().toLowerCase(Locale.ROOT);
      Tiers moved = all.with(word, "fast");
      for (Place each : List.of(Place.WAL, Place.METADATA, Place.TABLES, Place.ZOOKEEPER)) {
        assertThat(moved.of(each)).contains(each == place ? Tier.FAST : Tier.SLOW);
      }
      assertThat(moved.with(word, "slow")).isEqualTo(all);
    }
    assertThat(all.slowWrite()).isEqualTo(1L << 20);
    assertThat(all.slowRead()).isEqualTo(2L << 20);
    assertThat(all.slowOperations()).isEqualTo(7);
    assertThat(all.by()).isEqualTo(PlacedBy.VOLUMES);
  }
}
