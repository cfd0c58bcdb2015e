// SPDX-License-Identifier: Apache-2.0
package catena.scenario.rate;

import java.util.Locale;

/** What a step is for. */
public enum Stage {
  /** To find one rate that holds and one that does not. */
  RAMP,
  /** To bring these together. */
  BISECT,
  /** To see, for a longer time, whether the number holds. */
  CONFIRM;

  /** In a word. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
