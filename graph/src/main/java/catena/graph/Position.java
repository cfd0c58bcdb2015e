// SPDX-License-Identifier: Apache-2.0
package catena.graph;

/**
 * A point in one writer's order of writes: it stands for all writes before it.
 *
 * @param block the block, from 0
 * @param step the step within the block: its layers, then its closing pass or its deletes
 * @param index the number of entries of that step before the point
 */
public record Position(long block, int step, long index) implements Comparable<Position> {
  /** Before the first write. */
  public static final Position ORIGIN = new Position(0, 0, 0);

  /** Refuses positions before the origin. */
  public Position {
    if (block < 0 || step < 0 || index < 0) {
      throw new IllegalArgumentException(
          "no such position: block " + block + ", step " + step + ", index " + index);
    }
  }

  @Override
  public int compareTo(Position other) {
    if (isBefore(other)) {
      return -1;
    }
    return other.isBefore(this) ? 1 : 0;
  }

  /** As ledgers have it, its three numbers with dots between them. */
  public String dotted() {
    return block + "." + step + "." + index;
  }

  /** Whether this point is before the other. */
  public boolean isBefore(Position other) {
    return other.isBehind(block, step, index);
  }

  /** Whether this point is after another, which is given by its parts. */
  public boolean isBehind(long otherBlock, int otherStep, long otherIndex) {
    if (block != otherBlock) {
      return block > otherBlock;
    }
    return step == otherStep ? index > otherIndex : step > otherStep;
  }
}
