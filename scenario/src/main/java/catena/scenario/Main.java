// SPDX-License-Identifier: Apache-2.0
package catena.scenario;

import catena.harness.command.Command;
import catena.harness.command.Terminal;
import catena.records.run.ProcessLog;
import catena.records.threads.Shutdown;
import catena.records.threads.StopSignal;
import catena.records.verdict.Verdict;
import catena.records.words.UsageException;
import catena.scenario.usage.Invocation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.logging.log4j.LogManager;

/** {@code bin/catena}: finds the command, runs it, exits with its verdict. */
public final class Main {
  /** To clean up after a signal: a tserver hands its tablets over, then a cluster is stopped. */
  private static final Duration CLEAN_UP = Duration.ofMinutes(4);

  private Main() {}

  /** Runs one command. */
  public static void main(String[] args) {
    ProcessLog.begin(); // before any class that logs
    LaunchMarks launcher = LaunchMarks.ofProcess();
    launcher.begun();
    StopSignal stop = new StopSignal();
    Shutdown shutdown = Shutdown.install(stop, CLEAN_UP);
    LaunchMarks.onDeath(() -> System.exit(Verdict.UNKNOWN.exitStatus()));
    Terminal terminal = Terminal.ofProcess();
    int status = run(terminal, stop, args);
    launcher.concluded(status);
    shutdown.finished(status);
    System.exit(status);
  }

  /** The status of a command line that runs within another process, such as a task of YARN. */
  public static int run(String... args) {
    return run(Terminal.ofProcess(), new StopSignal(), args);
  }

  /** The exit status of a command line. */
  static int run(Terminal terminal, StopSignal stop, String... args) {
    return run(Activities.SHIPPED, terminal, stop, args);
  }

  /** The same with other activities. */
  static int run(Activities activities, Terminal terminal, StopSignal stop, String... args) {
    List<Command> commands = activities.commands(stop, Clock.systemUTC(), Arrays.asList(args));
    try {
      return new Invocation(commands, activities.gone(), Arrays.asList(args)).run(terminal);
    } catch (UsageException e) {
      e.problems().forEach(problem -> terminal.note("catena: " + problem));
      return Verdict.USAGE;
    } catch (Throwable e) { // Hadoop throws an Error when a disk is full; status 1 would be FAIL
      if (!(e instanceof InterruptedException && stop.asked())) { // a stop is no error
        LogManager.getLogger(Main.class).error("{} was not completed", String.join(" ", args), e);
      }
      String why = stop.reason().orElse(e.getMessage() == null ? e.toString() : e.getMessage());
      terminal.note("catena: " + Verdict.UNKNOWN + ": not completed: " + why);
      return Verdict.UNKNOWN.exitStatus();
    }
  }

  /**
   * Reports to {@code bin/catena} that an exit status is the command's own, and notices when the
   * script is gone.
   *
   * <p>A JVM that cannot start, or runs out of memory, ends with statuses that mean something else
   * here. So the script makes a directory with the file {@code started-not}, which is renamed to
   * {@code started} and in the end to the status: renaming needs no room on a disk.
   *
   * @param marks the directory, if there is a script that reads it
   */
  record LaunchMarks(Optional<Path> marks) {
    private static final String BEFORE = "started-not";
    private static final String BEGUN = "started";

    /** The script that started this process, if one did. */
    public static LaunchMarks ofProcess() {
      return new LaunchMarks(Optional.ofNullable(System.getProperty("catena.marks")).map(Path::of));
    }

    /** Records that the process has begun to run a command. */
    public void begun() {
      marks.ifPresent(directory -> rename(directory, BEFORE, BEGUN));
    }

    /** Records the command's own status; any other with which the process ends is not its own. */
    public void concluded(int status) {
      marks.ifPresent(directory -> rename(directory, BEGUN, Integer.toString(status)));
    }

    private static void rename(Path directory, String from, String to) {
      try {
        Files.move(directory.resolve(from), directory.resolve(to));
      } catch (IOException e) {
        make(directory, to); // a run of weeks outlives what is kept for temporary files
      }
    }

    private static void make(Path directory, String name) {
      try {
        Files.createDirectories(directory);
        Files.createFile(directory.resolve(name));
      } catch (IOException e) {
        System.err.println("catena: " + directory + " cannot be written: " + e);
      }
    }

    /** Runs an action when the script has been killed, so that nothing goes on without it. */
    public static void onDeath(Runnable action) {
      Optional.ofNullable(System.getProperty("catena.launcher"))
          .flatMap(pid -> ProcessHandle.of(Long.parseLong(pid)))
          .ifPresent(
              script -> {
                var unused = script.onExit().thenRun(action);
              });
    }
  }
}
