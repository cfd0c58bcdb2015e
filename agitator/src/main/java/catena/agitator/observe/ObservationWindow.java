// SPDX-License-Identifier: Apache-2.0
package catena.agitator.observe;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

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

  /** Those that began at a time or later. */
  public synchronized List<L> since(long at) {
    List<L> since = new ArrayList<>();
    for (L look : looks) {
      if (look.began() >= at) {
        since.add(look);
      }
    }
    return since;
  }

  /** The last that ended before a time, of those that are of use. */
  public synchronized Optional<L> before(long at, Predicate<L> use) {
    Iterator<L> newest = looks.descendingIterator();
    while (newest.hasNext()) {
      L look = newest.next();
      if (look.ended() <= at && use.test(look)) {
        return Optional.of(look);
      }
    }
    return Optional.empty();
  }
}
