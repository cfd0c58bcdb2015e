// SPDX-License-Identifier: Apache-2.0
package catena.read.reader;

import catena.harness.accumulo.TableName;
import catena.read.check.AuthorizationSets;
import catena.read.check.TransientDifferences;
import catena.records.latency.Measuring;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.accumulo.core.client.ScannerBase.ConsistencyLevel;

/** What can be set for all readers alike. */
public final class ReadSettings {
  /** Run directories that hold ledgers of the table. */
  public static final Setting<List<String>> RUNS =
      Setting.ofList("read.runs", "", "run directories whose ledgers say what the table must hold");

  /** With which authorizations to read. */
  public static final Setting<String> AUTHS =
      Setting.ofString(
          "read.auths",
          "sets of authorizations such as A,B|A|C; each walk, batch or scan"
              + " draws one (empty: the user's own)");

  /** The same from a file. */
  public static final Setting<String> AUTHS_FILE =
      Setting.ofString(
          "read.auths.file", "a file of such sets, one per line, instead of read.auths");

  /** The consistency of reads. */
  public static final Setting<ConsistencyLevel> CONSISTENCY =
      Setting.ofEnum(
          "read.consistency",
          ConsistencyLevel.IMMEDIATE,
          "consistency of reads; with eventual (scan servers) late rows are"
              + " counted and are no failure");

  /** How long a server may take. */
  public static final Setting<Optional<Duration>> TIMEOUT =
      Setting.optional(
          Setting.ofDuration(
              "read.timeout",
              "1s",
              Duration.ofSeconds(1),
              Duration.ofDays(7),
              "a read that is not answered within this time is made again; empty: no limit"));

  /** How long missing rows are read again. */
  public static final Setting<Duration> REREAD_LIMIT =
      Setting.ofDuration(
          "read.reread.limit",
          "30s",
          Duration.ZERO,
          Duration.ofDays(1),
          "how long a missing row is read again before it counts as lost");

  /** How scans and lookups fetch. */
  public static final Setting<Boolean> ISOLATED =
      Setting.ofBoolean(
          "read.isolated",
          false,
          "whether scans and lookups are isolated: the server keeps their files between two fetches,"
              + " and rows of several cells are judged as a whole");

  /** How long readers wait for something to read. */
  public static final Setting<Duration> START_LIMIT =
      Setting.ofDuration(
          "read.start.limit",
          "30s",
          Duration.ZERO,
          Duration.ofDays(1),
          "how long readers wait for the first entry of an empty table; what servers take to answer"
              + " does not count");

  /** Findings printed, by readers and by other parts that find some. */
  public static final Setting<Long> PRINTED =
      Setting.ofLong(
          "finding.printed",
          20,
          0,
          Long.MAX_VALUE,
          "the most findings that a part prints; the files of the run have or count all of them");

  /** Those of every reader, with those that readers share with other parts. */
  public static final List<Setting<?>> ALL =
      Setting.all(
          List.of(
              TableName.SETTING,
              RUNS,
              AUTHS,
              AUTHS_FILE,
              CONSISTENCY,
              TIMEOUT,
              REREAD_LIMIT,
              START_LIMIT,
              PRINTED),
          Measuring.SETTINGS);

  private ReadSettings() {}

  /**
   * The sets of authorizations that are asked for, as text; empty for the user's own.
   *
   * @throws catena.records.words.UsageException if they contradict one another
   */
  public static String auths(Settings settings) {
    return AuthorizationSets.text(settings, AUTHS, AUTHS_FILE);
  }

  /** Which differences may pass when the table is read with these settings. */
  public static TransientDifferences passing(Settings settings) {
    return new TransientDifferences(settings.get(CONSISTENCY) == ConsistencyLevel.EVENTUAL);
  }
}
