// SPDX-License-Identifier: Apache-2.0
package catena.records.budget;

import catena.records.history.FaultRecord;
import catena.records.history.RecoveryMeasure;
import java.util.List;
import java.util.OptionalDouble;

/**
 * A run's value in one measure.
 *
 * @param value per second, seconds, or a number; empty where the run has no such number
 * @param words of what it is, such as the part with the least rate; where there is none, why
 */
public record Measured(OptionalDouble value, String words) {
  /** A number that the run has; one that is not finite is none. */
  public static Measured of(double value, String words) {
    return Double.isFinite(value)
        ? new Measured(OptionalDouble.of(value), words)
        : missing("it is not known");
  }

  /**
   * A number that the run has not.
   *
   * @param why as the end of a sentence: {@code no fault was injected}
   */
  public static Measured missing(String why) {
    return new Measured(OptionalDouble.empty(), why);
  }

  /** The longest such time of all faults; if one of them has none, it is not known. */
  public static Measured longest(RecoveryMeasure which, List<FaultRecord> faults) {
    Measured most = missing(faults.isEmpty() ? "no fault was injected" : "no tablet lost its host");
    for (FaultRecord fault : faults) {
      double time = fault.measure(which);
      if (Double.isNaN(time) && !(which == RecoveryMeasure.REHOST && fault.sparedTablets())) {
        return missing("there is no such time of " + fault.inWords());
      } else if (time >= most.value.orElse(0)) {
        most = of(time, fault.inWords());
      }
    }
    return most;
  }
}
