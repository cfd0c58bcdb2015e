// SPDX-License-Identifier: Apache-2.0
package catena.scenario.rate;

import catena.ingest.IngestActivity;
import catena.walker.WalkActivity;

/** What tests do at a rate. */
final class RatedOperations {
  static final RatedActivity INGEST = new RatedActivity(new IngestActivity());
  static final RatedActivity WALK = new RatedActivity(new WalkActivity());

  private RatedOperations() {}
}
