// SPDX-License-Identifier: Apache-2.0
package catena.harness.job;

import catena.harness.instance.HadoopConf;
import catena.records.settings.Settings;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.zip.CRC32;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.io.RawComparator;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapOutputFile;
import org.apache.hadoop.mapred.Merger;
import org.apache.hadoop.mapred.Merger.Segment;
import org.apache.hadoop.mapred.RawKeyValueIterator;
import org.apache.hadoop.mapred.ShuffleConsumerPlugin;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.task.reduce.Shuffle;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/** Where jobs run: in this process or on YARN; removes what they leave. */
public final class Runner implements AutoCloseable {
  /** Here a range costs something before anything of it is read, and more of them are no faster. */
  private static final int MOST_LOCAL_RANGES = 4096;

  private static final Logger LOG = LogManager.getLogger(Runner.class);

  private static final Duration LOCAL_POLL = Duration.ofMillis(20);
  private static final Duration YARN_POLL = Duration.ofMillis(200);
  private static final Duration COUNTS_EVERY = Duration.ofSeconds(1);

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
  private final List<Runnable> ends = new ArrayList<>();
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
   * The runner of the jobs of one activity, where its settings say.
   *
   * @param word whose, as a part of directories' names
   * @param settings with {@link JobSettings#ALL} among them
   * @throws catena.records.words.UsageException if there is no Hadoop configuration where one is
   *     needed
   */
  public static Runner of(String word, Settings settings) throws IOException {
    return settings.get(JobSettings.ON) == JobSettings.On.YARN
        ? yarn(word, settings)
        : local(word, settings.get(JobSettings.THREADS));
  }

  /**
   * Checks that there is a Hadoop configuration where one is needed, before anything is begun.
   *
   * @throws catena.records.words.UsageException if there is none
   */
  public static void check(Settings settings) {
    if (settings.get(JobSettings.ON) == JobSettings.On.YARN) {
      HadoopConf unused = site(settings);
    }
  }

  /**
   * A runner of jobs in this process.
   *
   * @param asked map tasks at a time; 0 for one per core
   */
  public static Runner local(String word, int asked) throws IOException {
    int threads = threads(asked);
    Path scratch = scratch(word);
    Configuration conf = new Configuration();
    conf.set("fs.defaultFS", "file:///");
    conf.set("mapreduce.framework.name", "local");
    conf.set("hadoop.tmp.dir", scratch.resolve("hadoop").toString());
    conf.set("mapreduce.cluster.local.dir", scratch.resolve("local").toString());
    conf.set("mapreduce.jobtracker.staging.root.dir", scratch.resolve("staging").toString());
    conf.setInt("mapreduce.local.map.tasks.maximum", threads);
    conf.setInt("mapreduce.local.reduce.tasks.maximum", threads);
    // Hadoop's own is a hundredth of its task time-out, 6 s: too late for a user who watches.
    conf.setLong("mapreduce.task.progress-report.interval", COUNTS_EVERY.toMillis());
    // With Kerberos Hadoop wants to know who renews the tokens of a job's file systems, before it
    // checks whether they have any; local files have none.
    conf.set("yarn.resourcemanager.principal", "nobody");
    // Each running map task has its own sort buffer in this process's heap.
    long fair = Runtime.getRuntime().maxMemory() / ((4L * threads) << 20);
    conf.setLong("mapreduce.task.io.sort.mb", Math.max(4, Math.min(64, fair)));
    return new Runner(conf, scratch, new org.apache.hadoop.fs.Path(scratch.toUri()), threads, true);
  }

  private static HadoopConf site(Settings settings) {
    return HadoopConf.of(settings, Optional.empty()).requireYarn(JobSettings.ON.key() + "=yarn");
  }

  private static int threads(int asked) {
    return asked > 0 ? asked : Runtime.getRuntime().availableProcessors();
  }

  private static Path scratch(String word) throws IOException {
    return Files.createTempDirectory("catena-" + word + "-");
  }

  private static Runner yarn(String word, Settings settings) throws IOException {
    HadoopConf site = site(settings);
    Path scratch = scratch(word);
    Configuration conf = site.ofYarn();
    TaskJars.ship(conf, scratch);
    FileSystem fs = FileSystem.get(conf);
    org.apache.hadoop.fs.Path outputs =
        new org.apache.hadoop.fs.Path(
            fs.getHomeDirectory(), ".catena-" + word + "-" + UUID.randomUUID());
    return new Runner(conf, scratch, outputs, threads(settings.get(JobSettings.THREADS)), false);
  }

  /** A copy of the configuration that jobs begin with. */
  public Configuration configuration() {
    Configuration conf = new Configuration(base);
    conf.setBoolean("mapreduce.map.speculative", false);
    conf.setBoolean("mapreduce.reduce.speculative", false);
    conf.set("mapreduce.job.reduce.slowstart.completedmaps", "0.95");
    // Of as many tasks as there are tablets; Hadoop's own limit is at some 50,000.
    conf.set("mapreduce.job.split.metainfo.maxsize", "-1");
    WHOLE.forEach(conf::set);
    AS_IT_IS.forEach(conf::unset);
    if (local || conf.getBoolean("mapreduce.job.ubertask.enable", false)) {
      LocalShuffle.use(conf);
    }
    return conf;
  }

  /** How many ranges keep all map tasks busy to the end. */
  public int wantedRanges() {
    return 4 * threads;
  }

  /**
   * How many ranges there may be.
   *
   * @param asked for at most
   */
  public int mostRanges(int asked) {
    return local ? Math.min(asked, MOST_LOCAL_RANGES) : asked;
  }

  /** Whether tasks are threads of this process, and have its login. */
  public boolean isLocal() {
    return local;
  }

  /** Has something ended when the jobs are over: what their tasks share in this process. */
  public void atEnd(Runnable end) {
    ends.add(end);
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

  /** Removes what the jobs left; what cannot be removed takes nothing from what they found. */
  @Override
  public void close() {
    ends.forEach(Runnable::run);
    for (org.apache.hadoop.fs.Path each :
        List.of(outputs, new org.apache.hadoop.fs.Path(scratch.toUri()))) {
      try {
        boolean unused = each.getFileSystem(base).delete(each, true);
      } catch (IOException e) {
        LOG.warn("{} cannot be removed", each, e);
      }
    }
  }

  /**
   * Hands what the mappers of a job wrote to a reducer of the same process, by merging their files.
   *
   * <p>Hadoop's own way, which is taken where mappers were separate processes, checks the owner of
   * each file wherever Kerberos is required. Only its native library can do that: without it each
   * job in one process ends with "Secure IO is not possible without native code extensions". What
   * this protects are nodes that many users share; a process's own files, in its own directory,
   * need no such check.
   *
   * @param <K> keys
   * @param <V> values
   */
  static final class LocalShuffle<K, V> implements ShuffleConsumerPlugin<K, V> {
    /** Start, length and length as written of one reducer's part, as Hadoop's index has them. */
    private static final int RECORD = 3 * Long.BYTES;

    private Context<K, V> context;
    private Shuffle<K, V> others;

    /** Made by Hadoop. */
    public LocalShuffle() {}

    /** Has the reducers of a job take their input so where they are in their mappers' process. */
    static void use(Configuration conf) {
      conf.set("mapreduce.job.reduce.shuffle.consumer.plugin.class", LocalShuffle.class.getName());
    }

    @Override
    public void init(Context<K, V> given) {
      context = given;
      if (given.getLocalMapFiles() == null) {
        others = new Shuffle<>();
        others.init(given);
      }
    }

    @Override
    public RawKeyValueIterator run() throws IOException, InterruptedException {
      if (others != null) {
        return others.run();
      }
      JobConf conf = context.getJobConf();
      FileSystem files = FileSystem.getLocal(conf).getRaw();
      List<Segment<K, V>> segments = new ArrayList<>();
      for (MapOutputFile each : context.getLocalMapFiles().values()) {
        segments.add(segment(conf, files, each));
        context.getShuffledMapsCounter().increment(1);
        context.getMergedMapOutputsCounter().increment(1);
      }
      context.getCopyPhase().complete();
      return Merger.merge(
          conf,
          files,
          LocalShuffle.<K>type(conf.getMapOutputKeyClass()),
          LocalShuffle.<V>type(conf.getMapOutputValueClass()),
          context.getCodec(),
          segments,
          conf.getInt("mapreduce.task.io.sort.factor", 100),
          new org.apache.hadoop.fs.Path(context.getReduceId().toString()),
          LocalShuffle.<K>order(conf),
          context.getReporter(),
          true,
          context.getSpilledRecordsCounter(),
          null,
          context.getMergePhase(),
          TaskType.REDUCE);
    }

    /** This reducer's part of what one mapper wrote. */
    private Segment<K, V> segment(JobConf conf, FileSystem files, MapOutputFile written)
        throws IOException {
      int part = context.getReduceId().getTaskID().getId();
      org.apache.hadoop.fs.Path output = written.getOutputFile();
      // In an ApplicationMaster only the output knows where it is; its index is always next to it.
      ByteBuffer index = index(files, output.suffix(".index"));
      long start = index.getLong(part * RECORD);
      long length = index.getLong(part * RECORD + 2 * Long.BYTES);
      context.getReduceShuffleBytes().increment(length);
      return new Segment<>(conf, files, output, start, length, context.getCodec(), true);
    }

    /**
     * What Hadoop's index of a mapper's output holds: records, and their checksum.
     *
     * @throws IOException if it cannot be read, or is damaged
     */
    static ByteBuffer index(FileSystem files, org.apache.hadoop.fs.Path file) throws IOException {
      byte[] bytes = new byte[Math.toIntExact(files.getFileStatus(file).getLen())];
      try (FSDataInputStream in = files.open(file)) {
        in.readFully(bytes);
      }
      int end = bytes.length - Long.BYTES;
      CRC32 checksum = new CRC32();
      checksum.update(bytes, 0, end);
      ByteBuffer index = ByteBuffer.wrap(bytes);
      if (index.getLong(end) != checksum.getValue()) {
        throw new IOException("the index " + file + " of a mapper's output is damaged");
      }
      return index;
    }

    @SuppressWarnings("unchecked") // A job says by name what its mappers write.
    private static <T> Class<T> type(Class<?> named) {
      return (Class<T>) named;
    }

    @SuppressWarnings("unchecked")
    private static <T> RawComparator<T> order(JobConf conf) {
      return (RawComparator<T>) conf.getOutputKeyComparator();
    }

    @Override
    public void close() {
      if (others != null) {
        others.close();
      }
    }
  }
}
