// SPDX-License-Identifier: Apache-2.0
package catena.harness.job;

import catena.harness.command.Progress;
import catena.harness.command.ProgressTask;
import catena.harness.command.Terminal;
import catena.records.settings.Texts;
import catena.records.threads.StopSignal;
import catena.records.threads.Threads;
import com.google.common.base.Throwables;
import com.google.common.util.concurrent.Uninterruptibles;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.apache.commons.lang3.function.FailableBiConsumer;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.SequenceFileOutputFormat;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/** One MapReduce job from its start to the last record of its output, which is then removed. */
public final class JobRun implements AutoCloseable {
  private static final Logger LOG = LogManager.getLogger(JobRun.class);
  private static final Duration COUNT_EVERY = Duration.ofSeconds(2);

  /** How long a job that is to end is waited for while it is submitted. */
  private static final Duration SUBMITTING = Duration.ofSeconds(5);

  /**
   * How a job is watched.
   *
   * @param stop ends it early
   * @param patience how long it may stand still
   * @param stalled the sentence about one that does; {@code %s} stands for the patience
   * @param counter of the entries that it works on
   * @param expected how many there will be, if it is known
   * @param nothing what is said where nothing comes for a while
   */
  public record Watch(
      Terminal terminal,
      StopSignal stop,
      Duration patience,
      String stalled,
      Enum<?> counter,
      OptionalLong expected,
      String nothing) {}

  private final Job job;
  private final Path output;
  private final FileSystem fs;
  private final Duration poll;
  private volatile boolean ended;
  private Counters counters = new Counters();

  /** A job that is not started yet, of a runner. */
  public JobRun(Job job, Runner runner) throws IOException {
    this.job = job;
    this.output = runner.nextOutput();
    this.fs = output.getFileSystem(job.getConfiguration());
    this.poll = runner.poll();
    job.setOutputFormatClass(SequenceFileOutputFormat.class);
    FileOutputFormat.setOutputPath(job, output);
  }

  /**
   * Runs the job until it ends, a stop is requested, or it makes no progress for too long.
   *
   * @param watch says how long nothing may come of it, from the submission on; the time that a job
   *     waits in a queue does not count
   * @return why its result cannot be used; empty if it succeeded
   */
  public Optional<String> run(String phase, Watch watch) throws Exception {
    StopSignal stop = watch.stop;
    Duration patience = watch.patience;
    AtomicLong entries = new AtomicLong();
    AtomicReference<Optional<String>> joining = new AtomicReference<>(Optional.empty());
    // The submission locates every range's tablet, and waits for those that have no host.
    ExecutorService submitter =
        Executors.newSingleThreadExecutor(Threads.daemons("job-submission"));
    Future<?> submission = submitter.submit(this::submit);
    Progress progress =
        Progress.start(
            watch.terminal,
            ProgressTask.of(phase, "entries", entries::get)
                .upTo(watch.expected)
                .waitingFor(joining::get)
                .answeredBy(ProgressTask.Replies.of(watch.nothing, entries::get)));
    try {
      Stall stall = new Stall(patience, System::nanoTime);
      long counted = 0;
      while (!submission.isDone() || !isComplete(submission)) {
        if (stop.await(poll)) {
          end(submitter);
          return Optional.of("the job was stopped: " + stop.reason().orElse(""));
        }
        if (++counted * poll.toMillis() >= COUNT_EVERY.toMillis()) {
          counted = 0;
          if (submission.isDone()) {
            refresh(watch, entries);
            joining.set(joining(job.getStatus(), job.getNumReduceTasks()));
          }
          if (stall.isOver(sign(submission, entries.get()))) {
            end(submitter);
            return Optional.of(watch.stalled.formatted(Texts.duration(patience)));
          }
        }
      }
      refresh(watch, entries);
    } catch (Throwable e) { // nobody would read what it goes on to write
      end(submitter);
      throw e;
    } finally {
      progress.close();
      if (!ended) { // else it kills its job itself, and an interrupt could leave that to YARN
        submitter.shutdownNow();
      }
    }
    return job.isSuccessful() ? Optional.empty() : Optional.of(failure());
  }

  /** How far reducers are, once all is read: nothing is counted in that time. */
  static Optional<String> joining(JobStatus status, int reducers) {
    return status.getMapProgress() < 1 || reducers == 0
        ? Optional.empty()
        : Optional.of(
            "what was read to be joined, %.0f %%".formatted(100 * status.getReduceProgress()));
  }

  private Void submit() throws Exception {
    try {
      job.submit();
    } finally {
      if (ended) {
        boolean unused = Thread.interrupted(); // it came too late for the submission
        kill();
      }
    }
    return null;
  }

  /** Whether the job is over; throws what its submission threw. */
  private boolean isComplete(Future<?> submission) throws Exception {
    try {
      submission.get();
    } catch (ExecutionException e) {
      Throwables.throwIfInstanceOf(e.getCause(), Exception.class);
      throw e;
    }
    return job.isComplete();
  }

  /** Differs from the one before whenever the job has got on, or waits for its turn. */
  private String sign(Future<?> submission, long entries) throws IOException, InterruptedException {
    return submission.isDone() ? sign(job.getStatus(), entries) : "submitting";
  }

  static String sign(JobStatus status, long entries) {
    return status.getState() == JobStatus.State.PREP
        ? "queued " + System.nanoTime()
        : entries + " " + status.getMapProgress() + " " + status.getReduceProgress();
  }

  /**
   * Ends the job. One that is being submitted is not known to this process yet: an interrupt could
   * leave it to YARN, so most are waited for; one that comes later is ended then.
   */
  private void end(ExecutorService submitter) {
    ended = true;
    submitter.shutdown();
    if (Uninterruptibles.awaitTerminationUninterruptibly(submitter, SUBMITTING)) {
      kill();
    }
  }

  /** What goes wrong with that hides nothing of why it is ended. */
  private void kill() {
    try {
      job.killJob();
    } catch (IOException | RuntimeException e) {
      LOG.warn("the job could not be killed, or was never submitted", e);
    }
  }

  private void refresh(Watch watch, AtomicLong entries) throws IOException {
    Counters now = job.getCounters();
    if (now != null) {
      counters = now;
      entries.set(counters.findCounter(watch.counter).getValue());
    }
  }

  private String failure() throws IOException, InterruptedException {
    String info = job.getStatus().getFailureInfo();
    return "the job "
        + job.getJobID()
        + " failed"
        + (info == null || info.isBlank() || info.equals("NA")
            ? "; the log has the reason"
            : ": " + info.strip().replaceAll("\\s+", " "));
  }

  /** What the tasks counted, as far as it is known. */
  public Counters counters() {
    return counters;
  }

  /** Bytes that went from mappers to reducers. */
  public long shuffledBytes() {
    return counters.findCounter(TaskCounter.MAP_OUTPUT_MATERIALIZED_BYTES).getValue();
  }

  /**
   * Reads the output, reducer after reducer.
   *
   * @param records takes each; the objects are used again for the next
   */
  public <K extends Writable, V extends Writable> void read(
      K key, V value, FailableBiConsumer<K, V, Exception> records) throws Exception {
    for (Path part : parts()) {
      try (SequenceFile.Reader reader =
          new SequenceFile.Reader(job.getConfiguration(), SequenceFile.Reader.file(part))) {
        while (reader.next(key, value)) {
          records.accept(key, value);
        }
      }
    }
  }

  private List<Path> parts() throws IOException {
    return Arrays.stream(fs.listStatus(output))
        .map(FileStatus::getPath)
        .filter(path -> path.getName().startsWith("part-"))
        .sorted()
        .toList();
  }

  /** Removes the output; the runner removes what cannot be removed now. */
  @Override
  public void close() {
    try {
      fs.delete(output, true);
    } catch (IOException e) {
      LOG.warn("the output {} of a job cannot be removed yet", output, e);
    }
  }

  /** Whether work has stood still for too long. */
  static final class Stall {
    private final Duration limit;
    private final LongSupplier nanoClock;
    private String last = "";
    private long since;

    /** Standing still begins now. */
    Stall(Duration limit, LongSupplier nanoClock) {
      this.limit = limit;
      this.nanoClock = nanoClock;
      this.since = nanoClock.getAsLong();
    }

    /**
     * Takes note of how far the work is.
     *
     * @param sign differs from the one before if the work has got on
     * @return whether it has not for the limit
     */
    boolean isOver(String sign) {
      long now = nanoClock.getAsLong();
      if (!sign.equals(last)) {
        last = sign;
        since = now;
      }
      return now - since >= limit.toNanos();
    }
  }
}
