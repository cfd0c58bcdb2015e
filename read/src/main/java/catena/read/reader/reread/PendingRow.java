package catena.read.reader.reread;

import catena.graph.Entry;
import catena.graph.judge.Promise;
import catena.read.check.Found;
import catena.read.check.SeenRow;
import catena.read.check.View;
import java.util.List;
import java.util.Optional;

/**
 * A row that is not as promised, on its way from the reader that saw it until it is settled.
 *
 * @param client that read it
 * @param before what was promised before the read
 * @param at the row as the read returned it
 * @param referrer the entry that led to the row, where only that says that it should be there
 * @param anyway what is wrong with it for sure, whether it passes or not
 * @param foundNanos on the monotonic clock
 */
public record PendingRow(
    View view,
    String client,
    ReadTally tally,
    Promise before,
    SeenRow at,
    Optional<Entry> referrer,
    List<Found> anyway,
    long foundNanos) {

  /** The same with what is wrong with it for sure. */
  PendingRow with(List<Found> wrongAnyway) {
    return new PendingRow(view, client, tally, before, at, referrer, wrongAnyway, foundNanos);
  }

  /** The row as lookups name it. */
  public String name() {
    return at.name();
  }

  /** The row's bytes. */
  byte[] row() {
    return at.row();
  }

  /** All that the read returned of the row, perhaps nothing. */
  List<Entry> seen() {
    return at.seen();
  }
}
