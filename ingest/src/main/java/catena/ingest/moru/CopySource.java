// SPDX-License-Identifier: Apache-2.0
package catena.ingest.moru;

import catena.graph.GraphSpec;
import catena.harness.accumulo.Connection;
import catena.harness.accumulo.TableCopy;
import catena.harness.accumulo.TableGraph;
import catena.harness.accumulo.TableIterators;
import catena.harness.accumulo.TableName;
import catena.harness.accumulo.TableRights;
import catena.read.check.AuthorizationSets;
import catena.read.check.RunTable;
import catena.records.words.UsageException;
import java.util.List;
import java.util.Optional;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.AccumuloException;
import org.apache.accumulo.core.client.AccumuloSecurityException;
import org.apache.accumulo.core.client.TableNotFoundException;
import org.apache.accumulo.core.security.Authorizations;
import org.apache.accumulo.core.security.TablePermission;

/**
 * The table that is read.
 *
 * @param user all of the user's authorizations, with which it is read
 */
record CopySource(
    Connection connection, String table, String tableId, GraphSpec spec, Authorizations user) {
  /**
   * Finds it.
   *
   * @throws UsageException if there is no such table, if the user may not read all of it, or if a
   *     copy of it could not be compared with what its ledgers promise
   */
  static CopySource find(Connection connection, String table)
      throws AccumuloException, AccumuloSecurityException {
    AccumuloClient client = connection.client();
    String tableId = TableName.id(client, table);
    try {
      TableRights.require(client, table, TablePermission.READ, "read table " + table);
      GraphSpec spec =
          TableGraph.load(client, table)
              .orElseThrow(
                  () ->
                      new UsageException(
                          "Table %s has no graph, so it is not known what a copy must hold: load it with ingest, or name another with table.name"
                              .formatted(table)));
      Optional<TableCopy> copy = TableCopy.load(client, table);
      if (copy.isPresent()) {
        throw new UsageException(
            "Table %s is itself a copy, of table %s: name that one with table.name"
                .formatted(table, copy.get().source()));
      }
      if (TableIterators.check(client, table, Optional.of(spec))) {
        throw new UsageException(
            "Table %s returns every version of an entry (table.versions=every), and a copy would have each once more whenever a task is repeated: name a table that returns the newest"
                .formatted(table));
      }
      Authorizations user = client.securityOperations().getUserAuthorizations(client.whoami());
      checkSeen(client, table, spec, user);
      return new CopySource(connection, table, tableId, spec, user);
    } catch (TableNotFoundException e) {
      throw TableName.missing(table);
    }
  }

  private static void checkSeen(
      AccumuloClient client, String table, GraphSpec spec, Authorizations user) {
    List<String> unseen = AuthorizationSets.unseen(spec, List.of(user));
    if (!unseen.isEmpty()) {
      throw new UsageException(
          "User %s does not see the visibilities %s of table %s, so that they would be missing from a copy: grant it their authorizations (setauths)"
              .formatted(client.whoami(), unseen, table));
    }
  }

  /** The table in the form that runs are compared with. */
  RunTable asRunTable() {
    return new RunTable(connection.instanceId(), table, tableId, Optional.of(spec));
  }
}
