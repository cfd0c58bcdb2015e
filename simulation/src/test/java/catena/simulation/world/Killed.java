// SPDX-License-Identifier: Apache-2.0
package catena.simulation.world;

/** Thrown to end a simulated process where it stands; no code under test may catch it. */
final class Killed extends Error {
  private static final long serialVersionUID = 1L;

  Killed() {
    super("killed", null, false, false);
  }
}
