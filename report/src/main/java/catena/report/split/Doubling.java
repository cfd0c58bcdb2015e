// SPDX-License-Identifier: Apache-2.0
package catena.report.split;

import catena.records.history.Series;
import catena.records.history.Span;
import java.util.ArrayList;
import java.util.List;

/**
 * A time in which the tablets of a table became twice as many: where rows come evenly, all tablets
 * reach the split threshold at about the same time, and split together. The last of a table may
 * have ended before they were twice as many.
 *
 * @param before tablets at its begin
 * @param after tablets at its end; more than twice as many where that many came between two looks
 * @param since when the one before it had ended, or the tablets were merged, or were first seen
 * @param span from the look at which the first new tablet was seen to that of the last one
 */
public record Doubling(int before, int after, long since, Span span) {
  /**
   * All of a table, in the order of time.
   *
   * @param numbers of its tablets; each merge begins anew
   */
  public static List<Doubling> of(Series numbers) {
    List<Doubling> all = new ArrayList<>();
    Open open = null;
    for (int i = 0; i < numbers.size(); i++) {
      long at = numbers.time(i);
      int now = (int) Math.round(numbers.value(i));
      if (open == null || now < open.after) {
        close(open, all);
        open = new Open(now, at);
      } else if (now > open.after) {
        open.grew(now, at);
        if (now >= 2 * open.before) {
          close(open, all);
          open = new Open(now, at);
        }
      }
    }
    close(open, all);
    return all;
  }

  private static void close(Open open, List<Doubling> all) {
    if (open != null && open.after > open.before) {
      all.add(new Doubling(open.before, open.after, open.since, new Span(open.from, open.to)));
    }
  }

  /** One that goes on. */
  private static final class Open {
    private final int before;
    private final long since;
    private int after;
    private long from;
    private long to;

    Open(int before, long since) {
      this.before = before;
      this.after = before;
      this.since = since;
    }

    void grew(int now, long at) {
      from = after == before ? at : from;
      to = at;
      after = now;
    }
  }

  /** How many tablets came by splits. */
  public int splits() {
    return after - before;
  }
}
