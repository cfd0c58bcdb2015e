// SPDX-License-Identifier: Apache-2.0
package catena.agitator.fault;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One line of a plan.
 *
 * @param id from 1, in the order of the plan
 * @param at after the plan's start
 * @param fault the word of a {@link Fault}
 * @param targets as an {@link Target} each
 * @param hold from the injection until it is healed
 * @param options what else the fault takes, by name
 * @param during what it waits for from then on; one that never finds it is left out
 */
public record TimedFault(
    int id,
    Duration at,
    String fault,
    List<String> targets,
    Duration hold,
    SortedMap<String, String> options,
    Optional<GoingOn> during) {
  /** Copies what it is given. */
  public TimedFault {
    targets = List.copyOf(targets);
    options = Collections.unmodifiableSortedMap(new TreeMap<>(options));
  }

  /** When it is to be healed, after the plan's start. */
  public Duration end() {
    return at.plus(hold);
  }

  /** For messages: {@code fault 3, kill of tserver-1}. */
  public String words() {
    return "fault %d, %s of %s".formatted(id, fault, String.join(", ", targets));
  }
}
