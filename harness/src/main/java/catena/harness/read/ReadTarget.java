package catena.harness.read;

import catena.graph.Graph;
import catena.harness.accumulo.Connection;
import catena.harness.accumulo.TableGraph;
import catena.harness.accumulo.TableName;
import catena.harness.command.UsageException;
import catena.harness.settings.Settings;
import java.util.List;
import java.util.Optional;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.AccumuloException;
import org.apache.accumulo.core.client.AccumuloSecurityException;
import org.apache.accumulo.core.client.ScannerBase.ConsistencyLevel;
import org.apache.accumulo.core.client.TableNotFoundException;
import org.apache.accumulo.core.security.Authorizations;
import org.apache.accumulo.core.security.TablePermission;

/**
 * A table that is there and may be read.
 *
 * @param client reads it
 * @param instanceId the instance's
 * @param graph the table's, if it has one
 * @param user all of the user's authorizations
 * @param sets the sets of authorizations to read with, at least one
 */
public record ReadTarget(
    AccumuloClient client,
    String instanceId,
    String table,
    String tableId,
    Optional<Graph> graph,
    Authorizations user,
    List<Authorizations> sets,
    ConsistencyLevel consistency) {
  private static final int LOOKUP_THREADS = 4;

  /** Copies the sets. */
  public ReadTarget {
    sets = List.copyOf(sets);
  }

  /**
   * Finds the table.
   *
   * @param settings those of {@link ReadSettings#ALL}
   * @throws UsageException if there is no such table, if it is offline, if the user may not read it
   *     or has not all of the authorizations
   */
  public static ReadTarget find(Connection connection, Settings settings)
      throws AccumuloException, AccumuloSecurityException {
    AccumuloClient client = connection.client();
    String table = settings.get(TableName.SETTING);
    String tableId = client.tableOperations().tableIdMap().get(table);
    if (tableId == null) {
      throw missing(table);
    }
    try {
      if (!client.tableOperations().isOnline(table)) {
        throw new UsageException("Table " + table + " is offline: take it online to read it");
      }
      Authorizations user = client.securityOperations().getUserAuthorizations(client.whoami());
      checkReadable(client, table);
      return new ReadTarget(
          client,
          connection.instanceId(),
          table,
          tableId,
          TableGraph.load(client, table).map(Graph::new),
          user,
          AuthorizationSets.of(ReadSettings.AUTHS.key(), ReadSettings.auths(settings), user),
          settings.get(ReadSettings.CONSISTENCY));
    } catch (TableNotFoundException e) {
      throw missing(table);
    } catch (IllegalArgumentException e) {
      throw new UsageException(
          "Table %s has a graph that this version cannot read: %s"
              .formatted(table, e.getMessage()));
    }
  }

  private static void checkReadable(AccumuloClient client, String table)
      throws AccumuloException, AccumuloSecurityException {
    if (!client
        .securityOperations()
        .hasTablePermission(client.whoami(), table, TablePermission.READ)) {
      throw new UsageException(
          "User %s may not read table %s; grant Table.READ".formatted(client.whoami(), table));
    }
  }

  private static UsageException missing(String table) {
    return new UsageException("There is no table " + table + ": name one with table.name");
  }

  /** The table that ledgers must belong to. */
  Ledgers.Home home() {
    return new Ledgers.Home(
        instanceId, tableId, graph.map(of -> of.spec().fingerprint()).orElse("none"));
  }

  /** The table as seen with some authorizations. */
  View view(Authorizations authorizations) {
    return View.of(
        graph,
        authorizations,
        lookup(authorizations, consistency),
        lookup(authorizations, ConsistencyLevel.IMMEDIATE));
  }

  private Lookup lookup(Authorizations authorizations, ConsistencyLevel level) {
    return new TableLookup(client, table, authorizations, level, LOOKUP_THREADS, Optional.empty());
  }
}
