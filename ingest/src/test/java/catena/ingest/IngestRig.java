// SPDX-License-Identifier: Apache-2.0
package catena.ingest;

import catena.cluster.SharedCluster;
import catena.harness.accumulo.Connection;
import catena.harness.accumulo.Entries;
import catena.ingest.write.FakeTable.Write;
import catena.records.ledger.LedgerReader;
import catena.records.ledger.LedgerState;
import catena.records.run.RunDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.Scanner;
import org.apache.accumulo.core.security.Authorizations;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The shared cluster, and what tests ask of its tables and runs. */
abstract class IngestRig {
  @RegisterExtension static final SharedCluster CLUSTER = new SharedCluster();

  @TempDir Path temporary;

  static Connection connection() {
    return CLUSTER.connection();
  }

  static String[] words(String command, String table, String... more) {
    return Stream.of(
            Stream.of(command, "-c", CLUSTER.clientProperties().toString()),
            Stream.of("-o", "table.name=" + table),
            Stream.of(more))
        .flatMap(words -> words)
        .toArray(String[]::new);
  }

  /** All that a table holds, in the form in which the model has it. */
  static Map<String, String> content(String table) throws Exception {
    AccumuloClient client = connection().client();
    Authorizations all = client.securityOperations().getUserAuthorizations(client.whoami());
    Map<String, String> content = new TreeMap<>();
    try (Scanner scanner = client.createScanner(table, all)) {
      scanner.forEach(
          (key, value) -> {
            var entry = Entries.of(key, value);
            content.put(Write.key(entry), new Write(Write.key(entry), false, entry).text());
          });
    }
    return content;
  }

  static LedgerState promised(String run, int writer) throws IOException {
    try (RunDirectory directory = RunDirectory.open(run)) {
      return LedgerReader.read(directory.fileSystem(), directory.ledger(writer));
    }
  }
}
