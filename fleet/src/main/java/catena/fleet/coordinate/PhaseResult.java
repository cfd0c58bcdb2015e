// SPDX-License-Identifier: Apache-2.0
package catena.fleet.coordinate;

import catena.fleet.agree.WorkerId;
import catena.records.verdict.PartOutcome;
import java.util.Map;
import java.util.NavigableSet;

/**
 * What a phase of the workers came to.
 *
 * @param parts of all workers together, by the name of the part within the scenario; under the
 *     empty name what is to be said of the fleet
 * @param skew of their beginnings
 * @param took who took part to the end
 * @param lost who did not
 */
public record PhaseResult(
    Map<String, PartOutcome> parts,
    Skew skew,
    NavigableSet<WorkerId> took,
    NavigableSet<WorkerId> lost) {
  /** The name of what is to be said of the fleet. */
  public static final String FLEET = "";
}
