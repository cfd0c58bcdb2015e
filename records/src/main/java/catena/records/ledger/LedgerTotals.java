// SPDX-License-Identifier: Apache-2.0
package catena.records.ledger;

import catena.records.run.RunDirectory;
import java.io.IOException;
import org.apache.hadoop.fs.Path;

/**
 * How far all the ledgers of one run directory had come at some time, added up.
 *
 * @param writers ledgers with a sound first line
 * @param windows acknowledged flushes, those of closing passes, updates and deletes included
 * @param entries acknowledged writes that put an entry
 * @param deletes acknowledged writes that delete one
 */
public record LedgerTotals(long writers, long windows, long entries, long deletes) {
  /** Of a directory without a ledger. */
  public static final LedgerTotals NONE = new LedgerTotals(0, 0, 0, 0);

  /**
   * What the ledgers of a directory say now; each is read as a whole.
   *
   * @throws IOException if one cannot be read; damage is no exception
   */
  public static LedgerTotals of(RunDirectory directory) throws IOException {
    LedgerTotals sum = NONE;
    for (Path path : directory.ledgers()) {
      sum = sum.plus(LedgerReader.read(directory.fileSystem(), path));
    }
    return sum;
  }

  /** These and one ledger more. */
  public LedgerTotals plus(LedgerState state) {
    return new LedgerTotals(
        writers + (state.header().isPresent() ? 1 : 0),
        windows + state.windows(),
        entries + state.acknowledgedEntries(),
        deletes + state.acknowledgedDeletes());
  }
}
