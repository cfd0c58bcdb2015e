package catena.ingest;

import catena.graph.GraphSpec;
import catena.harness.accumulo.Connection;
import catena.harness.accumulo.TableName;
import catena.harness.command.Command;
import catena.harness.command.CommandContext;
import catena.harness.command.CommonOptions;
import catena.harness.command.Terminal;
import catena.harness.settings.Setting;
import catena.harness.settings.Settings;
import catena.harness.verdict.Verdict;
import catena.harness.words.Problems;
import catena.ingest.table.GraphSettings;
import catena.ingest.table.SplitChoice;
import catena.ingest.table.TableMaker;
import catena.ingest.table.TableSettings;
import com.beust.jcommander.Parameters;
import com.beust.jcommander.ParametersDelegate;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** Makes a table for a graph. */
@Parameters(commandDescription = "make a table for a graph, split and with its properties")
public final class CreateTableCommand implements Command {
  /** The settings that it reads. */
  public static final List<Setting<?>> SETTINGS =
      Stream.concat(TableSettings.ALL.stream(), GraphSettings.ALL.stream()).toList();

  static final Duration CONNECT_LIMIT = Duration.ofSeconds(15);

  @ParametersDelegate private final CommonOptions options = new CommonOptions();

  private final CommandContext context;

  /** The command. */
  public CreateTableCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public String name() {
    return "createtable";
  }

  @Override
  public Verdict run(Terminal terminal) throws Exception {
    Settings settings = check();
    if (options.dryRun()) {
      settings.effective().forEach((key, value) -> terminal.line(key + "=" + value));
      terminal.line("would make table " + settings.get(TableName.SETTING));
      return Verdict.PASS;
    }
    try (Connection connection = Connection.open(options.requireClientProps(), CONNECT_LIMIT)) {
      GraphSpec spec = new TableMaker(connection, settings, context.seeds(), terminal::note).make();
      terminal.line(
          "table %s has graph %s, seed %d"
              .formatted(settings.get(TableName.SETTING), spec.fingerprint(), spec.seed()));
    }
    return Verdict.PASS;
  }

  private Settings check() {
    Problems problems = new Problems();
    Settings settings = context.settings(SETTINGS, options, problems);
    problems.unless(
        options.runDir().isEmpty(), "createtable has no run directory; leave --run-dir out");
    check(settings, problems);
    problems.throwIfAny();
    return settings;
  }

  /** Finds what is wrong between the settings that {@code createtable} reads, before it starts. */
  public static void check(Settings settings, Problems problems) {
    problems.check(
        () -> {
          GraphSpec spec = GraphSettings.fresh(settings, 0);
          SplitChoice unused = TableSettings.splits(settings, spec);
        });
    problems.check(
        () -> {
          var unused = TableSettings.properties(settings);
        });
  }
}
