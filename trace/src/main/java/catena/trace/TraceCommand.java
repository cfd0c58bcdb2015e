// SPDX-License-Identifier: Apache-2.0
package catena.trace;

import catena.harness.accumulo.Connection;
import catena.harness.command.Command;
import catena.harness.command.CommandContext;
import catena.harness.command.CommandDescription;
import catena.harness.command.TargetOptions;
import catena.harness.command.Terminal;
import catena.records.history.Causes;
import catena.records.run.RunDirectory;
import catena.records.run.RunLayout;
import catena.records.settings.Settings;
import catena.records.verdict.Verdict;
import catena.records.verdict.VerdictFile;
import catena.records.words.Problems;
import catena.records.words.UsageException;
import com.beust.jcommander.Parameter;
import com.beust.jcommander.ParametersDelegate;
import java.io.IOException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** {@code bin/catena trace RUN}: names the likeliest cause of each lost write of a run. */
public final class TraceCommand implements Command {
  private static final Duration CONNECT_LIMIT = Duration.ofSeconds(30);

  @ParametersDelegate private final TargetOptions options = new TargetOptions();

  @Parameter(description = "RUN: the directory of the run")
  private List<String> runs = new ArrayList<>();

  private final CommandContext context;

  /** The command. */
  public TraceCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public CommandDescription description() {
    return CommandDescription.of(
            "trace",
            "find the fault behind each lost write of a run",
            "0 nothing lost, 1 causes named, 2 UNKNOWN, 64 usage error",
            "bin/catena trace runs/soak",
            "bin/catena trace -c client.properties runs/soak")
        .reading(TraceCompanion.SETTINGS)
        .in(CommandDescription.CLUSTER);
  }

  @Override
  public Verdict run(Terminal terminal) throws Exception {
    Problems problems = new Problems();
    Settings settings = context.settings(TraceCompanion.SETTINGS, options, problems);
    List<String> named = new ArrayList<>(runs);
    options.runDir().ifPresent(named::add);
    problems.unless(
        named.size() == 1, "Name one run directory to trace, as in bin/catena trace runs/NAME");
    problems.throwIfAny();
    try (RunDirectory run = RunDirectory.open(named.get(0))) {
      if (options.clientProps().isEmpty()) {
        return trace(run, Optional.empty(), settings, terminal);
      }
      try (Connection connection = Connection.open(options.requireClientProps(), CONNECT_LIMIT)) {
        return trace(run, Optional.of(connection), settings, terminal);
      }
    }
  }

  private Verdict trace(
      RunDirectory run, Optional<Connection> connection, Settings settings, Terminal terminal)
      throws IOException {
    if (!run.fileSystem().exists(run.findings()) && run.journals().isEmpty()) {
      throw new UsageException(
          run.display() + " has neither findings nor events: name the directory of a run");
    }
    if (options.dryRun()) {
      settings.effective().forEach((key, value) -> terminal.line(key + "=" + value));
      return Verdict.PASS;
    }
    VerdictFile.age(run).ifPresent(terminal::note);
    Causes causes = Tracer.trace(run, connection, ZoneId.systemDefault());
    if (causes.isEmpty()) {
      boolean whole =
          causes.notes().stream()
              .noneMatch(
                  note ->
                      RunLayout.isAboutRecord(note) || note.startsWith(run.findings().getName()));
      terminal.line(
          "No lost write was found in "
              + (whole ? run.display() : "what can be read of " + run.display())
              + ", and every tablet is hosted");
      causes.notes().forEach(note -> terminal.note("Note: " + note));
      return whole ? Verdict.PASS : Verdict.UNKNOWN;
    }
    CausesPage.lines(causes, run.display()).forEach(terminal::line);
    terminal.note("The same in " + run.display(run.causesPage()));
    return causes.total() == 0 ? Verdict.UNKNOWN : Verdict.FAIL;
  }
}
