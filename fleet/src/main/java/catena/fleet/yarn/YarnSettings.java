package catena.fleet.yarn;

import catena.fleet.FleetSettings;
import catena.harness.settings.Setting;
import catena.harness.settings.Settings;
import java.time.Duration;
import java.util.List;

/** The settings of workers on YARN. */
final class YarnSettings {
  /** Where YARN is. */
  static final Setting<String> HADOOP_CONF =
      Setting.ofString(
          "fleet.yarn.hadoop.conf",
          "",
          "Hadoop's configuration directory for --launch yarn (empty: that of the local cluster, or"
              + " the environment's HADOOP_CONF_DIR)");

  /** The queue. */
  static final Setting<String> QUEUE =
      Setting.ofString(
          "fleet.yarn.queue", "", "the queue of YARN (empty: that of the site's configuration)");

  /** Heap of a worker. */
  static final Setting<Long> HEAP =
      Setting.ofSize(
          "fleet.yarn.heap",
          "1G",
          "64M",
          "1024G",
          "heap of a worker on YARN; its container has a quarter and 384M more");

  /** How long YARN may take before anything runs. */
  static final Setting<Duration> LIMIT =
      Setting.ofDuration(
          "fleet.yarn.limit",
          "3m",
          "how long YARN may take to begin the job; then it is withdrawn, and nothing runs");

  private YarnSettings() {}

  static List<Setting<?>> all() {
    return List.of(HADOOP_CONF, QUEUE, HEAP, LIMIT, FleetSettings.DEATH, FleetSettings.ATTEMPTS);
  }

  /** How many attempts a task has: YARN replaces the dead by itself, if it is to. */
  static int attempts(Settings settings) {
    return settings.get(FleetSettings.DEATH) == FleetSettings.Death.REPLACE
        ? settings.get(FleetSettings.ATTEMPTS)
        : 1;
  }
}
