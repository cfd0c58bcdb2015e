package catena.ingest;

import catena.harness.accumulo.Connection;
import catena.harness.accumulo.TableName;
import catena.harness.command.Command;
import catena.harness.command.CommandContext;
import catena.harness.command.CommonOptions;
import catena.harness.command.Progress;
import catena.harness.command.Terminal;
import catena.harness.journal.Event;
import catena.harness.journal.Journal;
import catena.harness.run.Environment;
import catena.harness.run.GraphFile;
import catena.harness.run.RunDirectory;
import catena.harness.settings.Setting;
import catena.harness.settings.Settings;
import catena.harness.verdict.Verdict;
import catena.harness.verdict.VerdictFile;
import catena.harness.words.Problems;
import catena.harness.words.UsageException;
import catena.ingest.table.GraphSettings;
import catena.ingest.table.IngestTarget;
import catena.ingest.write.IngestPlan;
import com.beust.jcommander.Parameter;
import com.beust.jcommander.Parameters;
import com.beust.jcommander.ParametersDelegate;
import java.io.IOException;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;

/** Writes a graph into a table. */
@Parameters(commandDescription = "write the graph into its table")
public final class IngestCommand implements Command {
  /** The settings that it reads. */
  public static final List<Setting<?>> SETTINGS =
      Stream.of(List.of(TableName.SETTING), GraphSettings.ALL, IngestPlan.SETTINGS)
          .<Setting<?>>flatMap(List::stream)
          .toList();

  private static final String RUNS = "runs";

  @ParametersDelegate private final CommonOptions options = new CommonOptions();

  @Parameter(
      names = "--resume",
      description = "carry on the writers of this run directory, killed or finished")
  private String resume;

  private final CommandContext context;

  /** The command. */
  public IngestCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public String name() {
    return "ingest";
  }

  @Override
  public Verdict run(Terminal terminal) throws Exception {
    Settings settings = check();
    IngestPlan plan = IngestPlan.of(settings);
    if (options.dryRun()) {
      return dryRun(terminal, settings, plan);
    }
    try (Connection connection =
        Connection.open(options.requireClientProps(), CreateTableCommand.CONNECT_LIMIT)) {
      Optional<GraphFile> earlier = earlier();
      String table = table(settings, earlier);
      IngestTarget target = IngestTarget.find(connection, table, settings, context.seeds());
      checkSame(earlier, target);
      try (RunDirectory directory = directory()) {
        terminal.note("run directory " + directory.display());
        describe(directory, settings, target);
        return ingest(terminal, target, plan, directory);
      }
    }
  }

  private Settings check() {
    Problems problems = new Problems();
    Settings settings = context.settings(SETTINGS, options, problems);
    check(settings, problems);
    problems.unless(
        resume == null || options.runDir().isEmpty(),
        "--resume carries on within the run directory that it names; leave --run-dir out");
    problems.unless(
        resume == null || settings.origin(IngestPlan.CLIENTS.key()).filter("-o"::equals).isEmpty(),
        "--resume carries on all writers of the run; leave ingest.clients out");
    problems.throwIfAny();
    return settings;
  }

  /** Finds what is wrong between the settings that {@code ingest} reads, before it starts. */
  public static void check(Settings settings, Problems problems) {
    problems.check(
        () -> {
          IngestPlan unused = IngestPlan.of(settings);
        });
    problems.check(
        () -> {
          var unused = GraphSettings.fresh(settings, 0);
        });
  }

  private Verdict dryRun(Terminal terminal, Settings settings, IngestPlan plan) throws Exception {
    settings.effective().forEach((key, value) -> terminal.line(key + "=" + value));
    String table = settings.get(TableName.SETTING);
    if (options.clientProps().isPresent()) {
      try (Connection connection =
          Connection.open(options.requireClientProps(), CreateTableCommand.CONNECT_LIMIT)) {
        IngestTarget target = IngestTarget.find(connection, table, settings, context.seeds());
        terminal.line("table %s, graph %s".formatted(table, target.spec().fingerprint()));
      }
    }
    String entries =
        plan.entries() == Long.MAX_VALUE ? "entries without end" : plan.entries() + " entries";
    terminal.line(
        "would write %s with each of %s into table %s"
            .formatted(
                entries,
                resume == null ? plan.clients() + " clients" : "the writers of " + resume,
                table));
    return Verdict.PASS;
  }

  /** What the run that is carried on says of its table. */
  private Optional<GraphFile> earlier() throws IOException {
    if (resume == null) {
      return Optional.empty();
    }
    try (RunDirectory directory = RunDirectory.open(resume, new Configuration())) {
      return Optional.of(
          GraphFile.read(directory)
              .orElseThrow(
                  () ->
                      new UsageException(
                          resume + " has no graph.json: name the directory of an ingest run")));
    }
  }

  private static String table(Settings settings, Optional<GraphFile> earlier) {
    boolean given = settings.origin(TableName.SETTING.key()).isPresent();
    return given || earlier.isEmpty() ? settings.get(TableName.SETTING) : earlier.get().table();
  }

  private void checkSame(Optional<GraphFile> earlier, IngestTarget target) {
    earlier.ifPresent(
        run -> {
          if (!run.instanceId().equals(target.connection().instanceId())
              || !run.tableId().equals(target.tableId())
              || !run.spec().equals(target.spec())) {
            throw new UsageException(
                "%s wrote into table %s (id %s, instance %s), which is not the table %s (id %s, instance %s) that is there now"
                    .formatted(
                        resume,
                        run.table(),
                        run.tableId(),
                        run.instanceId(),
                        target.table(),
                        target.tableId(),
                        target.connection().instanceId()));
          }
        });
  }

  private RunDirectory directory() {
    Configuration hadoop = new Configuration();
    if (resume != null) {
      return RunDirectory.at(resume, hadoop);
    }
    return options
        .runDir()
        .map(named -> RunDirectory.at(named, hadoop))
        .orElseGet(
            () ->
                RunDirectory.create(
                    RUNS, name(), context.clock().instant(), ZoneId.systemDefault(), hadoop));
  }

  /** What a run that is carried on began with stays; what it goes on with is put beside it. */
  private void describe(RunDirectory directory, Settings settings, IngestTarget target)
      throws IOException {
    SortedMap<String, String> effective = new TreeMap<>(settings.effective());
    effective.put("graph.seed", Long.toString(target.spec().seed()));
    effective.put(TableName.SETTING.key(), target.table());
    Environment here = Environment.here(context.clock(), context.words());
    if (resume == null) {
      directory.writeSettings(effective);
      here.writeTo(directory);
    } else {
      new Resumption(here, effective).writeTo(directory);
    }
  }

  @SuppressWarnings("try") // the progress shows itself
  private Verdict ingest(
      Terminal terminal, IngestTarget target, IngestPlan plan, RunDirectory directory)
      throws Exception {
    IngestPhase.Mode mode = resume == null ? IngestPhase.Mode.NEW : IngestPhase.Mode.RESUME;
    int clients = resume == null ? plan.clients() : Math.max(1, directory.ledgers().size());
    VerdictFile.writtenSince(directory, context.clock());
    try (Journal journal =
        new Journal(
            directory.append(directory.events(name())),
            e -> terminal.note("the journal cannot be written: " + e))) {
      journal.add(new Event.RunStarted(context.clock().millis(), name(), name()));
      IngestPhase phase =
          new IngestPhase(
              name(), target, plan, directory, journal, terminal::note, context.clock());
      IngestOutcome outcome;
      try (Progress progress =
          Progress.start(
              terminal, name(), "entries", phase.total(clients), plan.duration(), phase::entries)) {
        outcome = phase.run(mode, context.stop());
      }
      journal.add(new Event.RunEnded(context.clock().millis(), name(), outcome.verdict()));
      outcome.print(terminal);
      terminal.line("Run directory: " + directory.display());
      return outcome.verdict();
    }
  }
}
