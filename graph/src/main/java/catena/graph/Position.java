package catena.graph;

import java.util.Comparator;

/**
 * A point in a writer's order of writes: everything before it.
 *
 * @param block the block, from 0
 * @param step the step within the block, from 0: its layers, then its closing pass or its deletes
 * @param index the write within the step, from 0
 */
public record Position(long block, int step, long index) implements Comparable<Position> {
  /** The point before the first write. */
  public static final Position ORIGIN = new Position(0, 0, 0);

  private static final Comparator<Position> ORDER =
      Comparator.comparingLong(Position::block)
          .thenComparingInt(Position::step)
          .thenComparingLong(Position::index);

  /** Refuses negative parts. */
  public Position {
    if (block < 0 || step < 0 || index < 0) {
      throw new IllegalArgumentException("negative: " + block + " " + step + " " + index);
    }
  }

  @Override
  public int compareTo(Position other) {
    return ORDER.compare(this, other);
  }
}
