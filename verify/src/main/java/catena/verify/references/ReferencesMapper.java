package catena.verify.references;

import catena.graph.Decoded;
import catena.graph.Entry;
import catena.graph.NodeCodec;
import catena.harness.accumulo.Entries;
import catena.harness.check.Count;
import catena.verify.job.TaskRanges;
import catena.verify.row.Mention;
import java.io.IOException;
import org.apache.accumulo.core.data.Key;
import org.apache.accumulo.core.data.Value;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.Mapper;

/** Says of each row that it is here, and of each previous row that it is referred to. */
public final class ReferencesMapper extends Mapper<Key, Value, LongWritable, Mention> {
  static final String FROM = "catena.verify.references.from";
  static final String TO = "catena.verify.references.to";

  /** The key of corrupt entries whose row is no number. */
  static final long NO_ROW = -1;

  private static final int REPORT_EVERY = 4096;

  private final LongWritable row = new LongWritable();
  private final Mention mention = new Mention();
  private long from;
  private long to;
  private long unreported;

  /** Made by Hadoop. */
  public ReferencesMapper() {}

  @Override
  public void run(Context context) throws IOException, InterruptedException {
    setup(context);
    try {
      TaskRanges ranges = TaskRanges.of(context.getInputSplit());
      while (ranges.next().isPresent()) {
        while (context.nextKeyValue()) {
          map(context.getCurrentKey(), context.getCurrentValue(), context);
        }
      }
    } finally {
      cleanup(context);
    }
  }

  @Override
  protected void setup(Context context) {
    from = context.getConfiguration().getLong(FROM, 0);
    to = context.getConfiguration().getLong(TO, Long.MAX_VALUE);
  }

  @Override
  protected void map(Key key, Value value, Context context)
      throws IOException, InterruptedException {
    Entry entry = Entries.of(key, value);
    Decoded decoded = NodeCodec.decode(entry);
    long number = NodeCodec.row(entry.row());
    if (decoded instanceof Decoded.Corrupt corrupt) {
      mention.corrupt(corrupt.reason() + "\n" + entry);
      write(number < 0 ? NO_ROW : number, context);
    } else if (decoded instanceof Decoded.Sound sound) {
      mention.here();
      write(number, context);
      if (sound.previous() >= from && sound.previous() < to) {
        mention.referredToBy(number);
        write(sound.previous(), context);
      }
    }
    if (++unreported == REPORT_EVERY) {
      report(context);
    }
  }

  private void write(long of, Context context) throws IOException, InterruptedException {
    row.set(of);
    context.write(row, mention);
  }

  private void report(Context context) {
    context.getCounter(Count.ENTRIES).increment(unreported);
    unreported = 0;
  }

  @Override
  protected void cleanup(Context context) {
    report(context);
  }
}
