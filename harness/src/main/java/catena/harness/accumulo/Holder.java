// SPDX-License-Identifier: Apache-2.0
package catena.harness.accumulo;

import catena.records.run.Environment;
import java.time.Clock;

/**
 * The process that has a writer number.
 *
 * @param run the run directory
 * @param sinceMillis wall clock, milliseconds since 1970
 */
public record Holder(String host, long pid, String run, long sinceMillis) {
  /** This process. */
  public static Holder here(String run, Clock clock) {
    return new Holder(Environment.hostName(), ProcessHandle.current().pid(), run, clock.millis());
  }

  /** {@code process 17 on host-1 (run runs/x)}. */
  public String inWords() {
    return "process " + pid + " on " + host + " (run " + run + ")";
  }
}
