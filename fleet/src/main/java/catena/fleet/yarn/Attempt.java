package catena.fleet.yarn;

import java.util.Comparator;
import org.apache.hadoop.mapreduce.TaskAttemptID;

/**
 * A process of a slot: a map task's attempt. A restarted ApplicationMaster goes on at 1001.
 *
 * @param slot from 0: the number of the task
 * @param number from 1
 */
record Attempt(int slot, int number) implements Comparable<Attempt> {
  private static final Comparator<Attempt> ORDER =
      Comparator.comparingInt(Attempt::slot).thenComparingInt(Attempt::number);

  static Attempt of(TaskAttemptID id) {
    return new Attempt(id.getTaskID().getId(), id.getId() + 1);
  }

  /**
   * Reads what {@link #toString} says.
   *
   * @throws IllegalArgumentException if it is something else
   */
  static Attempt of(String text) {
    int dash = text.indexOf('-');
    if (dash < 0) {
      throw new IllegalArgumentException("'" + text + "' is no attempt");
    }
    return new Attempt(
        Integer.parseInt(text.substring(0, dash)), Integer.parseInt(text.substring(dash + 1)));
  }

  @Override
  public int compareTo(Attempt other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return slot + "-" + number;
  }
}
