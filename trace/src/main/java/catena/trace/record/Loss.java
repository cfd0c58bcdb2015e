// SPDX-License-Identifier: Apache-2.0
package catena.trace.record;

import catena.graph.judge.FindingKind;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * One finding that says that a write is gone, with what graph, ledgers and journal record about it.
 *
 * @param writer who wrote it, where the graph knows the row
 * @param intended when the write was first about to be sent, wall clock in milliseconds
 * @param acknowledged when it was acknowledged, the same
 * @param found when it was found to be gone, the same
 * @param deletedByWriter whether the graph has the row's block deleted by its writer
 * @param sent when it went to a server, where ledger and journal say so
 * @param tablet the one that the row was in then
 * @param server host and port of the tserver that took it then
 * @param remains where the row is now, if it was searched for
 */
public record Loss(
    FindingKind kind,
    String row,
    OptionalInt writer,
    OptionalLong intended,
    OptionalLong acknowledged,
    long found,
    boolean deletedByWriter,
    Optional<SendTime> sent,
    Optional<String> tablet,
    Optional<String> server,
    Optional<RowRemains> remains) {

  /** The earliest time at which something may have happened to the write. */
  public long from() {
    return intended.orElse(acknowledged.orElse(0));
  }

  /** When it was acknowledged to its writer; when it was sent if that is not known. */
  public long written() {
    return acknowledged.orElse(from());
  }

  /** It was not sent before this. */
  public long sentFrom() {
    return sent.map(SendTime::earliest).orElse(from());
  }

  /**
   * Whether another client deleted its row: a marker that its writer has none to write is there, or
   * is taken to be where it was not searched for. A fault takes entries and adds none.
   */
  public boolean isDeletedByOther(boolean otherwise) {
    return !deletedByWriter && remains.map(now -> !now.deletes().isEmpty()).orElse(otherwise);
  }

  /** The same with where the row is now. */
  public Loss with(RowRemains now) {
    return new Loss(
        kind,
        row,
        writer,
        intended,
        acknowledged,
        found,
        deletedByWriter,
        sent,
        tablet,
        server,
        Optional.of(now));
  }
}
