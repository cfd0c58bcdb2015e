package catena.verify;

import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.harness.accumulo.Connection;
import catena.harness.accumulo.TableGraph;
import catena.harness.accumulo.TableIterators;
import catena.harness.accumulo.TableName;
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
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.security.Authorizations;

/**
 * What is verified, and how: the table, and what the cluster says of it and of who asks.
 *
 * @param found the table that is there
 * @param graph the table's, if it has one
 * @param mode never {@link Mode#AUTO}
 * @param user the user's authorizations, all of them
 * @param sets the authorizations of each pass
 * @param known what ZooKeeper knows of the table's writers, asked before any ledger is read
 * @param everyVersion whether the table returns every version of an entry
 */
record Subject(
    RunTable found,
    Optional<Graph> graph,
    Mode mode,
    Authorizations user,
    List<Authorizations> sets,
    KnownWriters known,
    boolean everyVersion) {

  /**
   * Asks the cluster.
   *
   * @param runs whose ledgers say what the table must hold, as far as they are known by now
   * @throws UsageException if what is asked for is not there, or does not fit together
   */
  static Subject find(Connection connection, Settings settings, List<RunDirectory> runs)
      throws Exception {
    AccumuloClient client = connection.client();
    String table = RunTable.name(settings, runs);
    String tableId = client.tableOperations().tableIdMap().get(table);
    if (tableId == null) {
      throw TableName.missing(table);
    }
    Optional<GraphSpec> spec = spec(client, table);
    RunTable found = new RunTable(connection.instanceId(), table, tableId, spec);
    found.check(runs);
    Mode mode = mode(settings, table, spec);
    boolean everyVersion = spec.isPresent() && TableIterators.check(client, table, spec);
    Authorizations user = client.securityOperations().getUserAuthorizations(client.whoami());
    List<Authorizations> sets =
        AuthorizationSets.of(VerifySettings.AUTHS.key(), Verifier.auths(settings), user);
    KnownWriters known =
        mode == Mode.REFERENCES ? KnownWriters.NONE : KnownWriters.of(connection, tableId);
    return new Subject(found, spec.map(Graph::new), mode, user, sets, known, everyVersion);
  }

  /** The table's name. */
  String table() {
    return found.name();
  }

  /**
   * The ledgers of some runs into this table.
   *
   * @throws UsageException if one of them wrote another table
   */
  Ledgers ledgers(List<RunDirectory> runs) throws IOException {
    found.check(runs);
    Graph any = graph.orElseGet(() -> new Graph(GraphSpec.ofSeed(0))); // which no ledger is of
    return new Ledgers(runs, found.home(), any, known).keeping(everyVersion);
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
