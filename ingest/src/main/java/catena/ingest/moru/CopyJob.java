package catena.ingest.moru;

import catena.harness.accumulo.Connection;
import catena.harness.job.ClientSecrets;
import catena.harness.job.JobRun;
import catena.harness.job.Runner;
import catena.harness.job.ScanInputFormat;
import catena.read.check.ScanTask;
import java.util.Collection;
import java.util.List;
import java.util.Properties;
import org.apache.accumulo.core.data.Range;
import org.apache.accumulo.hadoop.mapreduce.AccumuloInputFormat;
import org.apache.accumulo.hadoop.mapreduce.AccumuloOutputFormat;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.mapreduce.Job;

/** The job of a copy, as it is before it is submitted. */
final class CopyJob {
  private static final String MEMORY = "batch.writer.memory.max";

  /** Accumulo's own default; each task has as much. */
  private static final long MOST_MEMORY = 50L << 20;

  private CopyJob() {}

  /**
   * The job that reads the source and writes the target.
   *
   * @param maps map tasks at most
   */
  static Job of(Runner runner, CopySource source, String target, ScanTask task, int maps)
      throws Exception {
    Connection connection = source.connection();
    Job job = Job.getInstance(runner.configuration(), "catena moru");
    Properties client = runner.isLocal() ? connection.properties() : connection.delegated();
    if (runner.isLocal()) {
      client.putIfAbsent(MEMORY, Long.toString(memory(runner.threads())));
    }
    job.setJarByClass(CopyMapper.class);
    job.setMapperClass(CopyMapper.class);
    job.setNumReduceTasks(0);
    job.setOutputKeyClass(BytesWritable.class);
    job.setOutputValueClass(BytesWritable.class);
    job.setInputFormatClass(ScanInputFormat.class);
    AccumuloInputFormat.configure()
        .clientProperties(client)
        .table(source.table())
        .auths(task.authorizations())
        .ranges(ranges(source, runner.mostRanges(maps)))
        .autoAdjustRanges(false)
        .store(job);
    AccumuloOutputFormat.configure()
        .clientProperties(client)
        .defaultTable(target)
        .createTables(false)
        .store(job);
    task.writeTo(job.getConfiguration());
    ClientSecrets.hide(job);
    return job;
  }

  private static Collection<Range> ranges(CopySource source, int most) throws Exception {
    return List.copyOf(
        source
            .connection()
            .client()
            .tableOperations()
            .splitRangeByTablets(source.table(), new Range(), most));
  }

  /** Tasks of one process share its heap. */
  private static long memory(int threads) {
    return Math.min(MOST_MEMORY, Runtime.getRuntime().maxMemory() / (8L * threads));
  }

  /** Rows that tasks have left out of what they handed on. */
  static long left(JobRun run) {
    return run.counters().findCounter(CopyMapper.Count.LEFT).getValue();
  }
}
