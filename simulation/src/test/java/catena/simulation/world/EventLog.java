// SPDX-License-Identifier: Apache-2.0
package catena.simulation.world;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The last things that happened, and a sum over all of them by which two runs are compared. */
public final class EventLog {
  private static final int KEPT = 60;
  private static final long PRIME = 1_099_511_628_211L;

  private final Deque<Noted> last = new ArrayDeque<>();
  private long sum = 1;

  private record Noted(long millis, int depth, String event) {
    private String text() {
      return "%d %s%s".formatted(millis, "  ".repeat(depth), event);
    }
  }

  /**
   * Notes one.
   *
   * @param depth how many act at this moment, each come between the one before
   */
  void add(long millis, int depth, String event) {
    sum = (sum ^ event.hashCode() ^ (millis << 20)) * PRIME;
    if (last.size() == KEPT) {
      last.remove();
    }
    last.add(new Noted(millis, depth, event));
  }

  /** The last of them, the oldest first. */
  public List<String> last() {
    return last.stream().map(Noted::text).toList();
  }

  /** The same for equal runs. */
  public long sum() {
    return sum;
  }
}
