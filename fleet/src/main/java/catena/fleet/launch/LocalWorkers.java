package catena.fleet.launch;

import catena.harness.journal.ClientName;
import catena.harness.run.Json;
import catena.harness.run.RunDirectory;
import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.type.TypeReference;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.conf.Configuration;

/** Worker processes of this machine. What each prints goes into {@code logs} of the run. */
final class LocalWorkers implements Workers {
  /** What belongs to this process alone. */
  private static final List<String> OWN =
      List.of("-Dcatena.marks=", "-Dcatena.launcher=", "-agentlib:", "-javaagent:");

  private static final int SIGNALLED = 128;

  private final LaunchRequest request;
  private final List<Running> running = new ArrayList<>();

  /**
   * A process in the handle.
   *
   * @param startMillis when it began, by which it is told from a later one of the same number
   */
  private record Named(int slot, int attempt, long pid, long startMillis) {}

  /** A process; one that another process started has no {@link Process} here, and no status. */
  private record Running(Named name, ProcessHandle handle, Optional<Process> child) {}

  LocalWorkers(LaunchRequest request) {
    this.request = request;
  }

  @Override
  public synchronized void start(int slot, int attempt) throws IOException {
    List<String> command = new ArrayList<>(java());
    command.addAll(
        request.arguments(slot, attempt, request.clientProperties().toAbsolutePath().toString()));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(request.environment());
    builder.redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
    builder.redirectErrorStream(true);
    builder.redirectOutput(
        ProcessBuilder.Redirect.appendTo(printed(ClientName.worker(slot, attempt)).toFile()));
    Process process = builder.start();
    running.add(
        new Running(
            new Named(slot, attempt, process.pid(), startMillis(process.toHandle())),
            process.toHandle(),
            Optional.of(process)));
  }

  /** As this process was started, but for what is its own. */
  private static List<String> java() {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(word -> OWN.stream().noneMatch(word::startsWith))
        .forEach(words::add);
    words.add("-cp");
    words.add(System.getProperty("java.class.path"));
    words.add(LaunchRequest.MAIN);
    return words;
  }

  private Path printed(String worker) throws IOException {
    try (RunDirectory directory = RunDirectory.open(request.run(), new Configuration())) {
      Optional<Path> local =
          directory.local().map(root -> root.resolve(directory.nameOf(directory.printed(worker))));
      Path file = local.isPresent() ? local.get() : Files.createTempFile(worker + "-", ".out");
      Files.createDirectories(file.getParent());
      return file;
    }
  }

  private static long startMillis(ProcessHandle handle) {
    return handle.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
  }

  @Override
  public synchronized String handle() {
    try {
      return Json.LINES.writeValueAsString(running.stream().map(Running::name).toList());
    } catch (JacksonException e) {
      throw new IllegalStateException("numbers can be written", e);
    }
  }

  /** Takes over what another process has started; what has ended since is told of as ended. */
  synchronized void attach(String handle) throws IOException {
    if (handle.isEmpty()) {
      return;
    }
    List<Named> named = Json.LINES.readValue(handle, new TypeReference<List<Named>>() {});
    for (Named each : named) {
      ProcessHandle.of(each.pid())
          .filter(process -> startMillis(process) == each.startMillis())
          .ifPresent(process -> running.add(new Running(each, process, Optional.empty())));
    }
  }

  @Override
  public synchronized List<WorkerEnd> ended() {
    List<WorkerEnd> ends = new ArrayList<>();
    for (Running each : List.copyOf(running)) {
      if (!each.handle().isAlive()) {
        running.remove(each);
        ends.add(end(each));
      }
    }
    return ends;
  }

  private static WorkerEnd end(Running ended) {
    Named name = ended.name();
    if (ended.child().isEmpty()) {
      return new WorkerEnd(
          name.slot(), name.attempt(), OptionalInt.empty(), "process " + name.pid() + " is gone");
    }
    int status = ended.child().get().exitValue();
    String signal = status > SIGNALLED ? " (signal " + (status - SIGNALLED) + ")" : "";
    return new WorkerEnd(
        name.slot(), name.attempt(), OptionalInt.of(status), "status " + status + signal);
  }

  @Override
  public synchronized int running() {
    return (int) running.stream().filter(each -> each.handle().isAlive()).count();
  }

  @Override
  public boolean replacesByItself() {
    return false;
  }

  @Override
  public synchronized int stop(Duration limit) throws InterruptedException {
    running.forEach(each -> each.handle().destroy());
    long deadline = System.nanoTime() + limit.toNanos();
    int killed = 0;
    for (Running each : running) {
      if (!ends(each.handle(), Duration.ofNanos(Math.max(0, deadline - System.nanoTime())))) {
        boolean unused = each.handle().destroyForcibly();
        killed++;
      }
    }
    return killed;
  }

  private static boolean ends(ProcessHandle process, Duration limit) throws InterruptedException {
    try {
      ProcessHandle unused = process.onExit().get(limit.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      return !process.isAlive();
    }
  }

  @Override
  public synchronized void close() {
    for (Running each : running) {
      if (each.handle().isAlive()) {
        boolean unused = each.handle().destroyForcibly();
      }
    }
    running.clear();
  }
}
