package catena.fleet.yarn;

import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.OutputFormat;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/**
 * No output. Unlike Hadoop's own of that kind it can be recovered: a restarted ApplicationMaster
 * leaves alone those workers that have ended in order.
 */
public final class WorkerOutput extends OutputFormat<NullWritable, NullWritable> {
  /** Made by Hadoop. */
  public WorkerOutput() {}

  @Override
  public RecordWriter<NullWritable, NullWritable> getRecordWriter(TaskAttemptContext context) {
    return new RecordWriter<>() {
      @Override
      public void write(NullWritable key, NullWritable value) {
        throw new UnsupportedOperationException("workers have no output");
      }

      @Override
      public void close(TaskAttemptContext end) {
        // nothing is open
      }
    };
  }

  @Override
  public void checkOutputSpecs(JobContext context) {
    // there is none
  }

  @Override
  public OutputCommitter getOutputCommitter(TaskAttemptContext context) {
    return new Committer();
  }

  private static final class Committer extends OutputCommitter {
    @Override
    public void setupJob(JobContext context) {
      // nothing is written
    }

    @Override
    public void setupTask(TaskAttemptContext context) {
      // nothing is written
    }

    @Override
    public boolean needsTaskCommit(TaskAttemptContext context) {
      return false;
    }

    @Override
    public void commitTask(TaskAttemptContext context) {
      // nothing was written
    }

    @Override
    public void abortTask(TaskAttemptContext context) {
      // nothing was written
    }

    @Override
    public boolean isRecoverySupported(JobContext context) {
      return true;
    }

    @Override
    public void recoverTask(TaskAttemptContext context) {
      // nothing was written
    }
  }
}
