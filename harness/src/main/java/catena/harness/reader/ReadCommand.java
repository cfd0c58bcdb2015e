package catena.harness.reader;

import catena.harness.accumulo.Connection;
import catena.harness.accumulo.TableName;
import catena.harness.check.RunTable;
import catena.harness.command.Command;
import catena.harness.command.CommandContext;
import catena.harness.command.CommonOptions;
import catena.harness.command.Terminal;
import catena.harness.journal.Event;
import catena.harness.journal.Journal;
import catena.harness.run.Environment;
import catena.harness.run.RunDirectory;
import catena.harness.settings.Settings;
import catena.harness.verdict.PartOutcome;
import catena.harness.verdict.Verdict;
import catena.harness.verdict.VerdictFile;
import catena.harness.words.Problems;
import com.beust.jcommander.Parameter;
import com.beust.jcommander.ParametersDelegate;
import java.io.IOException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/** A command that reads a table in one way; the way is its subclass's. */
public abstract class ReadCommand implements Command {
  private static final Duration CONNECT_LIMIT = Duration.ofSeconds(15);

  @ParametersDelegate private final CommonOptions options = new CommonOptions();

  @Parameter(description = "run directories whose ledgers say what readers must see")
  private List<String> runs = new ArrayList<>();

  private final ReadActivity activity;
  private final CommandContext context;

  /** A command for one way of reading. */
  protected ReadCommand(ReadActivity activity, CommandContext context) {
    this.activity = activity;
    this.context = context;
  }

  @Override
  public String name() {
    return activity.name();
  }

  @Override
  public Verdict run(Terminal terminal) throws Exception {
    Settings settings = settings();
    if (options.dryRun()) {
      return dryRun(terminal, settings);
    }
    List<RunDirectory> opened = new ArrayList<>();
    try (Connection connection = Connection.open(options.requireClientProps(), CONNECT_LIMIT)) {
      ReadTarget target = target(connection, settings, opened);
      opened.forEach(run -> VerdictFile.age(run).ifPresent(terminal::note));
      try (RunDirectory directory = directory()) {
        return read(terminal, target, settings, opened, directory);
      }
    } finally {
      close(opened);
    }
  }

  /** The table of the first run, if none is named, and what is to be read of it. */
  private ReadTarget target(Connection connection, Settings settings, List<RunDirectory> opened)
      throws Exception {
    runs.forEach(run -> opened.add(RunDirectory.open(run, hadoop())));
    settings.get(ReadSettings.RUNS).forEach(run -> opened.add(RunDirectory.open(run, hadoop())));
    ReadTarget target = ReadTarget.find(connection, settings, RunTable.name(settings, opened));
    target.check(opened);
    return target;
  }

  private Settings settings() {
    Problems problems = new Problems();
    Settings settings = context.settings(activity.settings(), options, problems);
    activity.check(settings, problems);
    problems.throwIfAny();
    return settings;
  }

  private Verdict dryRun(Terminal terminal, Settings settings) throws Exception {
    settings.effective().forEach((key, value) -> terminal.line(key + "=" + value));
    List<RunDirectory> opened = new ArrayList<>();
    try {
      String table = settings.get(TableName.SETTING);
      if (options.clientProps().isPresent()) {
        try (Connection connection = Connection.open(options.requireClientProps(), CONNECT_LIMIT)) {
          table = target(connection, settings, opened).table();
        }
      }
      terminal.line("would " + name() + " in table " + table);
      return Verdict.PASS;
    } finally {
      close(opened);
    }
  }

  private RunDirectory directory() {
    return options
        .runDir()
        .map(named -> RunDirectory.at(named, hadoop()))
        .orElseGet(
            () ->
                RunDirectory.create(
                    "runs", name(), context.clock().instant(), ZoneId.systemDefault(), hadoop()));
  }

  private static Configuration hadoop() {
    return new Configuration();
  }

  /** What another command has said of its run stays. */
  private void describe(RunDirectory directory, Settings settings) throws IOException {
    if (!directory.fileSystem().exists(directory.settings())) {
      directory.writeSettings(settings.effective());
      Environment.here(context.clock(), context.words()).writeTo(directory);
    }
  }

  private Verdict read(
      Terminal terminal,
      ReadTarget target,
      Settings settings,
      List<RunDirectory> opened,
      RunDirectory directory)
      throws Exception {
    List<RunDirectory> ledgers = new ArrayList<>(opened);
    ledgers.add(directory);
    target.check(ledgers);
    terminal.note("run directory " + directory.display());
    describe(directory, settings);
    try (Journal journal =
        new Journal(
            directory.append(directory.events(name())),
            e -> terminal.note("the journal cannot be written: " + e))) {
      ReadPhase.Request request =
          new ReadPhase.Request(
              name(),
              target,
              settings,
              ledgers,
              directory,
              journal,
              terminal,
              context.clock(),
              options.seed().orElseGet(context.seeds()));
      ReadVerdict verdict = new ReadVerdict(directory, context.clock(), name());
      ReadPhase phase = new ReadPhase(activity, request, verdict::found).prepare();
      journal.add(new Event.RunStarted(context.clock().millis(), name(), name()));
      verdict.begin();
      PartOutcome outcome = phase.run(context.stop());
      journal.add(new Event.RunEnded(context.clock().millis(), name(), outcome.verdict()));
      print(terminal, outcome, directory);
      verdict.conclude(outcome);
      return outcome.verdict();
    }
  }

  private static void print(Terminal terminal, PartOutcome outcome, RunDirectory directory) {
    outcome.facts().forEach(terminal::line);
    outcome
        .findings()
        .forEach((kind, n) -> terminal.line("  " + n + " " + kind + ": " + kind.meaning()));
    outcome.reasons().forEach(terminal::line);
    terminal.line("Run directory: " + directory.display());
    terminal.line(outcome.verdict().name());
  }

  private static void close(List<RunDirectory> directories) throws IOException {
    for (RunDirectory directory : directories) {
      directory.close();
    }
  }
}
