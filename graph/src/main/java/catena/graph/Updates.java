// SPDX-License-Identifier: Apache-2.0
package catena.graph;

import catena.graph.function.Popularity;
import java.util.Objects;

/**
 * How often the nodes of a closed block are written again, and which of them.
 *
 * @param passes how many passes of updates a block has; 0 for none. Each pass makes as many updates
 *     as a window has nodes
 * @param popularity how the updates are distributed over the nodes of the block
 * @param timed whether the writer sets their timestamps, so that a later one is the newer one in
 *     whatever order they reach the servers
 */
public record Updates(int passes, Popularity popularity, boolean timed) {
  /** No node is written again once its block is closed. */
  public static final Updates NONE = new Updates(0, Popularity.EVEN, false);

  /**
   * The least timestamp that a writer sets: later than any that a server sets for the writes before
   * the updates.
   */
  public static final long FIRST_TIME = 1L << 62;

  private static final int MOST = 1 << 20;

  private static final String TIMED = ":timed";

  /** Refuses a negative number of passes, and more than any run makes. */
  public Updates {
    Objects.requireNonNull(popularity, "popularity");
    if (passes < 0 || passes > MOST) {
      throw new IllegalArgumentException("updates: passes must be in 0 to 2^20: " + passes);
    }
  }

  /** Whether there are none. */
  public boolean isNone() {
    return passes == 0;
  }

  /**
   * Reads what {@link #text} writes: {@code none}, or {@code PASSES:} and a popularity, such as
   * {@code 20:zipfian:0.99}, and {@code :timed} if the writer sets timestamps.
   *
   * @throws IllegalArgumentException if the text is neither
   */
  public static Updates parse(String text) {
    if (text.equals("none")) {
      return NONE;
    }
    boolean timed = text.endsWith(TIMED);
    String order = timed ? text.substring(0, text.length() - TIMED.length()) : text;
    int colon = order.indexOf(':');
    try {
      int passes = Integer.parseInt(order.substring(0, Math.max(0, colon)));
      return new Updates(passes, Popularity.parse(order.substring(colon + 1)), timed);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "updates must be none or PASSES:DISTRIBUTION[:timed], such as 20:zipfian:0.99, not '"
              + text
              + "'",
          e);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("updates: " + e.getMessage(), e);
    }
  }

  /** The updates as {@link #parse} reads them. */
  public String text() {
    return isNone() ? "none" : passes + ":" + popularity.text() + (timed ? TIMED : "");
  }
}
