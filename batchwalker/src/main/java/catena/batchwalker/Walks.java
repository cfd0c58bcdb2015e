// SPDX-License-Identifier: Apache-2.0
package catena.batchwalker;

import catena.graph.Entry;
import catena.read.reader.StartRows.WalkedRow;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/** The walks that are under way: where each stands. Reads nothing itself. */
final class Walks {
  /** The paper keeps three batches of rows and draws each batch from them. */
  private static final int BATCHES = 3;

  private final int size;
  private final SplittableRandom random;
  private final List<WalkedRow> pool = new ArrayList<>();

  /**
   * No walks yet.
   *
   * @param size of a batch
   */
  Walks(int size, SplittableRandom random) {
    this.size = size;
    this.random = random;
  }

  /** How many walks are to begin before the next batch: none while the pool holds a batch. */
  int wanted() {
    return holdsBatch() ? 0 : BATCHES * size - pool.size();
  }

  /** Whether there are enough walks for the next batch. */
  boolean holdsBatch() {
    return pool.size() >= size;
  }

  /** Whether there is no walk at all. */
  boolean isEmpty() {
    return pool.isEmpty();
  }

  /** Begins a walk. */
  void begin(WalkedRow row) {
    pool.add(row);
  }

  /** Takes the walks of the next batch out of the pool, at random; fewer if there are fewer. */
  List<WalkedRow> draw() {
    List<WalkedRow> batch = new ArrayList<>(Math.min(size, pool.size()));
    while (batch.size() < size && !pool.isEmpty()) {
      int last = pool.size() - 1;
      int chosen = random.nextInt(pool.size());
      batch.add(pool.get(chosen));
      pool.set(chosen, pool.get(last));
      pool.remove(last);
    }
    return batch;
  }

  /**
   * Advances walks to a row that the one where they stood refers to, each chosen at random; those
   * at their end are over.
   *
   * @param seen all that was read of that row
   */
  void advance(Collection<WalkedRow> standing, List<Entry> seen) {
    for (WalkedRow unused : standing) {
      next(seen).ifPresent(pool::add);
    }
  }

  private Optional<WalkedRow> next(List<Entry> seen) {
    if (seen.isEmpty()) {
      return Optional.empty();
    }
    Entry entry = seen.get(seen.size() == 1 ? 0 : random.nextInt(seen.size()));
    return WalkedRow.after(entry);
  }
}
