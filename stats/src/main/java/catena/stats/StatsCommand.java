package catena.stats;

import catena.harness.accumulo.Connection;
import catena.harness.client.StopSignal;
import catena.harness.command.Command;
import catena.harness.command.CommandContext;
import catena.harness.command.CommonOptions;
import catena.harness.command.Progress;
import catena.harness.command.Terminal;
import catena.harness.command.TextTable;
import catena.harness.journal.Journal;
import catena.harness.run.Environment;
import catena.harness.run.RunDirectory;
import catena.harness.settings.Settings;
import catena.harness.verdict.PartOutcome;
import catena.harness.verdict.Verdict;
import catena.harness.words.Problems;
import catena.stats.StatsSettings.Part;
import com.beust.jcommander.Parameters;
import com.beust.jcommander.ParametersDelegate;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.hadoop.conf.Configuration;

/** {@code bin/catena stats}: samples a cluster, this host, the clients of a run. */
@Parameters(commandDescription = "sample the cluster, this host and the clients of a run")
public final class StatsCommand implements Command {
  private static final Duration CONNECT_LIMIT = Duration.ofSeconds(30);
  private static final Duration LOOK = Duration.ofDays(3650);

  @ParametersDelegate private final CommonOptions options = new CommonOptions();

  private final CommandContext context;

  /** The command. */
  public StatsCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public String name() {
    return "stats";
  }

  @Override
  public Verdict run(Terminal terminal) throws Exception {
    Problems problems = new Problems();
    Settings settings = context.settings(StatsSettings.all(), options, problems);
    boolean cluster = settings.get(StatsSettings.PARTS).contains(Part.CLUSTER);
    problems.unless(
        !settings.get(StatsSettings.PARTS).isEmpty(),
        "stats.parts is empty: there is nothing to sample; name cluster, host or clients");
    if (cluster) {
      problems.check(options::requireClientProps);
    }
    problems.throwIfAny();
    if (options.dryRun()) {
      settings.effective().forEach((key, value) -> terminal.line(key + "=" + value));
      return Verdict.PASS;
    }
    Optional<Connection> connection =
        cluster
            ? Optional.of(Connection.open(options.requireClientProps(), CONNECT_LIMIT))
            : Optional.empty();
    try (RunDirectory directory = directory(settings)) {
      return collect(terminal, settings, connection, directory);
    } finally {
      connection.ifPresent(Connection::close);
    }
  }

  /** A run that is under way keeps its own description. */
  private RunDirectory directory(Settings settings) throws IOException {
    Configuration hadoop = new Configuration();
    RunDirectory directory =
        options
            .runDir()
            .map(named -> RunDirectory.at(named, hadoop))
            .orElseGet(
                () ->
                    RunDirectory.create(
                        "runs", name(), context.clock().instant(), ZoneId.systemDefault(), hadoop));
    if (!directory.fileSystem().exists(directory.settings())) {
      directory.writeSettings(settings.effective());
      Environment.here(context.clock(), context.words()).writeTo(directory);
    }
    return directory;
  }

  @SuppressWarnings("try") // the progress shows itself
  private Verdict collect(
      Terminal terminal, Settings settings, Optional<Connection> connection, RunDirectory directory)
      throws IOException, InterruptedException {
    terminal.note("run directory " + directory.display());
    StopSignal stop = context.stop().child();
    Optional<Duration> limit = settings.get(StatsSettings.DURATION);
    String journalName = "stats-" + Environment.hostName();
    try (Journal journal =
            new Journal(
                directory.append(directory.events(journalName)),
                e -> terminal.note("the journal cannot be written: " + e));
        StatsCollector collector =
            StatsCollector.start(
                new StatsCollector.Request(
                    connection,
                    settings,
                    directory,
                    journal,
                    stop,
                    context.clock(),
                    terminal::note,
                    Optional.ofNullable(System.getenv("HADOOP_CONF_DIR")).map(Path::of),
                    ""))) {
      try (Progress progress =
          Progress.start(
              terminal, name(), "samples", OptionalLong.empty(), limit, collector::samples)) {
        boolean unused = stop.await(limit.orElse(LOOK));
      }
      collector.close();
      print(terminal, collector.outcome());
      terminal.line("Run directory: " + directory.display());
      return collector.outcome().verdict();
    }
  }

  private static void print(Terminal terminal, PartOutcome outcome) {
    TextTable table = new TextTable("what", "number");
    outcome.tally().forEach(table::row);
    table.print(terminal);
    outcome.reasons().forEach(terminal::line);
  }
}
