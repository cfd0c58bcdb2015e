// SPDX-License-Identifier: Apache-2.0
package catena.harness.accumulo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import catena.records.words.UsageException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.AccumuloException;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ConnectionTest {
  private static final Duration LIMIT = Duration.ofSeconds(10);

  @TempDir private Path temp;

  private Path properties(String zookeepers) throws IOException {
    return Files.writeString(
        temp.resolve("client.properties"),
        """
        instance.name=soak
        instance.zookeepers=%s
        auth.type=password
        auth.principal=root
        auth.token=secret
        """
            .formatted(zookeepers));
  }

  @Test
  void theFileMustExistAndHoldTheKeys() throws IOException {
    Path none = temp.resolve("none");
    assertThatThrownBy(() -> Connection.open(none, LIMIT))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(none.toString());

    Path empty = Files.createFile(temp.resolve("empty"));
    UsageException e =
        catchThrowableOfType(UsageException.class, () -> Connection.open(empty, LIMIT));
    assertThat(e.problems()).hasSize(4).first().asString().contains("instance.name");
  }

  @Test
  void withKerberosATokenIsNotNeededAndSaslIs() throws IOException {
    Path file =
        Files.writeString(
            temp.resolve("kerberos.properties"),
            """
            instance.name=soak
            instance.zookeepers=127.0.0.1:1
            auth.type=kerberos
            auth.principal=me@REALM
            """);
    UsageException e =
        catchThrowableOfType(UsageException.class, () -> Connection.open(file, LIMIT));
    assertThat(e.problems()).singleElement().asString().contains("add it", "sasl.enabled=true");
  }

  @Test
  void saslIsForKerberosOnly() throws IOException {
    Path file = properties("127.0.0.1:1");
    Files.writeString(file, Files.readString(file) + "sasl.enabled=true\n");
    assertThatThrownBy(() -> Connection.open(file, LIMIT))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("set auth.type=kerberos");
  }

  /** One on which no process listens, and one that takes a connection and says nothing. */
  @Test
  void aSilentZooKeeperIsReportedWithinTheLimit() throws IOException {
    Duration limit = Duration.ofMillis(500);
    try (ServerSocket mute = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      for (String address : List.of("127.0.0.1:1", "127.0.0.1:" + mute.getLocalPort())) {
        Path file = properties(address);
        long begin = System.nanoTime();
        assertThatThrownBy(() -> Connection.open(file, limit))
            .isInstanceOf(UsageException.class)
            .hasMessageContaining(address + " does not answer");
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(LIMIT);
      }
    }
  }

  @Test
  void anInstanceMustBeKnownAndHaveServers() throws Exception {
    try (TestingServer server = new TestingServer()) {
      Path file = properties(server.getConnectString());
      assertThatThrownBy(() -> Connection.open(file, LIMIT))
          .isInstanceOf(UsageException.class)
          .hasMessageContaining("knows no instance soak; it knows []");

      register(server);
      assertThatThrownBy(() -> Connection.open(file, Duration.ofSeconds(1)))
          .isInstanceOf(UsageException.class)
          .hasMessageContaining("no tablet server did");
    }
  }

  @Test
  void itReturnsWhatTheFileHolds() throws Exception {
    assertThat(Connection.zookeepers(properties("127.0.0.1:1"))).isEqualTo("127.0.0.1:1");
    Properties given = new Properties();
    given.setProperty("instance.zookeepers", "127.0.0.1:1");
    FakeInstance instance = new FakeInstance();
    List<String> closed = new ArrayList<>();
    instance.before("close", any -> closed.add("closed"));
    try (Connection connection = new Connection(instance.client(), given, "id")) {
      assertThat(connection.zookeepers()).isEqualTo("127.0.0.1:1");
      assertThat(connection.instanceId()).isEqualTo("id");
      assertThat(connection.client().whoami()).isEqualTo(FakeInstance.USER);
      assertThat(connection.properties()).isEqualTo(given).isNotSameAs(given);
      assertThat(connection.delegated())
          .as("without Kerberos there is nothing to stand for")
          .isEqualTo(given);
      assertThat(closed).isEmpty();
    }
    assertThat(closed).containsExactly("closed");
  }

  /** What Accumulo says of the scans of a client that is to scan often. */
  @Test
  void aWatcherIsTheSameUserAndLessPatient() throws Exception {
    Properties given = new Properties();
    try (var in = Files.newInputStream(properties("127.0.0.1:1"))) {
      given.load(in);
    }
    Connection connection = new Connection(new FakeInstance().client(), given, "id");
    try (AccumuloClient watcher = connection.watcher()) {
      assertThat(watcher.whoami()).isEqualTo("root");
      assertThat(watcher.properties())
          .containsEntry("general.max.scanner.retry.period", "500ms")
          .containsEntry("instance.name", "soak");
    }
    assertThat(connection.properties()).doesNotContainKey("general.max.scanner.retry.period");
  }

  @Test
  void aTokenThatTheUserMayNotHaveIsRefusedWithTheRight() {
    Properties kerberos = new Properties();
    kerberos.setProperty("auth.type", "kerberos");
    FakeInstance instance = new FakeInstance();
    instance.fails("getDelegationToken", FakeInstance.refused());
    Connection connection = new Connection(instance.client(), kerberos, "id");
    assertThatThrownBy(connection::delegated)
        .isInstanceOf(AccumuloException.class)
        .hasMessageContaining("User tester gets no delegation token (PERMISSION_DENIED)")
        .hasMessageContaining("grant it System.OBTAIN_DELEGATION_TOKEN");
  }

  @Test
  void namesThatCannotBeMadeOutAreRefused() throws IOException {
    Path file = properties("127.0.0.1:many");
    assertThatThrownBy(() -> Connection.open(file, LIMIT))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("instance.zookeepers=127.0.0.1:many cannot be used: ");
  }

  private static void register(TestingServer server) throws Exception {
    String id = "6ea3bb9b-0000-4000-8000-000000000000";
    try (CuratorFramework curator =
        CuratorFrameworkFactory.newClient(server.getConnectString(), new RetryOneTime(100))) {
      curator.start();
      curator
          .create()
          .creatingParentsIfNeeded()
          .forPath(
              "/accumulo/instances/soak", id.getBytes(java.nio.charset.StandardCharsets.UTF_8));
      curator.create().creatingParentsIfNeeded().forPath("/accumulo/" + id + "/tservers");
    }
  }
}
