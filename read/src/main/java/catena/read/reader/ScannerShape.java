// SPDX-License-Identifier: Apache-2.0
package catena.read.reader;

import catena.read.check.View;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.accumulo.core.client.Scanner;
import org.apache.accumulo.core.client.TableNotFoundException;

/**
 * How scanners fetch.
 *
 * @param batchSize most entries of one fetch
 * @param readahead after how many fetches the next is made in advance
 * @param isolated whether a row is returned as it was at one moment; the server then keeps the
 *     files of a scan from one fetch to the next
 * @param timeout after which an unanswered fetch fails, if ever
 */
public record ScannerShape(
    int batchSize, long readahead, boolean isolated, Optional<Duration> timeout) {
  private static final int BATCH_SIZE = 1000;
  private static final long READAHEAD = 3;

  /** The shape that Accumulo gives scanners. */
  public static ScannerShape usual(Optional<Duration> timeout) {
    return new ScannerShape(BATCH_SIZE, READAHEAD, false, timeout);
  }

  /** The same with fetches of so many entries at most. */
  public ScannerShape withBatches(int entries) {
    return new ScannerShape(entries, readahead, isolated, timeout);
  }

  /** The settings of one kind of reader. */
  public static final class ShapeSettings {
    private final Setting<Integer> batchSize;
    private final Setting<Long> readahead;
    private final Setting<Boolean> isolated;

    /** Those whose keys begin with a word: {@code walk}. */
    public ShapeSettings(String kind) {
      batchSize =
          Setting.ofInt(
              kind + ".batch.size",
              BATCH_SIZE,
              1,
              10_000_000,
              "the most entries that one fetch returns");
      readahead =
          Setting.ofLong(
              kind + ".readahead",
              READAHEAD,
              0,
              Long.MAX_VALUE,
              "number of fetches of a scan after which the next ones are made in advance");
      isolated =
          Setting.ofBoolean(
              kind + ".isolated",
              false,
              "whether scans are isolated: the server keeps their files between two fetches");
    }

    /** All of them. */
    public List<Setting<?>> all() {
      return List.of(batchSize, readahead, isolated);
    }

    /** The shape that they make. */
    public ScannerShape of(Settings settings) {
      return new ScannerShape(
          settings.get(batchSize),
          settings.get(readahead),
          settings.get(isolated),
          settings.get(ReadSettings.TIMEOUT));
    }
  }

  /** A scanner of this shape, as a view shows the table. */
  public Scanner open(ReadTarget target, View view) throws TableNotFoundException {
    Scanner scanner = target.client().createScanner(target.table(), view.authorizations());
    scanner.setBatchSize(batchSize);
    scanner.setReadaheadThreshold(readahead);
    if (isolated) {
      scanner.enableIsolation();
    }
    scanner.setConsistencyLevel(target.consistency());
    timeout.ifPresent(limit -> scanner.setTimeout(limit.toMillis(), TimeUnit.MILLISECONDS));
    return scanner;
  }
}
