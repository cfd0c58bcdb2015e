// SPDX-License-Identifier: Apache-2.0
package catena.architecture.planted;

import catena.graph.judge.Difference;
import catena.read.check.Found;
import java.util.Map;

/** Breaks the rule that one settlement decides what is a finding. */
public final class SettlesByItself {
  private SettlesByItself() {}

  /** A difference that is a finding without a second read. */
  public static Found found(Difference difference) {
    return new Found(difference.kind(), difference, "an entry", 0, Map.of());
  }
}
