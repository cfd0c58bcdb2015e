package catena.ingest.table;

import catena.graph.Decoded;
import catena.graph.Entry;
import catena.graph.NodeCodec;
import catena.harness.accumulo.Entries;
import catena.harness.accumulo.TableName;
import catena.harness.words.UsageException;
import java.util.Map;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.AccumuloException;
import org.apache.accumulo.core.client.AccumuloSecurityException;
import org.apache.accumulo.core.client.Scanner;
import org.apache.accumulo.core.client.TableNotFoundException;
import org.apache.accumulo.core.data.Key;
import org.apache.accumulo.core.data.Value;

/** What a table holds that is to be taken over: entries as accumulo-testing writes them. */
final class FormerEntries {
  /** How many of the first are looked at: enough to tell another kind of table. */
  private static final int LOOKED_AT = 1_000;

  private FormerEntries() {}

  /**
   * Looks at the first entries that the user may see.
   *
   * @throws UsageException if one has not the format, or the user may not read the table
   */
  static void check(AccumuloClient client, String table)
      throws AccumuloException, AccumuloSecurityException {
    try (Scanner scanner =
        client.createScanner(
            table, client.securityOperations().getUserAuthorizations(client.whoami()))) {
      scanner.setBatchSize(LOOKED_AT);
      int looked = 0;
      for (Map.Entry<Key, Value> each : scanner) {
        Entry entry = Entries.of(each.getKey(), each.getValue());
        if (NodeCodec.decode(entry) instanceof Decoded.Corrupt corrupt) {
          throw new UsageException(
              "Table %s is not one of accumulo-testing's continuous ingest (%s: %s); name another,"
                      .formatted(table, entry.toString().trim(), corrupt.reason())
                  + " or have this one verified with verify.mode=references first");
        }
        if (++looked == LOOKED_AT) {
          return;
        }
      }
    } catch (TableNotFoundException e) {
      throw TableName.missing(table);
    }
  }
}
