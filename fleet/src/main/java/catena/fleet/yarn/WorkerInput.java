package catena.fleet.yarn;

import java.io.DataInput;
import java.io.DataOutput;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/** As many splits as workers, all alike and empty: a task's number is its slot. */
public final class WorkerInput extends InputFormat<NullWritable, NullWritable> {
  private static final String WORKERS = "catena.fleet.workers";

  /** Made by Hadoop. */
  public WorkerInput() {}

  static void configure(Configuration conf, int workers) {
    conf.setInt(WORKERS, workers);
  }

  @Override
  public List<InputSplit> getSplits(JobContext context) {
    return Collections.nCopies(context.getConfiguration().getInt(WORKERS, 0), new Split());
  }

  @Override
  public RecordReader<NullWritable, NullWritable> createRecordReader(
      InputSplit split, TaskAttemptContext context) {
    return new Nothing();
  }

  /** Nothing, anywhere. */
  public static final class Split extends InputSplit implements Writable {
    /** Made by Hadoop, too. */
    public Split() {}

    @Override
    public long getLength() {
      return 0;
    }

    @Override
    public String[] getLocations() {
      return new String[0];
    }

    @Override
    public void write(DataOutput out) {
      // has no content
    }

    @Override
    public void readFields(DataInput in) {
      // has no content
    }
  }

  private static final class Nothing extends RecordReader<NullWritable, NullWritable> {
    @Override
    public void initialize(InputSplit split, TaskAttemptContext context) {
      // nothing to read
    }

    @Override
    public boolean nextKeyValue() {
      return false;
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
      return 0;
    }

    @Override
    public void close() {
      // nothing is open
    }
  }
}
