// SPDX-License-Identifier: Apache-2.0
package catena.ingest.moru;

import catena.graph.GraphSpec;
import catena.harness.accumulo.TableCopy;
import catena.harness.accumulo.TableGraph;
import catena.harness.accumulo.TableIterators;
import catena.harness.accumulo.TableName;
import catena.harness.accumulo.TableProperties;
import catena.harness.accumulo.TableRights;
import catena.ingest.table.IngestTarget;
import catena.read.check.KnownWriters;
import catena.records.words.UsageException;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.AccumuloException;
import org.apache.accumulo.core.client.AccumuloSecurityException;
import org.apache.accumulo.core.client.NamespaceNotFoundException;
import org.apache.accumulo.core.client.Scanner;
import org.apache.accumulo.core.client.TableExistsException;
import org.apache.accumulo.core.client.TableNotFoundException;
import org.apache.accumulo.core.client.admin.NewTableConfiguration;
import org.apache.accumulo.core.security.TablePermission;
import org.apache.hadoop.io.Text;

/**
 * The table that is written: made by the copy, or an existing one that may be used.
 *
 * @param before what the table's properties say of the copy that it already holds, if any
 * @param exists whether it is there
 */
record CopyTarget(CopySource source, String table, Optional<TableCopy> before, boolean exists) {
  private static final String OWN = "table.";

  /** What {@code NewTableConfiguration} gives every table by default. */
  private static final String ITERATORS = "table.iterator.";

  private static final String CONSTRAINTS = "table.constraint.";

  /**
   * Checks whether a table of this name may be made or used.
   *
   * @throws UsageException if one exists that holds anything but a copy of the same table
   */
  static CopyTarget find(CopySource source, String table)
      throws AccumuloException, AccumuloSecurityException, IOException {
    AccumuloClient client = source.connection().client();
    IngestTarget.requireOneCell(source.spec(), Copying.COPIED);
    if (table.equals(source.table())) {
      throw new UsageException(
          "moru.table and table.name are both %s: a copy needs another table".formatted(table));
    }
    if (!client.tableOperations().exists(table)) {
      return new CopyTarget(source, table, Optional.empty(), false);
    }
    try {
      Optional<TableCopy> before = TableCopy.load(client, table);
      boolean ofTheSame =
          before.isPresent()
              ? before.get().sourceId().equals(source.tableId())
              : isUnused(source, table);
      if (!ofTheSame || !hasGraph(client, table, source.spec())) {
        throw taken(table, "it holds something else than a copy of table " + source.table());
      }
      if (TableIterators.check(client, table, Optional.of(source.spec()))) {
        throw taken(table, "it returns every version of an entry");
      }
      if (client.tableOperations().getTimeType(table)
          != client.tableOperations().getTimeType(source.table())) {
        throw taken(table, "its entries get another kind of time");
      }
      TableRights.require(client, table, TablePermission.WRITE, "write table " + table);
      return new CopyTarget(source, table, before, true);
    } catch (TableNotFoundException e) {
      throw TableName.missing(table);
    }
  }

  private static UsageException taken(String table, String why) {
    return new UsageException(
        "Table %s exists and cannot be taken for the copy, since %s: delete it, or name another with moru.table"
            .formatted(table, why));
  }

  private static boolean hasGraph(AccumuloClient client, String table, GraphSpec spec)
      throws AccumuloException {
    try {
      return TableGraph.load(client, table).filter(spec::equals).isPresent();
    } catch (UsageException e) {
      return false;
    }
  }

  /** Whether no process has written to a table or is about to. */
  private static boolean isUnused(CopySource source, String table)
      throws AccumuloException, AccumuloSecurityException, TableNotFoundException, IOException {
    return isEmpty(source, table)
        && KnownWriters.of(
                    source.connection(),
                    source.connection().client().tableOperations().tableIdMap().get(table))
                .allocated()
            == 0;
  }

  private static boolean isEmpty(CopySource source, String table)
      throws AccumuloException, AccumuloSecurityException, TableNotFoundException {
    try (Scanner scanner = source.connection().client().createScanner(table, source.user())) {
      scanner.setBatchSize(1);
      return !scanner.iterator().hasNext();
    }
  }

  /**
   * Refuses to repeat a copy with other ledgers than the first time: what was deleted since would
   * stay in it.
   *
   * @param now what is to be copied
   * @throws UsageException if it holds entries of an earlier copy
   */
  private void checkRepeated(TableCopy now)
      throws AccumuloException, AccumuloSecurityException, TableNotFoundException {
    boolean other = before.filter(of -> !of.promise().equals(now.promise())).isPresent();
    if (other && !isEmpty(source, table)) {
      throw taken(
          table,
          "it holds a copy of table %s as other ledgers had it, or as these had it before they grew"
              .formatted(source.table()));
    }
  }

  /**
   * Makes the table, with the properties and the splits that the source has now, or marks the
   * existing one: from now on it is a copy that is not complete.
   *
   * @return in words, for the user
   * @throws UsageException if it may not be made
   */
  String make(TableCopy copy)
      throws AccumuloException, AccumuloSecurityException, TableNotFoundException {
    AccumuloClient client = source.connection().client();
    checkRepeated(copy);
    if (exists) {
      copy.store(client, table);
      return "table %s exists and is written again".formatted(table);
    }
    Map<String, String> properties =
        own(
            TableProperties.read(client, source.table()),
            client.instanceOperations().getSystemConfiguration());
    properties.putAll(TableGraph.asProperties(source.spec()));
    properties.putAll(copy.asProperties());
    NewTableConfiguration made =
        new NewTableConfiguration()
            .setProperties(properties)
            .setTimeType(client.tableOperations().getTimeType(source.table()));
    TreeSet<Text> splits = new TreeSet<>(client.tableOperations().listSplits(source.table()));
    if (!splits.isEmpty()) {
      made.withSplits(splits);
    }
    try {
      client.tableOperations().create(table, made);
    } catch (TableExistsException e) {
      throw taken(table, "another process has made it meanwhile");
    } catch (AccumuloException e) {
      if (e.getCause() instanceof NamespaceNotFoundException) {
        throw new UsageException(
            "There is no namespace for table "
                + table
                + "; make it, or name another with moru.table");
      }
      throw e;
    } catch (AccumuloSecurityException e) {
      throw new UsageException(
          "User %s may not make table %s (%s); grant it the right, or make it with createtable, with the same graph"
              .formatted(client.whoami(), table, e.getSecurityErrorCode()));
    }
    return "made table %s with %d tablets".formatted(table, splits.size() + 1);
  }

  /**
   * The properties that were set on a table: all that differ from the instance's, except those that
   * a new table has by default.
   */
  static Map<String, String> own(Map<String, String> properties, Map<String, String> instance) {
    Map<String, String> own = new TreeMap<>(properties);
    own.keySet()
        .removeIf(
            key ->
                !key.startsWith(OWN)
                    || key.startsWith(ITERATORS)
                    || key.startsWith(CONSTRAINTS)
                    || properties.get(key).equals(instance.get(key)));
    return own;
  }

  /** Records in the table's properties that all of it was copied. */
  void completed(TableCopy copy)
      throws AccumuloException, AccumuloSecurityException, TableNotFoundException {
    copy.complete(true).store(source.connection().client(), table);
  }
}
