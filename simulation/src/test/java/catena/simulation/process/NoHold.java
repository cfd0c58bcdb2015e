// SPDX-License-Identifier: Apache-2.0
package catena.simulation.process;

import catena.graph.Position;
import catena.ingest.write.Writer;

/** Nothing else asks for a writer's number. */
public final class NoHold implements Writer.Hold {
  /** The right to any number. */
  public NoHold() {}

  @Override
  public void ended(Position at) {
    // the ledger says it
  }

  @Override
  public void close() {
    // nothing is held
  }
}
