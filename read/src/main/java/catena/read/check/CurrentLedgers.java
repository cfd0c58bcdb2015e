// SPDX-License-Identifier: Apache-2.0
package catena.read.check;

import catena.graph.judge.Promise;
import java.io.IOException;
import java.util.List;
import java.util.Set;

/** Reads what ledgers say now. */
@FunctionalInterface
public interface CurrentLedgers {
  /** For a table that has none. */
  static CurrentLedgers none() {
    return () -> new Ledgers.LedgerSnapshot(Promise.NONE, List.of(), 0);
  }

  /** Reads all of them. */
  Ledgers.LedgerSnapshot read() throws IOException;

  /**
   * Reads those of some writers, to judge rows of theirs; the others may be as they were when they
   * were read last.
   */
  default Ledgers.LedgerSnapshot read(Set<Integer> writers) throws IOException {
    return read();
  }
}
