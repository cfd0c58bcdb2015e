// SPDX-License-Identifier: Apache-2.0
package catena.harness.accumulo;

import catena.records.words.UsageException;
import java.util.Map;
import java.util.Optional;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.AccumuloException;
import org.apache.accumulo.core.client.AccumuloSecurityException;
import org.apache.accumulo.core.client.TableNotFoundException;
import org.apache.accumulo.core.client.admin.TableOperations;
import org.apache.accumulo.core.client.security.SecurityErrorCode;

/** The properties of a table. */
public final class TableProperties {
  private TableProperties() {}

  /**
   * Reads the properties of a table with what it inherits; from 2.1 on Accumulo asks for
   * Table.ALTER_TABLE (its {@code ClientServiceHandler.getTableConfiguration}).
   *
   * @throws UsageException if the user has not that permission
   */
  public static Map<String, String> read(AccumuloClient client, String table)
      throws AccumuloException, TableNotFoundException {
    try {
      return client.tableOperations().getConfiguration(table);
    } catch (AccumuloException e) {
      if (e.getCause() instanceof AccumuloSecurityException denied
          && denied.getSecurityErrorCode() == SecurityErrorCode.PERMISSION_DENIED) {
        throw new UsageException(
            "User %s may not read the properties of table %s, among them its graph; grant"
                    .formatted(client.whoami(), table)
                + " Table.ALTER_TABLE, which Accumulo asks for");
      }
      throw e;
    }
  }

  /**
   * Sets a property of a table back to what the table itself had before it was changed.
   *
   * @param before empty if the table itself had none
   */
  public static void setBack(
      TableOperations tables, String table, String property, Optional<String> before)
      throws AccumuloException, AccumuloSecurityException, TableNotFoundException {
    if (before.isPresent()) {
      tables.setProperty(table, property, before.get());
    } else {
      tables.removeProperty(table, property);
    }
  }
}
