package catena.verify;

import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.harness.accumulo.Connection;
import catena.harness.accumulo.TableGraph;
import catena.harness.accumulo.TableIterators;
import catena.harness.check.AuthorizationSets;
import catena.harness.check.KnownWriters;
import catena.harness.check.Ledgers;
import catena.harness.check.RunTable;
import catena.harness.run.RunDirectory;
import catena.harness.settings.Settings;
import catena.harness.words.Problems;
import catena.harness.words.UsageException;
import catena.verify.job.VerifySettings;
import catena.verify.job.VerifySettings.Mode;
import java.util.List;
import java.util.Optional;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.security.Authorizations;

/**
 * What is verified, and how: the table, and what the cluster says of it and of who asks.
 *
 * @param graph the table's, if it has one
 * @param mode never {@link Mode#AUTO}
 * @param user the user's authorizations, all of them
 * @param sets the authorizations of each pass
 * @param known what ZooKeeper knows of the table's writers
 * @param ledgers those of the runs that were given
 */
record Subject(
    String table,
    Optional<Graph> graph,
    Mode mode,
    Authorizations user,
    List<Authorizations> sets,
    KnownWriters known,
    Ledgers ledgers) {

  /**
   * Asks the cluster.
   *
   * @throws UsageException if what is asked for is not there, or does not fit together
   */
  static Subject find(Connection connection, Settings settings, List<RunDirectory> runs)
      throws Exception {
    AccumuloClient client = connection.client();
    String table = RunTable.name(settings, runs);
    String tableId = client.tableOperations().tableIdMap().get(table);
    if (tableId == null) {
      throw new UsageException("There is no table " + table + ": name one with table.name");
    }
    Optional<GraphSpec> spec = spec(client, table);
    String instanceId = connection.instanceId();
    new RunTable(instanceId, table, tableId, spec).check(runs);
    Mode mode = mode(settings, table, spec);
    if (spec.isPresent()) {
      TableIterators.check(client, table);
    }
    Authorizations user = client.securityOperations().getUserAuthorizations(client.whoami());
    List<Authorizations> sets =
        AuthorizationSets.of(VerifySettings.AUTHS.key(), Verifier.auths(settings), user);
    KnownWriters known =
        mode == Mode.REFERENCES ? KnownWriters.NONE : KnownWriters.of(connection, tableId);
    Graph graph = spec.map(Graph::new).orElseGet(() -> new Graph(GraphSpec.ofSeed(0)));
    Ledgers.Home home =
        new Ledgers.Home(instanceId, tableId, spec.map(GraphSpec::fingerprint).orElse("none"));
    Ledgers ledgers = new Ledgers(runs, home, graph, known);
    return new Subject(table, spec.map(any -> graph), mode, user, sets, known, ledgers);
  }

  private static Optional<GraphSpec> spec(AccumuloClient client, String table) throws Exception {
    try {
      return TableGraph.load(client, table);
    } catch (IllegalArgumentException e) {
      throw new UsageException(
          "The graph in the properties of table " + table + " cannot be read: " + e.getMessage());
    }
  }

  private static Mode mode(Settings settings, String table, Optional<GraphSpec> spec) {
    Mode asked = settings.get(VerifySettings.MODE);
    Mode mode = asked != Mode.AUTO ? asked : spec.isPresent() ? Mode.EXACT : Mode.REFERENCES;
    if (mode != Mode.REFERENCES && spec.isEmpty()) {
      throw new UsageException(
          "Table " + table + " has no graph: verify it with verify.mode=references");
    }
    Problems problems = new Problems();
    Verifier.check(settings, problems);
    problems.unless(
        mode == Mode.EXACT || settings.get(VerifySettings.SAMPLE) >= 1,
        "verify.sample: references lead out of any sample; use it with verify.mode=exact");
    problems.throwIfAny();
    return mode;
  }
}
