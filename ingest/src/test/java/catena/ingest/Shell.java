// SPDX-License-Identifier: Apache-2.0
package catena.ingest;

import catena.harness.activity.Activity;
import catena.harness.activity.CallerContext;
import catena.harness.activity.Companions;
import catena.harness.command.Command;
import catena.harness.command.CommandContext;
import catena.harness.command.Terminal;
import catena.harness.engine.ActivityCommand;
import catena.records.settings.Setting;
import catena.records.threads.Shutdown;
import catena.records.threads.StopSignal;
import catena.records.verdict.Verdict;
import catena.records.words.UsageException;
import com.beust.jcommander.JCommander;
import com.google.common.base.Throwables;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Runs this module's commands as the composition root does, in this process or as one of its own.
 */
final class Shell {
  private static final List<Setting<?>> KNOWN =
      Stream.of(
              CreateTableActivity.SETTINGS,
              IngestActivity.SETTINGS,
              new BulkActivity().settings(),
              YcsbActivity.SETTINGS)
          .<Setting<?>>flatMap(List::stream)
          .distinct()
          .toList();

  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private final StopSignal stop = new StopSignal();

  /** The whole of a process: words in, exit status out. */
  public static void main(String[] words) {
    Shell shell = new Shell();
    Shutdown shutdown = Shutdown.install(shell.stop, Duration.ofSeconds(20));
    int status = Verdict.UNKNOWN.exitStatus();
    try {
      status = shell.run(Terminal.ofProcess(), words).exitStatus();
    } catch (UsageException e) {
      System.err.println(e.getMessage());
      status = Verdict.USAGE;
    } catch (Exception e) {
      System.err.println(Throwables.getStackTraceAsString(e));
    }
    shutdown.finished(status);
    System.exit(status);
  }

  /** Runs a command in this process. */
  Verdict run(String... words) throws Exception {
    PrintStream stream = new PrintStream(said, true, StandardCharsets.UTF_8);
    return run(new Terminal(stream, stream), words);
  }

  /** All that was printed. */
  String said() {
    return said.toString(StandardCharsets.UTF_8);
  }

  private Verdict run(Terminal terminal, String... words) throws Exception {
    CommandContext context =
        new CommandContext(KNOWN, List.of(words), stop, Clock.systemUTC(), () -> 4711);
    Command command =
        switch (words[0]) {
          case "createtable" -> command(new CreateTableActivity(), context);
          case "ycsb" -> command(new YcsbActivity(), context);
          case "bulk" -> command(new BulkActivity(), context);
          default -> command(new IngestActivity(), context);
        };
    String[] options = Arrays.copyOfRange(words, 1, words.length);
    JCommander.newBuilder().addObject(command).build().parse(options);
    return command.run(terminal);
  }

  private static Command command(Activity activity, CommandContext context) {
    return new ActivityCommand(
        activity, context, Companions.NONE, (file, to) -> CallerContext.NOTHING);
  }
}
