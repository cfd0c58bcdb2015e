// SPDX-License-Identifier: Apache-2.0
package catena.harness.activity;

import catena.harness.accumulo.TableName;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import catena.records.words.Problems;
import java.util.List;

/**
 * One thing that a run does: as a part of a scenario and, by its name, as a command.
 *
 * <p>An activity holds nothing of any run: one object serves all parts and commands. Most say what
 * they are ({@link #description}), what is wrong between their settings ({@link #check}) and how
 * they begin ({@link #prepare}).
 */
public interface Activity {
  /** What it is, and what can be done with it: shared, rated, tried as a check. */
  Description description();

  /** The word in a scenario and on the command line. */
  default String name() {
    return description().name();
  }

  /** The settings that it reads. */
  default List<Setting<?>> settings() {
    return description().settings();
  }

  /**
   * Finds what is wrong between its settings, before anything starts.
   *
   * @param given what is known by then: the options, the plan of a cluster that is to be started
   */
  default void check(Settings own, CallerContext given, Problems problems) {
    // most settings do not depend on one another
  }

  /** A rough forecast of it, for people who ask before it begins. */
  default Forecast forecast(Settings own) {
    return Forecast.BRIEF;
  }

  /**
   * The settings with what files say that they name, where that is settings, too.
   *
   * @throws catena.records.words.UsageException if such a file cannot be read
   */
  default Settings filled(Settings own) {
    return own;
  }

  /** What it works on; asked also where something is wrong between the settings. */
  default Scope scope(Settings own) {
    return Scope.of(settings().contains(TableName.SETTING) ? own.get(TableName.SETTING) : "");
  }

  /**
   * Finds out whether it can be done as asked; nothing is begun and nothing written.
   *
   * @throws catena.records.words.UsageException if it cannot be done so
   * @throws Exception if that cannot be found out
   */
  Work prepare(PartEnvironment site, Settings own) throws Exception;
}
