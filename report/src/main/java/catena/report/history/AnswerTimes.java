// SPDX-License-Identifier: Apache-2.0
package catena.report.history;

import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * When clients were answered, to find the times without answers; wall clock in milliseconds.
 *
 * <p>Only the first and the last answer of each second are kept: silences of less than a second do
 * not count. Memory grows with the seconds of a run, not with its clients.
 */
final class AnswerTimes {
  /** The first and the last answer of each second that has one, by the second. */
  private final TreeMap<Long, LongSummaryStatistics> seconds = new TreeMap<>();

  /** The second that was added to last: answers within a time are added end by end. */
  private long latestSecond;

  private LongSummaryStatistics latest;

  private static long second(long at) {
    return Math.floorDiv(at, 1000);
  }

  /** A client was answered at a time. */
  void add(long at) {
    if (latest == null || second(at) != latestSecond) {
      latestSecond = second(at);
      latest = seconds.computeIfAbsent(latestSecond, any -> new LongSummaryStatistics());
    }
    latest.accept(at);
  }

  /** A client was answered repeatedly between two times. */
  void add(long from, long to) {
    add(to);
    for (long second = second(from); second * 1000 < to; second++) {
      add(Math.max(from, second * 1000));
      add(Math.min(to, second * 1000 + 999));
    }
  }

  /**
   * The last answer at or before a time. If its second has an answer by then, the last one of that
   * second: from then on no client may have been answered.
   */
  OptionalLong lastBy(long at) {
    LongSummaryStatistics own = seconds.get(second(at));
    boolean later = own != null && own.getMin() > at;
    Map.Entry<Long, LongSummaryStatistics> found =
        seconds.floorEntry(later ? second(at) - 1 : second(at));
    return found == null ? OptionalLong.empty() : OptionalLong.of(found.getValue().getMax());
  }

  /** The first answer in a later second than that of a time. */
  OptionalLong after(long at) {
    Map.Entry<Long, LongSummaryStatistics> found = seconds.higherEntry(second(at));
    return found == null ? OptionalLong.empty() : OptionalLong.of(found.getValue().getMin());
  }
}
