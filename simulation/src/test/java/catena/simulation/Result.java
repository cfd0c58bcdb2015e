// SPDX-License-Identifier: Apache-2.0
package catena.simulation;

import java.util.List;
import java.util.Map;

/**
 * What became of a seed.
 *
 * @param verdict the last one, in a word
 * @param lies how often which lie was told
 * @param wrong what was said and should not have been, or the other way round; empty if all is
 *     right
 * @param last the last events, the oldest first
 * @param sum over all events: equal for equal runs
 */
public record Result(
    long seed,
    String verdict,
    Map<String, Integer> lies,
    List<String> wrong,
    List<String> last,
    long sum) {
  /** Whether everything that was said is right. */
  public boolean isRight() {
    return wrong.isEmpty();
  }

  /** All that is needed to repeat it and to mend what is wrong. */
  public String reproducer() {
    return "seed "
        + seed
        + "\n  "
        + String.join("\n  ", wrong)
        + "\n  the last events:\n    "
        + String.join("\n    ", last);
  }
}
