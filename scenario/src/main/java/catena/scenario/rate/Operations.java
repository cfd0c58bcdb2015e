package catena.scenario.rate;

import catena.records.budget.Measure;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** What can be done at a rate. */
enum Operations {
  /** Writes, an operation of which is acknowledged with its window. */
  INGEST("ingest", "entries", "flush", Measure.FLUSH_P99),
  /** Lookups of single rows. */
  WALK("walk", "lookups", "lookup", Measure.LOOKUP_P99),
  /** Lookups of many rows at once. */
  BATCHWALK("batchwalk", "batches", "batch", Measure.BATCH_P99),
  /** Scans of ranges. */
  SCAN("scan", "scans", "range", Measure.RANGE_P99);

  private final String activity;
  private final String unit;
  private final String tag;
  private final Measure percentile;

  Operations(String activity, String unit, String tag, Measure percentile) {
    this.activity = activity;
    this.unit = unit;
    this.tag = tag;
    this.percentile = percentile;
  }

  /** Of an activity; empty if it does nothing at a rate. */
  static Optional<Operations> of(String activity) {
    return Arrays.stream(values()).filter(each -> each.activity.equals(activity)).findFirst();
  }

  /** The names of the activities. */
  static List<String> words() {
    return Arrays.stream(values()).map(Operations::activity).toList();
  }

  /** The name of the activity, with which its settings begin. */
  String activity() {
    return activity;
  }

  /** What its rate counts. */
  String unit() {
    return unit;
  }

  /** The tag of its latencies. */
  String tag() {
    return tag;
  }

  /** The budget for its latencies. */
  Measure percentile() {
    return percentile;
  }

  /** A setting of the activity: {@code walk.rate}. */
  String key(String rest) {
    return activity + "." + rest;
  }
}
