// SPDX-License-Identifier: Apache-2.0
package catena.ingest.table;

import catena.graph.Decoded;
import catena.graph.Entry;
import catena.graph.NodeCodec;
import catena.harness.accumulo.Entries;
import catena.harness.accumulo.TableName;
import catena.harness.accumulo.TableRights;
import catena.records.words.UsageException;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.AccumuloException;
import org.apache.accumulo.core.client.AccumuloSecurityException;
import org.apache.accumulo.core.client.Scanner;
import org.apache.accumulo.core.client.TableNotFoundException;
import org.apache.accumulo.core.security.Authorizations;
import org.apache.accumulo.core.security.TablePermission;

/** The entries of a table that is to be taken over, as accumulo-testing writes them. */
final class FormerEntries {
  /** How many of the first are checked: enough to detect another kind of table. */
  private static final int LOOKED_AT = 1_000;

  private FormerEntries() {}

  /**
   * Checks the first entries that the user may see.
   *
   * @throws UsageException if one does not have the format, or the user may not read the table
   */
  static void check(AccumuloClient client, String table)
      throws AccumuloException, AccumuloSecurityException {
    TableRights.require(client, table, TablePermission.READ, "read table " + table);
    Authorizations all = client.securityOperations().getUserAuthorizations(client.whoami());
    try (Scanner scanner = client.createScanner(table, all)) {
      scanner.stream()
          .limit(LOOKED_AT)
          .map(each -> Entries.of(each.getKey(), each.getValue()))
          .forEach(entry -> check(table, entry));
    } catch (TableNotFoundException e) {
      throw TableName.missing(table);
    }
  }

  private static void check(String table, Entry entry) {
    if (NodeCodec.decode(entry) instanceof Decoded.Corrupt corrupt) {
      throw new UsageException(
          "Table %s is not one of accumulo-testing's continuous ingest (%s: %s); name another, or"
                  .formatted(table, entry.toString().trim(), corrupt.reason())
              + " have this one verified with verify.mode=references first");
    }
  }
}
