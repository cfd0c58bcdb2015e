package catena.agitator.observe;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** The looks of the last hours, oldest first; the oldest are forgotten. */
public final class ObservationWindow<L extends Observation> {
  private final int most;
  private final Deque<L> looks = new ArrayDeque<>();

  ObservationWindow(int most) {
    this.most = most;
  }

  synchronized void add(L look) {
    if (looks.size() == most) {
      looks.removeFirst();
    }
    looks.addLast(look);
    notifyAll();
  }

  /** Those from a time on. */
  public synchronized List<L> since(long at) {
    List<L> since = new ArrayList<>();
    for (L look : looks) {
      if (look.at() >= at) {
        since.add(look);
      }
    }
    return since;
  }
}
