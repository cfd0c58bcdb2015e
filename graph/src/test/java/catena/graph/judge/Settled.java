// SPDX-License-Identifier: Apache-2.0
package catena.graph.judge;

import catena.graph.Position;

/** A writer all of whose writes were acknowledged. */
public final class Settled {
  private Settled() {}

  /** It has come to a point. */
  public static Promise.Progress at(Position end) {
    return new Promise.Progress(end, end);
  }
}
