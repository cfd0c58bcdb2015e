// SPDX-License-Identifier: Apache-2.0
package catena.read.check;

import catena.graph.Position;
import catena.graph.judge.Promise;
import catena.records.ledger.WindowTimes;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
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

  /**
   * When the windows were written that hold some of a writer's writes, by one pass over its ledger;
   * those that no window holds are left out, by default all.
   */
  default Map<Position, WindowTimes> times(int writer, NavigableSet<Position> writes)
      throws IOException {
    return Map.of();
  }
}
