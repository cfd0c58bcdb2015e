// SPDX-License-Identifier: Apache-2.0
package catena.batchwalker;

import catena.graph.Decoded;
import catena.graph.Entry;
import catena.graph.NodeCodec;
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
  private final List<Walk> pool = new ArrayList<>();

  /**
   * One walk.
   *
   * @param row where it stands, as ISO-8859-1 text
   * @param referrer the entry that led there; none where it began
   */
  record Walk(String row, Optional<Entry> referrer) {}

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
  void begin(String row, Optional<Entry> referrer) {
    pool.add(new Walk(row, referrer));
  }

  /** Takes the walks of the next batch out of the pool, at random; fewer if there are fewer. */
  List<Walk> draw() {
    List<Walk> batch = new ArrayList<>(Math.min(size, pool.size()));
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
  void advance(Collection<Walk> standing, List<Entry> seen) {
    for (Walk unused : standing) {
      next(seen).ifPresent(pool::add);
    }
  }

  private Optional<Walk> next(List<Entry> seen) {
    if (seen.isEmpty()) {
      return Optional.empty();
    }
    Entry entry = seen.get(seen.size() == 1 ? 0 : random.nextInt(seen.size()));
    return NodeCodec.decode(entry) instanceof Decoded.Sound sound
            && sound.previous() != Decoded.NO_PREVIOUS
        ? Optional.of(new Walk(NodeCodec.rowText(sound.previous()), Optional.of(entry)))
        : Optional.empty();
  }
}
