// SPDX-License-Identifier: Apache-2.0
package catena.verify.exact;

import catena.graph.Entry;
import catena.harness.accumulo.Entries;
import catena.harness.accumulo.VisibleTo;
import catena.read.check.ScanTask;
import catena.verify.job.TaskRanges;
import catena.verify.row.ExactCheck;
import catena.verify.row.RowRange;
import catena.verify.row.Shuffled;
import catena.verify.row.Tally;
import java.io.IOException;
import java.time.Clock;
import java.util.Optional;
import org.apache.accumulo.core.data.Key;
import org.apache.accumulo.core.data.Value;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Partitioner;

/** Checks ranges of rows; emits what differs, and each range's part of the coverage account. */
public final class ExactMapper extends Mapper<Key, Value, BytesWritable, BytesWritable> {
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
