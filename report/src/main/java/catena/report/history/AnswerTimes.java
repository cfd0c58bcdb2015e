// SPDX-License-Identifier: Apache-2.0
package catena.report.history;

import java.util.Arrays;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * When clients were answered, to find the times in which none was; wall clock in milliseconds.
 *
 * <p>Of each second the first and the last answer are kept: silences of less than a second are
 * none. Memory grows with the seconds of a run, not with its clients.
 */
final class AnswerTimes {
  /** Seconds of a page. */
  private static final int SECONDS = 3600;

  /** Where a second of a page has no answer. */
  private static final long NONE = Long.MIN_VALUE;

  private final TreeMap<Long, Page> pages = new TreeMap<>();
  private long latestNumber;
  private Page latest = new Page();

  /** The answers of an hour. */
  private static final class Page {
    private final long[] first = new long[SECONDS];
    private final long[] last = new long[SECONDS];

    Page() {
      Arrays.fill(first, NONE);
      Arrays.fill(last, NONE);
    }

    void add(int second, long at) {
      first[second] = first[second] == NONE ? at : Math.min(first[second], at);
      last[second] = Math.max(last[second], at);
    }

    /** The last answer in seconds up to one of them. */
    OptionalLong lastUpTo(int second) {
      for (int i = second; i >= 0; i--) {
        if (last[i] != NONE) {
          return OptionalLong.of(last[i]);
        }
      }
      return OptionalLong.empty();
    }

    /** The first answer in seconds from one of them on. */
    OptionalLong firstFrom(int second) {
      for (int i = second; i < SECONDS; i++) {
        if (first[i] != NONE) {
          return OptionalLong.of(first[i]);
        }
      }
      return OptionalLong.empty();
    }
  }

  /** Somebody was answered at a time. */
  void add(long at) {
    long second = Math.floorDiv(at, 1000);
    long number = Math.floorDiv(second, SECONDS);
    if (number != latestNumber || pages.isEmpty()) {
      latest = pages.computeIfAbsent(number, n -> new Page());
      latestNumber = number;
    }
    latest.add(Math.floorMod(second, SECONDS), at);
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
    long second = Math.floorDiv(at, 1000);
    Page page = pages.get(Math.floorDiv(second, SECONDS));
    boolean later = page != null && page.first[Math.floorMod(second, SECONDS)] > at;
    return lastUpTo(later ? second - 1 : second);
  }

  private OptionalLong lastUpTo(long second) {
    long number = Math.floorDiv(second, SECONDS);
    for (Map.Entry<Long, Page> page : pages.headMap(number, true).descendingMap().entrySet()) {
      boolean same = page.getKey() == number;
      OptionalLong found =
          page.getValue().lastUpTo(same ? Math.floorMod(second, SECONDS) : SECONDS - 1);
      if (found.isPresent()) {
        return found;
      }
    }
    return OptionalLong.empty();
  }

  /** The first answer in a later second than that of a time. */
  OptionalLong after(long at) {
    long second = Math.floorDiv(at, 1000) + 1;
    long number = Math.floorDiv(second, SECONDS);
    for (Map.Entry<Long, Page> page : pages.tailMap(number, true).entrySet()) {
      boolean same = page.getKey() == number;
      OptionalLong found = page.getValue().firstFrom(same ? Math.floorMod(second, SECONDS) : 0);
      if (found.isPresent()) {
        return found;
      }
    }
    return OptionalLong.empty();
  }
}
