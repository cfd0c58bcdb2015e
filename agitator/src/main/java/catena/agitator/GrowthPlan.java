// SPDX-License-Identifier: Apache-2.0
package catena.agitator;

import java.time.Duration;

/**
 * Which servers are to be added when.
 *
 * @param count how many tservers
 * @param after from the begin of the phase to the first of them
 * @param every from the begin of one addition to the next, which also waits until the one before is
 *     balanced; zero for all at once
 * @param limit for each thing that is waited for: a lock, a tablet, the balance
 * @param rest from when the tablets are balanced with the last one to the end of the phase
 */
public record GrowthPlan(int count, Duration after, Duration every, Duration limit, Duration rest) {
  /** Checks the numbers. */
  public GrowthPlan {
    if (count < 1
        || after.isNegative()
        || every.isNegative()
        || limit.isNegative()
        || rest.isNegative()) {
      throw new IllegalArgumentException(count + " after " + after + " every " + every);
    }
  }

  /** In how many steps they come. */
  public int steps() {
    return every.isZero() ? 1 : count;
  }

  /** How many come in a step. */
  public int inStep() {
    return every.isZero() ? count : 1;
  }

  /** How long it takes at least. */
  public Duration least() {
    return after.plus(every.multipliedBy(steps() - 1L)).plus(rest);
  }
}
