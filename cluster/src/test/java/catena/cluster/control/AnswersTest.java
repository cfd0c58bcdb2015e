// SPDX-License-Identifier: Apache-2.0
package catena.cluster.control;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import catena.cluster.spec.ClusterException;
import catena.cluster.spec.Server;
import catena.cluster.spec.ServerState;
import catena.harness.instance.ServerId;
import catena.harness.instance.ServerLocks;
import catena.records.server.Role;
import catena.records.words.UsageException;
import com.google.common.net.HostAndPort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.curator.test.TestingServer;
import org.apache.zookeeper.CreateMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Who is missing of a cluster somewhere else, and what a cluster cannot. */
@Timeout(60)
class AnswersTest {
  private static final String COMMANDS = "any.start=true\nany.stop=true\nany.kill=true\n";
  private static final ServerId FIRST = new ServerId(Role.TSERVER, 1);
  private static final ServerId SECOND = new ServerId(Role.TSERVER, 2);

  @TempDir private Path directory;

  private Path file(String text) throws IOException {
    return Files.writeString(directory.resolve("control.properties"), text + COMMANDS);
  }

  private CommandControl control(String text) throws Exception {
    return CommandControl.read(
        file(text), new ServerLocks("localhost:1", "none", Duration.ofMillis(1)), Map.of());
  }

  private static ServerSocket listening() throws IOException {
    return new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  }

  private static void put(CuratorFramework client, String path, String text) throws Exception {
    client.create().creatingParentsIfNeeded().forPath(path, text.getBytes(UTF_8));
  }

  private static void lock(CuratorFramework client, int port) throws Exception {
    client
        .create()
        .creatingParentsIfNeeded()
        .withMode(CreateMode.EPHEMERAL)
        .forPath("/accumulo/ID/tservers/localhost:" + port + "/zlock#1#0000000000");
  }

  @Test
  @SuppressWarnings("try") // a server ends in the middle of it
  void eachServerThatAccumuloNamesMustHoldItsLockAndAnswer() throws Exception {
    try (ServerSocket one = listening();
        ServerSocket two = listening();
        TestingServer zookeeper = new TestingServer();
        CuratorFramework client =
            CuratorFrameworkFactory.newClient(zookeeper.getConnectString(), new RetryOneTime(100));
        ServerLocks locks =
            new ServerLocks(zookeeper.getConnectString(), "test", Duration.ofSeconds(20))) {
      client.start();
      put(client, "/accumulo/instances/test", "ID");
      lock(client, one.getLocalPort());
      lock(client, two.getLocalPort());
      Path file = file("hosts.tserver=accumulo\n");
      CommandControl control = CommandControl.read(file, locks, Map.of());
      assertThat(control.list()).extracting(Server::id).containsExactly(FIRST, SECOND);
      assertThat(control.list())
          .allSatisfy(server -> assertThat(server.state()).isEqualTo(ServerState.RUNNING));
      List<String> ports =
          List.of("localhost:" + one.getLocalPort(), "localhost:" + two.getLocalPort());
      assertThat(control.list())
          .extracting(server -> server.address().orElseThrow())
          .containsExactlyElementsOf(ports.stream().sorted().toList());
      assertThat(control.missing()).isEmpty();
      ServerId gone = ports.get(0).compareTo(ports.get(1)) < 0 ? SECOND : FIRST;
      client.delete().forPath("/accumulo/ID/tservers/" + ports.get(1) + "/zlock#1#0000000000");
      assertThat(control.missing())
          .isEqualTo(new TreeMap<>(Map.of(gone, "holds no lock in ZooKeeper")));
      two.close();
      assertThat(control.missing()).containsOnlyKeys(gone).containsEntry(gone, "is dead");
      // Another process reads the file later: without the lock only one server would be numbered.
      Map<ServerId, HostAndPort> hit = Map.of(gone, HostAndPort.fromString(ports.get(1)));
      CommandControl later = CommandControl.read(file, locks, hit);
      assertThat(later.list())
          .extracting(Server::id, Server::state, server -> server.address().orElseThrow())
          .containsExactlyInAnyOrder(
              tuple(gone, ServerState.DEAD, ports.get(1)),
              tuple(gone.equals(FIRST) ? SECOND : FIRST, ServerState.RUNNING, ports.get(0)));
    }
  }

  @Test
  void whoRunsByItsCommandMustAnswerAllTheSame() throws Exception {
    try (TestingServer zookeeper = new TestingServer();
        CuratorFramework client =
            CuratorFrameworkFactory.newClient(zookeeper.getConnectString(), new RetryOneTime(100));
        ServerSocket one = listening();
        ServerLocks locks =
            new ServerLocks(zookeeper.getConnectString(), "test", Duration.ofSeconds(20))) {
      client.start();
      put(client, "/accumulo/instances/test", "ID");
      CommandControl control =
          CommandControl.read(
              file(
                  "hosts.tserver=localhost:%d localhost:1 localhost:2\n"
                          .formatted(one.getLocalPort())
                      + "any.state=test {number} = 3 && echo Paused || echo ' running '\n"),
              locks,
              Map.of());
      ServerId third = new ServerId(Role.TSERVER, 3);
      SortedMap<ServerId, String> missing = control.missing();
      assertThat(missing)
          .containsOnlyKeys(SECOND, third)
          .containsEntry(SECOND, "does not answer at localhost:1")
          .containsEntry(third, "is paused");
      assertThat(control.addingOnly(List.of()).idle(Role.TSERVER)).isEmpty();
    }
  }

  /** One that is halted listens too: only its own command could tell. */
  @Test
  void whoseStateCannotBeAskedForIsMissingThoughItAnswers() throws Exception {
    try (TestingServer zookeeper = new TestingServer();
        CuratorFramework client =
            CuratorFrameworkFactory.newClient(zookeeper.getConnectString(), new RetryOneTime(100));
        ServerSocket one = listening();
        ServerLocks locks =
            new ServerLocks(zookeeper.getConnectString(), "test", Duration.ofSeconds(20))) {
      client.start();
      put(client, "/accumulo/instances/test", "ID");
      String hosts = "hosts.tserver=localhost:%d\n".formatted(one.getLocalPort());
      CommandControl control =
          CommandControl.read(file(hosts + "any.state=exit 255\n"), locks, Map.of());
      assertThat(control.missing().get(FIRST)).contains("state tserver-1", "status 255");
    }
  }

  @Test
  void whoListensNowhereIsDead() throws Exception {
    CommandControl control = control("hosts.tserver=localhost:1\nhosts.gc=localhost:1\n");
    assertThat(control.list())
        .extracting(Server::state)
        .containsExactly(ServerState.DEAD, ServerState.DEAD);
    assertThat(control.idle(Role.TSERVER)).containsExactly(FIRST);
    assertThat(control.idle(Role.MANAGER)).isEmpty();
    assertThatThrownBy(() -> control.kill(SECOND))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("there is no tserver-2 in this cluster");
    control.kill(FIRST);
  }

  @Test
  void aStateThatIsNoneIsNamedAndAnInterruptionIsKept() throws Exception {
    CommandControl odd = control("hosts.gc=a\ngc.state=echo fine\n");
    assertThatThrownBy(odd::list)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("gc-1 prints none of running, paused, dead, stopped");
    CommandControl slow = control("hosts.gc=a\ngc.state=sleep 30\n");
    Thread.currentThread().interrupt();
    assertThatThrownBy(slow::list)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("interrupted while asking for the state of gc-1");
    assertThat(Thread.interrupted()).as("whoever waits next must see it").isTrue();
  }

  @Test
  void theBeginningOfALongErrorIsReported() throws Exception {
    CommandControl control =
        control("hosts.gc=a\ngc.kill=printf '%0400d' 7; exit 3\ngc.stop=printf short; exit 1\n");
    ServerId gc = new ServerId(Role.GC, 1);
    assertThatThrownBy(() -> control.kill(gc))
        .hasMessage("the command to kill gc-1 ended with status 3: " + "0".repeat(300));
    assertThatThrownBy(() -> control.stop(gc))
        .hasMessage("the command to stop gc-1 ended with status 1: short");
  }

  @Test
  void portsBeginAtOneAndKeysNameTheirRole() throws Exception {
    assertThat(CommandFile.read(file("hosts.gc=a\nport.gc=1\n")).port(Role.GC)).isEqualTo(1);
    assertThatThrownBy(() -> CommandFile.read(file("hosts.gc=a\n.kill=x\n")))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("there is no role ''");
    Files.write(directory.resolve("nodes"), new byte[] {(byte) 0xff, (byte) 0xfe});
    assertThatThrownBy(() -> CommandFile.read(file("hosts.gc=nodes\n")))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("nodes cannot be read");
  }

  /** A cluster that can only be asked to start. */
  private static final class Plain implements ClusterControl {
    private final List<ServerId> started = new ArrayList<>();

    @Override
    public List<Server> list() {
      return List.of();
    }

    @Override
    public void start(ServerId id) {
      started.add(id);
    }

    @Override
    public void stop(ServerId id) {
      started.remove(id);
    }

    @Override
    public void kill(ServerId id) {
      started.remove(id);
    }

    @Override
    public void pause(ServerId id) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void resume(ServerId id) {
      throw new UnsupportedOperationException();
    }

    @Override
    public SortedMap<ServerId, String> missing() {
      return new TreeMap<>();
    }

    @Override
    public int replication() {
      return 1;
    }
  }

  @Test
  void whatAClusterDoesNotSayIsThatItCannot() throws Exception {
    Plain plain = new Plain();
    plain.start(List.of(SECOND, FIRST));
    assertThat(plain.started).containsExactly(SECOND, FIRST);
    assertThat(plain.whyNotAdd(Role.TSERVER, 1))
        .contains("servers cannot be added to this cluster");
    assertThatThrownBy(() -> plain.add(Role.TSERVER, 1))
        .isInstanceOf(ClusterException.class)
        .hasMessage("servers cannot be added to this cluster");
    assertThat(plain.idle(Role.TSERVER)).isEmpty();
    assertThat(plain.addingOnly(List.of(FIRST))).isSameAs(plain);
    assertThat(plain.lives(1)).isEmpty();
    assertThat(plain.network()).isEmpty();
    assertThat(plain.instrument()).isEmpty();
    assertThat(plain.disks()).isEmpty();
  }

  private Instrument said(String... lines) throws IOException {
    Files.write(directory.resolve("tserver-1.log"), List.of(lines), UTF_8);
    return new Instrument(directory);
  }

  @Test
  void whatAnAgentSaidIsOfItsLastStartAndOfWholeLines() throws IOException {
    assertThat(new Instrument(directory).said(FIRST)).as("no agent").isEmpty();
    assertThat(new Instrument(directory).isInForce(FIRST, "m")).isFalse();
    Instrument cut = said("1\tagent\t17", "2\ton", "", "3\ton\tm");
    assertThat(cut.everSaid(FIRST)).as("half a line says nothing").hasSize(2);
    assertThat(cut.isInForce(FIRST, "m")).isTrue();
    Instrument old = said("1\ton\tm\ta\tstrike", "2\tstrike\tm\ta\tstrike");
    assertThat(old.said(FIRST)).as("its start is not told").hasSize(2);
    assertThat(said("1\tagent\t17").said(FIRST)).hasSize(1);
    Instrument two = said("1\tagent\t17", "2\tagent\t18", "3\ton\tm\ta\thang");
    assertThat(two.said(FIRST)).extracting(line -> line.get(0)).containsExactly("2", "3");
  }

  @Test
  void onlyStrikesOfTheIdAreCounted() throws IOException {
    Instrument instrument =
        said(
            "1\tagent\t17",
            "2\ton\tm\ta\tstrike",
            "3\tstrike\tm\ta\tstrike",
            "4\tstrike\tother\ta\tstrike",
            "5\tstrike\tm\ta\tstrike",
            "6\toff\tm\ta\tstrike");
    assertThat(instrument.strikes(FIRST, "m")).isEqualTo(2);
    assertThat(instrument.strikes(FIRST, "other")).isEqualTo(1);
    assertThat(instrument.strikes(FIRST, "none")).isZero();
  }

  @Test
  void aMutantThatEndsAtTheVeryMomentWasInForceThen() throws IOException {
    Instrument off =
        said("1\tagent\t17", "5\ton\tm\tmem-drop\tstrike", "9\toff\tm\tmem-drop\tstrike");
    assertThat(off.mutants(FIRST, 9)).containsExactly("mem-drop");
    assertThat(off.mutants(FIRST, 10)).isEmpty();
    Instrument ended = said("1\tagent\t17", "5\ton\tm\tmem-drop\tstrike", "9\tagent\t18");
    assertThat(ended.mutants(FIRST, 9)).containsExactly("mem-drop");
    assertThat(ended.mutants(FIRST, 10)).isEmpty();
    assertThat(said("1\tagent\t17", "5\ton\tm\tmem-drop").mutants(FIRST, 1))
        .as("it is not said what it does")
        .isEmpty();
  }
}
