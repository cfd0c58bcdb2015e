// SPDX-License-Identifier: Apache-2.0
package catena.agitator;

import catena.harness.accumulo.TableName;
import catena.records.settings.Setting;
import java.time.Duration;
import java.util.List;

/** What can be set for agitation. */
public final class AgitateSettings {
  /** The policy. */
  public static final Setting<String> POLICY =
      Setting.ofString(
          "agitate.policy",
          "irregular",
          "which faults hit which servers, and how often: a file, or the name"
              + " of one in conf/agitation");

  /** A plan to replay. */
  public static final Setting<String> PLAN =
      Setting.ofString("agitate.plan", "a plan file to replay exactly, instead of a policy");

  /** For how long faults are planned. */
  public static final Setting<Duration> DURATION =
      Setting.ofDuration(
          "agitate.duration",
          "1h",
          Duration.ofSeconds(1),
          Duration.ofDays(3650),
          "how long faults are injected; every fault is also healed within this time");

  /** The commands for a cluster that is not a local one. */
  public static final Setting<String> CONTROL =
      Setting.ofString(
          "agitate.control",
          "a file of commands that start, stop and kill servers; empty: a local cluster");

  /** How long recovery may take. */
  public static final Setting<Duration> RECOVERY_LIMIT =
      Setting.ofDuration(
          "agitate.recovery.limit",
          "5m",
          Duration.ofSeconds(1),
          Duration.ofDays(7),
          "how long healing may take, and then the recovery from the fault, else UNKNOWN");

  /** All that agitation reads. */
  public static final List<Setting<?>> ALL =
      List.of(TableName.SETTING, POLICY, PLAN, DURATION, CONTROL, RECOVERY_LIMIT);

  private AgitateSettings() {}
}
