package catena.fleet.yarn;

import catena.harness.job.NumberedTasks;
import catena.harness.settings.Settings;
import catena.harness.yarn.YarnSite;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Job;

/** The job whose tasks are workers: how much its containers need, and what holds for its tasks. */
final class WorkerJob {
  private static final String MASTER_MEMORY = "yarn.app.mapreduce.am.resource.mb";
  private static final int MASTER_DEFAULT = 1536;

  /** Of the task beside the worker, and of what the worker's JVM needs beside its heap. */
  private static final long BESIDE_HEAP = 384;

  private static final String TASK_HEAP = " -Xmx96m";
  private static final String JAVA_OPTIONS = "mapreduce.map.java.opts";

  /** What holds for each job, whatever a site may have set. */
  private static final Map<String, String> ALWAYS =
      Map.of(
          "mapreduce.map.speculative", "false",
          // One task would run in the ApplicationMaster, whose memory is not a worker's.
          "mapreduce.job.ubertask.enable", "false",
          // What a worker that is not replaced means is for the run to say, not for Hadoop.
          "mapreduce.map.failures.maxpercent", "100",
          "mapreduce.am.max-attempts", "4",
          "mapreduce.job.running.map.limit", "0",
          "mapreduce.map.skip.maxrecords", "0");

  private WorkerJob() {}

  /**
   * A job that is ready to be submitted.
   *
   * @param base the site's configuration
   * @param scratch holds what is shipped until the job is submitted
   */
  static Job of(Configuration base, WorkerTask task, Settings settings, Path scratch)
      throws IOException {
    Job job = Job.getInstance(base, "catena workers of " + task.run());
    Configuration conf = job.getConfiguration();
    YarnSite.ship(conf, scratch);
    shipLogging(conf);
    ALWAYS.forEach(conf::set);
    conf.setInt("mapreduce.map.maxattempts", YarnSettings.attempts(settings));
    conf.setLong("mapreduce.map.memory.mb", memory(settings.get(YarnSettings.HEAP)));
    // The site's own options, since the last of those that say one thing holds.
    conf.set(
        JAVA_OPTIONS, conf.get(JAVA_OPTIONS, conf.get("mapred.child.java.opts", "")) + TASK_HEAP);
    String queue = settings.get(YarnSettings.QUEUE);
    if (!queue.isEmpty()) {
      conf.set("mapreduce.job.queuename", queue);
    }
    NumberedTasks.configure(conf, task.workers());
    job.setInputFormatClass(NumberedTasks.class);
    job.setOutputFormatClass(WorkerOutput.class);
    job.setMapperClass(WorkerMapper.class);
    job.setMapOutputKeyClass(NullWritable.class);
    job.setMapOutputValueClass(NullWritable.class);
    job.setNumReduceTasks(0);
    task.writeTo(job.getCredentials());
    return job;
  }

  /** How workers log is told by a file on the class path, which is no class. */
  private static void shipLogging(Configuration conf) {
    for (String name : List.of("log4j2.properties")) {
      var found = WorkerJob.class.getClassLoader().getResource(name);
      if (found != null && found.getProtocol().equals("file")) {
        conf.set("tmpfiles", found.toString());
      }
    }
  }

  /** MB of a worker's container, before YARN rounds it up. */
  static long memory(long heap) {
    long megabytes = heap >> 20;
    return megabytes + megabytes / 4 + BESIDE_HEAP;
  }

  /** The same as YARN rounds it up. */
  static long container(Configuration conf, long heap) {
    return rounded(conf, memory(heap));
  }

  /** MB of the container of the ApplicationMaster, as YARN rounds it up. */
  static long master(Configuration conf) {
    return rounded(conf, conf.getInt(MASTER_MEMORY, MASTER_DEFAULT));
  }

  private static long rounded(Configuration conf, long memory) {
    long step = Math.max(1, conf.getInt("yarn.scheduler.minimum-allocation-mb", 1024));
    return (memory + step - 1) / step * step;
  }
}
