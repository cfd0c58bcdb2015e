package catena.report.history;

import java.util.List;

/** The 27 fields of a line of {@code stats.out}, in the order of the original collector. */
public final class StatsOut {
  /** The scope of these numbers among the samples. */
  public static final String SCOPE = "stats.out";

  /** The names of the fields; the first is the time. */
  static final List<String> FIELDS =
      List.of(
          "TIME",
          "TABLET_SERVERS",
          "TOTAL_ENTRIES",
          "TOTAL_INGEST",
          "TOTAL_QUERY",
          "TABLE_RECS",
          "TABLE_RECS_IN_MEM",
          "TABLE_INGEST",
          "TABLE_QUERY",
          "TABLE_TABLETS",
          "TABLE_TABLETS_ONLINE",
          "ACCUMULO_DU",
          "ACCUMULO_DIRS",
          "ACCUMULO_FILES",
          "TABLE_DU",
          "TABLE_DIRS",
          "TABLE_FILES",
          "MAP_TASK",
          "MAX_MAP_TASK",
          "REDUCE_TASK",
          "MAX_REDUCE_TASK",
          "TASK_TRACKERS",
          "BLACK_LISTED",
          "MIN_FILES/TABLET",
          "MAX_FILES/TABLET",
          "AVG_FILES/TABLET",
          "STDDEV_FILES/TABLET");

  private StatsOut() {}

  /**
   * Adds a line to the samples.
   *
   * @throws IllegalArgumentException if it is no such line: torn, or of another tool
   */
  static void read(String line, Samples samples) {
    String[] fields = line.strip().split(" +", -1);
    if (fields.length != FIELDS.size()) {
      throw new IllegalArgumentException(fields.length + " fields instead of " + FIELDS.size());
    }
    long at = Long.parseLong(fields[0]);
    double[] values = new double[fields.length];
    for (int i = 1; i < fields.length; i++) {
      values[i] = fields[i].equals("-") ? Double.NaN : Double.parseDouble(fields[i]);
    }
    for (int i = 1; i < fields.length; i++) {
      samples.add(SCOPE, FIELDS.get(i), at, values[i]);
    }
  }
}
