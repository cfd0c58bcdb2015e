// SPDX-License-Identifier: Apache-2.0
package catena.scenario;

import catena.cluster.local.ClusterCommand;
import catena.fleet.FleetSettings;
import catena.harness.activity.Activity;
import catena.harness.command.Command;
import catena.harness.command.CommandContext;
import catena.harness.engine.ActivityCommand;
import catena.records.settings.Setting;
import catena.records.threads.StopSignal;
import catena.report.ReportCommand;
import catena.scenario.cluster.Clusters;
import catena.scenario.rate.RateActivity;
import catena.scenario.trial.SelftestActivity;
import catena.scenario.usage.CompletionCommand;
import catena.scenario.usage.HelpCommand;
import catena.scenario.usage.SettingsCommand;
import catena.trace.TraceCommand;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * All the commands there are, put together with what they need: one for each activity, and more.
 */
final class Commands {
  private Commands() {}

  /** The commands, in the order in which a person meets them. */
  static List<Command> all(
      Activities activities, StopSignal stop, Clock clock, List<String> words) {
    List<Setting<?>> known = settings(activities);
    SecureRandom random = new SecureRandom();
    CommandContext context =
        new CommandContext(known, words, stop, clock, () -> random.nextLong() >>> 1);
    List<Command> commands =
        new ArrayList<>(
            List.of(
                new RunCommand(activities, context),
                new WorkerCommand(activities, context),
                new RateCommand(activities, context),
                new SelftestCommand(activities, context),
                new ClusterCommand(stop)));
    // These are no runs of one part: their commands run whole scenarios, on their own clusters too.
    Set<String> whole = Set.of(RateActivity.NAME, SelftestActivity.NAME);
    activities.all().stream()
        .filter(each -> !whole.contains(each.name()))
        .filter(each -> each.description().instead().isEmpty())
        .forEach(
            each ->
                commands.add(
                    new ActivityCommand(each, context, Activities.COMPANIONS, Clusters::given)));
    commands.add(new TraceCommand(context));
    commands.add(new ReportCommand(clock, stop));
    commands.add(new SettingsCommand(known));
    commands.add(new HelpCommand(() -> commands, gone(activities)));
    commands.add(new CompletionCommand(() -> commands));
    return List.copyOf(commands);
  }

  /** What to do instead of words that are no commands, or no more, by these words. */
  static Map<String, String> gone(Activities activities) {
    Map<String, String> gone =
        new TreeMap<>(
            Map.of(
                "version",
                "write bin/catena --version",
                "splits",
                "createtable makes even splits itself: -o table.splits=N"));
    for (Activity each : activities.all()) {
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
  static List<Setting<?>> settings(Activities activities) {
    Map<String, Setting<?>> settings = new LinkedHashMap<>();
    Stream.concat(
            activities.all().stream().flatMap(each -> each.settings().stream()),
            Setting.all(
                Activities.COMPANIONS.settings(),
                FleetSettings.ALL,
                FleetSettings.OF_PART,
                Launchers.settings())
                .stream())
        .forEach(setting -> settings.putIfAbsent(setting.key(), setting));
    return new ArrayList<>(settings.values());
  }
}
