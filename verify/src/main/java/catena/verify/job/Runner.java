package catena.verify.job;

import catena.harness.settings.Settings;
import catena.harness.words.UsageException;
import catena.verify.row.RowRange;
import java.io.IOException;
import java.net.MalformedURLException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.mapreduce.Job;

/** Where jobs run: in this process or on YARN; removes what they leave. */
public final class Runner implements AutoCloseable {
  /** Here a range costs something before anything of it is read, and more of them help nobody. */
  private static final int MOST_LOCAL_RANGES = 4096;

  private static final Duration LOCAL_POLL = Duration.ofMillis(20);
  private static final Duration YARN_POLL = Duration.ofMillis(200);

  private static final String YARN_DIRECTORY = ".catena-verify-";

  /** What a site may have set so that a job succeeds without all of its tasks or records. */
  private static final Map<String, String> WHOLE =
      Map.of(
          "mapreduce.map.failures.maxpercent", "0",
          "mapreduce.reduce.failures.maxpercent", "0",
          "mapreduce.map.skip.maxrecords", "0",
          "mapreduce.reduce.skip.maxgroups", "0",
          "mapreduce.task.skip.start.attempts", Integer.toString(Integer.MAX_VALUE));

  /** What would put a step of others between our mappers and reducers. */
  private static final List<String> AS_IT_IS =
      List.of(
          "mapreduce.job.combine.class",
          "mapreduce.job.combiner.group.comparator.class",
          "mapreduce.job.output.group.comparator.class",
          "mapreduce.job.output.key.comparator.class");

  private final Configuration base;
  private final Path scratch;
  private final org.apache.hadoop.fs.Path outputs;
  private final int threads;
  private final boolean local;
  private final List<LocalScans> scans = new ArrayList<>();
  private int jobs;

  private Runner(
      Configuration base,
      Path scratch,
      org.apache.hadoop.fs.Path outputs,
      int threads,
      boolean local) {
    this.base = base;
    this.scratch = scratch;
    this.outputs = outputs;
    this.threads = threads;
    this.local = local;
  }

  /**
   * The runner that the settings name.
   *
   * @param environment of the process
   * @throws UsageException if there is no Hadoop configuration where one is needed
   */
  public static Runner of(Settings settings, Map<String, String> environment) throws IOException {
    int asked = settings.get(VerifySettings.THREADS);
    int threads = asked > 0 ? asked : Runtime.getRuntime().availableProcessors();
    return settings.get(VerifySettings.ON) == VerifySettings.On.LOCAL
        ? local(threads)
        : yarn(hadoopConf(settings, environment), threads);
  }

  private static Runner local(int threads) throws IOException {
    Path scratch = Files.createTempDirectory("catena-verify-");
    Configuration conf = new Configuration();
    conf.set("fs.defaultFS", "file:///");
    conf.set("mapreduce.framework.name", "local");
    conf.set("hadoop.tmp.dir", scratch.resolve("hadoop").toString());
    conf.set("mapreduce.cluster.local.dir", scratch.resolve("local").toString());
    conf.set("mapreduce.jobtracker.staging.root.dir", scratch.resolve("staging").toString());
    conf.setInt("mapreduce.local.map.tasks.maximum", threads);
    conf.setInt("mapreduce.local.reduce.tasks.maximum", threads);
    // Each running map task has a sort buffer of its own in this process's heap.
    long fair = Runtime.getRuntime().maxMemory() / ((4L * threads) << 20);
    conf.setLong("mapreduce.task.io.sort.mb", Math.max(4, Math.min(64, fair)));
    return new Runner(conf, scratch, new org.apache.hadoop.fs.Path(scratch.toUri()), threads, true);
  }

  private static Path hadoopConf(Settings settings, Map<String, String> environment) {
    String named = settings.get(VerifySettings.HADOOP_CONF);
    String directory = named.isEmpty() ? environment.getOrDefault("HADOOP_CONF_DIR", "") : named;
    if (directory.isEmpty() || !Files.isReadable(Path.of(directory, "yarn-site.xml"))) {
      throw new UsageException(
          "verify.on=yarn needs a directory with yarn-site.xml: name it with verify.hadoop.conf or"
              + " HADOOP_CONF_DIR, not '"
              + directory
              + "'");
    }
    return Path.of(directory);
  }

  private static Runner yarn(Path hadoopConf, int threads) throws IOException {
    Path scratch = Files.createTempDirectory("catena-verify-");
    Configuration conf = new Configuration();
    for (String name :
        List.of("core-site.xml", "hdfs-site.xml", "yarn-site.xml", "mapred-site.xml")) {
      if (Files.isReadable(hadoopConf.resolve(name))) {
        addResource(conf, hadoopConf.resolve(name));
      }
    }
    conf.set("mapreduce.framework.name", "yarn");
    conf.set("tmpjars", TaskJars.ofClassPath(System.getProperty("java.class.path"), scratch));
    // Ours are newer than those of Hadoop's servers.
    conf.setBoolean("mapreduce.job.user.classpath.first", true);
    FileSystem fs = FileSystem.get(conf);
    org.apache.hadoop.fs.Path outputs =
        new org.apache.hadoop.fs.Path(fs.getHomeDirectory(), YARN_DIRECTORY + UUID.randomUUID());
    return new Runner(conf, scratch, outputs, threads, false);
  }

  private static void addResource(Configuration conf, Path file) {
    try {
      conf.addResource(file.toUri().toURL());
    } catch (MalformedURLException e) {
      throw new IllegalStateException(file + " has no URL", e);
    }
  }

  /** A copy of the configuration that jobs begin with. */
  Configuration configuration() {
    Configuration conf = new Configuration(base);
    conf.setBoolean("mapreduce.map.speculative", false);
    conf.setBoolean("mapreduce.reduce.speculative", false);
    conf.set("mapreduce.job.reduce.slowstart.completedmaps", "0.95");
    // Of as many tasks as there are tablets; Hadoop's own limit is at some 50,000.
    conf.set("mapreduce.job.split.metainfo.maxsize", "-1");
    WHOLE.forEach(conf::set);
    AS_IT_IS.forEach(conf::unset);
    return conf;
  }

  /** How many ranges keep all map tasks busy to the end. */
  int wantedRanges() {
    return 4 * threads;
  }

  /**
   * How many ranges there may be.
   *
   * @param asked for at most
   */
  int mostRanges(int asked) {
    return local ? Math.min(asked, MOST_LOCAL_RANGES) : asked;
  }

  /** Whether tasks are threads of this process. */
  public boolean isLocal() {
    return local;
  }

  /** Has a job, whose tasks are threads of this process, scan ranges of rows. */
  void scan(Job job, LocalScans.Opener opener, List<RowRange> ranges) {
    scans.add(LocalScans.begin(job, opener, ranges, threads));
  }

  /** How long to wait before a job is asked again whether it is over. */
  Duration poll() {
    return local ? LOCAL_POLL : YARN_POLL;
  }

  /** How many tasks run at a time on this machine. */
  public int threads() {
    return threads;
  }

  /** A directory for the output of the next job. */
  public org.apache.hadoop.fs.Path nextOutput() {
    return new org.apache.hadoop.fs.Path(outputs, "job-" + jobs++);
  }

  @Override
  public void close() throws IOException {
    scans.forEach(LocalScans::close);
    if (!local) {
      outputs.getFileSystem(base).delete(outputs, true);
    }
    FileSystem files = FileSystem.getLocal(base);
    files.delete(new org.apache.hadoop.fs.Path(scratch.toUri()), true);
  }
}
