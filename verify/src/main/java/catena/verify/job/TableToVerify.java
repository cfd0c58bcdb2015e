// SPDX-License-Identifier: Apache-2.0
package catena.verify.job;

import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.harness.accumulo.Connection;
import catena.harness.accumulo.TableCopy;
import catena.harness.accumulo.TableGraph;
import catena.harness.accumulo.TableIterators;
import catena.harness.accumulo.TableName;
import catena.read.check.AuthorizationSets;
import catena.read.check.Frontier;
import catena.read.check.KnownWriters;
import catena.read.check.Ledgers;
import catena.read.check.RunTable;
import catena.records.run.RunDirectory;
import catena.records.settings.Settings;
import catena.records.words.Problems;
import catena.records.words.UsageException;
import catena.verify.job.VerifySettings.Mode;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.security.Authorizations;

/**
 * What is verified, and how: the table, and what the cluster says of it and of the user.
 *
 * @param found the existing table
 * @param graph the table's, if it has one
 * @param mode never {@link Mode#AUTO}
 * @param user the user's authorizations, all of them
 * @param sets the authorizations of each pass
 * @param known what ZooKeeper knows of the table's writers, read before any ledger is read
 * @param everyVersion whether the table returns every version of an entry
 * @param mayTie whether two versions of an entry may have one time
 */
public record TableToVerify(
    RunTable found,
    Optional<Graph> graph,
    Mode mode,
    Authorizations user,
    List<Authorizations> sets,
    KnownWriters known,
    boolean everyVersion,
    boolean mayTie) {

  /**
   * Queries the cluster.
   *
   * @param runs whose ledgers say what the table must hold, as far as they are known by now
   * @throws UsageException if what is asked for does not exist, or does not fit together
   */
  public static TableToVerify find(
      Connection connection, Settings settings, List<RunDirectory> runs) throws Exception {
    AccumuloClient client = connection.client();
    String table = TableName.of(settings, runs);
    String tableId = TableName.id(client, table);
    Optional<GraphSpec> spec = TableGraph.load(client, table);
    Optional<TableCopy> copy = TableCopy.load(client, table);
    copy.filter(of -> !of.complete()).ifPresent(of -> refuse(table, of));
    RunTable found = new RunTable(connection.instanceId(), table, tableId, spec, copy);
    found.check(runs);
    Mode mode = mode(settings, table, spec);
    boolean everyVersion = spec.isPresent() && TableIterators.check(client, table, spec);
    Authorizations user = client.securityOperations().getUserAuthorizations(client.whoami());
    List<Authorizations> sets =
        AuthorizationSets.of(settings, VerifySettings.AUTHS, VerifySettings.AUTHS_FILE, user);
    KnownWriters all = known(connection, tableId, copy);
    return new TableToVerify(
        found,
        spec.map(Graph::new),
        mode,
        user,
        sets,
        mode == Mode.REFERENCES ? all.holdsOnly() : all,
        everyVersion,
        TableIterators.mayTie(client, table));
  }

  private static void refuse(String table, TableCopy of) {
    throw new UsageException(
        "Table %s is a copy of table %s that was not completed, or %s was written to meanwhile: copy again with moru, then verify it"
            .formatted(table, of.source(), of.source()));
  }

  /** Writers that began after a table was copied have nothing in the copy. */
  private static KnownWriters known(Connection connection, String tableId, Optional<TableCopy> copy)
      throws IOException {
    if (copy.isEmpty()) {
      return KnownWriters.of(connection, tableId);
    }
    KnownWriters ofSource = KnownWriters.of(connection, copy.get().sourceId());
    return new KnownWriters(
        copy.get().writers(), ofSource.ends(), ofSource.takers(), ofSource.holds());
  }

  /**
   * Refuses ledgers that have grown since the table was copied: what they have promised since need
   * not be in the copy.
   *
   * @throws UsageException if they have, or if they are not those by which it was copied
   */
  public void checkCopied(Ledgers.LedgerSnapshot reading) {
    if (!isCopiedBy(reading)) {
      throw new UsageException(
          "Table %s is a copy of table %s by other ledgers, or these have grown since: name the runs that moru was given, or copy again"
              .formatted(table(), found.copy().orElseThrow().source()));
    }
  }

  /** Whether ledgers say what they said when the table was copied; also true if it is no copy. */
  public boolean isCopiedBy(Ledgers.LedgerSnapshot reading) {
    return mode == Mode.REFERENCES
        || reading.ledgers() == 0
        || found
            .copy()
            .map(of -> of.promise().equals(Frontier.fingerprint(reading.promise())))
            .orElse(true);
  }

  /** Ends the sentences on what was compared if that is not the table that the runs wrote. */
  public String where() {
    return found
        .copy()
        .map(of -> "; in table " + table() + ", the copy of " + of.source())
        .orElse("");
  }

  /** The table's name. */
  public String table() {
    return found.name();
  }

  /**
   * The ledgers of some runs into this table.
   *
   * @throws UsageException if one of them wrote another table
   */
  public Ledgers ledgers(List<RunDirectory> runs) throws IOException {
    found.check(runs);
    Graph any = graph.orElseGet(() -> new Graph(GraphSpec.ofSeed(0))); // no ledger has this graph
    return new Ledgers(runs, found.home(), any, known).keeping(everyVersion, mayTie);
  }

  private static Mode mode(Settings settings, String table, Optional<GraphSpec> spec) {
    Mode asked = settings.get(VerifySettings.MODE);
    Mode mode = asked != Mode.AUTO ? asked : spec.isPresent() ? Mode.EXACT : Mode.REFERENCES;
    if (mode != Mode.REFERENCES && spec.isEmpty()) {
      throw new UsageException(
          "Table " + table + " has no graph: verify it with verify.mode=references");
    }
    Problems problems = new Problems();
    problems.call(() -> VerifySettings.auths(settings));
    problems.unless(
        mode == Mode.EXACT || settings.get(VerifySettings.SAMPLE) >= 1,
        "verify.sample: references lead out of any sample; use it with verify.mode=exact");
    problems.throwIfAny();
    return mode;
  }
}
