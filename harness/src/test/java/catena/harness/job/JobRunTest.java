// SPDX-License-Identifier: Apache-2.0
package catena.harness.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.harness.command.Terminal;
import catena.records.settings.Layer;
import catena.records.settings.Settings;
import catena.records.threads.StopSignal;
import com.google.common.base.Throwables;
import com.google.common.util.concurrent.Uninterruptibles;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.JobPriority;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Real jobs in this process: three mappers that count to ten, and who sums that up. */
@Timeout(120)
class JobRunTest {
  private static final int TASKS = 3;

  /** Mappers wait for it. */
  private static volatile CountDownLatch open = new CountDownLatch(0);

  private static volatile CountDownLatch begun = new CountDownLatch(1);

  /** Reducers wait for it. */
  private static volatile CountDownLatch joined = new CountDownLatch(0);

  /** What mappers count. */
  public enum Did {
    /** A record. */
    COUNTED
  }

  /** One task's share. */
  public static final class Share extends InputSplit implements Writable {
    /** Made by Hadoop. */
    public Share() {}

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
      // there is nothing to it
    }

    @Override
    public void readFields(DataInput in) {
      // as above
    }
  }

  /** Tasks that read nothing. */
  public static class Shares extends InputFormat<NullWritable, NullWritable> {
    /** Made by Hadoop. */
    public Shares() {}

    @Override
    public List<InputSplit> getSplits(JobContext context) {
      return List.of(new Share(), new Share(), new Share());
    }

    @Override
    public RecordReader<NullWritable, NullWritable> createRecordReader(
        InputSplit split, TaskAttemptContext context) {
      return new RecordReader<>() {
        @Override
        public void initialize(InputSplit given, TaskAttemptContext of) {
          // there is nothing to it
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
          return 1;
        }

        @Override
        public void close() {
          // as above
        }
      };
    }
  }

  /** The same, found late, whatever asks it to end. */
  public static final class LateShares extends Shares {
    private static final CountDownLatch FOUND = new CountDownLatch(1);

    /** Made by Hadoop. */
    public LateShares() {}

    @Override
    public List<InputSplit> getSplits(JobContext context) {
      Uninterruptibles.awaitUninterruptibly(FOUND);
      boolean unused = Thread.interrupted();
      return super.getSplits(context);
    }
  }

  /** Counts to ten, once it may. */
  public static final class Counting
      extends Mapper<NullWritable, NullWritable, Text, LongWritable> {
    /** Made by Hadoop. */
    public Counting() {}

    @Override
    public void run(Mapper<NullWritable, NullWritable, Text, LongWritable>.Context context)
        throws IOException, InterruptedException {
      begun.countDown();
      open.await();
      for (int i = 0; i < 10; i++) {
        context.write(new Text(i % 2 == 0 ? "even" : "odd"), new LongWritable(i));
        context.getCounter(Did.COUNTED).increment(1);
      }
    }
  }

  /** Fails. */
  public static final class Failing extends Mapper<NullWritable, NullWritable, Text, LongWritable> {
    /** Made by Hadoop. */
    public Failing() {}

    @Override
    public void run(Mapper<NullWritable, NullWritable, Text, LongWritable>.Context context) {
      throw new IllegalStateException("planted");
    }
  }

  /** Sums up. */
  public static final class Summing extends Reducer<Text, LongWritable, Text, LongWritable> {
    /** Made by Hadoop. */
    public Summing() {}

    @Override
    protected void reduce(
        Text key,
        Iterable<LongWritable> values,
        Reducer<Text, LongWritable, Text, LongWritable>.Context context)
        throws IOException, InterruptedException {
      joined.await();
      long sum = 0;
      for (LongWritable value : values) {
        sum += value.get();
      }
      context.write(key, new LongWritable(sum));
    }
  }

  private static Runner runner() throws IOException {
    Settings settings =
        Settings.resolve(JobSettings.ALL, List.of(Layer.of("-o", Map.of("job.threads", "2"))));
    return Runner.of("test", settings);
  }

  @SuppressWarnings("rawtypes") // as Job declares it
  private static JobRun run(Runner runner, Class<? extends Mapper> mapper, int reducers)
      throws IOException {
    return new JobRun(job(runner, mapper, reducers), runner);
  }

  @SuppressWarnings("rawtypes") // as Job declares it
  private static Job job(Runner runner, Class<? extends Mapper> mapper, int reducers)
      throws IOException {
    Job job = Job.getInstance(runner.configuration(), "test");
    job.setMapperClass(mapper);
    job.setReducerClass(Summing.class);
    job.setNumReduceTasks(reducers);
    job.setInputFormatClass(Shares.class);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(LongWritable.class);
    return job;
  }

  private static JobRun.Watch watch(StopSignal stop, Duration patience) {
    PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    return watch(new Terminal(nowhere, nowhere), stop, patience);
  }

  private static JobRun.Watch watch(Terminal terminal, StopSignal stop, Duration patience) {
    return new JobRun.Watch(
        terminal,
        stop,
        patience,
        "nothing came for %s",
        Did.COUNTED,
        OptionalLong.empty(),
        "nothing");
  }

  private static JobRun.Watch patient() {
    return watch(new StopSignal(), Duration.ofMinutes(2));
  }

  private static boolean exists(Runner runner, Path output) throws IOException {
    FileSystem files = output.getFileSystem(runner.configuration());
    return files.exists(output);
  }

  @Test
  void whatMappersWroteIsSummedUpReadAndThenRemoved() throws Exception {
    try (Runner runner = runner()) {
      Map<String, Long> sums = new TreeMap<>();
      Job job = job(runner, Counting.class, 2);
      Path output;
      try (JobRun run = new JobRun(job, runner)) {
        output = FileOutputFormat.getOutputPath(job);
        assertThat(run.run("test", patient())).isEmpty();
        run.read(
            new Text(),
            new LongWritable(),
            (key, value) -> sums.merge(key.toString(), value.get(), Long::sum));
        assertThat(run.counters().findCounter(Did.COUNTED).getValue()).isEqualTo(10 * TASKS);
        assertThat(run.shuffledBytes()).isPositive();
        assertThat(exists(runner, output)).isTrue();
      }
      assertThat(sums).isEqualTo(Map.of("even", 20L * TASKS, "odd", 25L * TASKS));
      assertThat(exists(runner, output)).isFalse();
    }
  }

  @Test
  void withoutReducersEachMappersOutputIsRead() throws Exception {
    try (Runner runner = runner()) {
      long[] records = new long[1];
      try (JobRun run = run(runner, Counting.class, 0)) {
        assertThat(run.run("test", patient())).isEmpty();
        run.read(new Text(), new LongWritable(), (key, value) -> records[0]++);
        assertThat(run.shuffledBytes()).isZero();
      }
      assertThat(records[0]).isEqualTo(10L * TASKS);
    }
  }

  @Test
  void aJobThatFailsSaysSo() throws Exception {
    try (Runner runner = runner();
        JobRun run = run(runner, Failing.class, 0)) {
      Optional<String> failure = run.run("test", patient());
      assertThat(failure).isPresent();
      assertThat(failure.get()).startsWith("the job job_").contains(" failed");
    }
  }

  @Test
  void aStopEndsIt() throws Exception {
    open = new CountDownLatch(1);
    StopSignal stop = new StopSignal();
    stop.ask("Ctrl-C");
    try (Runner runner = runner();
        JobRun run = run(runner, Counting.class, 0)) {
      assertThat(run.run("test", watch(stop, Duration.ofMinutes(1))))
          .contains("the job was stopped: Ctrl-C");
    } finally {
      open.countDown();
    }
  }

  /** As one that waits for tablets without a host; its mappers would read on and on. */
  @Test
  @Timeout(30)
  void aJobThatIsSubmittedAfterItsEndIsKilled() throws Exception {
    open = new CountDownLatch(1);
    StopSignal stop = new StopSignal();
    stop.ask("Ctrl-C");
    try (Runner runner = runner()) {
      Job job = job(runner, Counting.class, 0);
      job.setInputFormatClass(LateShares.class);
      try (JobRun run = new JobRun(job, runner)) {
        assertThat(run.run("test", watch(stop, Duration.ofMinutes(1))))
            .contains("the job was stopped: Ctrl-C");
        LateShares.FOUND.countDown();
        while (!isKilled(job)) {
          TimeUnit.MILLISECONDS.sleep(5);
        }
      }
    } finally {
      open.countDown();
    }
  }

  private static boolean isKilled(Job job) throws Exception {
    try {
      return job.getStatus().getState() == JobStatus.State.KILLED;
    } catch (IllegalStateException e) {
      return false; // it is not submitted yet
    }
  }

  /** Its tasks would read on, and nobody would know of it. */
  @ParameterizedTest
  @ValueSource(classes = {IllegalStateException.class, OutOfMemoryError.class})
  void aJobThatCannotBeWatchedAnyMoreIsEnded(Class<? extends Throwable> trouble) throws Exception {
    Throwable planted = trouble.getConstructor(String.class).newInstance("planted");
    open = new CountDownLatch(1);
    begun = new CountDownLatch(1);
    StopSignal stop =
        new StopSignal(
            (asked, limit) -> {
              if (begun.getCount() == 0) {
                Throwables.throwIfUnchecked(planted);
              }
              TimeUnit.MILLISECONDS.sleep(1);
            });
    try (Runner runner = runner()) {
      Job job = job(runner, Counting.class, 0);
      try (JobRun run = new JobRun(job, runner)) {
        assertThatThrownBy(() -> run.run("test", watch(stop, Duration.ofMinutes(1))))
            .hasMessage("planted");
        open.countDown();
        while (!job.isComplete()) {
          TimeUnit.MILLISECONDS.sleep(5);
        }
        assertThat(job.getStatus().getState()).isEqualTo(JobStatus.State.KILLED);
      }
    } finally {
      open.countDown();
    }
  }

  private static JobStatus running(float mapped, float reduced) {
    return new JobStatus(
        new JobID("test", 1),
        1,
        mapped,
        reduced,
        0,
        JobStatus.State.RUNNING,
        JobPriority.NORMAL,
        "tester",
        "test",
        "",
        "");
  }

  /** Nothing is counted any more then, and what is joined is neither silence nor a standstill. */
  @Test
  void reducersThatJoinWhatWasReadGetOn() {
    assertThat(JobRun.joining(running(1, 0.254f), 2)).contains("what was read to be joined, 25 %");
    assertThat(JobRun.joining(running(0.99f, 0.1f), 2)).as("not all is read").isEmpty();
    assertThat(JobRun.joining(running(1, 0), 0)).as("without reducers").isEmpty();

    String before = JobRun.sign(running(1, 0.25f), 30);
    assertThat(JobRun.sign(running(1, 0.26f), 30)).isNotEqualTo(before);
    assertThat(JobRun.sign(running(1, 0.25f), 30)).as("a standstill").isEqualTo(before);
  }

  /** The same of a real job, whose reducers wait. */
  @Test
  void aPersonSeesThatReducersJoinWhatWasRead() throws Exception {
    joined = new CountDownLatch(1);
    ByteArrayOutputStream shown = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(shown, true, StandardCharsets.UTF_8);
    StopSignal stop =
        new StopSignal(
            (asked, limit) -> {
              if (shown.toString(StandardCharsets.UTF_8).contains("to be joined, ")) {
                joined.countDown();
              }
              TimeUnit.MILLISECONDS.sleep(1);
            });
    try (Runner runner = runner();
        JobRun run = run(runner, Counting.class, 1)) {
      Terminal watched = new Terminal(stream, stream, true, false, ZoneOffset.UTC);
      assertThat(run.run("test", watch(watched, stop, Duration.ofMinutes(2)))).isEmpty();
    } finally {
      joined.countDown();
    }
    assertThat(shown.toString(StandardCharsets.UTF_8))
        .contains("waiting for what was read to be joined, ");
  }

  @Test
  void aJobThatStandsStillIsEndedWithWhatThatMeans() throws Exception {
    open = new CountDownLatch(1);
    // Waits are over at once, so that it is asked often.
    StopSignal stop = new StopSignal((asked, limit) -> TimeUnit.MILLISECONDS.sleep(1));
    try (Runner runner = runner();
        JobRun run = run(runner, Counting.class, 0)) {
      assertThat(run.run("test", watch(stop, Duration.ofSeconds(1))))
          .contains("nothing came for 1s");
    } finally {
      open.countDown();
    }
  }
}
