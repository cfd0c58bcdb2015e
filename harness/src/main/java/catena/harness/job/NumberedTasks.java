// SPDX-License-Identifier: Apache-2.0
package catena.harness.job;

import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;

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
    return Math.toIntExact(((FileSplit) split).getStart());
  }

  @Override
  public List<InputSplit> getSplits(JobContext context) {
    return IntStream.range(0, context.getConfiguration().getInt(TASKS, 0))
        .<InputSplit>mapToObj(NumberedTasks::split)
        .toList();
  }

  /** A piece of a file that nothing opens: it begins at the task's number. */
  private static FileSplit split(int number) {
    long length = 1; // All are alike; Hadoop begins with the longest.
    return new FileSplit(new Path("task"), number, length, new String[0]);
  }

  @Override
  public RecordReader<NullWritable, NullWritable> createRecordReader(
      InputSplit split, TaskAttemptContext context) {
    return new Once();
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
