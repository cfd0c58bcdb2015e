// SPDX-License-Identifier: Apache-2.0
package catena.ingest.table;

import catena.graph.Entry;
import catena.graph.GraphSpec;
import catena.harness.accumulo.Connection;
import catena.harness.accumulo.Entries;
import catena.harness.accumulo.TableCopy;
import catena.harness.accumulo.TableGraph;
import catena.harness.accumulo.TableIterators;
import catena.harness.accumulo.TableName;
import catena.harness.accumulo.TableRights;
import catena.read.check.RunTable;
import catena.records.run.GraphFile;
import catena.records.settings.Settings;
import catena.records.words.UsageException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.AccumuloException;
import org.apache.accumulo.core.client.AccumuloSecurityException;
import org.apache.accumulo.core.client.BatchWriter;
import org.apache.accumulo.core.client.BatchWriterConfig;
import org.apache.accumulo.core.client.Scanner;
import org.apache.accumulo.core.client.TableNotFoundException;
import org.apache.accumulo.core.security.Authorizations;
import org.apache.accumulo.core.security.TablePermission;

/**
 * An existing table that may be written, and its graph.
 *
 * @param stored whether the table has the graph already
 */
public record IngestTarget(
    Connection connection, String table, String tableId, GraphSpec spec, boolean stored) {
  /**
   * Finds the table and its graph; for a table without one, the graph that the settings ask for,
   * which {@link #store} then stores.
   *
   * @param seeds gives a seed if the settings name none
   * @throws UsageException if there is no such table, if it may not be written, or if settings that
   *     were given differ from its graph, naming each
   */
  public static IngestTarget find(
      Connection connection, String table, Settings settings, LongSupplier seeds)
      throws AccumuloException, AccumuloSecurityException {
    return find(
        connection,
        table,
        spec -> checkAgrees(table, settings, spec),
        () -> GraphSettings.fresh(settings, seeds.getAsLong()));
  }

  /**
   * Finds a table that has a graph already.
   *
   * @throws UsageException if there is no such table, if it may not be written, or has no graph
   */
  public static IngestTarget existing(Connection connection, String table)
      throws AccumuloException, AccumuloSecurityException {
    return find(
        connection,
        table,
        spec -> {},
        () -> {
          throw new UsageException(
              "Table " + table + " has no graph, and so no records: load it with ingest first");
        });
  }

  private static IngestTarget find(
      Connection connection, String table, Consumer<GraphSpec> check, Supplier<GraphSpec> fresh)
      throws AccumuloException, AccumuloSecurityException {
    AccumuloClient client = connection.client();
    String tableId = TableName.id(client, table);
    TableRights.require(client, table, TablePermission.WRITE, "write table " + table);
    try {
      // Refuses iterators whose effects could not be distinguished from faults.
      boolean unused = TableIterators.check(client, table, Optional.empty());
      checkNoCopy(client, table);
      Optional<GraphSpec> existing = TableGraph.load(client, table);
      existing.ifPresent(check);
      GraphSpec spec = existing.orElseGet(fresh);
      if (existing.isEmpty()) {
        checkEmpty(client, table);
      }
      checkTime(client, table, spec);
      return new IngestTarget(connection, table, tableId, spec, existing.isPresent());
    } catch (TableNotFoundException e) {
      throw TableName.missing(table);
    }
  }

  /** What others wrote would be taken for entries that no writer wrote. */
  static void checkEmpty(AccumuloClient client, String table)
      throws AccumuloException, AccumuloSecurityException {
    if (!first(client, table, 1).isEmpty()) {
      throw new UsageException(
          "Table %s has entries and no graph of Catena: name another with table.name, or take over one of accumulo-testing by createtable with table.exists=takeover"
              .formatted(table));
    }
  }

  /**
   * The first entries of a table that the user may see.
   *
   * @param most how many at most
   * @throws UsageException if the user may not read the table, or it is gone
   */
  static List<Entry> first(AccumuloClient client, String table, int most)
      throws AccumuloException, AccumuloSecurityException {
    TableRights.require(client, table, TablePermission.READ, "read table " + table);
    Authorizations all = client.securityOperations().getUserAuthorizations(client.whoami());
    try (Scanner scanner = client.createScanner(table, all)) {
      scanner.setBatchSize(most);
      return scanner.stream()
          .limit(most)
          .map(cell -> Entries.of(cell.getKey(), cell.getValue()))
          .toList();
    } catch (TableNotFoundException e) {
      throw TableName.missing(table);
    }
  }

  /** What a run that writes here records of its table. */
  public GraphFile graphFile() {
    return new GraphFile(table, tableId, connection.instanceId(), spec);
  }

  /** Two updates of a node must not get the same time: either could be the newer one then. */
  private static void checkTime(AccumuloClient client, String table, GraphSpec spec)
      throws AccumuloException, TableNotFoundException {
    if (!spec.updates().isNone() && TableIterators.mayTie(client, table)) {
      throw new UsageException(
          "Table "
              + table
              + " orders entries by milliseconds, in which two updates of a node cannot be"
              + " distinguished: make it with createtable, or with the time type logical");
    }
  }

  /** Refuses a copy: no ledger could say what it holds, since its ledgers are another table's. */
  private static void checkNoCopy(AccumuloClient client, String table)
      throws AccumuloException, TableNotFoundException {
    Optional<TableCopy> copy = TableCopy.load(client, table);
    if (copy.isPresent()) {
      throw new UsageException(
          "Table %s is a copy of table %s and is only to be verified: write into that one, or make another with createtable"
              .formatted(table, copy.get().source()));
    }
  }

  /**
   * Checks whether files may be imported into the table.
   *
   * @throws UsageException if the user lacks the right, or {@link #checkImported} refuses the graph
   */
  public void checkImport() throws AccumuloException, AccumuloSecurityException {
    checkImported(spec);
    TableRights.require(
        connection.client(),
        table,
        TablePermission.BULK_IMPORT,
        "import files into table " + table + " (ingest.bulk)");
  }

  /**
   * Refuses a graph that files cannot hold as a whole.
   *
   * @throws UsageException if it has updates, copies or rows of several cells
   */
  public static void checkImported(GraphSpec spec) {
    if (!spec.updates().isNone()) {
      throw new UsageException(
          "A graph with updates (graph.updates=%s) is not loaded by files (bulk, ingest.bulk), since these would lack the updates: leave one of the two out"
              .formatted(spec.updates().text()));
    }
    if (spec.cells().copies() > 1) {
      throw new UsageException(
          "A graph with copies (graph.copies=%d) is not loaded by files (bulk, ingest.bulk), which hold each entry once: leave one of the two out"
              .formatted(spec.cells().copies()));
    }
    requireOneCell(spec, "loaded by files (bulk, ingest.bulk)");
  }

  /**
   * Refuses a graph whose rows have several cells.
   *
   * @param done what is not done to it
   * @throws UsageException if they have
   */
  public static void requireOneCell(GraphSpec spec, String done) {
    if (spec.cells().columns() > 1) {
      throw new UsageException(
          "A graph whose rows have several cells (graph.columns=%d) is not %s: leave one of the two out"
              .formatted(spec.cells().columns(), done));
    }
  }

  /** A new batch writer into the table. */
  public BatchWriter batchWriter(BatchWriterConfig how) throws TableNotFoundException {
    return connection.client().createBatchWriter(table, how);
  }

  /** How many tablets the table has. */
  public long tablets() throws AccumuloException, AccumuloSecurityException {
    try {
      return connection.client().tableOperations().listSplits(table).size() + 1L;
    } catch (TableNotFoundException e) {
      throw TableName.missing(table);
    }
  }

  /**
   * Stores the graph in the table's properties, if it has none yet.
   *
   * @param notes receives a line for the user about it
   */
  public void store(Consumer<String> notes) throws AccumuloException, AccumuloSecurityException {
    if (!stored) {
      try {
        TableGraph.store(connection.client(), table, spec);
      } catch (TableNotFoundException e) {
        throw TableName.missing(table);
      }
      notes.accept("table " + table + " had no graph and has one now, seed " + spec.seed());
    }
  }

  /** The table in the form that runs are compared with; its graph is the one it has or gets. */
  public RunTable asRunTable() {
    return new RunTable(connection.instanceId(), table, tableId, Optional.of(spec));
  }

  static void checkAgrees(String table, Settings settings, GraphSpec existing) {
    List<String> differences = GraphSettings.differences(settings, existing);
    if (!differences.isEmpty()) {
      throw new UsageException(
          Stream.concat(
                  Stream.of(
                      "Table "
                          + table
                          + " has another graph than the settings ask for; leave these out, or"
                          + " name another table:"),
                  differences.stream())
              .toList());
    }
  }
}
