package catena.verify;

import java.util.UUID;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.AccumuloException;
import org.apache.accumulo.core.client.AccumuloSecurityException;
import org.apache.accumulo.core.client.TableNotFoundException;
import org.apache.accumulo.core.client.admin.CloneConfiguration;

/** A clone of a table that is offline, so that its files can be read; removed when closed. */
final class OfflineClone implements AutoCloseable {
  private final AccumuloClient client;
  private final String name;

  /** Flushes the table and clones it. */
  OfflineClone(AccumuloClient client, String table) throws Exception {
    this.client = client;
    this.name = table + "_verify_" + UUID.randomUUID().toString().replace("-", "");
    try {
      client
          .tableOperations()
          .clone(
              table,
              name,
              CloneConfiguration.builder().setFlush(true).setKeepOffline(true).build());
      client.tableOperations().offline(name, true);
    } catch (Exception e) {
      removeAfter(e);
      throw e;
    }
  }

  private void removeAfter(Exception failure) {
    try {
      close();
    } catch (Exception e) {
      failure.addSuppressed(e);
    }
  }

  String name() {
    return name;
  }

  @Override
  public void close() throws AccumuloException, AccumuloSecurityException, TableNotFoundException {
    if (client.tableOperations().exists(name)) {
      client.tableOperations().delete(name);
    }
  }
}
