package catena.verify;

import catena.cluster.ClusterSpec;
import catena.cluster.LocalCluster;
import catena.cluster.Role;
import catena.harness.accumulo.Connection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** The cluster of this JVM, or one that is there already: its client properties by property. */
final class TestCluster {
  private static final Duration CONNECT = Duration.ofSeconds(60);

  private final LocalCluster started;

  private TestCluster(LocalCluster started) {
    this.started = started;
  }

  static TestCluster start() throws IOException, InterruptedException {
    if (System.getProperty("catena.test.client.props") != null) {
      return new TestCluster(null);
    }
    Path directory = Files.createTempDirectory("verify-it-");
    ClusterSpec spec =
        ClusterSpec.usual().with(Role.DATANODE, 1).with(Role.TSERVER, 2).with(Role.MONITOR, 0);
    return new TestCluster(LocalCluster.start(directory, spec, note -> {}));
  }

  Connection connection() {
    return Connection.open(
        started == null
            ? Path.of(System.getProperty("catena.test.client.props"))
            : started.clientProperties(),
        CONNECT);
  }

  void stop() throws IOException, InterruptedException {
    if (started != null) {
      started.stop();
      started.clean();
    }
  }
}
