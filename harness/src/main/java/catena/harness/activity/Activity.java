package catena.harness.activity;

import catena.harness.accumulo.TableName;
import catena.harness.forecast.Forecast;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import catena.records.words.Problems;
import java.util.List;
import java.util.Optional;

/**
 * One thing that a run does: as a part of a scenario and, by its name, as a command.
 *
 * <p>An activity holds nothing of any run: one object serves all parts and commands.
 */
public interface Activity {
  /** What it is: its name, its settings, its effect. */
  Description description();

  /** The word in a scenario and on the command line. */
  default String name() {
    return description().name();
  }

  /** The settings that it reads. */
  default List<Setting<?>> settings() {
    return description().settings();
  }

  /** What it means for what is proven of the table. */
  default Effect effect() {
    return description().effect();
  }

  /** Whether something may be done with it. */
  default boolean is(Description.Trait trait) {
    return description().traits().contains(trait);
  }

  /** What only the command line can ask of it; new ones for each call. */
  default CommandOptions options() {
    return new CommandOptions();
  }

  /**
   * Finds what is wrong between its settings, before anything starts.
   *
   * @param given what is known by then: the options, the plan of a cluster that is to be started
   */
  default void check(Settings own, Given given, Problems problems) {
    // most settings do not depend on one another
  }

  /** Whether, with these settings, it goes on until it is asked to stop. */
  default boolean endless(Settings own) {
    return false;
  }

  /**
   * The setting that says how many clients it has, if several processes can share them; empty if
   * one process does all of it.
   */
  default Optional<Setting<Integer>> clients() {
    return Optional.empty();
  }

  /** The companions whose place it takes in a run, by their names. */
  default List<String> inPlaceOf() {
    return List.of(name());
  }

  /** What it will come to, roughly, for people who ask before it begins. */
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

  /** The table that it makes, changes, reads or compares, by its name; empty if it has none. */
  default String table(Settings own) {
    return settings().contains(TableName.SETTING) ? own.get(TableName.SETTING) : "";
  }

  /** The run directories, beside its own, whose ledgers say what is promised. */
  default List<String> runs(Settings own) {
    return List.of();
  }

  /** The sets of authorizations that it reads with, as text; empty for the user's own. */
  default String authorizations(Settings own) {
    return "";
  }

  /** Whether it needs a cluster, with these settings. */
  default boolean needsCluster(Settings own) {
    return true;
  }

  /** The name of the journal that it has as a command. */
  default String journal() {
    return name();
  }

  /**
   * Finds out whether it can be done as asked; nothing is begun and nothing written.
   *
   * @throws catena.records.words.UsageException if it cannot be done so
   * @throws Exception if that cannot be found out
   */
  Work prepare(Site site, Settings own) throws Exception;
}
