// SPDX-License-Identifier: Apache-2.0
package catena.harness.accumulo;

import catena.records.words.Amounts;

/**
 * Which table on which instance is meant, and what is there.
 *
 * @param table its name
 * @param instance its name, with its unique identity
 * @param exists whether there is such a table
 * @param tservers how many tablet servers are at work
 */
public record TablePlace(String table, String instance, boolean exists, int tservers) {
  /** Reads it from the instance. */
  public static TablePlace of(Connection connection, String table) {
    return new TablePlace(
        table,
        connection.properties().getProperty("instance.name") + " (" + connection.instanceId() + ")",
        connection.client().tableOperations().exists(table),
        connection.client().instanceOperations().getTabletServers().size());
  }

  /** The same in words. */
  public String words() {
    return "table %s, which %s, on instance %s with %s tablet server%s"
        .formatted(
            table,
            exists ? "exists" : "does not exist yet",
            instance,
            Amounts.grouped(tservers),
            tservers == 1 ? "" : "s");
  }
}
