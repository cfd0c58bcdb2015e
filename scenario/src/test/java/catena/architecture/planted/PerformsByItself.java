// SPDX-License-Identifier: Apache-2.0
package catena.architecture.planted;

import catena.harness.activity.Activity;
import catena.harness.activity.RunContext;
import catena.records.settings.Settings;
import catena.records.verdict.PartOutcome;

/** Breaks the rule that one class alone prepares and performs activities. */
public final class PerformsByItself {
  private PerformsByItself() {}

  /** A second engine. */
  public static PartOutcome outcome(Activity activity, Settings own, RunContext run)
      throws Exception {
    return activity.prepare(run.site(), own).perform(run);
  }
}
