package catena.fleet.yarn;

import catena.fleet.agree.WorkerId;
import catena.fleet.launch.LaunchRequest;
import catena.harness.client.Threads;
import catena.harness.settings.Settings;
import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Mapper;

/**
 * Is one worker, to its end. A worker that ends with a status is done, whatever the status; one
 * that dies takes its task along, so that Hadoop makes another attempt.
 */
public final class WorkerMapper
    extends Mapper<NullWritable, NullWritable, NullWritable, NullWritable> {
  /** How many workers ended with which status; Hadoop itself counts those that died. */
  static final String COUNTERS = "Ends of workers";

  /** Begins the names of the counters. */
  static final String STATUS = "status ";

  private static final long PROGRESS_EACH_SECONDS = 5;

  /** Made by Hadoop. */
  public WorkerMapper() {}

  @Override
  public void run(Context context) throws IOException, InterruptedException {
    WorkerTask task = WorkerTask.readFrom(context.getCredentials());
    WorkerId worker = HadoopJob.worker(context.getTaskAttemptID());
    Path properties = // in the container, which goes with the task
        Files.createTempFile(
            "client-",
            ".properties",
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(properties, task.properties());
    LaunchRequest request =
        new LaunchRequest(
            task.run(),
            task.workers(),
            properties,
            task.options(),
            Map.of(),
            Settings.resolve(List.of(), List.of()));
    Thread progress =
        Threads.daemon(
            "task-progress",
            "YARN takes the worker for dead",
            () -> report(context),
            System.err::println);
    progress.start();
    try {
      int status =
          status(
              task.main(),
              request.arguments(worker.slot(), worker.attempt(), properties.toString()));
      context.setStatus(STATUS + status);
      context.getCounter(COUNTERS, STATUS + status).increment(1);
    } finally {
      progress.interrupt();
      Files.delete(properties);
    }
  }

  /** Whatever the worker waits for. */
  private static void report(Context context) throws InterruptedException {
    while (true) {
      context.progress();
      TimeUnit.SECONDS.sleep(PROGRESS_EACH_SECONDS);
    }
  }

  private static int status(String main, List<String> words) throws IOException {
    try {
      MethodHandle run =
          MethodHandles.publicLookup()
              .findStatic(
                  Class.forName(main), "run", MethodType.methodType(int.class, String[].class));
      return (int) run.invokeExact(words.toArray(String[]::new));
    } catch (Throwable e) { // a method handle throws anything
      throw new IOException("the worker died: " + e, e);
    }
  }
}
