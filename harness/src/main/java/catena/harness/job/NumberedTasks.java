// SPDX-License-Identifier: Apache-2.0
package catena.harness.job;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/** An input of tasks that read nothing: each has its number, and one empty record. */
public final class NumberedTasks extends InputFormat<NullWritable, NullWritable> {
  private static final String TASKS = "catena.tasks";

  /** Made by Hadoop. */
  public NumberedTasks() {}

  /** Says how many tasks there are. */
  public static void configure(Configuration conf, int tasks) {
    conf.setInt(TASKS, tasks);
  }

  /** The number of the task that has a split of this input, from 0. */
  public static int number(InputSplit split) {
    return ((TaskNumber) split).value;
  }

  @Override
  public List<InputSplit> getSplits(JobContext context) {
    return IntStream.range(0, context.getConfiguration().getInt(TASKS, 0))
        .<InputSplit>mapToObj(TaskNumber::new)
        .toList();
  }

  @Override
  public RecordReader<NullWritable, NullWritable> createRecordReader(
      InputSplit split, TaskAttemptContext context) {
    return new Once();
  }

  /** The number of a task. */
  static final class TaskNumber extends InputSplit implements Writable {
    private int value;

    /** Filled by Hadoop. */
    TaskNumber() {}

    private TaskNumber(int value) {
      this.value = value;
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
      out.writeInt(value);
    }

    @Override
    public void readFields(DataInput in) throws IOException {
      value = in.readInt();
    }
  }

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
