// SPDX-License-Identifier: Apache-2.0
package catena.stats.sample;

import java.util.HashMap;
import java.util.Map;

/**
 * Turns totals that only grow into what they grew by, for many things at once that come and go.
 *
 * @param <K> what has a total
 */
public final class Counter<K> {
  private Map<K, Long> before = new HashMap<>();
  private Map<K, Long> now = new HashMap<>();
  private boolean primed;

  /**
   * How much a total grew since the last round. What was not there then has grown from 0, but for
   * the first round of all, when nothing has grown. A total that fell began anew.
   */
  public long grown(K what, long total) {
    now.put(what, total);
    if (!primed) {
      return 0;
    }
    long last = before.getOrDefault(what, 0L);
    return total >= last ? total - last : total;
  }

  /** Ends a round: what was not named in it is gone. */
  public void turn() {
    before = now;
    now = new HashMap<>();
    primed = true;
  }
}
