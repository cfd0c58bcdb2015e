// SPDX-License-Identifier: Apache-2.0
package catena.harness.accumulo;

import catena.records.words.UsageException;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.AccumuloException;
import org.apache.accumulo.core.client.AccumuloSecurityException;
import org.apache.accumulo.core.security.TablePermission;

/** What a user may do with a table, asked before it is tried. */
public final class TableRights {
  private TableRights() {}

  /**
   * Asks whether the client's user has a right.
   *
   * @param to what it needs the right for, behind "may not": {@code read table t}
   * @throws UsageException if it has not, with what to grant
   */
  public static void require(AccumuloClient client, String table, TablePermission right, String to)
      throws AccumuloException, AccumuloSecurityException {
    String user = client.whoami();
    if (!client.securityOperations().hasTablePermission(user, table, right)) {
      throw new UsageException(
          "User %s may not %s; grant Table.%s".formatted(user, to, right.name()));
    }
  }
}
