// SPDX-License-Identifier: Apache-2.0
package catena.agitator.plan;

import catena.agitator.fault.TimedFault;
import catena.records.server.Role;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What will be done when; it can be replayed.
 *
 * @param policy the name of the policy that it was made of
 * @param seed that it was made of
 * @param gate whether each fault waits until the cluster has recovered from those before
 * @param quiet for how long the cluster must have been whole before the gate opens, so that what
 *     one fault cost is not mixed with the next
 * @param open how many faults may be open at once
 * @param most how many servers of a role may be down at once, where fewer than all
 * @param faults in the order of their times
 */
public record Plan(
    String policy,
    long seed,
    boolean gate,
    Duration quiet,
    int open,
    SortedMap<Role, Integer> most,
    List<TimedFault> faults) {
  /** No limit to the faults that are open at once. */
  public static final int ANY = Integer.MAX_VALUE;

  /** Copies what it is given. */
  public Plan {
    most = Collections.unmodifiableSortedMap(new TreeMap<>(most));
    faults = List.copyOf(faults);
  }

  /** When the last fault is to be healed. */
  public Duration end() {
    return faults.stream().map(TimedFault::end).max(Duration::compareTo).orElse(Duration.ZERO);
  }
}
