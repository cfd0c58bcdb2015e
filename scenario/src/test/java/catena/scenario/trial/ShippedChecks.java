// SPDX-License-Identifier: Apache-2.0
package catena.scenario.trial;

import catena.batchwalker.BatchWalkActivity;
import catena.ingest.YcsbActivity;
import catena.verify.SummariesActivity;
import catena.verify.VerifyActivity;
import catena.walker.LagActivity;
import catena.walker.ScanActivity;
import catena.walker.WalkActivity;
import java.util.List;

/** The checks that are shipped. */
final class ShippedChecks {
  private ShippedChecks() {}

  static List<Check> all() {
    return Check.all(
        List.of(
            new VerifyActivity(),
            new ScanActivity(),
            new WalkActivity(),
            new BatchWalkActivity(),
            new LagActivity(),
            new YcsbActivity(),
            new SummariesActivity()));
  }
}
