package catena.agitator;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** The looks of the last hours, oldest first; the oldest are forgotten. */
final class Sightings<L extends Look> {
  private final int most;
  private final Deque<L> looks = new ArrayDeque<>();

  Sightings(int most) {
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
  synchronized List<L> since(long at) {
    List<L> since = new ArrayList<>();
    for (L look : looks) {
      if (look.at() >= at) {
        since.add(look);
      }
    }
    return since;
  }
}
