// SPDX-License-Identifier: Apache-2.0
package catena.architecture.planted.two;

import catena.architecture.planted.one.One;

/** Half of a circle. */
public final class Two {
  /** The other half. */
  public One other;

  /** A name that stands for two things. */
  public static final class Twin {}
}
