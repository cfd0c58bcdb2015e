// SPDX-License-Identifier: Apache-2.0
package catena.harness.job;

import catena.harness.instance.HadoopConf;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import java.util.List;

/** The settings that say where somebody's MapReduce jobs run. */
public final class JobSettings {
  /** Where jobs run. */
  public enum On {
    /** In this process, a thread per core. */
    LOCAL,
    /** On the YARN of a Hadoop configuration directory. */
    YARN
  }

  private final String word;
  private final Setting<On> on;
  private final Setting<Integer> threads;

  /**
   * The settings of one who has jobs.
   *
   * @param word begins the keys: {@code verify}
   */
  public JobSettings(String word) {
    this.word = word;
    on = Setting.ofEnum(word + ".on", On.class, On.LOCAL, "where the MapReduce job runs");
    threads =
        Setting.ofInt(
            word + ".threads",
            0,
            0,
            4096,
            "map tasks at a time with " + word + ".on=local; 0: one per core");
  }

  /** All of them. */
  public List<Setting<?>> all() {
    return List.of(on, HadoopConf.SETTING, threads);
  }

  /** The one that says where. */
  public Setting<On> on() {
    return on;
  }

  /** Where the jobs run, as the settings say. */
  public Runner.JobPlace place(Settings settings) {
    return new Runner.JobPlace(
        word, settings.get(on) == On.YARN, settings.get(HadoopConf.SETTING), settings.get(threads));
  }
}
