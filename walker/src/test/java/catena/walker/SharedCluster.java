package catena.walker;

import catena.cluster.TestCluster;
import catena.cluster.local.LocalCluster;
import catena.harness.accumulo.Connection;
import java.io.IOException;
import java.time.Duration;
import org.apache.accumulo.core.security.Authorizations;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/** One cluster with a scan server for all the tests of the JVM. */
final class SharedCluster implements BeforeAllCallback {
  private static final int SCAN_SERVERS = 1;

  /** Longer than a test halts a server. */
  private static final Duration SESSIONS = Duration.ofSeconds(40);

  private Running running;

  private record Running(TestCluster cluster, Connection connection) implements AutoCloseable {
    static Running start() {
      try {
        TestCluster cluster = TestCluster.start(SCAN_SERVERS, SESSIONS);
        Connection connection = cluster.connection();
        connection
            .client()
            .securityOperations()
            .changeUserAuthorizations(
                connection.client().whoami(), new Authorizations("A", "B", "C"));
        return new Running(cluster, connection);
      } catch (Exception e) {
        throw new IllegalStateException("no cluster", e);
      }
    }

    @Override
    public void close() throws IOException {
      connection.close();
      try {
        cluster.stop();
      } catch (InterruptedException e) {
        throw new IOException("the cluster may not have stopped", e);
      }
    }
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    running =
        context
            .getRoot()
            .getStore(Namespace.create(SharedCluster.class))
            .getOrComputeIfAbsent(Running.class, any -> Running.start(), Running.class);
  }

  /** The cluster; null if it was there already. */
  LocalCluster control() {
    return running.cluster.control();
  }

  Connection connection() {
    return running.connection;
  }
}
