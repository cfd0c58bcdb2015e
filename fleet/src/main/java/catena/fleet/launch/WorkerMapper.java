// SPDX-License-Identifier: Apache-2.0
package catena.fleet.launch;

import catena.fleet.agree.WorkerId;
import catena.records.threads.Threads;
import catena.records.verdict.Verdict;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Mapper;

/**
 * Runs one worker to its end. If the worker has done its part, or may not take part, the task
 * succeeds; if it dies or gives up, the task attempt fails, and Hadoop makes another one. If the
 * run was stopped, that one notices so at once, and may not take part.
 */
public final class WorkerMapper
    extends Mapper<NullWritable, NullWritable, NullWritable, NullWritable> {
  /** The counters of workers by exit status; Hadoop itself counts those that died. */
  static final String COUNTERS = "Ends of workers";

  /** The prefix of the counters' names. */
  static final String STATUS = "status ";

  private static final long PROGRESS_EACH_SECONDS = 5;

  /** Hadoop creates it. */
  public WorkerMapper() {}

  @Override
  public void run(Context context) throws IOException, InterruptedException {
    WorkerJob.Task task = WorkerJob.Task.readFrom(context.getCredentials());
    WorkerId worker = YarnWorkers.worker(context.getTaskAttemptID());
    Path properties = // in the container, which is removed with the task
        Files.createTempFile(
            "client-",
            ".properties",
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(properties, task.properties());
    Thread progress =
        Threads.daemon(
            "task-progress",
            "YARN takes the worker for dead",
            () -> report(context),
            System.err::println);
    progress.start();
    try {
      String[] words =
          LaunchRequest.arguments(
                  task.run(), worker.slot(), worker.attempt(), properties.toString())
              .toArray(String[]::new);
      int status =
          (int)
              Class.forName(task.main())
                  .getMethod("run", String[].class)
                  .invoke(null, (Object) words);
      if (status != Verdict.PASS.exitStatus() && status != Verdict.USAGE) {
        throw new IOException("the worker ended with " + STATUS + status);
      }
      context.setStatus(STATUS + status);
      context.getCounter(COUNTERS, STATUS + status).increment(1);
    } catch (InvocationTargetException e) {
      throw new IOException("the worker died: " + e.getCause(), e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IOException(task.main() + " is no worker: " + e, e);
    } finally {
      progress.interrupt();
      Files.delete(properties);
    }
  }

  /** Reports progress, whatever the worker waits for. */
  private static void report(Context context) throws InterruptedException {
    while (true) {
      context.progress();
      TimeUnit.SECONDS.sleep(PROGRESS_EACH_SECONDS);
    }
  }
}
