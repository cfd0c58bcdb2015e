package catena.harness.activity;

import catena.harness.accumulo.TableName;
import catena.harness.accumulo.TablePlace;
import catena.harness.command.Command;
import catena.harness.command.CommandContext;
import catena.harness.command.CommandDescription;
import catena.harness.command.CommonOptions;
import catena.harness.command.Terminal;
import catena.harness.forecast.Forecast;
import catena.harness.forecast.Outlook;
import catena.records.run.RunDirectory;
import catena.records.settings.Layer;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import catena.records.verdict.Verdict;
import catena.records.verdict.VerdictFile;
import catena.records.words.Problems;
import catena.records.words.UsageException;
import com.beust.jcommander.Parameter;
import com.beust.jcommander.ParametersDelegate;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;

/**
 * An activity as a command: a run of one part.
 *
 * <ol>
 *   <li>All that is wrong with settings and options is told at once.
 *   <li>The runs that are named are opened; the table is theirs, unless one is named.
 *   <li>The activity finds out whether it can be done as asked. Until here nothing was written.
 *   <li>The run directory is made, or the one that is named is opened.
 *   <li>{@link CommandRun} does the rest, with the directory.
 * </ol>
 */
public final class ActivityCommand implements Command {
  /** The files of runs, where none is named. */
  private static final String RUNS = "runs";

  @ParametersDelegate private final CommonOptions common = new CommonOptions();
  @ParametersDelegate private final CommandOptions options;

  @Parameter(
      names = "--without",
      description =
          "what is not to accompany it: tested, watch, trace, stats, metrics, canary, budgets,"
              + " report")
  private List<String> without = new ArrayList<>();

  private final Activity activity;
  private final CommandContext context;
  private final Surroundings surroundings;

  /**
   * What all commands are given from outside.
   *
   * @param companions of each
   * @param clusters finds what is known of the cluster that has these client properties
   */
  public record Surroundings(Companions companions, BiFunction<Path, Terminal, Given> clusters) {
    /** Nothing. */
    public static final Surroundings NONE =
        new Surroundings(Companions.NONE, (properties, terminal) -> Given.NOTHING);
  }

  /** A command that is called once. */
  public ActivityCommand(Activity activity, CommandContext context, Surroundings surroundings) {
    this.activity = activity;
    this.context = context;
    this.surroundings = surroundings;
    this.options = activity.options();
  }

  @Override
  public CommandDescription description() {
    return CommandDescription.of(
            activity.name(),
            activity.about(),
            CommandDescription.VERDICTS,
            activity.examples().toArray(String[]::new))
        .reading(declared());
  }

  @Override
  public Verdict run(Terminal terminal) throws Exception {
    Given given = Given.of(common, options, context, terminal);
    try (OpenedRuns runs = new OpenedRuns()) {
      Settings settings = settings(given, runs);
      Given all = common.clientProps().map(file -> at(file, terminal)).orElse(given).and(given);
      Optional<CommandOptions.Errand> errand = options.errand(settings, all);
      if (errand.isPresent()) {
        return errand.get().run();
      }
      try (LazyConnection connection = new LazyConnection(common::requireClientProps)) {
        Site site =
            new Site(
                connection,
                common.clientProps().isPresent(),
                all,
                runs.all(),
                terminal,
                context.clock(),
                common.seed().orElseGet(context.seeds()));
        return common.dryRun() ? dryRun(site, settings) : perform(site, settings);
      }
    }
  }

  private Given at(Path clientProperties, Terminal terminal) {
    return surroundings.clusters.apply(clientProperties, terminal);
  }

  /** Checks all that can be checked without a cluster, and opens the runs that are named. */
  private Settings settings(Given given, OpenedRuns runs) {
    Problems problems = new Problems();
    problems.unless(
        companions().all().size() == surroundings.companions.all().size() - without.size(),
        "--without " + String.join(",", without) + ": write some of " + companionWords());
    Settings first = resolve(List.of(), problems);
    activity.check(first, given, problems);
    if (activity.needsCluster(first)) {
      problems.check(
          () -> {
            Path unused = common.requireClientProps();
          });
    }
    problems.check(() -> runs.open(options.runs()));
    try (OpenedRuns others = new OpenedRuns()) {
      problems.check(() -> others.open(activity.runs(first)));
      problems.check(() -> others.open(options.directory().stream().toList()));
      problems.throwIfAny();
      List<RunDirectory> sources = new ArrayList<>(runs.all());
      sources.addAll(others.all());
      return ofTable(first, sources);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String companionWords() {
    return surroundings.companions.words();
  }

  private Companions companions() {
    return surroundings.companions.without(without);
  }

  /** The table is the one that the runs wrote, unless somebody names another. */
  private Settings ofTable(Settings first, List<RunDirectory> sources) {
    String table = TableName.of(first, sources);
    if (table.equals(first.get(TableName.SETTING))) {
      return first;
    }
    Problems problems = new Problems();
    Layer layer = Layer.of(RunDirectory.GRAPH, Map.of(TableName.SETTING.key(), table));
    Settings settled = resolve(List.of(layer), problems);
    problems.throwIfAny();
    return settled;
  }

  private Settings resolve(List<Layer> below, Problems problems) {
    return context.settings(declared(), common, below, options.layers(), problems);
  }

  /** Its own, and those of what accompanies it. */
  private List<Setting<?>> declared() {
    return Stream.<Setting<?>>concat(
            activity.settings().stream(), surroundings.companions.settings().stream())
        .distinct()
        .toList();
  }

  /** All that the command itself finds out before it begins, and what it comes to. */
  private Verdict dryRun(Site site, Settings settings) throws Exception {
    try (PreparedPart part = PreparedPart.of(activity, settings, site)) {
      List<String> lines = new ArrayList<>(part.work().wouldDo());
      if (!part.work().isFile()) {
        if (lines.isEmpty()) {
          lines.add("would " + name() + ", table " + settings.get(TableName.SETTING));
        }
        lines.addAll(outlook(site, settings)); // nothing is printed before the cluster is found
        settings.effective().forEach((key, value) -> site.terminal().line(key + "=" + value));
        site.terminal().line("");
      }
      lines.forEach(site.terminal()::line);
      return Verdict.PASS;
    }
  }

  /** Where it is done, and how long it takes where its own settings tell. */
  private List<String> outlook(Site site, Settings settings) {
    List<String> lines = new ArrayList<>();
    int tservers = 1;
    if (activity.needsCluster(settings)) {
      TablePlace place = TablePlace.of(site.connection(), settings.get(TableName.SETTING));
      lines.add(place.words());
      tservers = place.tservers();
    }
    Forecast forecast = activity.forecast(settings);
    if (forecast.kind() == Forecast.Kind.WRITES || forecast.limit().isPresent()) {
      lines.addAll(Outlook.of(List.of(List.of(forecast)), tservers).lines());
    }
    return lines;
  }

  private Verdict perform(Site site, Settings settings) throws Exception {
    if (activity.needsCluster(settings)) {
      var unused = site.connection(); // what is wrong with it is told before anything else
    }
    try (PreparedPart part = PreparedPart.of(activity, settings, site);
        RunDirectory directory = directory(part.work())) {
      if (activity.effect() != Effect.VERIFIES) {
        part.runs().forEach(run -> VerdictFile.age(run).ifPresent(site.terminal()::note));
      }
      return perform(part, site, settings, directory);
    }
  }

  private Verdict perform(PreparedPart part, Site site, Settings settings, RunDirectory directory)
      throws Exception {
    try {
      Companions beside = companions().without(activity.inPlaceOf());
      return new CommandRun(activity, part, settings, directory, context, beside).perform(site);
    } catch (UsageException e) {
      if (named(part.work()).isEmpty()) { // nothing was begun in the directory that was made for it
        boolean unused = directory.fileSystem().delete(directory.root(), true);
      }
      throw e;
    }
  }

  private Optional<String> named(Work work) {
    return common.runDir().or(() -> work.isApart() ? Optional.empty() : options.directory());
  }

  private RunDirectory directory(Work work) {
    Configuration hadoop = common.hadoop();
    return named(work)
        .map(named -> RunDirectory.at(named, hadoop))
        .orElseGet(
            () ->
                RunDirectory.create(
                    RUNS, name(), context.clock().instant(), ZoneId.systemDefault(), hadoop));
  }
}
