// SPDX-License-Identifier: Apache-2.0
package catena.harness.accumulo;

import catena.graph.GraphSpec;
import catena.records.words.UsageException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.AccumuloException;
import org.apache.accumulo.core.client.AccumuloSecurityException;
import org.apache.accumulo.core.client.TableNotFoundException;

/** The graph of a table, kept in the table's own properties so that any tool can find it. */
public final class TableGraph {
  /** What the names of these properties begin with. */
  public static final String PREFIX = "table.custom.catena.";

  private TableGraph() {}

  /** The graph as table properties, for a table that is about to be created. */
  public static Map<String, String> asProperties(GraphSpec spec) {
    Map<String, String> properties = new TreeMap<>();
    spec.toProperties().forEach((key, value) -> properties.put(PREFIX + key, value));
    return properties;
  }

  /**
   * Writes the graph of an existing table into its properties, which have none.
   *
   * @throws UsageException if they have one by now: another process has begun to write by it
   * @throws AccumuloSecurityException if the user may not alter the table
   */
  public static void store(AccumuloClient client, String table, GraphSpec spec)
      throws AccumuloException, AccumuloSecurityException, TableNotFoundException {
    Map<String, String> graph = asProperties(spec);
    client
        .tableOperations()
        .modifyProperties(
            table,
            properties -> {
              if (properties.keySet().stream().anyMatch(key -> key.startsWith(PREFIX))
                  && !properties.entrySet().containsAll(graph.entrySet())) {
                throw new UsageException(
                    "Table " + table + " has got a graph meanwhile; try again");
              }
              properties.putAll(graph);
            });
  }

  /**
   * Reads the graph of a table; none if the table has none.
   *
   * @throws UsageException if there is no such table, or it has a graph that this version cannot
   *     read
   */
  public static Optional<GraphSpec> load(AccumuloClient client, String table)
      throws AccumuloException {
    Map<String, String> found = new TreeMap<>();
    try {
      TableProperties.read(client, table)
          .forEach(
              (key, value) -> {
                if (key.startsWith(PREFIX)) {
                  found.put(key.substring(PREFIX.length()), value);
                }
              });
      return found.isEmpty() ? Optional.empty() : Optional.of(GraphSpec.fromProperties(found));
    } catch (TableNotFoundException e) {
      throw TableName.missing(table);
    } catch (IllegalArgumentException e) {
      throw new UsageException(
          "Table %s has a graph that this version cannot read: %s"
              .formatted(table, e.getMessage()));
    }
  }
}
