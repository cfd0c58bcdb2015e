// SPDX-License-Identifier: Apache-2.0
package catena.harness.accumulo;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.AccumuloException;
import org.apache.accumulo.core.client.AccumuloSecurityException;
import org.apache.accumulo.core.client.TableNotFoundException;

/**
 * What a table is a copy of, kept in the copy's own properties: with this the ledgers of the copied
 * table say what the copy must hold.
 *
 * @param source the name of the copied table, as it was then
 * @param sourceId its id, to which the ledgers belong
 * @param promise the fingerprint of what the ledgers said when copying began
 * @param writers how many writer numbers had been given out for the copied table by then
 * @param complete whether all of it was copied, and nothing was written to it meanwhile
 */
public record TableCopy(
    String source, String sourceId, String promise, int writers, boolean complete) {
  /** What the names of these properties begin with; they are none of the graph's. */
  public static final String PREFIX = "table.custom.catena-copy.";

  private static final String SOURCE = PREFIX + "source";
  private static final String SOURCE_ID = PREFIX + "source.id";
  private static final String PROMISE = PREFIX + "promise";
  private static final String WRITERS = PREFIX + "writers";
  private static final String COMPLETE = PREFIX + "complete";

  /** The same as table properties. */
  public Map<String, String> asProperties() {
    Map<String, String> properties = new TreeMap<>();
    properties.put(SOURCE, source);
    properties.put(SOURCE_ID, sourceId);
    properties.put(PROMISE, promise);
    properties.put(WRITERS, Integer.toString(writers));
    properties.put(COMPLETE, Boolean.toString(complete));
    return properties;
  }

  /** What a table's properties say; empty if it is a copy of none. */
  public static Optional<TableCopy> of(Map<String, String> properties) {
    String sourceId = properties.get(SOURCE_ID);
    return sourceId == null
        ? Optional.empty()
        : Optional.of(
            new TableCopy(
                properties.getOrDefault(SOURCE, ""),
                sourceId,
                properties.getOrDefault(PROMISE, ""),
                Integer.parseInt(properties.getOrDefault(WRITERS, "0")),
                Boolean.parseBoolean(properties.get(COMPLETE))));
  }

  /** Reads what a table says. */
  public static Optional<TableCopy> load(AccumuloClient client, String table)
      throws AccumuloException, TableNotFoundException {
    return of(TableProperties.read(client, table));
  }

  /**
   * Writes it into the properties of a table that is there.
   *
   * @throws AccumuloSecurityException if the user may not alter the table
   */
  public void store(AccumuloClient client, String table)
      throws AccumuloException, AccumuloSecurityException, TableNotFoundException {
    client
        .tableOperations()
        .modifyProperties(table, properties -> properties.putAll(asProperties()));
  }

  /** The same of a copy that was completed, or of one that is begun again. */
  public TableCopy complete(boolean now) {
    return new TableCopy(source, sourceId, promise, writers, now);
  }
}
