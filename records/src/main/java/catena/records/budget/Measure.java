// SPDX-License-Identifier: Apache-2.0
package catena.records.budget;

import catena.records.settings.Setting;
import catena.records.settings.Settings;
import catena.records.words.Amounts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** A number of a run that a budget can be set for. */
public enum Measure {
  /** The slowest of the ingest parts. */
  INGEST_RATE("ingest.rate", Of.RATE, "entries that each ingest part puts on average"),
  /** The slowest of the walk parts. */
  WALK_RATE("walk.rate", Of.RATE, "rows that each walk part reads on average"),
  /** The slowest of the batchwalk parts. */
  BATCHWALK_RATE("batchwalk.rate", Of.RATE, "rows that each batchwalk part reads on average"),
  /** The slowest of the scan parts. */
  SCAN_RATE("scan.rate", Of.RATE, "rows that each scan part reads on average"),
  /** The slowest of the ycsb parts. */
  YCSB_RATE("ycsb.rate", Of.RATE, "operations that each ycsb part does on average"),
  /** From the intended start. */
  FLUSH_P99("flush.p99", Of.PERCENTILE, "99th percentile of the flushes"),
  /** From the intended start, of those that were answered. */
  LOOKUP_P99("lookup.p99", Of.PERCENTILE, "99th percentile of the answered lookups"),
  /** From the intended start, of those that were answered. */
  BATCH_P99("batch.p99", Of.PERCENTILE, "99th percentile of the answered batches"),
  /** From the intended start, of those that were answered. */
  RANGE_P99("range.p99", Of.PERCENTILE, "99th percentile of the answered range scans"),
  /** From the intended start, of those of ycsb that were answered, whatever their kind. */
  OPERATION_P99(
      "operation.p99", Of.PERCENTILE, "99th percentile of the answered operations of ycsb"),
  /** The longest of all faults. */
  RECOVERY("recovery", Of.RECOVERY, "time from a fault until the cluster was whole again"),
  /** The longest of all faults. */
  REHOST("rehost", Of.REHOST, "time from a fault until every tablet was hosted again"),
  /** The latest of all clients with a rate. */
  LATE_START("late.start", Of.LATE_START, "time that an operation began behind its schedule"),
  /** Of all readers. */
  UNANSWERED(
      "unanswered", Of.UNANSWERED, "operations that were due when a phase ended and not answered"),
  /** Of all writers. */
  REJECTED("rejected", Of.REJECTED, "windows that were not acknowledged and sent again"),
  /** Of servers that no fault hit, while HDFS was whole. */
  LOGS_FOLLOWED("mark.logs.followed", Of.MARK, "write-ahead logs that were full: another followed"),
  /** The last log of a server is an empty one, which it has made ahead. */
  LOGS_RECOVERED(
      "mark.logs.recovered", Of.MARK, "tablets that were recovered from two logs with entries"),
  /** Seen between two samples in which all tablets were hosted. */
  MEMORY_FLUSHED(
      "mark.memory.flushed", Of.MARK, "times that memory was written to files, without a fault"),
  /** By the balancer, say. */
  TABLETS_MOVED("mark.tablets.moved", Of.MARK, "tablets that moved between servers that lived on"),
  /** In samples. */
  COMPACTIONS_SCANNED(
      "mark.compactions.scanned", Of.MARK, "samples of major compactions during scans"),
  /** By a kill. */
  MERGES_CUT("mark.merges.cut", Of.MARK, "servers killed during a merge of tablets"),
  /** By a kill. */
  SPLITS_CUT("mark.splits.cut", Of.MARK, "servers killed during a split that was asked for"),
  /** By a kill. */
  COMPACTIONS_CUT(
      "mark.compactions.cut", Of.MARK, "servers killed during a compaction that was asked for"),
  /** By a kill. */
  IMPORTS_CUT("mark.imports.cut", Of.MARK, "servers killed during a bulk import"),
  /** By a kill. */
  RECOVERIES_CUT(
      "mark.recoveries.cut", Of.MARK, "servers killed while tablets waited for their logs");

  /** What the keys of all budgets begin with, except those of {@link Of#MARK}. */
  public static final String PREFIX = "budget.";

  /** What the keys of marks begin with. */
  public static final String MARK_PREFIX = "mark.";

  /** What it is a number of. */
  public enum Of {
    /** What the parts of an activity get done in a second; the slowest of them counts. */
    RATE,
    /** The 99th percentile of the latencies of an operation. */
    PERCENTILE,
    /** The longest time after a fault until the cluster was whole. */
    RECOVERY,
    /** The longest time after a fault until every tablet was hosted. */
    REHOST,
    /** How late an operation began at most. */
    LATE_START,
    /** Operations without an answer. */
    UNANSWERED,
    /** Windows that were sent again. */
    REJECTED,
    /** How often the run met something that it was to meet: without that it shows too little. */
    MARK
  }

  private final String word;
  private final Of of;
  private final String about;

  Measure(String word, Of of, String about) {
    this.word = word;
    this.of = of;
    this.about = about;
  }

  /** One object for each, by which the values of settings are found. */
  private static final Map<Measure, Setting<Optional<Double>>> BUDGETS =
      Arrays.stream(values())
          .filter(each -> !each.isMark())
          .collect(
              Collectors.toMap(
                  each -> each, Measure::declare, (a, b) -> a, () -> new EnumMap<>(Measure.class)));

  private static final Setting<SortedMap<String, String>> MARKS =
      Setting.ofPrefix(
          MARK_PREFIX,
          Arrays.stream(values())
              .filter(Measure::isMark)
              .map(Measure::subject)
              .collect(Collectors.toCollection(TreeSet::new)),
          Setting.optional(Setting.ofDouble(MARK_PREFIX + "all", 1, 1, 1e15, "")),
          "how often at least a run must have met something, else it is UNKNOWN; empty: any");

  private Setting<Optional<Double>> declare() {
    String key = PREFIX + word;
    String empty = "; empty: no budget";
    Duration longest = Duration.ofDays(3650);
    return Setting.optional(
        switch (of) {
          case RATE -> Setting.ofDouble(key, 1, 0, 1e12, "per second, the least: " + about + empty);
          case MARK, UNANSWERED, REJECTED ->
              Setting.ofDouble(key, 1, 0, 1e15, "the most: " + about + empty);
          case PERCENTILE, RECOVERY, REHOST, LATE_START ->
              Setting.ofSeconds(key, "1s", Duration.ZERO, longest, "the most: " + about + empty);
        });
  }

  /** Whether it is no measure of speed, but of what was shown. */
  public boolean isMark() {
    return of == Of.MARK;
  }

  /** What it counts or measures, in words. */
  public String about() {
    return about;
  }

  /** Its name, as in {@code budgets:} of a scenario; of a mark with {@link #MARK_PREFIX}. */
  public String word() {
    return word;
  }

  /** What it is a number of. */
  public Of of() {
    return of;
  }

  /** The activity of a rate, the operation of a percentile; of any other its name. */
  public String subject() {
    return word.replaceFirst("^mark\\.|\\.(rate|p99)$", "");
  }

  /** The key by which a limit is set for it. */
  public String key() {
    return isMark() ? word : PREFIX + word;
  }

  /** The budget that is set for it, in its unit; of a mark the least that was asked for. */
  public Optional<Double> limit(Settings settings) {
    return isMark()
        ? Optional.ofNullable(settings.get(MARKS).get(subject()))
            .filter(least -> !least.isEmpty())
            .map(Double::valueOf)
        : settings.get(Objects.requireNonNull(BUDGETS.get(this)));
  }

  /** All limits that are set, of marks, too. */
  public static SortedMap<Measure, Double> limits(Settings settings) {
    SortedMap<Measure, Double> limits = new TreeMap<>();
    for (Measure measure : values()) {
      measure.limit(settings).ifPresent(limit -> limits.put(measure, limit));
    }
    return limits;
  }

  /** The settings of all of them. */
  public static List<Setting<?>> settings() {
    List<Setting<?>> all = new ArrayList<>(BUDGETS.values());
    all.add(MARKS);
    return all;
  }

  /** The measure of a name; empty of one that is not known here. */
  public static Optional<Measure> of(String word) {
    return Arrays.stream(values()).filter(each -> each.word.equals(word)).findFirst();
  }

  /** Whether a run must reach at least its budget; otherwise at most. */
  public boolean least() {
    return of == Of.RATE || isMark();
  }

  /** A budget in words: {@code at least 52.3 k/s}, {@code at most 680 ms}. */
  public String asked(double limit) {
    return (least() ? "at least " : "at most ") + inWords(limit);
  }

  /** A value in words: {@code 52.3 k/s}, {@code 680 ms}, {@code 17}. */
  public String inWords(double value) {
    return switch (of) {
      case RATE -> Amounts.rate(value);
      case PERCENTILE, RECOVERY, REHOST, LATE_START ->
          Amounts.latency(Duration.ofNanos(Math.round(value * 1e9)));
      case UNANSWERED, REJECTED, MARK -> Amounts.grouped(Math.round(value));
    };
  }
}
