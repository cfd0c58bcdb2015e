package catena.harness.read;

import catena.harness.accumulo.Connection;
import catena.harness.client.PartOutcome;
import catena.harness.command.Command;
import catena.harness.command.CommandContext;
import catena.harness.command.CommonOptions;
import catena.harness.command.Problems;
import catena.harness.command.Terminal;
import catena.harness.journal.Event;
import catena.harness.journal.Journal;
import catena.harness.run.Environment;
import catena.harness.run.RunDirectory;
import catena.harness.settings.Settings;
import catena.harness.verdict.Verdict;
import catena.harness.verdict.VerdictFile;
import com.beust.jcommander.Parameter;
import com.beust.jcommander.ParametersDelegate;
import java.io.IOException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/** A way of reading as a command: {@code bin/catena KIND [RUN…]}. */
public abstract class ReadCommand implements Command {
  private static final Duration CONNECT_LIMIT = Duration.ofSeconds(30);
  private static final String RUNS = "runs";

  @ParametersDelegate private final CommonOptions options = new CommonOptions();

  @Parameter(description = "run directories whose ledgers say what must be seen")
  private List<String> runs = new ArrayList<>();

  private final ReadKind kind;
  private final CommandContext context;

  /** The command of a kind. */
  protected ReadCommand(ReadKind kind, CommandContext context) {
    this.kind = kind;
    this.context = context;
  }

  @Override
  public final String name() {
    return kind.name();
  }

  @Override
  public final Verdict run(Terminal terminal) throws Exception {
    Problems problems = new Problems();
    Settings settings = context.settings(kind.settings(), options, problems);
    kind.check(settings, problems);
    problems.throwIfAny();
    List<String> named = new ArrayList<>(runs);
    named.addAll(settings.get(ReadSettings.RUNS));
    List<RunDirectory> opened = new ArrayList<>();
    try (Connection connection = Connection.open(options.requireClientProps(), CONNECT_LIMIT)) {
      named.forEach(run -> opened.add(RunDirectory.open(run, new Configuration())));
      ReadTarget target = ReadTarget.find(connection, settings);
      if (options.dryRun()) {
        settings.effective().forEach((key, value) -> terminal.line(key + "=" + value));
        terminal.line(
            "would read table %s by %s, with the ledgers of %d runs"
                .formatted(target.table(), name(), opened.size()));
        return Verdict.PASS;
      }
      try (RunDirectory directory = directory()) {
        terminal.note("run directory " + directory.display());
        directory.writeSettings(settings.effective());
        Environment.here(context.clock(), context.words()).writeTo(directory);
        return read(terminal, settings, target, opened, directory);
      }
    } finally {
      for (RunDirectory run : opened) {
        run.close();
      }
    }
  }

  private RunDirectory directory() {
    Configuration hadoop = new Configuration();
    return options
        .runDir()
        .map(given -> RunDirectory.at(given, hadoop))
        .orElseGet(
            () ->
                RunDirectory.create(
                    RUNS, name(), context.clock().instant(), ZoneId.systemDefault(), hadoop));
  }

  private Verdict read(
      Terminal terminal,
      Settings settings,
      ReadTarget target,
      List<RunDirectory> ledgers,
      RunDirectory directory)
      throws Exception {
    try (Journal journal =
        new Journal(
            directory.append(directory.events(name())),
            e -> terminal.note("the journal cannot be written: " + e))) {
      journal.add(new Event.RunStarted(context.clock().millis(), name(), name()));
      ReadPhase.Request request =
          new ReadPhase.Request(
              name(),
              target,
              settings,
              kind.pace(settings),
              ledgers,
              directory,
              journal,
              terminal,
              context.clock(),
              options.seed().orElseGet(context.seeds()));
      PartOutcome outcome = kind.read(request, context.stop());
      journal.add(new Event.RunEnded(context.clock().millis(), name(), outcome.verdict()));
      conclude(terminal, outcome, directory);
      return outcome.verdict();
    }
  }

  private void conclude(Terminal terminal, PartOutcome outcome, RunDirectory directory)
      throws IOException {
    VerdictFile.of(outcome.verdict(), outcome.reasons(), outcome.tally(), outcome.findings())
        .writeTo(directory);
    outcome.facts().forEach(terminal::line);
    outcome.tally().forEach((what, n) -> terminal.line("  %,12d %s".formatted(n, what)));
    outcome.findings().forEach((what, n) -> terminal.line("  %,12d %s".formatted(n, what)));
    outcome.reasons().forEach(terminal::line);
    terminal.line("Run directory: " + directory.display());
    terminal.line(outcome.verdict().name());
  }
}
