// SPDX-License-Identifier: Apache-2.0
package catena.harness.instance;

import java.time.Duration;

/** How rarely to look at all tablets of a table, so that looking costs next to nothing. */
public final class TabletLooks {
  /**
   * A hundred times what a tablet costs who looks at it: at most 10 µs of CPU, as measured ({@code
   * docs/measurements/scale.md}).
   */
  private static final Duration REST_OF_A_TABLET = Duration.ofMillis(1);

  private TabletLooks() {}

  /**
   * From one look at so many tablets to the next, so that looking takes less than 1 % of a core.
   */
  public static Duration rest(int tablets) {
    return REST_OF_A_TABLET.multipliedBy(tablets);
  }
}
