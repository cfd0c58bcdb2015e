// SPDX-License-Identifier: Apache-2.0
package catena.scenario.trial;

import catena.graph.GraphSpec;
import catena.harness.accumulo.TableName;
import catena.harness.accumulo.TableSummaries;
import catena.harness.activity.CheckForm.Nature;
import catena.harness.activity.CheckForm.Way;
import catena.harness.activity.RunContext;
import catena.harness.command.Progress;
import catena.harness.command.ProgressTask;
import catena.read.plant.ScratchTable;
import catena.records.run.RunDirectory;
import catena.records.settings.Settings;
import catena.records.threads.Bounded;
import catena.records.threads.Threads;
import catena.records.verdict.PartOutcome;
import catena.records.words.Reasons;
import catena.scenario.trial.MatrixCell.CellState;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.AccumuloSecurityException;
import org.apache.accumulo.core.client.TableExistsException;
import org.apache.accumulo.core.client.security.SecurityErrorCode;
import org.apache.commons.lang3.function.FailableRunnable;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/**
 * A self-test: plants every kind of fault in its own four tables ({@link PlantedStatic}, {@link
 * PlantedLive}, {@link PlantedRewritten}), performs every check on them, says which found what, and
 * removes what it has made. Before anything is planted each check must be silent. Used for one call
 * of {@link #perform}.
 */
final class Bench {
  /** The word for reads by scan servers. */
  static final String SCAN_SERVERS = "scanservers";

  /** The word for what takes authorizations that the user must be lent. */
  static final String LABELS = "labels";

  /** How long one check of some hundred rows may take, else it counts as not run. */
  static final Duration LIMIT = Duration.ofMinutes(5);

  private static final Logger LOG = LogManager.getLogger(Bench.class);
  private static final String LACKING = "%s; selftest.without=%s says that it is to stay so";
  private static final Duration REMOVAL = Duration.ofSeconds(40);

  final RunContext run;
  final List<Check> checks;
  final Matrix matrix;
  private final Settings own;
  private final List<String> doubts = new ArrayList<>();

  /** Why servers cannot judge what they write into files; empty if they can. */
  private Optional<String> unsummarized = Optional.empty();

  /** The tables that this self-test has created. */
  private final List<String> tables = new ArrayList<>();

  /**
   * A self-test that has not begun.
   *
   * @param own its settings
   * @param checks that there are
   */
  Bench(RunContext run, Settings own, List<Check> checks) {
    this.run = run;
    this.own = own;
    this.checks = checks;
    this.matrix = new Matrix(titles(checks));
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

  /** What each check claims to see; it stays open until it has been tried. */
  Bench announced() {
    PlantedStatic.announce(this);
    PlantedLive.announce(this);
    PlantedRewritten.VERSIONS.announce(this);
    PlantedRewritten.CELLS.announce(this);
    return this;
  }

  /** Performs all of it; the matrix is printed with the outcome, and written as a file. */
  @SuppressWarnings("try") // the progress shows itself
  PartOutcome perform() throws InterruptedException, IOException {
    try (Labels labels =
            leavesOut(LABELS) ? new Labels(client(), false, Set.of()) : Labels.borrow(client());
        Progress unused =
            Progress.start(
                run.terminal(),
                ProgressTask.of(SelftestActivity.NAME, "trials", matrix::filled)
                    .upTo(OptionalLong.of(matrix.all())))) {
      unsummarized = TableSummaries.missing(client());
      attempt("the table at rest", new PlantedStatic(this, labels)::perform);
      attempt("the table in time", new PlantedLive(this)::perform);
      attempt("the table that keeps every version", () -> PlantedRewritten.VERSIONS.perform(this));
      attempt(
          "the table whose rows have several cells", () -> PlantedRewritten.CELLS.perform(this));
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      LOG.error("servers could not be asked, or authorizations not lent or taken back", e);
      doubts.add(Reasons.of(e));
    } finally {
      remove();
    }
    String page = String.join("\n", matrix.lines()) + "\n";
    run.directory()
        .writeAtomically(
            run.directory().selftest(), page.getBytes(StandardCharsets.UTF_8), "the matrix");
    return doubts.stream().map(PartOutcome::doubt).reduce(matrix.outcome(), PartOutcome::and);
  }

  /** What goes wrong in one part is a doubt, and what it did not reach stays open. */
  private void attempt(String what, FailableRunnable<Exception> part) throws InterruptedException {
    if (run.stop().asked()) {
      return;
    }
    Threads.attempt(part::run)
        .ifPresent(
            e -> {
              LOG.error("{} was not completed", what, e);
              doubts.add(what + " was not completed: " + Reasons.of(e));
            });
  }

  AccumuloClient client() {
    return run.connection().client();
  }

  /** Whether something is not to be tried: a word, or a check by its title. */
  boolean leavesOut(String word) {
    return own.get(SelftestActivity.WITHOUT).contains(word);
  }

  /** The checks of some ways. */
  List<Check> of(Way... ways) {
    List<Way> any = List.of(ways);
    return checks.stream().filter(check -> any.contains(check.way())).toList();
  }

  /** The checks that compare with ledgers. */
  List<Check> judging() {
    return of(Way.EXACT, Way.READING);
  }

  /** Those among some checks that work on a table from which something was deleted. */
  static List<Check> takingDeletes(List<Check> of) {
    return of.stream().filter(check -> !check.is(Nature.NO_DELETES)).toList();
  }

  static List<String> titles(List<Check> of) {
    return of.stream().map(Check::title).toList();
  }

  /**
   * Creates a table, which is removed in the end.
   *
   * @param everyVersion whether it returns every version of an entry
   * @throws IOException if the user may not create it, with the permission to grant
   */
  WrittenTable made(String suffix, GraphSpec spec, boolean everyVersion) throws Exception {
    String name = own.get(TableName.SETTING) + suffix;
    RunDirectory directory = run.directory().below(run.directory().trial(named("table" + suffix)));
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

  /** Removes the tables; one that is left is a doubt, which says how to remove it. */
  private void remove() throws InterruptedException {
    for (String table : tables) {
      Threads.attempt(() -> Bounded.run("Removing table " + table, REMOVAL, () -> delete(table)))
          .ifPresent(
              e -> {
                LOG.error("table {} was not removed", table, e);
                doubts.add(
                    "table " + table + " was not removed, delete it by hand: " + Reasons.of(e));
              });
    }
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

  /** References need no ledgers: what only a ledger promises would be a doubt for them. */
  static List<RunDirectory> ledgers(Check check, WrittenTable what) {
    return check.way() == Way.REFERENCES ? List.of() : List.of(what.run);
  }

  Trial trial(
      Check check, WrittenTable what, List<RunDirectory> ledgers, Set<String> rows, String name)
      throws IOException {
    return new Trial(run, named(check.title() + "-" + name), check, what.table, ledgers, rows);
  }

  /** The name of a trial's directory; that of a second self-test in a run has the part's, too. */
  private String named(String trial) {
    return run.name().equals(SelftestActivity.NAME) ? trial : run.name() + "-" + trial;
  }

  TrialOutcome perform(Trial trial) throws InterruptedException {
    return trial.perform(run.stop(), LIMIT);
  }

  /**
   * Whether a check is not to be performed: the servers cannot do their part, it is left out, or a
   * stop was asked for.
   */
  boolean isLeftOut(Check check, Round round) {
    if (check.way() == Way.SUMMARIES && unsummarized.isPresent() && !leavesOut(check.title())) {
      put(check, round, MatrixCell.open(LACKING.formatted(unsummarized.get(), check.title())));
      return true;
    }
    if (leavesOut(check.title())) {
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
