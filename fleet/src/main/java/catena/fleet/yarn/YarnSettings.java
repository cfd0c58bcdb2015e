package catena.fleet.yarn;

import catena.fleet.FleetSettings;
import catena.harness.settings.Setting;
import catena.harness.settings.Settings;
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
          "heap of a worker on YARN; its container has a quarter and 256M more");

  /** Java of the containers. */
  static final Setting<String> JAVA_HOME =
      Setting.ofString(
          "fleet.yarn.java.home",
          "",
          "JAVA_HOME of the ApplicationMaster and the workers on YARN's nodes, a Java 17 or newer"
              + " (empty: that of the site's configuration, or of its NodeManagers)");

  private YarnSettings() {}

  static List<Setting<?>> all() {
    return List.of(
        HADOOP_CONF, QUEUE, HEAP, JAVA_HOME, FleetSettings.DEATH, FleetSettings.ATTEMPTS);
  }

  /** How many attempts a task has: YARN replaces the dead by itself, if it is to. */
  static int attempts(Settings settings) {
    return settings.get(FleetSettings.DEATH) == FleetSettings.Death.REPLACE
        ? settings.get(FleetSettings.ATTEMPTS)
        : 1;
  }
}
