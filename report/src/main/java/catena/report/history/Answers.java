package catena.report.history;

import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * When clients were answered, to find the times in which none was; wall clock in milliseconds.
 *
 * <p>Of each second the first and the last answer are kept: silences of less than a second are
 * none.
 */
final class Answers {
  private record Second(long first, long last) {
    private Second with(Second other) {
      return new Second(Math.min(first, other.first), Math.max(last, other.last));
    }
  }

  private final TreeMap<Long, Second> seconds = new TreeMap<>();

  /** Somebody was answered at a time. */
  void add(long at) {
    seconds.merge(Math.floorDiv(at, 1000), new Second(at, at), Second::with);
  }

  /** Somebody was answered again and again between two times. */
  void add(long from, long to) {
    add(to);
    for (long second = Math.floorDiv(from, 1000); second * 1000 < to; second++) {
      add(Math.max(from, second * 1000));
      add(Math.min(to, second * 1000 + 999));
    }
  }

  /**
   * The last answer at or before a time, or the last of that second where there was one before in
   * it: from then on nobody may have been answered.
   */
  OptionalLong lastBy(long at) {
    Map.Entry<Long, Second> entry = seconds.floorEntry(Math.floorDiv(at, 1000));
    if (entry != null && entry.getValue().first() > at) {
      entry = seconds.lowerEntry(entry.getKey());
    }
    return entry == null ? OptionalLong.empty() : OptionalLong.of(entry.getValue().last());
  }

  /** The first answer in a later second than that of a time. */
  OptionalLong after(long at) {
    Map.Entry<Long, Second> entry = seconds.higherEntry(Math.floorDiv(at, 1000));
    return entry == null ? OptionalLong.empty() : OptionalLong.of(entry.getValue().first());
  }
}
