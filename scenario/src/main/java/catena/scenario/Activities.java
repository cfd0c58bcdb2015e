// SPDX-License-Identifier: Apache-2.0
package catena.scenario;

import catena.agitator.AddServersActivity;
import catena.agitator.AgitateActivity;
import catena.batchwalker.BatchWalkActivity;
import catena.cluster.local.ClusterCommand;
import catena.cluster.placement.PlacementCompanion;
import catena.cluster.process.NodeCompanion;
import catena.fleet.FleetSettings;
import catena.harness.activity.Activity;
import catena.harness.activity.Companions;
import catena.harness.command.Command;
import catena.harness.command.CommandContext;
import catena.harness.command.CommandDescription;
import catena.harness.command.Terminal;
import catena.harness.engine.ActivityCommand;
import catena.ingest.BulkActivity;
import catena.ingest.CreateTableActivity;
import catena.ingest.IngestActivity;
import catena.ingest.MoruActivity;
import catena.ingest.TableActions;
import catena.ingest.YcsbActivity;
import catena.records.settings.Setting;
import catena.records.threads.StopSignal;
import catena.records.verdict.Verdict;
import catena.records.words.UsageException;
import catena.report.BudgetCompanion;
import catena.report.ReportCommand;
import catena.report.ReportCompanion;
import catena.scenario.cluster.Clusters;
import catena.scenario.cluster.MutantCompanion;
import catena.scenario.cluster.PauseActivity;
import catena.scenario.cluster.QuiesceActivity;
import catena.scenario.rate.RateActivity;
import catena.scenario.trial.CanaryCompanion;
import catena.scenario.trial.SelftestActivity;
import catena.scenario.usage.CompletionCommand;
import catena.scenario.usage.HelpCommand;
import catena.scenario.usage.SettingsCommand;
import catena.scenario.watch.WatchCompanion;
import catena.stats.MetricsCompanion;
import catena.stats.StatsActivity;
import catena.stats.TestedCompanion;
import catena.trace.TraceCommand;
import catena.trace.TraceCompanion;
import catena.verify.SummariesActivity;
import catena.verify.VerifyActivity;
import catena.walker.LagActivity;
import catena.walker.ScanActivity;
import catena.walker.WalkActivity;
import com.beust.jcommander.Parameter;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The list of all that a run can do, as parts of scenarios and as commands, and of what accompanies
 * runs; and all the commands there are, put together with what they need. Nothing else in this
 * module knows any of them by name.
 *
 * @param all in the order in which help and messages list them
 */
record Activities(List<Activity> all) {
  /** Those that do something with a cluster or a table. */
  private static final List<Activity> WORKING =
      Stream.of(
              List.of(
                  new CreateTableActivity(),
                  new IngestActivity(),
                  new BulkActivity(),
                  new ScanActivity(),
                  new WalkActivity(),
                  new BatchWalkActivity(),
                  new LagActivity(),
                  new YcsbActivity(),
                  new MoruActivity(),
                  new PauseActivity(),
                  new QuiesceActivity(),
                  new VerifyActivity(),
                  new SummariesActivity(),
                  new StatsActivity(),
                  new AgitateActivity(),
                  new AddServersActivity()),
              TableActions.ALL)
          .<Activity>flatMap(List::stream)
          .toList();

  /**
   * All activities; the search takes those that are rated, the self-test those that check a table.
   */
  static final Activities SHIPPED =
      new Activities(
          Stream.concat(
                  WORKING.stream(),
                  Stream.of(new RateActivity(WORKING), new SelftestActivity(WORKING)))
              .toList());

  /**
   * What accompanies every run, begun in this order and ended in the reverse one: the record of
   * what is tested and the watch end last; the tablets are recorded from before the first sample.
   */
  static final Companions COMPANIONS =
      new Companions(
          List.of(
              new TestedCompanion(),
              new WatchCompanion(),
              new TraceCompanion(),
              new StatsActivity(),
              new MetricsCompanion(),
              new PlacementCompanion(),
              new NodeCompanion(),
              new MutantCompanion(),
              CanaryCompanion.of(WORKING),
              new BudgetCompanion(),
              new ReportCompanion()));

  Activities {
    all = List.copyOf(all);
  }

  Optional<Activity> of(String word) {
    return all.stream().filter(activity -> activity.name().equals(word)).findFirst();
  }

  /** The names of all, for messages. */
  String words() {
    return all.stream().map(Activity::name).collect(Collectors.joining(", "));
  }

  /** The commands, in the order in which help lists them. */
  List<Command> commands(StopSignal stop, Clock clock, List<String> words) {
    List<Setting<?>> known = settings();
    SecureRandom random = new SecureRandom();
    CommandContext context =
        new CommandContext(known, words, stop, clock, () -> random.nextLong() >>> 1);
    List<Command> commands =
        new ArrayList<>(
            List.of(
                new RunCommand(this, context),
                new WorkerCommand(this, context),
                new RateCommand(this, context),
                new SelftestCommand(this, context),
                new ClusterCommand(stop)));
    // These are no runs of one part: their commands run whole scenarios, on their own clusters too.
    Set<String> whole = Set.of(RateActivity.NAME, SelftestActivity.NAME);
    all.stream()
        .filter(each -> !whole.contains(each.name()))
        .filter(each -> each.description().instead().isEmpty())
        .forEach(
            each -> commands.add(new ActivityCommand(each, context, COMPANIONS, Clusters::given)));
    commands.add(new TraceCommand(context));
    commands.add(new ReportCommand(clock, stop));
    commands.add(new SettingsCommand(known));
    commands.add(new HelpCommand(() -> commands, gone()));
    commands.add(new CompletionCommand(() -> commands));
    return List.copyOf(commands);
  }

  /** What to do instead of a word that is no command, or no longer one, by that word. */
  Map<String, String> gone() {
    Map<String, String> gone =
        new TreeMap<>(
            Map.of(
                "version",
                "write bin/catena --version",
                "splits",
                "createtable makes even splits itself: -o table.splits=N"));
    for (Activity each : all) {
      each.description()
          .instead()
          .ifPresent(
              instead ->
                  gone.put(
                      each.name(),
                      "%s is a phase of scenarios (docs/scenarios.md) and no command: %s"
                          .formatted(each.name(), instead)));
    }
    return gone;
  }

  /** Every setting of every command, once. */
  List<Setting<?>> settings() {
    Map<String, Setting<?>> settings = new LinkedHashMap<>();
    Stream.concat(
            all.stream().flatMap(each -> each.settings().stream()),
            Setting.all(
                COMPANIONS.settings(),
                FleetSettings.ALL,
                FleetSettings.OF_PART,
                Launchers.settings())
                .stream())
        .forEach(setting -> settings.putIfAbsent(setting.key(), setting));
    return new ArrayList<>(settings.values());
  }

  /** Searches for the highest rate of a workload: a run of the scenario that is shipped for it. */
  static final class RateCommand extends ScenarioCommand {
    /** The directory of the scenarios, which are named after the workloads. */
    private static final String SCENARIOS = "rate/";

    @Parameter(description = "[WORKLOAD]: one of conf/scenarios/rate; ingest if none is named")
    private List<String> workloads = new ArrayList<>();

    RateCommand(Activities activities, CommandContext context) {
      super(activities, context);
    }

    @Override
    public CommandDescription description() {
      return CommandDescription.of(
              RateActivity.NAME,
              "search for the highest rate that a cluster holds in time",
              CommandDescription.VERDICTS,
              "bin/catena rate ingest -o budget.flush.p99=500ms",
              "bin/catena rate walk -c client.properties -o walk.clients=32 -o rate.step=60s",
              "bin/catena rate ingest -o rate.agitate=one-kill -o rate.step=2m")
          .reading(context.known())
          .withArguments(RateCommand::workloads)
          .in(CommandDescription.CLUSTER);
    }

    /** The workloads that have a scenario. */
    private static List<String> workloads() {
      return ScenarioFile.shippedNames().stream()
          .filter(name -> name.startsWith(SCENARIOS))
          .map(name -> name.substring(SCENARIOS.length()))
          .toList();
    }

    @Override
    public Verdict run(Terminal terminal) throws Exception {
      if (workloads.size() > 1) {
        throw new UsageException("One workload at a time, not " + workloads);
      }
      String workload = workloads.isEmpty() ? "ingest" : workloads.get(0);
      return run(ScenarioFile.find(SCENARIOS + workload), terminal, Optional.empty());
    }
  }

  /** The scenario of the self-test as a command: on the cluster of {@code -c}, or on its own. */
  static final class SelftestCommand extends ScenarioCommand {
    private static final String STATUSES =
        "0 each check found what it claims to find, and nothing else; 1 one did not; 2 not all of it"
            + " could be tried; 64 usage or settings error";

    SelftestCommand(Activities activities, CommandContext context) {
      super(activities, context);
    }

    @Override
    public CommandDescription description() {
      return CommandDescription.of(
              SelftestActivity.NAME,
              "plant each kind of fault, and see each check find it",
              STATUSES,
              "bin/catena selftest",
              "bin/catena selftest -c client.properties -o selftest.without=scanservers")
          .reading(activities.of(SelftestActivity.NAME).orElseThrow().settings())
          .in(CommandDescription.START);
    }

    @Override
    public Verdict run(Terminal terminal) throws Exception {
      return run(ScenarioFile.find(name()), terminal, Optional.empty());
    }
  }
}
