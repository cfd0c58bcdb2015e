// SPDX-License-Identifier: Apache-2.0
package catena.verify.job;

import catena.graph.GraphSpec;
import catena.harness.accumulo.TableName;
import catena.harness.job.JobSettings;
import catena.read.reader.ReadSettings;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import catena.records.words.UsageException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.accumulo.core.client.ScannerBase.ConsistencyLevel;

/** What can be set for a verification. */
public final class VerifySettings {
  /** What is compared with what. */
  public enum Mode {
    /** Exact if the table has a graph, else references. */
    AUTO,
    /** Every entry with what the ledgers promise. */
    EXACT,
    /** Every reference with the row that it points to. */
    REFERENCES,
    /** Exact, then references. */
    BOTH
  }

  /** Exact, by references, or both. */
  public static final Setting<Mode> MODE =
      Setting.ofEnum(
          "verify.mode",
          Mode.class,
          Mode.AUTO,
          "exact: against the ledgers; references: every referenced row exists; both; auto: exact"
              + " if the table has a graph, else references");

  /** Whether to read the files of an offline clone. */
  public static final Setting<Boolean> OFFLINE =
      Setting.ofBoolean(
          "verify.offline",
          false,
          "read the RFiles of an offline clone instead of asking the tablet servers");

  /** The authorizations to scan with. */
  public static final Setting<String> AUTHS =
      Setting.ofString(
          "verify.auths",
          "",
          "sets of authorizations such as A,B|A|C, one pass for each (empty:"
              + " one pass with the user's own)");

  /** The same from a file. */
  public static final Setting<String> AUTHS_FILE =
      Setting.ofString(
          "verify.auths.file", "", "a file of such sets, one per line, instead of verify.auths");

  /** The first row. */
  public static final Setting<Optional<Long>> ROW_MIN =
      Setting.optional(
          Setting.ofLong(
              "verify.row.min",
              0,
              0,
              Long.MAX_VALUE,
              "first row to verify, as a number (inclusive)"));

  /** The row after the last. */
  public static final Setting<Optional<Long>> ROW_MAX =
      Setting.optional(
          Setting.ofLong(
              "verify.row.max",
              Long.MAX_VALUE,
              1,
              Long.MAX_VALUE,
              "end of the rows to verify, as a number (exclusive)"));

  /** How much of each window is checked. */
  public static final Setting<Double> SAMPLE =
      Setting.ofDouble(
          "verify.sample",
          1,
          1e-9,
          1,
          "the fraction of every window that is verified, exactly; only that"
              + " fraction of the table is read");

  /** How many ranges there may be. */
  public static final Setting<Integer> MAPS =
      Setting.ofInt(
          "verify.maps",
          100_000,
          1,
          1_000_000,
          "the most ranges of rows; each is one map task, and each tablet one of them as long as"
              + " there are no more; with job.on=local at most 4096");

  /** How many reducers. */
  public static final Setting<Integer> REDUCERS =
      Setting.ofInt(
          "verify.reducers",
          0,
          0,
          100_000,
          "reducers; 0: one in exact mode, one per thread in references mode");

  /** The consistency of scans. */
  public static final Setting<ConsistencyLevel> CONSISTENCY =
      Setting.ofEnum(
          "verify.consistency",
          ConsistencyLevel.class,
          ConsistencyLevel.IMMEDIATE,
          "consistency of the scans; with eventual (scan servers) late rows"
              + " are counted and are no failure");

  /** How long missing rows are read again. */
  public static final Setting<Duration> LATE_LIMIT =
      Setting.ofDuration(
          "verify.late.limit",
          "30s",
          Duration.ZERO,
          Duration.ofDays(1),
          "how long, in total, missing or outdated rows are read again before"
              + " they count as lost or stale");

  /** All of them. */
  public static final List<Setting<?>> ALL =
      Setting.all(
          List.of(
              TableName.SETTING,
              MODE,
              ReadSettings.RUNS,
              OFFLINE,
              AUTHS,
              AUTHS_FILE,
              ROW_MIN,
              ROW_MAX,
              SAMPLE,
              MAPS,
              REDUCERS,
              CONSISTENCY,
              ReadSettings.PRINTED,
              LATE_LIMIT),
          JobSettings.ALL);

  private VerifySettings() {}

  /**
   * Refuses a sample of a graph that cannot be sampled.
   *
   * @throws UsageException if it is a part of rows in order
   */
  public static void checkSample(GraphSpec spec, Settings settings) {
    if (settings.get(SAMPLE) < 1 && spec.rows().ordered()) {
      throw new UsageException(
          "verify.sample takes a part of each window, and rows in order (graph.rows=ordered) have the parts of a window side by side: leave it out, or give verify.row.min and verify.row.max");
    }
  }
}
