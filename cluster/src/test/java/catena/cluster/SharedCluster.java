// SPDX-License-Identifier: Apache-2.0
package catena.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import catena.cluster.local.LocalCluster;
import catena.cluster.spec.ClusterFiles;
import catena.cluster.spec.ClusterSpec;
import catena.harness.accumulo.Connection;
import catena.harness.instance.ServerId;
import catena.harness.instance.ZooKeepers;
import catena.records.server.Role;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.security.Authorizations;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;

/**
 * One cluster with two tservers for all test classes of the JVM that neither break nor configure
 * theirs. Each class finds it without tables. It is stopped behind the last, which is where the
 * launcher's session ends: Maven runs the classes of a JVM one by one. Each server costs CPU all
 * that time: there is no gc, which nothing here waits for, and a scan server from the first class
 * on that asks for one.
 */
public final class SharedCluster implements BeforeAllCallback {
  private static final Duration CONNECT = Duration.ofMinutes(3);

  /** Longer than a test halts a server. */
  private static final Duration SESSIONS = Duration.ofSeconds(40);

  private final Authorizations authorizations;
  private boolean scanServers;
  private Running running;

  private record Running(LocalCluster cluster, Connection connection) implements AutoCloseable {
    static Running start() {
      try {
        ClusterSpec spec =
            ClusterSpec.usual()
                .with(Role.DATANODE, 1)
                .with(Role.TSERVER, 2)
                .with(Role.GC, 0)
                .with(Role.MONITOR, 0)
                .with("zookeeper.timeout", SESSIONS.toSeconds() + "s");
        Path directory = Files.createTempDirectory("shared-it-");
        LocalCluster cluster = LocalCluster.start(directory, spec, note -> {});
        return new Running(cluster, Connection.open(cluster.clientProperties(), CONNECT));
      } catch (IOException | InterruptedException e) {
        throw new IllegalStateException("no cluster", e);
      }
    }

    @Override
    public void close() throws IOException {
      connection.close();
      try {
        cluster.clean();
      } catch (InterruptedException e) {
        throw new IOException("the cluster may not have stopped", e);
      }
    }
  }

  /**
   * The cluster, as a class of tests wants it.
   *
   * @param authorizations what its first user may read
   */
  public SharedCluster(String... authorizations) {
    this.authorizations = new Authorizations(authorizations);
  }

  /** The same with a scan server. */
  public SharedCluster withScanServer() {
    scanServers = true;
    return this;
  }

  @Override
  public void beforeAll(ExtensionContext context) throws Exception {
    running =
        context
            .getStore(StoreScope.LAUNCHER_SESSION, Namespace.create(SharedCluster.class))
            .getOrComputeIfAbsent(Running.class, any -> Running.start(), Running.class);
    if (scanServers && control().spec().number(Role.SSERVER) == 0) {
      List<ServerId> unused = control().add(Role.SSERVER, 1);
    }
    AccumuloClient client = connection().client();
    for (String table : client.tableOperations().list()) {
      if (!table.startsWith("accumulo.")) {
        client.tableOperations().delete(table);
      }
    }
    client.securityOperations().changeUserAuthorizations(client.whoami(), authorizations);
  }

  /** The cluster; whoever halts a server of it resumes it. */
  public LocalCluster control() {
    return running.cluster;
  }

  /**
   * Kills a tserver and deletes its lock in ZooKeeper, which would otherwise stay until its session
   * ends, for longer than a test should wait: the manager sees that it is gone, and one that is
   * started in its place need not wait.
   *
   * @throws IllegalStateException if it held none
   */
  @SuppressWarnings("try") // closing may be interrupted
  public static void kill(LocalCluster cluster, ServerId tserver) throws Exception {
    String port =
        cluster.list().stream()
            .filter(server -> server.id().equals(tserver))
            .map(server -> ":" + server.ports().get("client"))
            .findFirst()
            .orElseThrow();
    cluster.kill(tserver);
    Properties servers = new Properties();
    Path home = cluster.clientProperties().toAbsolutePath().getParent();
    try (Reader file = Files.newBufferedReader(new ClusterFiles(home).accumuloProperties())) {
      servers.load(file);
    }
    try (Connection connection = Connection.open(cluster.clientProperties(), CONNECT);
        ZooKeeper client =
            ZooKeepers.connect(Connection.zookeepers(cluster.clientProperties()), CONNECT)) {
      client.addAuthInfo(
          "digest", ("accumulo:" + servers.getProperty("instance.secret")).getBytes(UTF_8));
      String tservers = "/accumulo/" + connection.instanceId() + "/tservers";
      boolean held = false;
      for (String address : client.getChildren(tservers, false)) {
        if (address.endsWith(port)) {
          for (String lock : client.getChildren(tservers + "/" + address, false)) {
            client.delete(tservers + "/" + address + "/" + lock, -1);
            held = true;
          }
        }
      }
      if (!held) {
        throw new IllegalStateException(tserver + " had no lock");
      }
    }
  }

  /** A connection to it, as its first user. */
  public Connection connection() {
    return running.connection;
  }

  /** Where its client properties are. */
  public Path clientProperties() {
    return running.cluster.clientProperties();
  }
}
