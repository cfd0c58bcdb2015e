// SPDX-License-Identifier: Apache-2.0
package catena.architecture.planted;

/** Computes what another kind of machine may compute differently; for the rule's own test. */
public final class DiffersByMachine {
  private DiffersByMachine() {}

  /** A power, and a root, which is exact everywhere. */
  public static double power(double of) {
    return Math.pow(of, 1.5) + Math.sqrt(of);
  }
}
