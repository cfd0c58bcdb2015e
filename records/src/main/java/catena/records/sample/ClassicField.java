// SPDX-License-Identifier: Apache-2.0
package catena.records.sample;

/**
 * The fields of a line of {@code stats.out} after its time, in the order of the collector that came
 * with Accumulo 1.4 to 1.7.
 */
public enum ClassicField {
  TABLET_SERVERS,
  TOTAL_ENTRIES,
  TOTAL_INGEST,
  TOTAL_QUERY,
  TABLE_RECS,
  TABLE_RECS_IN_MEM,
  TABLE_INGEST,
  TABLE_QUERY,
  TABLE_TABLETS,
  TABLE_TABLETS_ONLINE,
  ACCUMULO_DU,
  ACCUMULO_DIRS,
  ACCUMULO_FILES,
  TABLE_DU,
  TABLE_DIRS,
  TABLE_FILES,
  MAP_TASK,
  MAX_MAP_TASK,
  REDUCE_TASK,
  MAX_REDUCE_TASK,
  TASK_TRACKERS,
  BLACK_LISTED,
  MIN_FILES_PER_TABLET,
  MAX_FILES_PER_TABLET,
  /** With a fraction, like the next. */
  AVG_FILES_PER_TABLET,
  STDDEV_FILES_PER_TABLET;

  boolean isWhole() {
    return compareTo(AVG_FILES_PER_TABLET) < 0;
  }
}
