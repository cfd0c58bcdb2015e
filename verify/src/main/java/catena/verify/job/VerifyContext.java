// SPDX-License-Identifier: Apache-2.0
package catena.verify.job;

import catena.graph.Graph;
import catena.graph.judge.ExpectedEntries;
import catena.harness.accumulo.TableName;
import catena.harness.activity.RunContext;
import catena.harness.job.ClientSecrets;
import catena.harness.job.JobRun;
import catena.harness.job.JobSettings;
import catena.harness.job.Runner;
import catena.harness.job.ScanInputFormat;
import catena.read.check.Count;
import catena.read.check.Frontier;
import catena.read.check.Ledgers;
import catena.read.check.TableLookup;
import catena.read.check.View;
import catena.records.settings.Settings;
import catena.records.threads.Bounded;
import catena.verify.result.FindingBook;
import catena.verify.row.RowRange;
import catena.verify.row.RowRanges;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeoutException;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.AccumuloException;
import org.apache.accumulo.core.client.AccumuloSecurityException;
import org.apache.accumulo.core.client.ScannerBase.ConsistencyLevel;
import org.apache.accumulo.core.security.Authorizations;
import org.apache.accumulo.hadoop.mapreduce.AccumuloInputFormat;
import org.apache.commons.lang3.function.FailableFunction;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;

/**
 * What the passes of one verification share.
 *
 * @param run the part of a run that verifies
 * @param scanned the table that is read: the one that was asked for, or its offline clone
 * @param before what the ledgers said before anything was read or cloned
 */
public record VerifyContext(
    RunContext run,
    Settings settings,
    TableToVerify subject,
    String scanned,
    Ledgers ledgers,
    Ledgers.LedgerSnapshot before,
    Runner runner,
    FindingBook book) {
  /** A pass waits no longer than this for an answer after its scan. */
  private static final Duration ASKED = Duration.ofSeconds(30);

  /**
   * Checks that what was scanned by its name is no later table that has it now. A clone cannot be
   * one, nor can a table that is only gone: what was found in them stays found, as it does while no
   * server answers.
   */
  public void checkTable() throws Exception {
    AccumuloClient client = client();
    try {
      Bounded.run(
          "asking",
          ASKED,
          () -> {
            String table = subject.table();
            if (scanned.equals(table) && client.tableOperations().exists(table)) {
              TableName.check(client, table, subject.found().tableId());
            }
          });
    } catch (TimeoutException e) {
      // as above
    }
  }

  private AccumuloClient client() {
    return run.connection().client();
  }

  /** The rows that are asked for. */
  public RowRange within() {
    return settings.get(VerifySettings.ROWS);
  }

  /** Which part of every window is verified, in (0, 1]. */
  public double sample() {
    return settings.get(VerifySettings.SAMPLE);
  }

  /** How long a request may go without progress. */
  public Duration patience() {
    return settings.get(JobSettings.STALL_LIMIT);
  }

  /** How a job of this verification is watched. */
  public JobRun.Watch watch() {
    return new JobRun.Watch(
        run.terminal(),
        run.stop(),
        patience(),
        "nothing was read for %s (job.stall.limit): is every tablet of the table hosted?",
        Count.ENTRIES,
        expected(),
        "nothing read");
  }

  /** Whether every row of the table is checked. */
  public boolean isWhole() {
    return sample() >= 1 && within().equals(RowRange.ALL);
  }

  /** Whether scans may show an older state of the table; scans of its files do not. */
  public boolean isEventual() {
    return settings.get(VerifySettings.CONSISTENCY) == ConsistencyLevel.EVENTUAL
        && !settings.get(VerifySettings.OFFLINE);
  }

  /** The table as seen with some authorizations, when rows of it are read again. */
  public View view(Authorizations of) {
    ConsistencyLevel level = isEventual() ? ConsistencyLevel.EVENTUAL : ConsistencyLevel.IMMEDIATE;
    return View.of(subject.graph(), of, lookup(of, level), lookup(of, ConsistencyLevel.IMMEDIATE))
        .isolated(isIsolated());
  }

  /**
   * Whether each row is read as it was at one moment: if rows have several cells, and not by scan
   * servers, which do not guarantee it. Files do not change any more.
   */
  public boolean isIsolated() {
    return subject.graph().map(of -> of.spec().cells().columns() > 1).orElse(false)
        && !isEventual();
  }

  private TableLookup lookup(Authorizations of, ConsistencyLevel level) {
    Optional<Duration> limit = Optional.of(patience());
    return new TableLookup(
        client(),
        subject.table(),
        subject.found().tableId(),
        of,
        level,
        runner.threads(),
        limit,
        scanner -> {});
  }

  /** The ranges that the mappers take. */
  public List<RowRange> ranges() throws Exception {
    int most = runner.mostRanges(settings.get(VerifySettings.MAPS));
    int wanted = Math.min(most, runner.wantedRanges());
    if (sample() < 1) {
      Graph graph = subject.graph().orElseThrow();
      VerifySettings.checkSample(graph.spec(), settings);
      return RowRanges.ofSample(graph, within(), sample(), run.seed(), wanted);
    }
    Collection<Text> splits =
        Bounded.call(
            "Listing the split points of table " + scanned,
            patience(),
            () -> client().tableOperations().listSplits(scanned));
    RowRanges.Pieces where =
        subject
            .graph()
            .map(of -> RowRanges.Pieces.of(of, mostWindows(of)))
            .orElse(RowRanges.Pieces.EVEN);
    return RowRanges.ofTablets(splits.stream().sorted().toList(), within(), wanted, most, where);
  }

  /** The most windows that any writer has begun, by the ledgers. */
  private long mostWindows(Graph of) {
    return Frontier.population(of, before.promise()).values().stream()
        .mapToLong(windows -> windows)
        .max()
        .orElse(0);
  }

  /**
   * About how many entries a pass over the rows that are asked for reads, if all is as the ledgers
   * say; empty without a graph or ledgers.
   */
  public OptionalLong expected() {
    if (subject.graph().isEmpty() || before.ledgers() == 0) {
      return OptionalLong.empty();
    }
    Graph graph = subject.graph().get();
    long windows = mostWindows(graph);
    double share =
        graph.partBefore(within().endNumber(), windows)
            - graph.partBefore(within().firstNumber(), windows);
    return OptionalLong.of(
        Math.round(share * sample() * ExpectedEntries.of(graph, before.promise())));
  }

  /** The rows that are checked if these are the ranges. */
  public List<RowRange> asked(List<RowRange> ranges) {
    return sample() < 1 ? ranges : List.of(within());
  }

  /** A job that scans the ranges with these authorizations; the caller sets what it does. */
  public Job newJob(String name, Authorizations authorizations, List<RowRange> ranges)
      throws IOException, AccumuloException, AccumuloSecurityException {
    Job job = Job.getInstance(runner.configuration(), name);
    boolean offline = settings.get(VerifySettings.OFFLINE);
    ConsistencyLevel level = settings.get(VerifySettings.CONSISTENCY);
    if (runner.isLocal() && !offline) {
      FailableFunction<RowRange, LocalScans.LocalScan, IOException> opener =
          LocalScans.of(client(), scanned, authorizations, level, isIsolated());
      runner.atEnd(LocalScans.begin(job, opener, ranges, runner.threads())::close);
      return job;
    }
    job.setInputFormatClass(ScanInputFormat.class);
    AccumuloInputFormat.configure()
        .clientProperties(
            runner.isLocal() ? run.connection().properties() : run.connection().delegated())
        .table(scanned)
        .auths(authorizations)
        .ranges(ranges.stream().map(RowRange::toRange).toList())
        .autoAdjustRanges(false)
        .offlineScan(offline)
        .scanIsolation(isIsolated() && !offline)
        .consistencyLevel(level)
        .store(job);
    ClientSecrets.hide(job);
    return job;
  }
}
