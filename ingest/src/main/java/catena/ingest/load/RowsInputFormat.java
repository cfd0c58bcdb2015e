package catena.ingest.load;

import catena.harness.job.TaskGraph;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/** Gives each task a range of rows, and nothing to read: the graph says what belongs there. */
public final class RowsInputFormat extends InputFormat<NullWritable, NullWritable> {
  private static final String BOUNDS = "catena.bulk.bounds";

  /** Made by Hadoop. */
  public RowsInputFormat() {}

  /** A range of rows. */
  static final class Rows extends InputSplit implements Writable {
    private int number;
    private long from;
    private long to;

    /** Filled by Hadoop. */
    Rows() {}

    private Rows(int number, long from, long to) {
      this.number = number;
      this.from = from;
      this.to = to;
    }

    /** Its place among the ranges. */
    int number() {
      return number;
    }

    /** The first row. */
    long from() {
      return from;
    }

    /** The row after the last. */
    long to() {
      return to;
    }

    @Override
    public long getLength() {
      return 1; // All are alike; Hadoop begins with the longest.
    }

    @Override
    public String[] getLocations() {
      return new String[0];
    }

    @Override
    public void write(DataOutput out) throws IOException {
      out.writeInt(number);
      out.writeLong(from);
      out.writeLong(to);
    }

    @Override
    public void readFields(DataInput in) throws IOException {
      number = in.readInt();
      from = in.readLong();
      to = in.readLong();
    }
  }

  /**
   * Says which ranges there are.
   *
   * @param bounds the first row of each range, and the row after the last
   */
  static void ranges(Configuration conf, List<Long> bounds) {
    List<String> texts = bounds.stream().map(bound -> Long.toString(bound)).toList();
    TaskGraph.set(conf, BOUNDS, String.join(",", texts));
  }

  @Override
  public List<InputSplit> getSplits(JobContext context) {
    String[] bounds = TaskGraph.get(context.getConfiguration(), BOUNDS).split(",", -1);
    List<InputSplit> splits = new ArrayList<>();
    for (int i = 1; i < bounds.length; i++) {
      splits.add(new Rows(i - 1, Long.parseLong(bounds[i - 1]), Long.parseLong(bounds[i])));
    }
    return splits;
  }

  @Override
  public RecordReader<NullWritable, NullWritable> createRecordReader(
      InputSplit split, TaskAttemptContext context) {
    return new Once();
  }

  /** One record: the range itself. */
  private static final class Once extends RecordReader<NullWritable, NullWritable> {
    private boolean read;

    @Override
    public void initialize(InputSplit split, TaskAttemptContext context) {
      read = false;
    }

    @Override
    public boolean nextKeyValue() {
      boolean more = !read;
      read = true;
      return more;
    }

    @Override
    public NullWritable getCurrentKey() {
      return NullWritable.get();
    }

    @Override
    public NullWritable getCurrentValue() {
      return NullWritable.get();
    }

    @Override
    public float getProgress() {
      return read ? 1 : 0;
    }

    @Override
    public void close() {
      // nothing is open
    }
  }
}
