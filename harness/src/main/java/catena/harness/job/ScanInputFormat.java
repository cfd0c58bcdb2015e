// SPDX-License-Identifier: Apache-2.0
package catena.harness.job;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.accumulo.core.data.Key;
import org.apache.accumulo.core.data.Value;
import org.apache.accumulo.hadoop.mapreduce.AccumuloInputFormat;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/**
 * Accumulo's input format, rarely asked for its progress.
 *
 * <p>Hadoop asks a record reader for its progress with every record, and Accumulo's computes it
 * from the row in numbers of any size: a third of the time of a map task that does little else.
 *
 * <p>It asks as a user whose password is in the job's credentials and not in its configuration.
 *
 * <p>Each split has its own range. In the configuration, which every task reads, all ranges stand
 * only until the splits are made: of 100,000 tablets they are 10 MB.
 */
public final class ScanInputFormat extends InputFormat<Key, Value> {
  /** Ends the key under which Accumulo keeps them. */
  private static final String RANGES = ".ScanOpts.Ranges";

  private final AccumuloInputFormat scans = new AccumuloInputFormat();

  /** Made by Hadoop. */
  public ScanInputFormat() {}

  @Override
  public List<InputSplit> getSplits(JobContext context) throws IOException {
    // A copy: the job's own configuration is written down and shown.
    Job revealed = Job.getInstance(context.getConfiguration());
    ClientSecrets.reveal(revealed.getConfiguration(), context.getCredentials());
    List<InputSplit> splits = scans.getSplits(revealed);
    forgetRanges(context.getConfiguration());
    return splits;
  }

  /** Takes the ranges out of the configuration of a job, which is written down after its splits. */
  static void forgetRanges(Configuration conf) {
    List<String> keys = new ArrayList<>();
    conf.forEach(each -> keys.add(each.getKey()));
    keys.stream().filter(key -> key.endsWith(RANGES)).forEach(conf::unset);
  }

  @Override
  public RecordReader<Key, Value> createRecordReader(InputSplit split, TaskAttemptContext context) {
    ClientSecrets.reveal(context.getConfiguration(), context.getCredentials());
    return new ProgressReader(scans.createRecordReader(split, context));
  }

  /** Another reader, whose progress is as old as a few thousand records. */
  private static final class ProgressReader extends RecordReader<Key, Value> {
    private static final int RECORDS = 4096;

    private final RecordReader<Key, Value> scan;
    private float progress;
    private int left;

    ProgressReader(RecordReader<Key, Value> scan) {
      this.scan = scan;
    }

    @Override
    public void initialize(InputSplit split, TaskAttemptContext context)
        throws IOException, InterruptedException {
      ClientSecrets.reveal(context.getConfiguration(), context.getCredentials());
      scan.initialize(split, context);
    }

    @Override
    public boolean nextKeyValue() throws IOException, InterruptedException {
      return scan.nextKeyValue();
    }

    @Override
    public Key getCurrentKey() throws IOException, InterruptedException {
      return scan.getCurrentKey();
    }

    @Override
    public Value getCurrentValue() throws IOException, InterruptedException {
      return scan.getCurrentValue();
    }

    @Override
    public float getProgress() throws IOException, InterruptedException {
      if (--left < 0) {
        left = RECORDS;
        progress = scan.getProgress();
      }
      return progress;
    }

    @Override
    public void close() throws IOException {
      scan.close();
    }
  }
}
