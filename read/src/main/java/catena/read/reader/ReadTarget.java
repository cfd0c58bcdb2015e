// SPDX-License-Identifier: Apache-2.0
package catena.read.reader;

import catena.graph.Graph;
import catena.harness.accumulo.Connection;
import catena.harness.accumulo.TableGraph;
import catena.harness.accumulo.TableIterators;
import catena.harness.accumulo.TableName;
import catena.harness.accumulo.TableRights;
import catena.read.check.AuthorizationSets;
import catena.read.check.KnownWriters;
import catena.read.check.Ledgers;
import catena.read.check.Lookup;
import catena.read.check.RunTable;
import catena.read.check.TableLookup;
import catena.read.check.View;
import catena.records.run.RunDirectory;
import catena.records.settings.Settings;
import catena.records.words.UsageException;
import java.io.IOException;
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
 * @param known what ZooKeeper knows of the table's writers, queried before any ledger is read
 * @param everyVersion whether the table returns every version of an entry
 * @param mayTie whether two versions of an entry may have one time
 */
public record ReadTarget(
    AccumuloClient client,
    String instanceId,
    String table,
    String tableId,
    Optional<Graph> graph,
    Authorizations user,
    List<Authorizations> sets,
    ConsistencyLevel consistency,
    KnownWriters known,
    boolean everyVersion,
    boolean mayTie) {
  private static final int LOOKUP_THREADS = 4;

  /** Copies the sets. */
  public ReadTarget {
    sets = List.copyOf(sets);
  }

  /**
   * Finds the table that the settings name.
   *
   * @param settings those of {@link ReadSettings#ALL}
   * @throws UsageException if there is no such table, if it is offline, if it does not return just
   *     what was written, if the user may not read it or has not all of the authorizations
   */
  public static ReadTarget find(Connection connection, Settings settings)
      throws AccumuloException, AccumuloSecurityException, IOException {
    AccumuloClient client = connection.client();
    String table = settings.get(TableName.SETTING);
    String tableId = TableName.id(client, table);
    try {
      if (!client.tableOperations().isOnline(table)) {
        throw new UsageException("Table " + table + " is offline: take it online to read it");
      }
      Authorizations user = client.securityOperations().getUserAuthorizations(client.whoami());
      TableRights.require(client, table, TablePermission.READ, "read table " + table);
      Optional<Graph> graph = TableGraph.load(client, table).map(Graph::new);
      boolean everyVersion =
          graph.isPresent() && TableIterators.check(client, table, graph.map(Graph::spec));
      return new ReadTarget(
          client,
          connection.instanceId(),
          table,
          tableId,
          graph,
          user,
          AuthorizationSets.of(settings, ReadSettings.AUTHS, ReadSettings.AUTHS_FILE, user),
          settings.get(ReadSettings.CONSISTENCY),
          graph.isPresent() ? KnownWriters.of(connection, tableId) : KnownWriters.NONE,
          everyVersion,
          TableIterators.mayTie(client, table));
    } catch (TableNotFoundException e) {
      throw TableName.missing(table);
    }
  }

  private RunTable asRunTable() {
    return new RunTable(instanceId, table, tableId, graph.map(Graph::spec));
  }

  /** The ledgers of some runs, which say what must be in it. */
  Ledgers ledgers(List<RunDirectory> runs) {
    return new Ledgers(runs, asRunTable().home(), graph.orElseThrow(), known)
        .keeping(everyVersion, mayTie);
  }

  /**
   * Checks that the ledgers of some runs can say what must be in it.
   *
   * @throws UsageException if one of them wrote another table
   */
  public void check(List<RunDirectory> runs) throws IOException {
    asRunTable().check(runs);
  }

  /** The table as seen with some authorizations. */
  View view(Authorizations authorizations) {
    return View.of(
        graph,
        authorizations,
        lookup(authorizations, consistency, ScanFilter.NONE),
        lookup(authorizations, ConsistencyLevel.IMMEDIATE, ScanFilter.NONE));
  }

  /** The table as a view shows it, seen through a filter. */
  View through(ScanFilter filter, View view) {
    return view.through(
        filter.selection(),
        lookup(view.authorizations(), consistency, filter),
        lookup(view.authorizations(), ConsistencyLevel.IMMEDIATE, filter));
  }

  private Lookup lookup(Authorizations auths, ConsistencyLevel level, ScanFilter filter) {
    return filter.over(
        new TableLookup(
            client, table, tableId, auths, level, LOOKUP_THREADS, Optional.empty(), filter::setAt));
  }
}
