package catena.harness.reader.reread;

import catena.graph.Entry;
import catena.graph.NodeCodec;
import catena.graph.judge.Promise;
import catena.harness.check.Found;
import catena.harness.check.View;
import java.util.List;
import java.util.Optional;

/**
 * A row that is not as promised, as one read returned it.
 *
 * @param client that read it
 * @param before what was promised before the read
 * @param name the row's bytes, as lookups name it
 * @param seen all that the read returned of the row, perhaps nothing
 * @param referrer the entry that led to the row, where only that says that it should be there
 * @param anyway what is wrong with it for sure, whether it passes or not
 * @param foundMillis wall clock
 * @param foundNanos on the clock that only goes forward
 */
public record PendingRow(
    View view,
    String client,
    ReadTally tally,
    Promise before,
    String name,
    List<Entry> seen,
    Optional<Entry> referrer,
    List<Found> anyway,
    long foundMillis,
    long foundNanos) {

  /** The same with what is wrong with it for sure. */
  PendingRow with(List<Found> wrongAnyway) {
    return new PendingRow(
        view, client, tally, before, name, seen, referrer, wrongAnyway, foundMillis, foundNanos);
  }

  /** The row's bytes. */
  byte[] row() {
    return NodeCodec.rowBytes(name);
  }
}
