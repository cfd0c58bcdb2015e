// SPDX-License-Identifier: Apache-2.0
package catena.read.settle;

import catena.graph.Entry;
import catena.graph.judge.Difference;
import catena.graph.judge.Promise;
import catena.read.check.Found;
import catena.read.check.SeenRow;
import catena.read.check.View;
import java.util.List;
import java.util.Optional;

/**
 * A row that is not as promised, from the read that saw it until it is settled. Each object is
 * separate, also where two reads saw the same row.
 *
 * @param client that read it
 * @param before what was promised before the read
 * @param at the row as the read returned it
 * @param referrer the entry that led to the row, where only that says that it should be there
 * @param wrong what differed when it was first judged after its read, once it was: a delete that is
 *     begun later explains nothing of that
 * @param anyway what is wrong with it whether it passes or not, once that is known
 * @param foundNanos on the monotonic clock
 */
public record OpenRow(
    View view,
    String client,
    ReadTally tally,
    Promise before,
    SeenRow at,
    Optional<Entry> referrer,
    Optional<List<Difference>> wrong,
    List<Found> anyway,
    long foundNanos) {

  /** The same once it was judged. */
  OpenRow judged(List<Difference> first, List<Found> wrongAnyway) {
    return new OpenRow(
        view, client, tally, before, at, referrer, Optional.of(first), wrongAnyway, foundNanos);
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

  @Override
  public boolean equals(Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }
}
