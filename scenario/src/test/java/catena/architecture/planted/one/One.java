// SPDX-License-Identifier: Apache-2.0
package catena.architecture.planted.one;

import catena.architecture.planted.two.Two;

/** Half of a circle. */
public final class One {
  /** The other half. */
  public Two other;

  /** A name that stands for two things. */
  public static final class Twin {}
}
