package catena.scenario;

import catena.agitator.AgitateCommand;
import catena.batchwalker.BatchWalkCommand;
import catena.cluster.command.ClusterCommand;
import catena.harness.client.StopSignal;
import catena.harness.command.Command;
import catena.harness.command.CommandContext;
import catena.harness.settings.Setting;
import catena.ingest.CreateTableCommand;
import catena.ingest.IngestCommand;
import catena.ingest.SplitsCommand;
import catena.report.ReportCommand;
import catena.stats.StatsCommand;
import catena.trace.TraceCommand;
import catena.verify.VerifyCommand;
import catena.walker.ScanCommand;
import catena.walker.WalkCommand;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All the commands there are, put together with what they need. */
final class Commands {
  private Commands() {}

  /** The commands, in the order in which a person meets them. */
  static List<Command> all(StopSignal stop, Clock clock, List<String> words) {
    List<Setting<?>> known = settings();
    SecureRandom random = new SecureRandom();
    CommandContext context =
        new CommandContext(known, words, stop, clock, () -> random.nextLong() >>> 1);
    return List.of(
        new RunCommand(context),
        new ClusterCommand(),
        new CreateTableCommand(context),
        new SplitsCommand(context),
        new IngestCommand(context),
        new WalkCommand(context),
        new BatchWalkCommand(context),
        new ScanCommand(context),
        new VerifyCommand(known, stop, clock),
        new TraceCommand(context),
        new StatsCommand(context),
        new ReportCommand(clock),
        new AgitateCommand(context),
        new SettingsCommand(known));
  }

  /** Every setting of every command, once. */
  static List<Setting<?>> settings() {
    Map<String, Setting<?>> settings = new LinkedHashMap<>();
    for (Activity activity : Activity.values()) {
      activity.settings().forEach(setting -> settings.putIfAbsent(setting.key(), setting));
    }
    Companions.SETTINGS.forEach(setting -> settings.putIfAbsent(setting.key(), setting));
    return new ArrayList<>(settings.values());
  }
}
