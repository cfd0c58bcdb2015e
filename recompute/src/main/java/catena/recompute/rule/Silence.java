package catena.recompute.rule;

import java.util.SortedMap;
import java.util.TreeMap;

/** When clients were answered; of each second the first and the last answer. */
final class Silence {
  private final TreeMap<Long, Stretch> seconds = new TreeMap<>();

  void answered(long at) {
    Stretch now = new Stretch(at, at);
    seconds.merge(
        Math.floorDiv(at, 1000),
        now,
        (a, b) -> new Stretch(Math.min(a.from(), b.from()), Math.max(a.to(), b.to())));
  }

  /** Again and again between two times. */
  void answered(long from, long to) {
    answered(to);
    for (long at = from; at < to; at = (Math.floorDiv(at, 1000) + 1) * 1000) {
      answered(at);
      answered(Math.min(to, Math.floorDiv(at, 1000) * 1000 + 999));
    }
  }

  /**
   * The last answer of the last second that has one at or before a time; 'otherwise' without any.
   */
  long before(long at, long otherwise) {
    long second = Math.floorDiv(at, 1000);
    for (Stretch told : seconds.headMap(second, true).descendingMap().values()) {
      if (told.from() <= at) {
        return told.to();
      }
    }
    return otherwise;
  }

  /** The first answer in a later second; 'otherwise' without any. */
  long after(long at, long otherwise) {
    SortedMap<Long, Stretch> later = seconds.tailMap(Math.floorDiv(at, 1000) + 1);
    return later.isEmpty() ? otherwise : later.get(later.firstKey()).from();
  }
}
