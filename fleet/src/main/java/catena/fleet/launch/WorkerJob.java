// SPDX-License-Identifier: Apache-2.0
package catena.fleet.launch;

import catena.fleet.FleetSettings;
import catena.harness.job.NumberedTasks;
import catena.harness.job.TaskJars;
import catena.records.run.Json;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.output.NullOutputFormat;
import org.apache.hadoop.mapreduce.security.TokenCache;
import org.apache.hadoop.security.Credentials;

/** The job whose tasks are workers: the memory of its containers, and the options of its tasks. */
final class WorkerJob {
  /** The YARN queue. */
  private static final Setting<String> QUEUE =
      Setting.ofString(
          "fleet.yarn.queue", "the queue of YARN (empty: that of the site's configuration)");

  /** The heap of a worker. */
  static final Setting<Long> HEAP =
      Setting.ofSize(
          "fleet.yarn.heap",
          "1G",
          "64M",
          "1024G",
          "heap of a worker on YARN; its container has a quarter and 256M more");

  /** The Java of the containers. */
  private static final Setting<String> JAVA_HOME =
      Setting.ofString(
          "fleet.yarn.java.home",
          "JAVA_HOME of the ApplicationMaster and the workers on YARN's nodes, a Java 17 or newer"
              + " (empty: that of the site's configuration, or of its NodeManagers)");

  /** The settings of the job. */
  static final List<Setting<?>> SETTINGS =
      List.of(QUEUE, HEAP, JAVA_HOME, FleetSettings.DEATH, FleetSettings.ATTEMPTS);

  /** What a JVM needs in addition to its heap, in MB, for a heap of any size. */
  private static final long OUTSIDE_HEAP = 256;

  private static final String JAVA_OPTIONS = "mapreduce.map.java.opts";

  /** Options as in {@code bin/catena}; the log is next to what YARN keeps of a task. */
  private static final String WORKER =
      " -Xmx%dm -XX:+ExitOnOutOfMemoryError --add-opens=java.base/java.lang=ALL-UNNAMED"
          + " --add-opens=java.base/java.nio=ALL-UNNAMED -Dcatena.log=<LOG_DIR>/catena.log";

  /** Set for each job, whatever a site may have set. */
  private static final Map<String, String> ALWAYS =
      Map.of(
          "mapreduce.map.speculative", "false",
          // One task would run in the ApplicationMaster, whose memory is not a worker's.
          "mapreduce.job.ubertask.enable", "false",
          // The run decides what a worker that is not replaced means, not Hadoop.
          "mapreduce.map.failures.maxpercent", "100",
          "mapreduce.am.max-attempts", "4",
          "mapreduce.job.running.map.limit", "0",
          "mapreduce.map.skip.maxrecords", "0");

  /**
   * What a task has to know to be a worker. It is in the credentials of the job, which Hadoop gives
   * only to its tasks.
   *
   * @param main the class that has {@code int run(String...)}, which takes a command line
   * @param run the same as {@link LaunchRequest#run}
   * @param workers how many there are
   * @param properties the content of Accumulo's client properties
   */
  record Task(String main, String run, int workers, String properties) {
    private static final Text KEY = new Text("catena.fleet.worker");

    static Task of(LaunchRequest request) throws IOException {
      String properties = Files.readString(request.clientProperties());
      return new Task(LaunchRequest.MAIN, request.run(), request.workers(), properties);
    }

    static Task readFrom(Credentials credentials) throws IOException {
      byte[] json = credentials.getSecretKey(KEY);
      if (json == null) {
        throw new IOException("the job's credentials do not say what its workers are to do");
      }
      return Json.LINES.readValue(json, Task.class);
    }

    /** Replaces that of the record, which would print a password. */
    @Override
    public String toString() {
      return workers + " workers of " + run;
    }
  }

  private WorkerJob() {}

  /**
   * A job that is ready to be submitted.
   *
   * @param base the site's configuration
   * @param scratch holds what is shipped until the job is submitted
   */
  static Job of(Configuration base, Task task, Settings settings, Path scratch) throws IOException {
    Job job = Job.getInstance(base, "catena workers of " + task.run());
    Configuration conf = job.getConfiguration();
    TaskJars.ship(conf, scratch);
    shipLogging(conf);
    ALWAYS.forEach(conf::set);
    conf.setInt("mapreduce.map.maxattempts", FleetSettings.tries(settings));
    long heap = settings.get(HEAP);
    conf.setLong("mapreduce.map.memory.mb", memory(heap));
    // After the site's own options, since the last of contradicting options holds.
    conf.set(
        JAVA_OPTIONS,
        conf.get(JAVA_OPTIONS, conf.get("mapred.child.java.opts", ""))
            + WORKER.formatted(heap >> 20));
    setUnlessEmpty(conf, settings.get(QUEUE), "mapreduce.job.queuename");
    setUnlessEmpty(
        conf,
        settings.get(JAVA_HOME),
        "mapreduce.map.env.JAVA_HOME",
        "yarn.app.mapreduce.am.env.JAVA_HOME");
    NumberedTasks.configure(conf, task.workers());
    job.setInputFormatClass(NumberedTasks.class);
    job.setOutputFormatClass(NullOutputFormat.class);
    job.setMapperClass(WorkerMapper.class);
    job.setMapOutputKeyClass(NullWritable.class);
    job.setMapOutputValueClass(NullWritable.class);
    job.setNumReduceTasks(0);
    // By itself a job gets tokens only for the default file system.
    TokenCache.obtainTokensForNamenodes(
        job.getCredentials(),
        new org.apache.hadoop.fs.Path[] {new org.apache.hadoop.fs.Path(task.run())},
        conf);
    job.getCredentials().addSecretKey(Task.KEY, Json.LINES.writeValueAsBytes(task));
    return job;
  }

  private static void setUnlessEmpty(Configuration conf, String value, String... keys) {
    if (!value.isEmpty()) {
      List.of(keys).forEach(key -> conf.set(key, value));
    }
  }

  /** Ships this process's logging configuration, which is on the class path of a task then. */
  private static void shipLogging(Configuration conf) {
    Path file = Path.of(System.getProperty("catena.home", ""), "conf", "log4j2.properties");
    if (Files.exists(file)) {
      conf.set("tmpfiles", file.toUri().toString());
    }
  }

  /** The size of a worker's container in MB, before YARN rounds it up. */
  static long memory(long heap) {
    long megabytes = heap >> 20;
    return megabytes + megabytes / 4 + OUTSIDE_HEAP;
  }
}
