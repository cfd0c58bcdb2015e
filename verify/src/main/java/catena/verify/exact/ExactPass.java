// SPDX-License-Identifier: Apache-2.0
package catena.verify.exact;

import catena.graph.Entry;
import catena.graph.Graph;
import catena.harness.accumulo.Entries;
import catena.harness.accumulo.VisibleTo;
import catena.harness.command.Progress;
import catena.harness.command.ProgressTask;
import catena.harness.command.Terminal;
import catena.harness.job.JobRun;
import catena.read.check.ScanTask;
import catena.read.check.TransientDifferences;
import catena.records.verdict.Finding;
import catena.records.words.Amounts;
import catena.verify.job.TaskRanges;
import catena.verify.job.VerifyContext;
import catena.verify.job.VerifySettings;
import catena.verify.result.PassResult;
import catena.verify.row.ExactCheck;
import catena.verify.row.RowRange;
import catena.verify.row.Shuffled;
import catena.verify.row.Tally;
import java.io.Closeable;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ObjIntConsumer;
import org.apache.accumulo.core.data.Key;
import org.apache.accumulo.core.data.Value;
import org.apache.accumulo.core.security.Authorizations;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Partitioner;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/**
 * Exact mode with one set of authorizations, as a job.
 *
 * @param session of a table with a graph
 * @param authorizations with which the table is scanned
 */
public record ExactPass(VerifyContext session, Authorizations authorizations) {
  private static final Logger LOG = LogManager.getLogger(ExactPass.class);

  private static final int LOCAL_SORT_MB = 4;

  private Graph graph() {
    return session.subject().graph().orElseThrow();
  }

  /** Scans, settles and concludes. */
  public PassResult run() throws Exception {
    long begin = System.nanoTime();
    List<RowRange> ranges = session.ranges();
    try (SettledRows settled = new SettledRows(session.run().terminal())) {
      ExactConclusion conclusion =
          new ExactConclusion(
              context(session, authorizations, settled::waiting),
              session.asked(ranges),
              ranges,
              this::found);
      long shuffled = 0;
      if (ranges.isEmpty()) {
        conclusion.broken(
            "The rows asked for hold no whole stratum to sample: ask for more rows", new Tally());
      } else {
        shuffled = scan(ranges, conclusion, settled);
      }
      PassResult result = conclusion.conclude();
      long millis = (System.nanoTime() - begin) / 1_000_000;
      return result.with(shuffled, millis);
    }
  }

  /** What is late where it may be late is no fault. */
  private void found(Finding finding) throws IOException {
    if (new TransientDifferences(session.isEventual()).isFault(finding.kind())) {
      session.book().fault(finding.kind(), finding.row());
    }
    session.book().add(finding);
  }

  /** Runs the job and hands on its records; returns the bytes shuffled. */
  private long scan(List<RowRange> ranges, ExactConclusion conclusion, SettledRows settled)
      throws InterruptedException {
    try (JobRun run = new JobRun(job(ranges), session.runner())) {
      Optional<String> failure = run.run("verify exact", session.watch());
      session.checkTable();
      if (failure.isPresent()) {
        conclusion.broken(failure.get(), Tally.of(run.counters()));
      } else {
        conclusion.counted(Tally.of(run.counters()));
        run.read(
            new BytesWritable(),
            new BytesWritable(),
            (key, value) -> {
              conclusion.record(key, value);
              if (Shuffled.kind(key) == Shuffled.ShuffledKind.ROW) {
                settled.one();
              }
            });
      }
      return run.shuffledBytes();
    } catch (InterruptedException e) {
      throw e;
    } catch (Throwable e) { // an Error, too: Hadoop throws one where a disk fails
      LOG.error("the job of an exact pass was not completed", e);
      conclusion.broken("The job was not completed: " + e, new Tally());
      return 0;
    }
  }

  private Job job(List<RowRange> ranges) throws Exception {
    Job job = session.newJob("catena verify exact", authorizations, ranges);
    new ScanTask(graph(), session.before().promise(), authorizations, session.isIsolated())
        .writeTo(job.getConfiguration());
    if (session.runner().isLocal()) {
      // Only what differs is emitted, and room for it is cleared before a task begins.
      job.getConfiguration().setInt(MRJobConfig.IO_SORT_MB, LOCAL_SORT_MB);
    }
    job.setJarByClass(ExactMapper.class);
    job.setMapperClass(ExactMapper.class);
    job.setPartitionerClass(ExactMapper.ByWriter.class);
    // No reducer is set: Hadoop's own hands records on, sorted by key.
    job.setNumReduceTasks(Math.max(1, session.settings().get(VerifySettings.REDUCERS)));
    job.setOutputKeyClass(BytesWritable.class);
    job.setOutputValueClass(BytesWritable.class);
    return job;
  }

  /**
   * What a pass of a verification compares with.
   *
   * @param authorizations with which the table is scanned
   * @param waits takes for how many rows it waits, and for how long at most
   */
  public static ExactConclusion.Context context(
      VerifyContext session, Authorizations authorizations, ObjIntConsumer<Duration> waits) {
    return new ExactConclusion.Context(
        session.subject().graph(),
        session.before(),
        session.ledgers(),
        session.view(authorizations),
        session.view(session.subject().user()),
        session.isEventual(),
        session.settings().get(VerifySettings.LATE_LIMIT),
        session.run().stop(),
        waits,
        session.run().clock(),
        System::nanoTime);
  }

  /**
   * Shows how many rows that differ have been checked again, and for how many it waits; nothing
   * while there is none.
   */
  static final class SettledRows implements Closeable {
    private final Terminal terminal;
    private final AtomicLong rows = new AtomicLong();
    private volatile Optional<String> waiting = Optional.empty();
    private Optional<Progress> progress = Optional.empty();

    /** None yet; the terminal shows the number from the first on. */
    SettledRows(Terminal terminal) {
      this.terminal = terminal;
    }

    /** Counts a row. */
    void one() {
      rows.incrementAndGet();
      if (progress.isEmpty()) {
        progress =
            Optional.of(
                Progress.start(
                    terminal,
                    ProgressTask.of("verify differences", "rows", rows::get)
                        .waitingFor(() -> waiting)));
      }
    }

    /** So many rows may still pass, for so long; none once nothing waits any more. */
    void waiting(Duration left, int number) {
      waiting =
          number == 0
              ? Optional.empty()
              : Optional.of(
                  "%s missing or old row%s, %s left"
                      .formatted(
                          Amounts.grouped(number), number == 1 ? "" : "s", Amounts.span(left)));
    }

    @Override
    public void close() {
      progress.ifPresent(Progress::close);
    }
  }

  /** Checks ranges of rows; emits what differs, and each range's part of the coverage account. */
  static final class ExactMapper extends Mapper<Key, Value, BytesWritable, BytesWritable> {
    /** Keeps all of a writer in one reducer, which brings it into the order of windows. */
    public static final class ByWriter extends Partitioner<BytesWritable, BytesWritable> {
      /** Made by Hadoop. */
      public ByWriter() {}

      @Override
      public int getPartition(BytesWritable key, BytesWritable value, int partitions) {
        return Math.floorMod(Shuffled.writer(key), partitions);
      }
    }

    private static final int REPORT_EVERY = 4096;

    private int untilReport = REPORT_EVERY;

    private final Clock clock;

    /** Made by Hadoop. */
    public ExactMapper() {
      this(Clock.systemUTC());
    }

    /** A mapper that takes the times of rows from a clock. */
    public ExactMapper(Clock clock) {
      this.clock = clock;
    }

    @Override
    public void run(Context context) throws IOException, InterruptedException {
      ScanTask task = ScanTask.readFrom(context.getConfiguration());
      TaskRanges ranges = TaskRanges.of(context.getInputSplit());
      for (Optional<RowRange> range = ranges.next(); range.isPresent(); range = ranges.next()) {
        Tally tally = new Tally();
        new ExactCheck(
                task.graph(),
                task.promise(),
                new VisibleTo(task.authorizations()),
                task.isolated(),
                tally,
                clock,
                context::write)
            .run(range.get(), () -> next(context, tally));
        report(context, tally);
      }
    }

    private Entry next(Context context, Tally tally) throws IOException, InterruptedException {
      if (!context.nextKeyValue()) {
        return null;
      }
      if (--untilReport == 0) {
        report(context, tally);
        untilReport = REPORT_EVERY;
      }
      return Entries.of(context.getCurrentKey(), context.getCurrentValue());
    }

    private static void report(Context context, Tally tally) {
      tally.drain((what, n) -> context.getCounter(what).increment(n));
    }
  }
}
