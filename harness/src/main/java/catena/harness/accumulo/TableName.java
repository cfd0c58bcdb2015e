package catena.harness.accumulo;

import catena.harness.settings.Setting;

/** Which table all parts of a run work on. */
public final class TableName {
  /** The table's name, with its namespace if it has one. */
  public static final Setting<String> SETTING = Setting.ofString("table.name", "ci", "the table");

  private TableName() {}
}
