package catena.scenario;

import catena.harness.client.Shutdown;
import catena.harness.client.StopSignal;
import catena.harness.command.Command;
import catena.harness.command.Terminal;
import catena.harness.run.ProcessLog;
import catena.harness.verdict.Verdict;
import catena.harness.words.UsageException;
import com.beust.jcommander.JCommander;
import com.beust.jcommander.ParameterException;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.apache.logging.log4j.LogManager;

/** {@code bin/catena}: finds the command, runs it, exits with its verdict. */
public final class Main {
  /** How long a command may take to clean up after a signal: a cluster has to be stopped. */
  private static final Duration CLEAN_UP = Duration.ofSeconds(90);

  private static final int COLUMNS = 80;

  private Main() {}

  /** Runs one command. */
  public static void main(String[] args) {
    ProcessLog.begin(); // before any class that logs
    Launcher launcher = Launcher.ofProcess();
    launcher.begun();
    StopSignal stop = new StopSignal();
    Shutdown shutdown = Shutdown.install(stop, CLEAN_UP);
    Launcher.onDeath(() -> System.exit(Verdict.UNKNOWN.exitStatus()));
    Terminal terminal = Terminal.ofProcess();
    int status = run(terminal, stop, args);
    launcher.concluded(status);
    shutdown.finished(status);
    System.exit(status);
  }

  /** The exit status of a command line. */
  static int run(Terminal terminal, StopSignal stop, String... args) {
    return run(Activities.SHIPPED, terminal, stop, args);
  }

  /** The same where a run can do other things. */
  static int run(Activities activities, Terminal terminal, StopSignal stop, String... args) {
    List<Command> commands = Commands.all(activities, stop, Clock.systemUTC(), Arrays.asList(args));
    try {
      JCommander parser = parser(commands);
      parser.parse(args);
      Invocation invocation = new Invocation(parser, args);
      if (invocation.wantsHelp()) {
        terminal.line(invocation.help().stripTrailing());
        return args.length == 0 ? Verdict.USAGE : Verdict.PASS.exitStatus();
      }
      return invocation.command(commands).run(terminal).exitStatus();
    } catch (ParameterException e) {
      terminal.note("catena: " + e.getMessage() + " (see bin/catena --help)");
      return Verdict.USAGE;
    } catch (UsageException e) {
      e.problems().forEach(problem -> terminal.note("catena: " + problem));
      return Verdict.USAGE;
    } catch (Throwable e) { // Hadoop throws an Error when a disk is full; status 1 would be FAIL
      LogManager.getLogger(Main.class).error("{} was not completed", String.join(" ", args), e);
      String why = stop.reason().orElse(e.getMessage() == null ? e.toString() : e.getMessage());
      terminal.note("catena: " + Verdict.UNKNOWN + ": not completed: " + why);
      return Verdict.UNKNOWN.exitStatus();
    }
  }

  private static JCommander parser(List<Command> commands) {
    JCommander parser = new JCommander(new Invocation.Root());
    parser.setProgramName("bin/catena");
    parser.setColumnSize(COLUMNS);
    parser.setExpandAtSign(false);
    commands.forEach(command -> parser.addCommand(command.name(), command));
    parser.setUsageFormatter(new CommandUsage(parser, commands));
    return parser;
  }
}
