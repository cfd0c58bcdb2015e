package catena.verify.references;

import catena.harness.accumulo.Entries;
import catena.read.check.Count;
import catena.verify.job.TaskRanges;
import catena.verify.row.Mention;
import catena.verify.row.RowRange;
import java.io.IOException;
import java.util.Optional;
import org.apache.accumulo.core.data.Key;
import org.apache.accumulo.core.data.Value;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.Mapper;

/**
 * Says of each row that it is here, of each previous row that it is referred to, and of each range
 * that it was gone through; one that cannot be ends the job.
 */
public final class ReferencesMapper extends Mapper<Key, Value, LongWritable, Mention> {
  static final String FROM = "catena.verify.references.from";
  static final String TO = "catena.verify.references.to";

  private static final int REPORT_EVERY = 4096;

  private final LongWritable row = new LongWritable();
  private long unreported;

  /** Made by Hadoop. */
  public ReferencesMapper() {}

  @Override
  public void run(Context context) throws IOException, InterruptedException {
    long from = context.getConfiguration().getLong(FROM, 0);
    long to = context.getConfiguration().getLong(TO, Long.MAX_VALUE);
    ReferencesJoin join = new ReferencesJoin(from, to);
    ReferencesJoin.Out<Mention> out =
        (of, mention) -> {
          row.set(of);
          context.write(row, mention);
        };
    TaskRanges ranges = TaskRanges.of(context.getInputSplit());
    for (Optional<RowRange> range = ranges.next(); range.isPresent(); range = ranges.next()) {
      while (context.nextKeyValue()) {
        join.entry(Entries.of(context.getCurrentKey(), context.getCurrentValue()), out);
        if (++unreported == REPORT_EVERY) {
          report(context);
        }
      }
      join.range(range.get(), out);
    }
    report(context);
  }

  private void report(Context context) {
    context.getCounter(Count.ENTRIES).increment(unreported);
    unreported = 0;
  }
}
