// SPDX-License-Identifier: Apache-2.0
package catena.verify.references;

import catena.graph.NodeCodec;
import catena.read.check.Count;
import catena.verify.row.ReferenceRecord;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * Counts a row by the records about it; of these it writes on what is corrupt and each range, and
 * one for an undefined row.
 */
public final class ReferencesReducer
    extends Reducer<LongWritable, ReferenceRecord, LongWritable, ReferenceRecord> {
  /** How many referrers of a row are kept. */
  static final int MOST_REFERRERS = 1000;

  /** Made by Hadoop. */
  public ReferencesReducer() {}

  @Override
  protected void reduce(LongWritable row, Iterable<ReferenceRecord> mentions, Context context)
      throws IOException, InterruptedException {
    boolean here = false;
    long references = 0;
    List<String> referrers = new ArrayList<>();
    for (ReferenceRecord mention : mentions) {
      if (mention.isRange()) {
        context.write(row, mention);
      } else if (mention.isCorrupt()) {
        context.getCounter(Count.CORRUPT).increment(1);
        context.write(row, mention);
      } else if (mention.isHere()) {
        here = true;
      } else if (references++ < MOST_REFERRERS) {
        referrers.add(NodeCodec.rowText(mention.referrer()));
      }
    }
    if (here) {
      context.getCounter(references > 0 ? Count.REFERENCED : Count.UNREFERENCED).increment(1);
    } else if (references > 0) {
      context.getCounter(Count.UNDEFINED).increment(1);
      context.write(row, ReferenceRecord.undefined(referrers));
    }
  }
}
