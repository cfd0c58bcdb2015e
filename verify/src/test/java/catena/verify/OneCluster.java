package catena.verify;

import catena.cluster.TestCluster;
import catena.harness.accumulo.Connection;
import java.io.IOException;
import org.apache.accumulo.core.security.Authorizations;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** One cluster for all test classes of this JVM, stopped behind the last. */
final class OneCluster implements BeforeAllCallback, AutoCloseable {
  private static TestCluster cluster;
  private static Connection connection;

  static TestCluster cluster() {
    return cluster;
  }

  static Connection connection() {
    return connection;
  }

  @Override
  public void beforeAll(ExtensionContext context) throws Exception {
    if (cluster == null) {
      context.getRoot().getStore(ExtensionContext.Namespace.GLOBAL).put("cluster", this);
      cluster = TestCluster.start();
      connection = cluster.connection();
      connection
          .client()
          .securityOperations()
          .changeUserAuthorizations(
              connection.client().whoami(), new Authorizations("A", "B", "C"));
    }
  }

  @Override
  public void close() throws IOException {
    if (connection != null) {
      connection.close();
    }
    try {
      if (cluster != null) {
        cluster.stop();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
