package catena.cluster;

import catena.cluster.local.LocalCluster;
import catena.cluster.spec.ClusterSpec;
import catena.harness.accumulo.Connection;
import catena.records.server.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** The cluster of this JVM, or one that is there already: its client properties by property. */
public final class TestCluster {
  private static final Duration CONNECT = Duration.ofSeconds(60);

  private final LocalCluster started;

  private TestCluster(LocalCluster started) {
    this.started = started;
  }

  /** Starts one, with two tablet servers. */
  public static TestCluster start() throws IOException, InterruptedException {
    return start(0);
  }

  /** Starts one with scan servers, too. */
  public static TestCluster start(int scanServers) throws IOException, InterruptedException {
    return start(scanServers, ClusterSpec.usual().zookeeperTimeout());
  }

  /** The same, whose servers may be halted for some time and keep their sessions. */
  public static TestCluster start(int scanServers, Duration zookeeperTimeout)
      throws IOException, InterruptedException {
    if (System.getProperty("catena.test.client.props") != null) {
      return new TestCluster(null);
    }
    Path directory = Files.createTempDirectory("readers-it-");
    ClusterSpec spec =
        ClusterSpec.usual()
            .with(Role.DATANODE, 1)
            .with(Role.TSERVER, 2)
            .with(Role.MONITOR, 0)
            .with(Role.SSERVER, scanServers)
            .withZookeeperTimeout(zookeeperTimeout);
    return new TestCluster(LocalCluster.start(directory, spec, note -> {}));
  }

  /** A connection to it, as its first user. */
  public Connection connection() {
    return Connection.open(
        started == null
            ? Path.of(System.getProperty("catena.test.client.props"))
            : started.clientProperties(),
        CONNECT);
  }

  /** The cluster, unless it was there already. */
  public LocalCluster control() {
    return started;
  }

  /** Stops and removes it, if it was started here. */
  public void stop() throws IOException, InterruptedException {
    if (started != null) {
      started.stop();
      started.clean();
    }
  }
}
