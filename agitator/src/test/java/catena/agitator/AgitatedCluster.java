// SPDX-License-Identifier: Apache-2.0
package catena.agitator;

import static org.assertj.core.api.Assertions.assertThat;

import catena.cluster.local.LocalCluster;
import catena.cluster.spec.Server;
import catena.harness.accumulo.Connection;
import catena.records.run.RunDirectory;
import catena.records.threads.StopSignal;
import catena.records.verdict.PartOutcome;
import java.time.Duration;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.BatchWriter;
import org.apache.accumulo.core.client.admin.NewTableConfiguration;
import org.apache.accumulo.core.data.Mutation;
import org.apache.accumulo.core.security.Authorizations;
import org.apache.hadoop.io.Text;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A local cluster of a class of tests, with a table that is agitated; tests see that it is whole.
 */
final class AgitatedCluster implements BeforeAllCallback, AfterAllCallback {
  private static final int ROWS = 800;

  private LocalCluster cluster;

  @Override
  public void beforeAll(ExtensionContext test) throws Exception {
    remove();
    cluster = Rig.start();
    try (Connection connection = connection()) {
      write(connection.client());
    }
  }

  @Override
  public void afterAll(ExtensionContext test) throws Exception {
    remove();
  }

  private static void remove() throws Exception {
    if (LocalCluster.exists(Rig.DIRECTORY)) {
      LocalCluster.open(Rig.DIRECTORY).clean();
    }
  }

  private static void write(AccumuloClient client) throws Exception {
    TreeSet<Text> splits = new TreeSet<>();
    IntStream.range(1, 8).forEach(i -> splits.add(new Text(row(i * ROWS / 8))));
    client.tableOperations().create(Rig.TABLE, new NewTableConfiguration().withSplits(splits));
    try (BatchWriter writer = client.createBatchWriter(Rig.TABLE)) {
      for (int i = 0; i < ROWS; i++) {
        Mutation mutation = new Mutation(row(i));
        mutation.put("f", "q", "v" + i);
        writer.addMutation(mutation);
      }
    }
  }

  private static String row(int i) {
    return "%016x".formatted(i * (Long.MAX_VALUE / ROWS));
  }

  LocalCluster cluster() {
    return cluster;
  }

  Connection connection() {
    return Rig.connection(cluster);
  }

  PartOutcome agitate(String run, String plan, String... more) throws Exception {
    return agitate(AgitatePhase.PROOF_LIMIT, run, plan, more);
  }

  PartOutcome agitate(Duration proofLimit, String run, String plan, String... more)
      throws Exception {
    Map<String, String> values = new java.util.HashMap<>();
    values.put("agitate.plan", plan);
    values.put("table.name", Rig.TABLE);
    for (int i = 0; i < more.length; i += 2) {
      values.put(more[i], more[i + 1]);
    }
    return Rig.agitate(cluster, run, values, new StopSignal(), proofLimit);
  }

  Server server(String id) throws Exception {
    return cluster.list().stream()
        .filter(server -> server.id().toString().equals(id))
        .findFirst()
        .orElseThrow();
  }

  void assertWhole() throws Exception {
    cluster.awaitHealthy(java.time.Duration.ofMinutes(2));
    assertThat(Rig.DIRECTORY.resolve(RunDirectory.OPEN_FAULTS)).doesNotExist();
    try (Connection connection = connection();
        var scanner = connection.client().createScanner(Rig.TABLE, Authorizations.EMPTY)) {
      assertThat(scanner.stream().count()).isEqualTo(ROWS);
    }
  }
}
