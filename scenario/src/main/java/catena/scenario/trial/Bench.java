// SPDX-License-Identifier: Apache-2.0
package catena.scenario.trial;

import catena.graph.GraphSpec;
import catena.harness.accumulo.TableSummaries;
import catena.harness.activity.CheckForm.Nature;
import catena.harness.activity.CheckForm.Way;
import catena.harness.activity.RunContext;
import catena.read.plant.ScratchTable;
import catena.records.run.RunDirectory;
import catena.records.threads.Bounded;
import catena.records.words.Reasons;
import catena.scenario.trial.MatrixCell.CellState;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.AccumuloException;
import org.apache.accumulo.core.client.AccumuloSecurityException;
import org.apache.accumulo.core.client.TableExistsException;
import org.apache.accumulo.core.client.security.SecurityErrorCode;
import org.apache.hadoop.conf.Configuration;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/** Where trials are made: the tables, the checks, and the matrix that takes their outcomes. */
final class Bench {
  private static final Logger LOG = LogManager.getLogger(Bench.class);
  private static final String LACKING = "%s; selftest.without=%s says that it is to stay so";
  private static final Duration REMOVAL = Duration.ofSeconds(40);

  private final RunContext run;
  private final SelftestPlan plan;
  private final List<Check> checks;
  private final Matrix matrix;

  /** Why servers cannot judge what they write into files; empty if they can. */
  private Optional<String> unsummarized = Optional.empty();

  /** Those that are there because of this. */
  private final List<String> tables = new ArrayList<>();

  Bench(RunContext run, SelftestPlan plan, List<Check> checks) {
    this.run = run;
    this.plan = plan;
    this.checks = plan.checks(checks);
    this.matrix = new Matrix(checks.stream().map(Check::title).toList());
  }

  /** A table, with the run directory of its writers. */
  record WrittenTable(ScratchTable table, RunDirectory run) implements Closeable {
    @Override
    public void close() throws IOException {
      try (run) {
        table.close();
      }
    }
  }

  RunContext run() {
    return run;
  }

  /** Finds out whether servers can judge what they write into files of the tables to come. */
  void askServers() throws AccumuloException, AccumuloSecurityException {
    unsummarized = TableSummaries.missing(client());
  }

  SelftestPlan plan() {
    return plan;
  }

  Matrix matrix() {
    return matrix;
  }

  AccumuloClient client() {
    return run.connection().client();
  }

  List<Check> checks() {
    return checks;
  }

  /** The checks that go some ways. */
  List<Check> of(Way... ways) {
    List<Way> any = List.of(ways);
    return checks.stream().filter(check -> any.contains(check.way())).toList();
  }

  /** Those that compare with ledgers. */
  List<Check> judging() {
    return of(Way.EXACT, Way.READING);
  }

  /** Those of some checks that work on a table from which something was deleted. */
  static List<Check> takingDeletes(List<Check> of) {
    return of.stream().filter(check -> !check.is(Nature.NO_DELETES)).toList();
  }

  static List<String> titles(List<Check> of) {
    return of.stream().map(Check::title).toList();
  }

  /**
   * Makes a table, which is removed in the end.
   *
   * @throws IOException if the user may not make it, in words
   */
  WrittenTable made(String suffix, GraphSpec spec) throws Exception {
    return made(suffix, spec, false);
  }

  /** As {@link #made}, and the table returns every version of an entry if so asked. */
  WrittenTable made(String suffix, GraphSpec spec, boolean everyVersion) throws Exception {
    String name = plan.table() + suffix;
    RunDirectory directory =
        RunDirectory.at(run.directory().trial("table" + suffix).toString(), new Configuration());
    tables.add(name);
    try {
      Map<String, String> properties =
          unsummarized.isEmpty() ? TableSummaries.of(spec).toTableProperties() : Map.of();
      ScratchTable table = new ScratchTable(run.connection(), name, spec, properties, everyVersion);
      table.graphFile().writeTo(directory);
      return new WrittenTable(table, directory);
    } catch (TableExistsException e) {
      tables.remove(name); // it is not this run's
      throw e;
    } catch (AccumuloSecurityException e) {
      throw e.getSecurityErrorCode() == SecurityErrorCode.PERMISSION_DENIED
          ? new IOException(
              "user %s may not make table %s: grant System.CREATE_TABLE, or Namespace.CREATE_TABLE"
                  .formatted(client().whoami(), name),
              e)
          : e;
    }
  }

  /** Removes the tables; says of those that are left how to remove them. */
  List<String> remove() throws InterruptedException {
    List<String> left = new ArrayList<>();
    for (String table : tables) {
      try {
        Bounded.run("Removing table " + table, REMOVAL, () -> delete(table));
      } catch (InterruptedException e) {
        throw e;
      } catch (Exception e) {
        LOG.error("table {} was not removed", table, e);
        left.add("table " + table + " was not removed, delete it by hand: " + Reasons.of(e));
      }
    }
    return left;
  }

  private void delete(String table) throws Exception {
    if (client().tableOperations().exists(table)) {
      client().tableOperations().delete(table);
    }
  }

  /** Performs a check and puts its outcome into the matrix. */
  void attempt(Check check, WrittenTable what, Round round, String name) throws Exception {
    if (!isLeftOut(check, round)) {
      try (Trial trial = trial(check, what, ledgers(check, what), round.rows(), name)) {
        judge(check, round, perform(trial));
      }
    }
  }

  /** References need no ledgers: what these promise and they cannot know would be a doubt. */
  static List<RunDirectory> ledgers(Check check, WrittenTable what) {
    return check.way() == Way.REFERENCES ? List.of() : List.of(what.run);
  }

  Trial trial(
      Check check, WrittenTable what, List<RunDirectory> ledgers, Set<String> rows, String name)
      throws IOException {
    return Trial.prepare(run, check.title() + "-" + name, check, what.table, ledgers, rows);
  }

  TrialOutcome perform(Trial trial) throws InterruptedException {
    return trial.perform(run.stop(), SelftestPlan.LIMIT);
  }

  /**
   * Whether a check is not to be performed: the servers cannot do their part, it is left out, or a
   * stop was asked for.
   */
  boolean isLeftOut(Check check, Round round) {
    if (check.way() == Way.SUMMARIES
        && unsummarized.isPresent()
        && !plan.leavesOut(check.title())) {
      put(check, round, MatrixCell.open(LACKING.formatted(unsummarized.get(), check.title())));
      return true;
    }
    if (plan.leavesOut(check.title())) {
      put(check, round, MatrixCell.of(CellState.LEFT_OUT));
      return true;
    }
    return run.stop().asked();
  }

  private void put(Check check, Round round, MatrixCell cell) {
    round.expected().keySet().forEach(line -> matrix.put(line, check.title(), cell));
    matrix.put(round.quiet(), check.title(), cell);
  }

  void judge(Check check, Round round, TrialOutcome seen) {
    round.judge(seen).forEach((line, cell) -> matrix.put(line, check.title(), cell));
  }
}
