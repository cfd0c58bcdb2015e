package catena.fleet.yarn;

import catena.harness.run.AppendFile;
import catena.harness.run.RunDirectory;
import java.io.Closeable;
import java.io.IOException;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/**
 * What a worker says, in the run directory: {@code logs/worker-<slot>-<attempt>.log}; for any
 * thread. Where it cannot be written the worker goes on, and YARN's own log of the container has
 * it.
 */
final class WorkerLog implements Closeable {
  private static final Logger LOG = LogManager.getLogger(WorkerLog.class);

  private final AppendFile file;
  private String last = "";
  private boolean failed;

  private WorkerLog(AppendFile file) {
    this.file = file;
  }

  static WorkerLog open(RunDirectory run, Attempt attempt) throws IOException {
    return new WorkerLog(run.append(run.log("worker-" + attempt)));
  }

  /** Adds a line. */
  synchronized void line(String text) {
    System.out.println(text);
    last = text;
    attempt(() -> file.line(text));
  }

  /** Makes what was added visible to others. */
  synchronized void flush() {
    attempt(file::flush);
  }

  /** What was said last. */
  synchronized String last() {
    return last;
  }

  @FunctionalInterface
  private interface Write {
    void run() throws IOException;
  }

  private void attempt(Write write) {
    if (!failed) {
      try {
        write.run();
      } catch (IOException e) {
        failed = true;
        LOG.warn("{} cannot be written any more", file.path(), e);
      }
    }
  }

  @Override
  public synchronized void close() {
    attempt(file::close);
  }
}
