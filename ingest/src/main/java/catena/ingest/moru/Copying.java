// SPDX-License-Identifier: Apache-2.0
package catena.ingest.moru;

import catena.graph.Graph;
import catena.harness.accumulo.Connection;
import catena.harness.accumulo.TableCopy;
import catena.harness.accumulo.TableIterators;
import catena.harness.accumulo.TableName;
import catena.harness.activity.PartEnvironment;
import catena.harness.activity.RunContext;
import catena.harness.activity.Work;
import catena.harness.job.ClientSecrets;
import catena.harness.job.JobRun;
import catena.harness.job.JobSettings;
import catena.harness.job.Runner;
import catena.harness.job.ScanInputFormat;
import catena.read.check.FindingEvidence;
import catena.read.check.Frontier;
import catena.read.check.KnownWriters;
import catena.read.check.Ledgers;
import catena.read.check.ScanTask;
import catena.read.check.SeenFindings;
import catena.read.check.TableLookup;
import catena.read.check.View;
import catena.read.reader.ReadSettings;
import catena.records.journal.Event;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import catena.records.threads.Bounded;
import catena.records.threads.Threads;
import catena.records.verdict.PartOutcome;
import catena.records.words.Amounts;
import catena.records.words.Reasons;
import catena.records.words.UsageException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.accumulo.core.client.ScannerBase.ConsistencyLevel;
import org.apache.accumulo.core.data.Range;
import org.apache.accumulo.hadoop.mapreduce.AccumuloInputFormat;
import org.apache.accumulo.hadoop.mapreduce.AccumuloOutputFormat;
import org.apache.commons.lang3.function.FailableFunction;
import org.apache.commons.lang3.function.FailableRunnable;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.mapreduce.Job;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/** A copy that can be made as asked; performed once. */
public record Copying(CopySource source, CopyTarget target, Settings settings) implements Work {
  /** What is done to a graph, for messages that refuse it. */
  public static final String COPIED = "copied (moru)";

  private static final String SUFFIX = "_moru";

  private static final Setting<String> TABLE =
      Setting.ofString(
          "moru.table",
          "the table that everything is written into, made with the same graph and splits (empty:"
              + " table.name with "
              + SUFFIX
              + " after it)");

  /** The settings that it reads. */
  public static final List<Setting<?>> SETTINGS =
      Setting.all(
          List.of(TableName.SETTING, ReadSettings.RUNS, ReadSettings.PRINTED, TABLE),
          JobSettings.ALL);

  private static final Logger LOG = LogManager.getLogger(Copying.class);
  private static final String MEMORY = "batch.writer.memory.max";

  /** Accumulo's own default; each task has as much. */
  private static final long MOST_MEMORY = 50L << 20;

  /** Most map tasks: one for each tablet, or for several if there are more tablets. */
  private static final int MOST_MAPS = 4096;

  /** How long a server may still have an old state of a table's properties. */
  private static final Duration SHOWN_LIMIT = Duration.ofSeconds(30);

  /** The name of the other table. */
  public static String table(Settings settings) {
    String named = settings.get(TABLE);
    return named.isEmpty() ? settings.get(TableName.SETTING) + SUFFIX : named;
  }

  /**
   * Checks whether a table can be copied as the settings say.
   *
   * @param settings those of {@link #SETTINGS}
   * @throws UsageException if not
   */
  public static Work prepare(PartEnvironment site, Settings settings) throws Exception {
    Runner.check(settings);
    CopySource source = CopySource.find(site.connection(), settings.get(TableName.SETTING));
    source.asRunTable().check(site.runs());
    return new Copying(source, CopyTarget.find(source, table(settings)), settings);
  }

  @Override
  public List<String> wouldDo() {
    return List.of(
        "table %s, graph %s".formatted(source.table(), source.spec().fingerprint()),
        "would read all of it, and write it again into table " + target.table());
  }

  @Override
  public PartOutcome perform(RunContext run) throws Exception {
    source.asRunTable().check(run.ledgers());
    KnownWriters known = KnownWriters.of(run.connection(), source.tableId());
    Graph graph = new Graph(source.spec());
    Ledgers ledgers =
        new Ledgers(run.ledgers(), source.asRunTable().home(), graph, known)
            .keeping(false, TableIterators.mayTie(run.connection().client(), source.table()));
    Ledgers.LedgerSnapshot before = ledgers.read();
    if (before.ledgers() == 0) {
      throw new UsageException(
          "No ledger says what table %s holds: name the runs that wrote it, as in bin/catena moru RUN"
              .formatted(source.table()));
    }
    TableCopy copy =
        new TableCopy(
            source.table(),
            source.tableId(),
            Frontier.fingerprint(before.promise()),
            known.allocated(),
            false);
    try {
      begin(run, copy);
    } catch (TimeoutException e) {
      return PartOutcome.doubt(e.getMessage() + ": is every server of the cluster at work?");
    }
    CopyJudge judge = judge(run, graph, ledgers, before);
    known.withoutLedger(before.promise()).ifPresent(judge::doubt);
    known.neverBegun(before.promise()).ifPresent(run.terminal()::note);
    ScanTask task = new ScanTask(graph, before.promise(), source.user(), false);
    return copied(run, judge, copy, runner -> job(runner, source, target.table(), task, MOST_MAPS));
  }

  private void begin(RunContext run, TableCopy copy) throws Exception {
    String made =
        Bounded.call(
            "Making table " + target.table(),
            settings.get(JobSettings.STALL_LIMIT),
            () -> target.make(copy));
    run.terminal().note(made);
    run.journal().add(new Event.Note(run.clock().millis(), run.name(), made));
  }

  /**
   * The judge of this copy.
   *
   * @param before what the ledgers said before anything was read
   */
  CopyJudge judge(RunContext run, Graph graph, Ledgers ledgers, Ledgers.LedgerSnapshot before) {
    return new CopyJudge(
        run.name(),
        source.table(),
        target.table(),
        ledgers,
        graph,
        before,
        view(run, graph),
        run.clock(),
        new SeenFindings(
            Optional.of(new FindingEvidence(graph, before::promise, ledgers)),
            found -> {
              run.journal().add(found);
              run.found();
            },
            run.terminal(),
            settings.get(ReadSettings.PRINTED)));
  }

  private View view(RunContext run, Graph graph) {
    TableLookup lookup =
        new TableLookup(
            run.connection().client(),
            source.table(),
            source.tableId(),
            source.user(),
            ConsistencyLevel.IMMEDIATE,
            Runtime.getRuntime().availableProcessors(),
            Optional.of(settings.get(JobSettings.STALL_LIMIT)),
            scanner -> {});
    return View.of(Optional.of(graph), source.user(), lookup, lookup);
  }

  /**
   * Copies into an existing table, which is marked as complete if all went well and nothing was
   * written meanwhile. Whatever goes wrong is a doubt in addition to what was found until then.
   *
   * @param jobs makes the job, to be run by a runner
   */
  PartOutcome copied(
      RunContext run,
      CopyJudge judge,
      TableCopy copy,
      FailableFunction<Runner, Job, Exception> jobs)
      throws InterruptedException {
    long began = run.clock().millis();
    try (Runner runner = Runner.of("moru", settings)) {
      copy(run, judge, runner, jobs);
    } catch (InterruptedException e) {
      throw e;
    } catch (Throwable e) { // an Error, too: Hadoop throws one where a disk fails
      LOG.error("table {} was not copied", source.table(), e);
      judge.doubt("Not all was copied: " + Reasons.of(e));
    }
    attempt(judge, "The ledgers could not be read once more", judge::compare);
    if (judge.isComplete()) {
      String failure = "Table " + target.table() + " could not be marked as copied";
      attempt(judge, failure, () -> complete(run, copy));
    }
    return judge.outcome(Duration.ofMillis(run.clock().millis() - began));
  }

  private static void attempt(CopyJudge judge, String failure, FailableRunnable<Exception> step)
      throws InterruptedException {
    Optional<Throwable> thrown = Threads.attempt(step::run);
    thrown.ifPresent(e -> LOG.error(failure, e));
    thrown.ifPresent(e -> judge.doubt(failure + ": " + Reasons.of(e)));
  }

  private void copy(
      RunContext run, CopyJudge judge, Runner runner, FailableFunction<Runner, Job, Exception> jobs)
      throws Exception {
    Duration patience = settings.get(JobSettings.STALL_LIMIT);
    JobRun.Watch watch =
        new JobRun.Watch(
            run.terminal(),
            run.stop(),
            patience,
            "nothing was copied for %s (job.stall.limit): is every tablet of both tables hosted?",
            CopyMapper.Count.ENTRIES,
            OptionalLong.of(judge.expected()),
            "nothing copied");
    try (JobRun job =
        new JobRun(
            Bounded.call(
                "Finding the tablets of table " + source.table(),
                patience,
                () -> jobs.apply(runner)),
            runner)) {
      Optional<String> failure = job.run(run.name(), watch);
      if (failure.isPresent()) {
        judge.doubt(failure.get() + "; table " + target.table() + " holds a part of the copy");
        return;
      }
      TableName.check(run.connection().client(), source.table(), source.tableId());
      judge.copied();
      job.read(
          new BytesWritable(),
          new BytesWritable(),
          (key, value) -> {
            if (CopyRecord.isTask(key)) {
              judge.task(CopyRecord.entries(value), CopyRecord.exact(value));
            } else {
              judge.add(CopyRecord.row(key, value));
            }
          });
      judge.finish();
      long left = job.counters().findCounter(CopyMapper.Count.LEFT).getValue();
      if (left > 0) {
        judge.doubt(
            Amounts.grouped(left)
                + " more rows differed when they were read and were not looked into: verify looks"
                + " at all of them");
      }
    }
  }

  /** Waits until the mark is visible, so that the next verification finds a complete copy. */
  private void complete(RunContext run, TableCopy copy) throws Exception {
    Bounded.run(
        "Marking table " + target.table() + " as copied",
        SHOWN_LIMIT,
        () -> {
          target.completed(copy);
          TableCopy expected = copy.complete(true);
          while (!TableCopy.load(run.connection().client(), target.table())
              .equals(Optional.of(expected))) {
            TimeUnit.MILLISECONDS.sleep(100);
          }
        });
  }

  /**
   * The job that reads the source and writes the target.
   *
   * @param maps map tasks at most
   */
  static Job job(Runner runner, CopySource source, String target, ScanTask task, int maps)
      throws Exception {
    Connection connection = source.connection();
    Job job = Job.getInstance(runner.configuration(), "catena moru");
    Properties client = runner.isLocal() ? connection.properties() : connection.delegated();
    if (runner.isLocal()) {
      client.putIfAbsent(MEMORY, Long.toString(memory(runner.threads())));
    }
    job.setJarByClass(CopyMapper.class);
    job.setMapperClass(CopyMapper.class);
    job.setNumReduceTasks(0);
    job.setOutputKeyClass(BytesWritable.class);
    job.setOutputValueClass(BytesWritable.class);
    job.setInputFormatClass(ScanInputFormat.class);
    AccumuloInputFormat.configure()
        .clientProperties(client)
        .table(source.table())
        .auths(task.authorizations())
        .ranges(ranges(source, runner.mostRanges(maps)))
        .autoAdjustRanges(false)
        .store(job);
    AccumuloOutputFormat.configure()
        .clientProperties(client)
        .defaultTable(target)
        .createTables(false)
        .store(job);
    task.writeTo(job.getConfiguration());
    ClientSecrets.hide(job);
    return job;
  }

  private static Collection<Range> ranges(CopySource source, int most) throws Exception {
    return List.copyOf(
        source
            .connection()
            .client()
            .tableOperations()
            .splitRangeByTablets(source.table(), new Range(), most));
  }

  /** Tasks of one process share its heap. */
  private static long memory(int threads) {
    return Math.min(MOST_MEMORY, Runtime.getRuntime().maxMemory() / (8L * threads));
  }
}
