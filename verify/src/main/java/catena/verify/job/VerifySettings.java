// SPDX-License-Identifier: Apache-2.0
package catena.verify.job;

import catena.graph.GraphSpec;
import catena.harness.accumulo.TableName;
import catena.harness.job.JobSettings;
import catena.read.check.AuthorizationSets;
import catena.read.reader.ReadSettings;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import catena.records.words.UsageException;
import catena.verify.row.RowRange;
import java.time.Duration;
import java.util.List;
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
          "sets of authorizations such as A,B|A|C, one pass for each (empty:"
              + " one pass with the user's own)");

  /** The same from a file. */
  public static final Setting<String> AUTHS_FILE =
      Setting.ofString(
          "verify.auths.file", "a file of such sets, one per line, instead of verify.auths");

  /** Which rows. */
  public static final Setting<RowRange> ROWS =
      Setting.of(
          "verify.rows",
          "",
          "empty or MIN:MAX, two numbers of which one may be left out",
          "the rows to verify, from one (inclusive) to another (exclusive), as numbers; empty: all",
          RowRange::parse);

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

  /** The consistency of scans; that of readers during it has no part in a verdict on the table. */
  public static final Setting<ConsistencyLevel> CONSISTENCY =
      Setting.ofEnum(
          "verify.consistency",
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
              ROWS,
              SAMPLE,
              MAPS,
              REDUCERS,
              CONSISTENCY,
              ReadSettings.PRINTED,
              LATE_LIMIT),
          JobSettings.ALL);

  private VerifySettings() {}

  /**
   * The sets of authorizations that were asked for, as one text; blank if none were.
   *
   * @throws UsageException if both settings are given, or the file cannot be read
   */
  public static String auths(Settings settings) {
    return AuthorizationSets.text(settings, AUTHS, AUTHS_FILE);
  }

  /**
   * Refuses a sample of a graph that cannot be sampled.
   *
   * @throws UsageException if it is a part of rows in order
   */
  public static void checkSample(GraphSpec spec, Settings settings) {
    if (settings.get(SAMPLE) < 1 && spec.rows().ordered()) {
      throw new UsageException(
          "verify.sample takes a part of each window, and rows in order (graph.rows=ordered) have the parts of a window side by side: leave it out, or give verify.rows");
    }
  }
}
