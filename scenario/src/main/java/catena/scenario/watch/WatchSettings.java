package catena.scenario.watch;

import catena.harness.command.CommonOptions;
import catena.records.settings.Setting;
import java.util.List;

/** What is to be done when something is found. */
public final class WatchSettings {
  /** The alarm. */
  public static final Setting<String> COMMAND =
      Setting.ofString(
          CommonOptions.FINDING_COMMAND,
          "",
          "a shell command that is run at each finding, one at a time, with CATENA_RUN and"
              + " CATENA_FINDING in its environment");

  /** The end. */
  public static final Setting<Boolean> STOP =
      Setting.ofBoolean(
          "stop.at.finding", false, "whether a run ends, as FAIL, at the first finding");

  /** All of them. */
  public static final List<Setting<?>> ALL = List.of(COMMAND, STOP);

  private WatchSettings() {}
}
