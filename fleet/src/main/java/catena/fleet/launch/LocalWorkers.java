// SPDX-License-Identifier: Apache-2.0
package catena.fleet.launch;

import static java.nio.charset.StandardCharsets.UTF_8;

import catena.fleet.launch.Workers.WorkerEnd;
import catena.records.journal.ClientName;
import catena.records.run.Json;
import catena.records.run.RunDirectory;
import catena.records.threads.ProgramRun;
import com.fasterxml.jackson.core.JacksonException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BiFunction;
import java.util.function.IntFunction;
import java.util.regex.Pattern;

/**
 * Worker processes of this machine, or of other hosts if each process here is an ssh that runs one
 * there. The output of each goes into {@code logs} of the run.
 */
final class LocalWorkers implements Workers {
  /** The options that belong to this process alone. */
  private static final Pattern OWN =
      Pattern.compile(
          "-Dcatena\\.(marks|launcher)=|-agentlib:|-javaagent:|-XX:ArchiveClassesAtExit=");

  private static final int SIGNALLED = 128;

  /** The status of ssh without one of its command: it did not connect, or lost it. */
  private static final int NO_STATUS = 255;

  private static final Duration POLL = Duration.ofMillis(50);

  /** How many bytes of a log are read for its last line. */
  private static final int TAIL = 4096;

  private final LaunchRequest request;
  private final BiFunction<Integer, Integer, List<String>> command;

  /** The host of a slot; empty if it is this one. */
  private final IntFunction<String> host;

  private final List<Running> running = new ArrayList<>();

  private boolean closed;

  /**
   * A process in the handle.
   *
   * @param start when it began, which distinguishes it from a later one of the same number: in
   *     ticks since the machine did, as its clock may be set
   */
  private record Named(int slot, int attempt, long pid, long start) {}

  /** A worker process; if another process started it, it has no {@link Process} and no status. */
  private record Running(Named name, Optional<Process> child, Path printed) {
    /** Empty if it has ended. A child has ended once its status is known, a moment later. */
    Optional<ProcessHandle> handle() {
      return child.isPresent()
          ? child.filter(Process::isAlive).map(Process::toHandle)
          : ProcessHandle.of(name.pid())
              .filter(each -> name.start() >= 0 && start(name.pid()) == name.start());
    }

    boolean isAlive() {
      return handle().isPresent();
    }

    void kill() {
      var unused = handle().map(ProcessHandle::destroyForcibly);
    }
  }

  LocalWorkers(LaunchRequest request) {
    this(request, (slot, attempt) -> java(request, slot, attempt), slot -> "");
  }

  /**
   * Workers that are started by another command than this process was.
   *
   * @param command the command for a slot and an attempt
   * @param host the host of a slot
   */
  LocalWorkers(
      LaunchRequest request,
      BiFunction<Integer, Integer, List<String>> command,
      IntFunction<String> host) {
    this.request = request;
    this.command = command;
    this.host = host;
  }

  /** Starts the first attempt of all at once; kills them all if one cannot be started. */
  LocalWorkers started() throws IOException {
    try {
      for (int slot = 0; slot < request.workers(); slot++) {
        boolean unused = start(slot, 1);
      }
      return this;
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
  }

  @Override
  public synchronized boolean start(int slot, int attempt) throws IOException {
    if (closed) {
      throw new IOException("the workers of this run were ended");
    }
    Path printed = printed(ClientName.worker(slot, attempt));
    Process process =
        ProgramRun.begin(command.apply(slot, attempt), Map.of(), Path.of(""), printed);
    Named name = new Named(slot, attempt, process.pid(), start(process.pid()));
    return running.add(new Running(name, Optional.of(process), printed));
  }

  /** The command that started this process, without its own options. */
  private static List<String> java(LaunchRequest request, int slot, int attempt) {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(inherited(ManagementFactory.getRuntimeMXBean().getInputArguments()));
    words.add("-cp");
    words.add(System.getProperty("java.class.path"));
    words.add(LaunchRequest.MAIN);
    words.addAll(
        LaunchRequest.arguments(
            request.run(), slot, attempt, request.clientProperties().toAbsolutePath().toString()));
    return words;
  }

  /** The JVM options of this process that a worker gets, too. */
  static List<String> inherited(List<String> options) {
    return options.stream().filter(word -> !OWN.matcher(word).lookingAt()).toList();
  }

  private Path printed(String worker) throws IOException {
    try (RunDirectory directory = RunDirectory.open(request.run())) {
      Optional<Path> local =
          directory.local().map(root -> root.resolve(directory.nameOf(directory.printed(worker))));
      Path file = local.isPresent() ? local.get() : Files.createTempFile(worker + "-", ".out");
      Files.createDirectories(file.getParent());
      return file;
    }
  }

  /**
   * When a process began (proc(5)); -1 if it has ended, even if its parent, a paused coordinator,
   * has not reaped it.
   */
  private static long start(long pid) {
    try {
      String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
      String[] behindName = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
      return behindName[0].equals("Z") ? -1 : Long.parseLong(behindName[19]);
    } catch (IOException e) {
      return -1;
    }
  }

  @Override
  public synchronized String handle() {
    try {
      return Json.LINES.writeValueAsString(running.stream().map(Running::name).toList());
    } catch (JacksonException e) {
      throw new IllegalStateException("numbers can be written", e);
    }
  }

  /** Takes over the live workers that another process here started; the rest is missed later. */
  synchronized LocalWorkers attach(String handle) throws IOException {
    for (Named each : Json.LINES.readValue(handle, Named[].class)) {
      running.add(new Running(each, Optional.empty(), Path.of("")));
    }
    running.removeIf(each -> !each.isAlive()); // on another machine, this removes all
    return this;
  }

  @Override
  public synchronized List<WorkerEnd> ended() {
    List<WorkerEnd> ends = new ArrayList<>();
    for (Running each : List.copyOf(running)) {
      if (!each.isAlive()) {
        running.remove(each);
        ends.add(end(each));
      }
    }
    return ends;
  }

  /** As often as the coordinator checks. */
  @Override
  public Duration askEach() {
    return Duration.ZERO;
  }

  private WorkerEnd end(Running ended) {
    Named name = ended.name();
    String there = host.apply(name.slot());
    String on = there.isEmpty() ? "" : " on " + there;
    OptionalInt status = OptionalInt.empty();
    String words = "process " + name.pid() + on + " is gone";
    if (ended.child().isPresent()) {
      int value = ended.child().get().exitValue();
      String signal = value > SIGNALLED ? " (signal " + (value - SIGNALLED) + ")" : "";
      if (there.isEmpty() || value < SIGNALLED) {
        status = OptionalInt.of(value);
        words = "status " + value + on + signal;
      } else { // the worker may still live there
        words = "no ssh to " + there + (value == NO_STATUS ? "" : signal) + last(ended.printed());
      }
    }
    return new WorkerEnd(name.slot(), name.attempt(), status, words);
  }

  /** The last line of its output. */
  private static String last(Path printed) {
    try (RandomAccessFile file = new RandomAccessFile(printed.toFile(), "r")) {
      file.seek(Math.max(0, file.length() - TAIL));
      byte[] tail = new byte[TAIL];
      String text = new String(tail, 0, Math.max(0, file.read(tail)), UTF_8).strip();
      return text.isEmpty() ? "" : ": " + text.substring(text.lastIndexOf('\n') + 1);
    } catch (IOException e) {
      return "";
    }
  }

  synchronized int running() {
    return (int) running.stream().filter(Running::isAlive).count();
  }

  @Override
  public synchronized int stop(Duration limit) throws InterruptedException {
    running.forEach(each -> each.handle().ifPresent(ProcessHandle::destroy));
    long deadline = System.nanoTime() + limit.toNanos();
    while (running() > 0 && System.nanoTime() - deadline < 0) {
      Thread.sleep(POLL.toMillis());
    }
    int left = running();
    running.forEach(Running::kill);
    return left;
  }

  @Override
  public synchronized void close() {
    closed = true;
    running.forEach(Running::kill);
    running.clear();
  }
}
