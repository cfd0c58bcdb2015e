package catena.verify.exact;

import catena.graph.Entry;
import catena.harness.accumulo.Entries;
import catena.harness.accumulo.VisibleTo;
import catena.verify.job.SplitRange;
import catena.verify.job.Task;
import catena.verify.row.RangeCheck;
import catena.verify.row.Tally;
import java.io.IOException;
import java.time.Clock;
import org.apache.accumulo.core.data.Key;
import org.apache.accumulo.core.data.Value;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.mapreduce.Mapper;

/** Checks one range of rows; emits what differs, and its part of the coverage account. */
public final class ExactMapper extends Mapper<Key, Value, BytesWritable, BytesWritable> {
  private static final int REPORT_EVERY = 4096;

  private final Tally tally = new Tally();
  private int untilReport = REPORT_EVERY;

  /** Made by Hadoop. */
  public ExactMapper() {}

  @Override
  public void run(Context context) throws IOException, InterruptedException {
    Task task = Task.readFrom(context.getConfiguration());
    new RangeCheck(
            task.graph(),
            task.promise(),
            new VisibleTo(task.authorizations()),
            tally,
            Clock.systemUTC(),
            context::write)
        .run(SplitRange.of(context.getInputSplit()), () -> next(context));
    report(context);
  }

  private Entry next(Context context) throws IOException, InterruptedException {
    if (!context.nextKeyValue()) {
      return null;
    }
    if (--untilReport == 0) {
      report(context);
      untilReport = REPORT_EVERY;
    }
    return Entries.of(context.getCurrentKey(), context.getCurrentValue());
  }

  private void report(Context context) {
    tally.drain((count, n) -> context.getCounter(count).increment(n));
    tally.drainWrong((kind, n) -> context.getCounter(kind).increment(n));
  }
}
