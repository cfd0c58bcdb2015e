package catena.harness.accumulo;

import catena.harness.settings.Setting;
import catena.harness.words.UsageException;

/** Which table all parts of a run work on. */
public final class TableName {
  /** The table's name, with its namespace if it has one. */
  public static final Setting<String> SETTING =
      Setting.ofString("table.name", "ci", "the name of the table");

  private TableName() {}

  /** What to throw where the cluster has no table of this name: says so, and what to do. */
  public static UsageException missing(String table) {
    return new UsageException(
        "There is no table "
            + table
            + ": name another with table.name, or make it with createtable");
  }
}
