// SPDX-License-Identifier: Apache-2.0
package catena.scenario.rate;

import catena.ingest.IngestActivity;
import catena.walker.WalkActivity;

/** What tests do at a rate. */
final class RatedOperations {
  static final Operations INGEST = new Operations(new IngestActivity());
  static final Operations WALK = new Operations(new WalkActivity());

  private RatedOperations() {}
}
