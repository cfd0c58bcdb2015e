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
import catena.scenario.usage.LaunchMarks;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.apache.logging.log4j.LogManager;

/** {@code bin/catena}: finds the command, runs it, exits with its verdict. */
public final class Main {
  /** How long a command may take to clean up after a signal: a cluster has to be stopped. */
  private static final Duration CLEAN_UP = Duration.ofSeconds(90);

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
}
