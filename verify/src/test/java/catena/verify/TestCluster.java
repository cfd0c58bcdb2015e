package catena.verify;

import catena.harness.accumulo.Connection;
import java.nio.file.Path;
import java.time.Duration;

/** The cluster of this JVM. */
final class TestCluster {
  private TestCluster() {}

  static Connection connection() {
    return Connection.open(
        Path.of(System.getProperty("catena.test.client.props")), Duration.ofSeconds(60));
  }
}
