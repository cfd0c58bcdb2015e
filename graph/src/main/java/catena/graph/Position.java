package catena.graph;

import java.util.Comparator;

/**
 * A point in one writer's order of writes: everything before it.
 *
 * @param block the block, from 0
 * @param step the step within the block: its layers, then its closing pass or its deletes
 * @param index the entries of that step that lie before the point
 */
public record Position(long block, int step, long index) implements Comparable<Position> {
  /** Before the first write. */
  public static final Position ORIGIN = new Position(0, 0, 0);

  private static final Comparator<Position> ORDER =
      Comparator.comparingLong(Position::block)
          .thenComparingInt(Position::step)
          .thenComparingLong(Position::index);

  /** Refuses what is before the origin. */
  public Position {
    if (block < 0 || step < 0 || index < 0) {
      throw new IllegalArgumentException(
          "no such position: block " + block + ", step " + step + ", index " + index);
    }
  }

  @Override
  public int compareTo(Position other) {
    return ORDER.compare(this, other);
  }

  /** Whether this point lies before the other. */
  public boolean isBefore(Position other) {
    return compareTo(other) < 0;
  }
}
