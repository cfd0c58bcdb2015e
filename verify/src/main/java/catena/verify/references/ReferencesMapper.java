// SPDX-License-Identifier: Apache-2.0
package catena.verify.references;

import catena.graph.Decoded;
import catena.graph.Entry;
import catena.graph.NodeCodec;
import catena.harness.accumulo.Entries;
import catena.read.check.Count;
import catena.verify.job.TaskRanges;
import catena.verify.row.RangeReport;
import catena.verify.row.ReferenceRecord;
import catena.verify.row.RowRange;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.apache.accumulo.core.data.Key;
import org.apache.accumulo.core.data.Value;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.Mapper;

/**
 * Emits for each row that it is here, for each previous row that it is referred to, and for each
 * range that it was scanned; a range that cannot be scanned ends the job.
 */
public final class ReferencesMapper extends Mapper<Key, Value, LongWritable, ReferenceRecord> {
  /** The first row, and the one after the last, to which references are followed. */
  static final String FROM = "catena.verify.references.from";

  static final String TO = "catena.verify.references.to";

  /** The key of a record about no row: about a range, or a corrupt entry without a number. */
  static final long NO_ROW = -1;

  private static final int REPORT_EVERY = 4096;

  private final LongWritable row = new LongWritable();
  private long unreported;
  private long from;
  private long to;

  /** Made by Hadoop. */
  public ReferencesMapper() {}

  @Override
  public void run(Context context) throws IOException, InterruptedException {
    from = context.getConfiguration().getLong(FROM, 0);
    to = context.getConfiguration().getLong(TO, Long.MAX_VALUE);
    TaskRanges ranges = TaskRanges.of(context.getInputSplit());
    for (Optional<RowRange> range = ranges.next(); range.isPresent(); range = ranges.next()) {
      while (context.nextKeyValue()) {
        entry(context, Entries.of(context.getCurrentKey(), context.getCurrentValue()));
        if (++unreported == REPORT_EVERY) {
          report(context);
        }
      }
      RangeReport whole = new RangeReport(range.get(), Map.of(), Map.of(), Optional.empty());
      say(context, NO_ROW, ReferenceRecord.range(whole));
    }
    report(context);
  }

  private void entry(Context context, Entry entry) throws IOException, InterruptedException {
    long number = NodeCodec.row(entry.row());
    Decoded decoded = NodeCodec.decode(entry);
    if (decoded instanceof Decoded.Corrupt corrupt) {
      ReferenceRecord mention = ReferenceRecord.corrupt(corrupt.reason() + "\n" + entry);
      say(context, number < 0 ? NO_ROW : number, mention);
    } else if (decoded instanceof Decoded.Sound sound) {
      say(context, number, ReferenceRecord.here());
      if (sound.previous() >= from && sound.previous() < to) {
        say(context, sound.previous(), ReferenceRecord.referredToBy(number));
      }
    }
  }

  private void say(Context context, long of, ReferenceRecord mention)
      throws IOException, InterruptedException {
    row.set(of);
    context.write(row, mention);
  }

  private void report(Context context) {
    context.getCounter(Count.ENTRIES).increment(unreported);
    unreported = 0;
  }
}
