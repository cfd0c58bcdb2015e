// SPDX-License-Identifier: Apache-2.0
package catena.agitator;

import catena.agitator.fault.TimedFault;
import catena.agitator.fault.Victim;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What has become of one fault of a plan.
 *
 * @param victims empty if none was found
 * @param begun whether anything was done
 * @param recovered whether it was done and the cluster was seen whole after it
 * @param measures what it cost, by name; empty unless it was recovered from
 * @param doubts why it proves nothing, one sentence each
 */
public record FaultResult(
    TimedFault planned,
    List<Victim> victims,
    boolean begun,
    boolean proven,
    boolean healed,
    boolean recovered,
    SortedMap<String, Double> measures,
    List<String> doubts) {
  /** A fault that was never begun; the doubts say why, unless those of another do. */
  public static FaultResult skipped(TimedFault planned, List<String> doubts) {
    return new FaultResult(planned, List.of(), false, false, false, false, new TreeMap<>(), doubts);
  }

  /** {@code kill tserver}: faults of one kind are reported together. */
  String kind() {
    String first = victims.isEmpty() ? planned.targets().get(0) : victims.get(0).name();
    String whom = first.replaceFirst("-[0-9]+$", "");
    return planned.fault() + " " + whom;
  }
}
