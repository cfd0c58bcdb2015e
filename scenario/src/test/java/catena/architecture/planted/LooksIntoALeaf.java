// SPDX-License-Identifier: Apache-2.0
package catena.architecture.planted;

import catena.stats.sample.Counter;

/** Breaks a rule: it uses what lies below the root package of a leaf. */
public final class LooksIntoALeaf {
  /** What it uses. */
  public Counter<?> inside;
}
