// SPDX-License-Identifier: Apache-2.0
package catena.records.ledger;

import catena.graph.Position;

/**
 * The writes that one flush acknowledges: from a position, to the position after the last of them.
 *
 * @param entries how many of them put an entry
 * @param deletes how many of them delete one
 */
public record Window(Position from, Position to, long entries, long deletes) {
  /** Refuses an empty or reversed window. */
  public Window {
    if (from.compareTo(to) >= 0) {
      throw new IllegalArgumentException("empty window: " + from + " to " + to);
    }
    if (entries < 0 || deletes < 0) {
      throw new IllegalArgumentException("negative: " + entries + " " + deletes);
    }
  }

  /** How many writes it has. */
  public long writes() {
    return entries + deletes;
  }

  /**
   * Where the write stands that follows so many of its first, within the step that it begins in.
   */
  public Position at(long offset) {
    return new Position(from.block(), from.step(), from.index() + offset);
  }

  /** Whether the write at a position belongs to this window. */
  public boolean holds(Position position) {
    return from.compareTo(position) <= 0 && position.compareTo(to) < 0;
  }
}
