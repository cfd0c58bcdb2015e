// SPDX-License-Identifier: Apache-2.0
package catena.records.ledger;

import catena.graph.Position;
import catena.graph.judge.Spans;
import java.util.Optional;

/**
 * What a ledger says.
 *
 * @param header empty when the writer died before it wrote anything
 * @param acknowledged everything before it is promised
 * @param attempted everything from it on was never sent; not before {@code acknowledged}
 * @param resent what was intended more than once: a rejected attempt, or one of a process that
 *     died, may take effect after the one that was acknowledged
 * @param imported what was imported as files rather than sent by a batch writer
 * @param imports whether windows that put entries were imported last
 * @param acknowledgedEntries how many acknowledged writes put an entry
 * @param acknowledgedDeletes how many acknowledged writes delete one
 * @param windows how many windows were acknowledged
 * @param lastMillis wall clock of the last line, 0 if there is none
 * @param closed whether the last writer ended in order
 * @param closedAt what was attempted when a writer last ended in order
 * @param tornBytes bytes of an unfinished line at the end: its writer died; no damage
 * @param damage why the ledger cannot be trusted from some line on; the rest of this record is what
 *     stands before that line
 */
public record LedgerState(
    Optional<LedgerHeader> header,
    Position acknowledged,
    Position attempted,
    Spans resent,
    Spans imported,
    boolean imports,
    long acknowledgedEntries,
    long acknowledgedDeletes,
    long windows,
    long lastMillis,
    boolean closed,
    Position closedAt,
    int tornBytes,
    Optional<String> damage) {

  /** That of a file without a line. */
  static final LedgerState EMPTY = new LedgerFold().state(new LedgerScan(line -> {}).end());

  /** Whether some writes may be in the table or not. */
  public boolean indeterminate() {
    return acknowledged.compareTo(attempted) < 0;
  }
}
