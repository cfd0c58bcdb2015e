// SPDX-License-Identifier: Apache-2.0
package catena.harness.engine;

import catena.harness.accumulo.Connection;
import catena.harness.accumulo.TableName;
import catena.harness.activity.Activity;
import catena.harness.activity.CallerContext;
import catena.harness.activity.CommandOptions;
import catena.harness.activity.Companions;
import catena.harness.activity.Effect;
import catena.harness.activity.PartEnvironment;
import catena.harness.activity.PreparedPart;
import catena.harness.activity.Scope;
import catena.harness.activity.Work;
import catena.harness.command.Command;
import catena.harness.command.CommandContext;
import catena.harness.command.CommandDescription;
import catena.harness.command.CommonOptions;
import catena.harness.command.Terminal;
import catena.harness.engine.Scenario.Part;
import catena.records.run.ProcessLog;
import catena.records.run.RunDirectory;
import catena.records.settings.Layer;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import catena.records.verdict.Verdict;
import catena.records.verdict.VerdictFile;
import catena.records.words.Problems;
import catena.records.words.Reasons;
import catena.records.words.UsageException;
import com.beust.jcommander.Parameter;
import com.beust.jcommander.ParametersDelegate;
import com.google.common.base.Suppliers;
import com.google.common.io.Closer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/**
 * An activity as a command: a run of one part.
 *
 * <ol>
 *   <li>All errors in settings and options are reported at once.
 *   <li>The runs that are named are opened; the table is theirs, unless one is named.
 *   <li>The activity finds out whether it can be done as asked. Until here nothing was written.
 *   <li>The run directory is made, or the one that is named is opened.
 *   <li>{@link Run} does the rest, with the directory.
 * </ol>
 */
public final class ActivityCommand implements Command {

  private static final Logger LOG = LogManager.getLogger(ActivityCommand.class);

  @ParametersDelegate private final CommonOptions common = new CommonOptions();
  @ParametersDelegate private final CommandOptions options;

  @Parameter(
      names = "--without",
      description =
          "which companions to leave out: tested, watch, trace, stats, metrics, canary, budgets,"
              + " report")
  private List<String> without = new ArrayList<>();

  private final Activity activity;
  private final Scenario scenario;
  private final CommandContext context;
  private final Companions companions;
  private final BiFunction<Path, Terminal, CallerContext> clusters;

  /** What is read in addition to its activity's settings: those of what accompanies it. */
  private final PhaseSettings.Terms terms;

  /**
   * A command that is called once.
   *
   * @param companions of each run
   * @param clusters finds what is known of the cluster that has these client properties
   */
  public ActivityCommand(
      Activity activity,
      CommandContext context,
      Companions companions,
      BiFunction<Path, Terminal, CallerContext> clusters) {
    this.activity = activity;
    this.scenario = Scenario.of(activity);
    this.context = context;
    this.companions = companions;
    this.terms = new PhaseSettings.PlainTerms(context.known(), companions.settings());
    this.clusters = clusters;
    this.options = activity.description().options();
  }

  @Override
  public CommandDescription description() {
    return CommandDescription.of(
            activity.name(),
            activity.description().about(),
            CommandDescription.VERDICTS,
            activity.description().examples().toArray(String[]::new))
        .reading(PhaseSettings.declared(scenario, terms))
        .in(CommandDescription.CLUSTER);
  }

  @Override
  public Verdict run(Terminal terminal) throws Exception {
    CallerContext given = CallerContext.of(common, options, context, terminal);
    options.layers().forEach(common::add);
    try (Closer opened = Closer.create()) {
      List<RunDirectory> runs = new ArrayList<>();
      PhaseSettings settings = settings(given, opened, runs);
      Optional<Path> cluster =
          activity.scope(settings.of(part())).needsCluster()
              ? Optional.of(common.requireClientProps())
              : common.clientProps();
      if (cluster.isPresent() && common.clientProps().isEmpty()) {
        terminal.note("client properties of ACCUMULO_CONF_DIR: " + cluster.get());
      }
      CommonOptions.hadoopInWords().ifPresent(terminal::note);
      CallerContext all =
          cluster.map(file -> clusters.apply(file, terminal)).orElse(given).and(given);
      Optional<Callable<Verdict>> errand = options.errand(settings.whole(), all);
      if (errand.isPresent()) {
        return errand.get().call();
      }
      PhaseSettings inDirectory = ofRunDirectory(settings, given, opened);
      Supplier<Connection> connection = // not every command needs one
          Suppliers.memoize(() -> opened.register(common.connect()));
      PartEnvironment site =
          new PartEnvironment(
              connection,
              cluster.isPresent(),
              all,
              runs,
              terminal,
              context.clock(),
              common.seed().orElseGet(context.seeds()));
      return common.dryRun() ? dryRun(site, inDirectory) : perform(site, inDirectory);
    }
  }

  private Part part() {
    return scenario.parts().get(0);
  }

  /**
   * Checks all that can be checked without a cluster, and opens the runs that are named; the table
   * is the one that these wrote.
   *
   * @param opened closes what is opened
   * @param runs takes those whose ledgers say what is promised
   */
  private PhaseSettings settings(CallerContext given, Closer opened, List<RunDirectory> runs) {
    Problems problems = new Problems();
    problems.unless(
        companions.without(without).all().size() == companions.all().size() - without.size(),
        "--without " + String.join(",", without) + ": write some of " + companions.words());
    PhaseSettings settings = resolve(List.of(), given, problems);
    Scope scope = activity.scope(settings.of(part()));
    if (scope.needsCluster()) {
      problems.call(common::requireClientProps);
    }
    open(options.runs(), opened, runs, problems);
    List<RunDirectory> sources = new ArrayList<>(runs);
    open(scope.runs(), opened, sources, problems);
    open(options.directory().stream().toList(), opened, sources, problems);
    problems.throwIfAny();
    return ofTable(settings, sources, given);
  }

  /**
   * What acts on the servers of a run, or watches them, has the table of the run it works in. An
   * errand does not need it: HDFS, where the run may be, is perhaps what it heals.
   */
  private PhaseSettings ofRunDirectory(PhaseSettings settings, CallerContext given, Closer opened) {
    List<RunDirectory> there = new ArrayList<>();
    Effect effect = activity.description().effect();
    if (effect == Effect.HITS || effect == Effect.WATCHES) {
      Problems later = new Problems(); // it is made, or refused, when the command begins
      open(common.runDir().stream().toList(), opened, there, later);
    }
    return ofTable(settings, there, given);
  }

  private static void open(
      List<String> names, Closer opened, List<RunDirectory> to, Problems problems) {
    for (String name : names) {
      problems.check(() -> to.add(opened.register(RunDirectory.open(name))));
    }
  }

  /** The table is the one that the runs wrote, unless the user names another. */
  private PhaseSettings ofTable(
      PhaseSettings settings, List<RunDirectory> sources, CallerContext given) {
    Settings first = settings.whole();
    String table = TableName.of(first, sources);
    if (table.equals(first.get(TableName.SETTING))) {
      return settings;
    }
    Problems problems = new Problems();
    Layer layer = Layer.of(RunDirectory.GRAPH, Map.of(TableName.SETTING.key(), table));
    PhaseSettings settled = resolve(List.of(layer), given, problems);
    problems.throwIfAny();
    return settled;
  }

  private PhaseSettings resolve(List<Layer> below, CallerContext given, Problems problems) {
    return PhaseSettings.of(scenario, common, below, given, terms, problems);
  }

  /** Prints all that the command itself finds out before it begins, and its forecast. */
  private Verdict dryRun(PartEnvironment site, PhaseSettings settings) throws Exception {
    try (PreparedPart part = PreparedPart.of(activity, settings.of(part()), site)) {
      List<String> lines = new ArrayList<>(part.work().wouldDo());
      if (part.work().isFile()) {
        lines.forEach(site.terminal()::line);
        return Verdict.PASS;
      }
      if (lines.isEmpty()) {
        lines.add("would " + name() + ", table " + settings.whole().get(TableName.SETTING));
      }
      DryRun dry = new DryRun(scenario, settings);
      if (activity.scope(settings.of(part())).needsCluster()) {
        dry.at(site.connection(), settings.whole().get(TableName.SETTING));
      }
      dry.print(site.terminal(), lines, Map.of());
      return Verdict.PASS;
    }
  }

  private Verdict perform(PartEnvironment site, PhaseSettings settings) throws Exception {
    if (activity.scope(settings.of(part())).needsCluster()) {
      var unused = site.connection(); // what is wrong with it is reported before anything else
    }
    try (PreparedPart part = PreparedPart.of(activity, settings.of(part()), site);
        RunDirectory directory = directory(part.work())) {
      if (activity.description().effect() != Effect.VERIFIES) {
        part.runs().forEach(run -> VerdictFile.age(run).ifPresent(site.terminal()::note));
      }
      return perform(part, site, settings, directory);
    }
  }

  private Verdict perform(
      PreparedPart part, PartEnvironment site, PhaseSettings settings, RunDirectory directory)
      throws Exception {
    site.terminal().note("run directory " + directory.display());
    ProcessLog.into(directory, activity.description().journal());
    RunDescription description = new RunDescription(directory, context);
    boolean writes = activity.description().effect() == Effect.WRITES;
    boolean owner = description.isMissing() || writes;
    if (!owner) {
      checkAttended(settings.whole(), directory);
    }
    description.write(writes, settings.effective(), part.work().settled(), site.seed());
    RunVerdict standing =
        RunVerdict.ofCommand(
            directory,
            context.clock(),
            name(),
            activity.description().effect(),
            !activity.description().checks().isEmpty());
    Run.Form form = new Run.Form(name(), activity.description().journal(), true, owner);
    Companions attending = companions.without(without);
    PhasePerformer performer = new PhasePerformer(settings, Optional.of(part));
    try {
      return new Run(scenario, settings, form, standing, attending, performer)
          .perform(site, context.stop().child());
    } catch (Throwable e) {
      standing.broken(e); // where its journal could not be opened
      if (standing.hasFailed()) { // what was found is no less true, and verdict.json says so
        LOG.error("{} was not completed", name(), e);
        site.terminal().note(name() + " was not completed: " + Reasons.of(e));
        site.terminal().verdict("", Verdict.FAIL);
        return Verdict.FAIL;
      }
      if (e instanceof UsageException
          && named(part.work()).isEmpty()
          && directory.ledgers().isEmpty()) {
        // nothing was begun in the directory that was made for it
        boolean unused = directory.fileSystem().delete(directory.root(), true);
      }
      throw e;
    }
  }

  /** What no companion would do or judge is not accepted. */
  private void checkAttended(Settings whole, RunDirectory directory) {
    Problems problems = new Problems();
    companions.settings().stream()
        .filter(each -> !companions.always().settings().contains(each))
        .filter(each -> !activity.settings().contains(each))
        .flatMap(Setting::keys)
        .filter(key -> whole.origin(key).filter("-o"::equals).isPresent())
        .map(
            key ->
                "-o %s: %s holds another run, which has its own; leave it out, or name a new --run-dir"
                    .formatted(key, directory.display()))
        .forEach(problems::add);
    problems.throwIfAny();
  }

  private Optional<String> named(Work work) {
    return common.runDir().or(() -> work.isApart() ? Optional.empty() : options.directory());
  }

  private RunDirectory directory(Work work) throws IOException {
    Optional<String> named = named(work);
    RunDirectory directory = common.directory(named, name(), context.clock());
    if (named.isPresent() && work.isApart() && RunVerdict.isAnothers(directory)) {
      directory.close();
      throw new UsageException(
          "%s holds the run of another table, whose verdict and findings would be replaced: leave --run-dir out, or name a new one"
              .formatted(directory.display()));
    }
    return directory;
  }
}
