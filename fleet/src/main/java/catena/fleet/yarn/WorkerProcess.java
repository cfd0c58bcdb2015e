package catena.fleet.yarn;

import catena.fleet.launch.LaunchRequest;
import catena.harness.client.Threads;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/**
 * The process of a worker, as a task starts it in its container: it says what it has to say on its
 * output, line by line, and is killed with the task.
 *
 * <p>It is started as {@code bin/catena} would start it, so that it tells whether its exit status
 * is its own or that of a JVM that could not go on, and ends when the task is gone.
 */
final class WorkerProcess implements Closeable {
  private static final Logger LOG = LogManager.getLogger(WorkerProcess.class);

  /** As {@code bin/catena} names it; see {@code catena.scenario.usage.Launcher}. */
  private static final String BEFORE = "started-not";

  private static final String PROPERTIES = "client.properties";

  private final Path directory;
  private final Process process;
  private final Thread reader;

  private WorkerProcess(Path directory, Process process, Consumer<String> lines) {
    this.directory = directory;
    this.process = process;
    this.reader =
        Threads.daemon(
            "worker-output",
            "nobody reads what the worker says",
            () -> read(process, lines),
            LOG::warn);
  }

  /**
   * Starts a worker.
   *
   * @param directory of this process alone; made here, and removed when it is closed
   * @param lines takes what it says, from one thread
   * @throws IOException if there is no Java, or the directory cannot be written
   */
  static WorkerProcess start(
      Path directory,
      WorkerTask task,
      LaunchRequest request,
      Attempt attempt,
      Consumer<String> lines)
      throws IOException {
    Files.createDirectories(directory.resolve("marks"));
    Files.createFile(directory.resolve("marks").resolve(BEFORE));
    Path properties = directory.resolve(PROPERTIES);
    Files.createFile(
        properties,
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(properties, task.properties(), StandardOpenOption.TRUNCATE_EXISTING);
    ProcessBuilder builder =
        new ProcessBuilder(
            command(
                directory,
                task,
                request.arguments(attempt.slot(), attempt.number(), properties.toString())));
    builder.redirectErrorStream(true);
    builder.redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
    Map<String, String> environment = builder.environment();
    // Where YARN collects logs.
    environment.put(
        "CATENA_LOG_DIR", System.getProperty("yarn.app.container.log.dir", directory.toString()));
    environment.putAll(task.environment());
    WorkerProcess worker = new WorkerProcess(directory, builder.start(), lines);
    worker.reader.start();
    return worker;
  }

  /** The class path is that of the task, which Hadoop puts into the environment. */
  private static List<String> command(Path directory, WorkerTask task, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    String options = task.environment().getOrDefault("CATENA_OPTS", "");
    command.add("-Xmx" + (task.heap() >> 20) + "m");
    command.add("-XX:+ExitOnOutOfMemoryError");
    command.addAll(List.of(options.strip().split("\\s+", -1)));
    command.removeIf(String::isEmpty);
    command.add("-Dcatena.marks=" + directory.resolve("marks"));
    command.add("-Dcatena.launcher=" + ProcessHandle.current().pid());
    command.add("-Djdk.console=java.base");
    command.add("--add-opens=java.base/java.lang=ALL-UNNAMED");
    command.add("--add-opens=java.base/java.nio=ALL-UNNAMED");
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(LaunchRequest.MAIN);
    command.addAll(arguments);
    return command;
  }

  private static void read(Process process, Consumer<String> lines) throws IOException {
    try (BufferedReader in =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        lines.accept(line);
      }
    }
  }

  /** Waits for its end; whether it has come. */
  boolean awaitEnd(Duration limit) throws InterruptedException {
    if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
      return false;
    }
    reader.join(limit.toMillis()); // what it said last
    return true;
  }

  /** Asks it to end, as SIGTERM does. */
  void terminate() {
    // Process.destroy would close its output, too, and lose what it says last.
    boolean unused = process.toHandle().destroy();
  }

  /** The status with which it ended, whoever chose it. */
  int status() {
    return process.exitValue();
  }

  /** The same if the worker itself chose it; empty if it died. */
  OptionalInt ownStatus() {
    int status = status();
    return Files.exists(directory.resolve("marks").resolve(Integer.toString(status)))
        ? OptionalInt.of(status)
        : OptionalInt.empty();
  }

  /** Kills what still runs and removes the directory. */
  @Override
  public void close() throws IOException {
    process.destroyForcibly();
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
  }
}
