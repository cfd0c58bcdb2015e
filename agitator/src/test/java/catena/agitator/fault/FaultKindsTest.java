// SPDX-License-Identifier: Apache-2.0
package catena.agitator.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.agitator.Clusters;
import catena.agitator.FakeControl;
import catena.cluster.config.Ports;
import catena.cluster.spec.ServerState;
import catena.harness.instance.ServerLocks;
import catena.records.server.Role;
import com.google.common.net.HostAndPort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whom each kind of fault hits, what it does to servers and what shows that. */
class FaultKindsTest {
  private final FakeTables tables = new FakeTables();
  private final FakeControl control = new FakeControl();
  private final ClusterUnderTest field =
      new ClusterUnderTest(
          control,
          new ServerLocks("127.0.0.1:1", "none", Duration.ofMillis(1))::read,
          tables::client,
          FakeTables.TABLE,
          Duration.ofSeconds(10));

  static Fault fault(String word) {
    return Fault.of(word).orElseThrow();
  }

  private InjectedFault resolve(Fault fault, String... targets) throws Exception {
    return fault.resolve(
        field,
        new TimedFault(
            1,
            Duration.ZERO,
            fault.word(),
            List.of(targets),
            Duration.ZERO,
            new TreeMap<>(),
            Optional.empty()));
  }

  @ParameterizedTest
  @CsvSource({
    "kill, true, true, true, true, false, false",
    "stop, true, true, true, true, false, false",
    "pause, true, true, true, true, false, false",
    "restart, true, true, true, true, false, false",
    "rolling-restart, true, true, true, true, false, false",
    "migrate, true, false, true, true, false, false",
    "power, false, false, false, false, false, false",
    "cut, false, false, false, false, true, false",
    "split, false, false, false, false, false, true",
    "merge, false, false, false, false, false, true",
    "compact, false, false, false, false, false, true",
    "flush, false, false, false, false, false, true",
    "offline, false, false, false, false, false, true",
    "split-threshold, false, false, false, false, false, true"
  })
  void aFaultIsAimedAtWhatItCanHit(
      String word,
      boolean tserver,
      boolean gc,
      boolean one,
      boolean hosting,
      boolean host,
      boolean table) {
    Fault fault = fault(word);
    assertThat(fault.word()).isEqualTo(word);
    assertThat(fault.appliesTo(Target.parse("tserver"))).isEqualTo(tserver);
    assertThat(fault.appliesTo(Target.parse("gc"))).isEqualTo(gc);
    assertThat(fault.appliesTo(Target.parse("gc-1"))).isEqualTo(gc);
    assertThat(fault.appliesTo(Target.parse("tserver-2"))).isEqualTo(one);
    assertThat(fault.appliesTo(Target.parse("tserver@metadata"))).isEqualTo(hosting);
    assertThat(fault.appliesTo(Target.parse("host"))).isEqualTo(host);
    assertThat(fault.appliesTo(Target.parse("host-1"))).isEqualTo(host);
    assertThat(fault.appliesTo(Target.parse("table"))).isEqualTo(table);
    boolean whole = word.equals("kill") || word.equals("power");
    assertThat(fault.appliesTo(Target.parse("site"))).isEqualTo(whole);
    assertThat(fault.inTurn()).isEqualTo(word.equals("rolling-restart"));
  }

  @Test
  void whoIsAtWorkAndWhoStandsByAreAimsOfManagers() {
    Target active = Target.parse("manager@active");
    Target standby = Target.parse("manager@standby");
    assertThat(active).hasToString("manager@active");
    assertThat(standby).hasToString("manager@standby");
    assertThat(List.of(active, standby))
        .allSatisfy(
            target -> {
              assertThat(target.unnamed()).contains(Role.MANAGER);
              assertThat(fault("kill").appliesTo(target)).isTrue();
              assertThat(fault("migrate").appliesTo(target)).isFalse();
            });
    Topology one = Clusters.of(List.of(FakeControl.id("manager-1")), 1);
    assertThat(active.problem(one)).isEmpty();
    assertThat(standby.problem(one).orElseThrow()).contains("no manager@standby here");
    Topology two =
        Clusters.of(List.of(FakeControl.id("manager-1"), FakeControl.id("manager-2")), 1);
    assertThat(standby.problem(two)).isEmpty();
    assertThat(Target.parse("tserver@table").unnamed()).contains(Role.TSERVER);
    assertThat(Target.parse("tserver-1").unnamed()).isEmpty();
  }

  @Test
  void anotherWordIsNoFault() {
    assertThat(Fault.of("slap")).isEmpty();
    InjectedFault unknown =
        new InjectedFault(1, "slap", List.of(), new TreeMap<>(), new TreeMap<>());
    assertThatThrownBy(() -> Fault.of(unknown))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("slap");
  }

  @Test
  void aServerThatIsMeantTwiceIsHitOnce() throws Exception {
    control.set("gc-1", ServerState.RUNNING, 7, 0).set("monitor-1", ServerState.RUNNING, 8, 0);
    InjectedFault injected = resolve(fault("kill"), "gc-1", "monitor-1", "gc-1");
    assertThat(injected.names()).containsExactly("gc-1", "monitor-1");
    assertThat(injected.victims().get(0).pid()).contains(7L);
    assertThat(control.done).as("looking touches nothing").isEmpty();
  }

  @Test
  void whoHostsMostOfTheTableIsAimedAtAndOfEqualsWhoDoesNotHostTheCatalog() throws Exception {
    control.set("tserver-1", ServerState.RUNNING, 7, 1);
    control.set("tserver-2", ServerState.RUNNING, 8, 2);
    tables.hosted.putAll(Map.of("2;a", "127.0.0.1:1", "2;b", "127.0.0.1:2"));
    tables.root = "127.0.0.1:1";
    assertThat(resolve(fault("kill"), "tserver@table").names()).containsExactly("tserver-2");
    tables.root = "127.0.0.1:2";
    assertThat(resolve(fault("kill"), "tserver@table").names()).containsExactly("tserver-1");
    tables.hosted.put("2<", "127.0.0.1:2");
    assertThat(resolve(fault("kill"), "tserver@table").names()).containsExactly("tserver-2");
    tables.hosted.clear();
    assertThatThrownBy(() -> resolve(fault("kill"), "tserver@table"))
        .hasMessageContaining("no tablet of table is hosted now");
  }

  @Test
  void whoIsNotThereIsNamed() {
    assertThatThrownBy(() -> resolve(fault("kill"), "gc-1"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no server gc-1");
  }

  @Test
  void aRestartKillsAndStartsAndARollingOneDoesItInTheOrderlyWayOneByOne() throws Exception {
    control.set("gc-1", ServerState.RUNNING, 7, 0).set("monitor-1", ServerState.RUNNING, 8, 0);
    fault("restart").act(field, resolve(fault("restart"), "gc-1"), victim -> {});
    assertThat(control.done).containsExactly("kill gc-1", "start gc-1");
    control.done.clear();
    Fault rolling = fault("rolling-restart");
    control.set("gc-1", ServerState.RUNNING, 7, 0);
    InjectedFault injected = resolve(rolling, "gc-1", "monitor-1");
    assertThat(rolling.proof(field, injected).shows()).isFalse();
    rolling.act(field, injected, victim -> {});
    assertThat(control.done)
        .containsExactly("stop gc-1", "start gc-1", "stop monitor-1", "start monitor-1");
    assertThat(rolling.proof(field, injected))
        .returns(true, Evidence::shows)
        .extracting(Evidence::text)
        .asString()
        .contains("gc-1: process 7 is gone, process 99 runs", "monitor-1: process 8 is gone");
  }

  @Test
  void aStopIsProvenByTheEndOfTheProcess() throws Exception {
    control.set("gc-1", ServerState.RUNNING, 7, 0);
    Fault stop = fault("stop");
    InjectedFault injected = resolve(stop, "gc-1");
    assertThat(stop.proof(field, injected).shows()).isFalse();
    stop.act(field, injected, victim -> {});
    assertThat(control.done).containsExactly("stop gc-1");
    assertThat(stop.proof(field, injected))
        .returns(true, Evidence::shows)
        .extracting(Evidence::text)
        .asString()
        .contains("process 7 is gone");
  }

  @Test
  void aServerThatAnotherProcessRestartedWasGone() throws Exception {
    try (ServerSocket open = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      String address = "127.0.0.1:" + open.getLocalPort();
      control.set("gc-1", ServerState.RUNNING, 8, open.getLocalPort());
      Victim before =
          new Victim("gc-1", Optional.of(address), Optional.of(7L), Optional.empty(), false);
      InjectedFault kill =
          new InjectedFault(1, "kill", List.of(before), new TreeMap<>(), new TreeMap<>());
      assertThat(fault("kill").proof(field, kill))
          .returns(true, Evidence::shows)
          .extracting(Evidence::text)
          .asString()
          .contains("process 7 is gone");
    }
  }

  private static int closedPort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  /** Then the manager takes them from there, as after a crash, and soon none is left. */
  @Test
  void aServerThatEndsBeforeItsTabletsHaveLeftItHasNotMigrated() throws Exception {
    String address = "127.0.0.1:" + closedPort();
    Victim before =
        new Victim("tserver-1", Optional.of(address), Optional.of(7L), Optional.empty(), false);
    InjectedFault injected =
        new InjectedFault(1, "migrate", List.of(before), new TreeMap<>(), new TreeMap<>());
    control.set("tserver-1", ServerState.STOPPED, 7, 0);
    tables.hosted.put("2;g", address);
    assertThatThrownBy(() -> fault("migrate").proof(field, injected))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("tserver-1 ended before its tablets had left it");
  }

  /** By the time that they can be read, the manager may have taken its tablets away. */
  @Test
  void whereTheMetadataCannotBeReadAtItsEndItIsNotKnownToHaveMigrated() throws Exception {
    String address = "127.0.0.1:" + closedPort();
    Victim before =
        new Victim("tserver-1", Optional.of(address), Optional.of(7L), Optional.empty(), false);
    InjectedFault injected =
        new InjectedFault(1, "migrate", List.of(before), new TreeMap<>(), new TreeMap<>());
    control.set("tserver-1", ServerState.RUNNING, 7, 0);
    tables.failScans(1);
    assertThatThrownBy(() -> fault("migrate").act(field, injected, victim -> {}))
        .hasStackTraceContaining("not served");
    tables.hosted.put("2;g", address);
    assertThatThrownBy(() -> fault("migrate").act(field, injected, victim -> {}))
        .hasMessage("tserver-1 ended before its tablets had left it");
  }

  /** Its successor at the same address, as Kubernetes starts one, may have got some. */
  @Test
  void tabletsWhereAnotherProcessHasTakenThePlaceAreNoCrash() throws Exception {
    String address = "127.0.0.1:" + closedPort();
    Victim before =
        new Victim("tserver-1", Optional.of(address), Optional.of(7L), Optional.empty(), false);
    InjectedFault injected =
        new InjectedFault(1, "migrate", List.of(before), new TreeMap<>(), new TreeMap<>());
    control.set("tserver-1", ServerState.RUNNING, 8, 0);
    tables.hosted.put("2;g", address);
    assertThat(fault("migrate").proof(field, injected))
        .isEqualTo(Evidence.against("tserver-1: process 7 is gone, but tablets are left there"));
  }

  @Test
  void aMigrationIsProvenOnceNoTabletIsLeftWhereItWas() throws Exception {
    String address = "127.0.0.1:" + closedPort();
    Victim before =
        new Victim("tserver-1", Optional.of(address), Optional.of(7L), Optional.empty(), false);
    InjectedFault injected =
        new InjectedFault(1, "migrate", List.of(before), new TreeMap<>(), new TreeMap<>());
    control.set("tserver-1", ServerState.RUNNING, 7, 0);
    Fault migrate = fault("migrate");
    tables.hosted.put("2;g", address);
    tables.hosted.put("2<", "127.0.0.2:1");
    assertThat(migrate.proof(field, injected).shows()).as("it runs").isFalse();
    tables.hosted.put("2;g", "127.0.0.2:1");
    migrate.act(field, injected, victim -> {});
    assertThat(control.done).containsExactly("stop tserver-1");
    assertThat(migrate.proof(field, injected))
        .returns(true, Evidence::shows)
        .extracting(Evidence::text)
        .asString()
        .contains("process 7 is gone", "none of its tablets is left");
    assertThat(migrate.heal(field, injected)).isEqualTo("tserver-1 started");
  }

  @Test
  void anAddressIsReachedOnlyWhereAProcessListens() throws Exception {
    try (ServerSocket open = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      assertThat(Ports.listens(HostAndPort.fromParts("127.0.0.1", open.getLocalPort()))).isTrue();
    }
    assertThat(Ports.listens(HostAndPort.fromParts("127.0.0.1", closedPort()))).isFalse();
  }
}
