// SPDX-License-Identifier: Apache-2.0
package catena.harness.instance;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.AccumuloException;
import org.apache.accumulo.core.client.TableNotFoundException;

/** The tables whose tablets are to be hosted. */
public final class OnlineTables {
  private OnlineTables() {}

  /**
   * Their ids, the metadata tables' among them; waits as long as Accumulo's client does.
   *
   * @throws AccumuloException if that cannot be read
   */
  public static Set<String> ids(AccumuloClient client) throws AccumuloException {
    Set<String> online = new HashSet<>();
    for (Map.Entry<String, String> table : client.tableOperations().tableIdMap().entrySet()) {
      if (isOnline(client, table.getKey())) {
        online.add(table.getValue());
      }
    }
    return online;
  }

  private static boolean isOnline(AccumuloClient client, String table) throws AccumuloException {
    try {
      return client.tableOperations().isOnline(table);
    } catch (TableNotFoundException e) {
      return false; // Deleted meanwhile: it needs no host.
    }
  }
}
