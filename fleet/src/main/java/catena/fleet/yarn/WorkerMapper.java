package catena.fleet.yarn;

import catena.fleet.launch.LaunchRequest;
import catena.fleet.launch.WorkerEnd;
import catena.harness.run.RunDirectory;
import catena.harness.settings.Settings;
import catena.harness.verdict.Verdict;
import catena.harness.words.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/**
 * Runs one worker to its end. A worker that ends with a status of its own is done; one that dies
 * makes the attempt fail, so that Hadoop makes another.
 */
public final class WorkerMapper
    extends Mapper<NullWritable, NullWritable, NullWritable, NullWritable> {
  private static final Logger LOG = LogManager.getLogger(WorkerMapper.class);

  /** How many workers ended with which status; Hadoop itself counts those that died. */
  private static final String COUNTERS = "Ends of workers";

  /** Also how late a worker hears that all are to end, where the coordinator cannot tell it. */
  private static final Duration LOOK = Duration.ofSeconds(5);

  /** Made by Hadoop. */
  public WorkerMapper() {}

  @Override
  public void run(Context context) throws IOException, InterruptedException {
    WorkerTask task = WorkerTask.readFrom(context.getCredentials());
    Attempt attempt = Attempt.of(context.getTaskAttemptID());
    JobFiles files = JobFiles.at(task.files(), context.getConfiguration());
    try (RunDirectory run = RunDirectory.open(task.run(), context.getConfiguration());
        WorkerLog log = WorkerLog.open(run, attempt)) {
      run(context, task, attempt, files, log);
    } catch (UsageException e) { // another attempt would not reach it either
      WorkerEnd end =
          new WorkerEnd(
              attempt.slot(), attempt.number(), OptionalInt.of(Verdict.USAGE), e.getMessage());
      files.ended(end);
      context.setStatus(end.words());
    }
  }

  private static void run(
      Context context, WorkerTask task, Attempt attempt, JobFiles files, WorkerLog log)
      throws IOException, InterruptedException {
    Path directory = Files.createTempDirectory("worker-" + attempt + "-"); // in the container
    LaunchRequest request =
        new LaunchRequest(
            task.run(),
            task.workers(),
            directory,
            task.options(),
            task.environment(),
            Settings.resolve(List.of(), List.of()));
    try (WorkerProcess worker = WorkerProcess.start(directory, task, request, attempt, log::line)) {
      boolean asked = false;
      while (!worker.awaitEnd(LOOK)) {
        log.flush();
        context.setStatus(log.last());
        context.progress();
        if (!asked && isStopAsked(files)) {
          asked = true;
          worker.terminate();
        }
      }
      ended(context, attempt, files, worker, log);
    }
  }

  /** A file system that is held by a fault says nothing about the workers. */
  private static boolean isStopAsked(JobFiles files) {
    try {
      return files.isStopAsked();
    } catch (IOException e) {
      LOG.warn("it is not known now whether the workers are to end", e);
      return false;
    }
  }

  private static void ended(
      Context context, Attempt attempt, JobFiles files, WorkerProcess worker, WorkerLog log)
      throws IOException {
    OptionalInt own = worker.ownStatus();
    String words =
        own.isPresent()
            ? "status " + own.getAsInt()
            : "died (status " + worker.status() + "), after: " + log.last();
    context.setStatus(words);
    own.ifPresent(status -> context.getCounter(COUNTERS, "status " + status).increment(1));
    files.ended(new WorkerEnd(attempt.slot(), attempt.number(), own, words));
    if (own.isEmpty()) {
      throw new IOException("worker " + attempt + " " + words);
    }
  }
}
