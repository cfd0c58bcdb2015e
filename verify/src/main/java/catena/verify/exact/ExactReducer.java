// SPDX-License-Identifier: Apache-2.0
package catena.verify.exact;

import catena.verify.row.Shuffled;
import java.io.IOException;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.mapreduce.Partitioner;
import org.apache.hadoop.mapreduce.Reducer;

/** Brings what differs into the order of writers and windows, and adds up the rest. */
public final class ExactReducer
    extends Reducer<BytesWritable, BytesWritable, BytesWritable, BytesWritable> {
  /** Keeps all of a writer in one reducer. */
  public static final class ByWriter extends Partitioner<BytesWritable, BytesWritable> {
    /** Made by Hadoop. */
    public ByWriter() {}

    @Override
    public int getPartition(BytesWritable key, BytesWritable value, int partitions) {
      return Math.floorMod(Shuffled.writer(key), partitions);
    }
  }

  /** Made by Hadoop. */
  public ExactReducer() {}

  @Override
  protected void reduce(BytesWritable key, Iterable<BytesWritable> values, Context context)
      throws IOException, InterruptedException {
    if (Shuffled.kind(key) == Shuffled.ShuffledKind.UNPROMISED) {
      long sum = 0;
      for (BytesWritable value : values) {
        sum += Shuffled.number(value);
      }
      context.write(key, Shuffled.number(sum));
    } else {
      for (BytesWritable value : values) {
        context.write(key, value);
      }
    }
  }
}
