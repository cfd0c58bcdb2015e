package catena.verify.references;

import catena.verify.row.Mention;
import java.io.IOException;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;

/** Counts rows by what is said of them, and writes the lines of {@link ReferencesJoin#row}. */
public final class ReferencesReducer extends Reducer<LongWritable, Mention, LongWritable, Text> {
  /** Made by Hadoop. */
  public ReferencesReducer() {}

  @Override
  protected void reduce(LongWritable row, Iterable<Mention> mentions, Context context)
      throws IOException, InterruptedException {
    ReferencesJoin.row(
        row.get(),
        mentions,
        (count, n) -> context.getCounter(count).increment(n),
        (of, line) -> context.write(row, new Text(line)));
  }
}
