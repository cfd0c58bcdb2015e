// SPDX-License-Identifier: Apache-2.0
package catena.harness.job;

import catena.harness.instance.HadoopConf;
import catena.records.settings.Setting;
import java.time.Duration;
import java.util.List;

/** The settings that say where MapReduce jobs run, and how long one may do nothing. */
public final class JobSettings {
  /** Where jobs run. */
  public enum On {
    /** In this process, a thread per core. */
    LOCAL,
    /** On the YARN of a Hadoop configuration directory. */
    YARN
  }

  /** Where a job runs. */
  public static final Setting<On> ON =
      Setting.ofEnum("job.on", On.LOCAL, "where the MapReduce job of a part runs");

  /** Map tasks at a time in this process. */
  static final Setting<Integer> THREADS =
      Setting.ofInt(
          "job.threads", 0, 0, 4096, "map tasks at a time with job.on=local; 0: one per core");

  /** How long nothing may come of a job. */
  public static final Setting<Duration> STALL_LIMIT =
      Setting.ofDuration(
          "job.stall.limit",
          "10m",
          Duration.ofSeconds(1),
          Duration.ofDays(30),
          "how long to wait for the next entry that a job reads or writes, for example while a"
              + " tablet has no host, else UNKNOWN");

  /** All of them. */
  public static final List<Setting<?>> ALL = List.of(ON, HadoopConf.SETTING, THREADS, STALL_LIMIT);

  private JobSettings() {}
}
