package catena.architecture.planted.two;

import catena.architecture.planted.one.One;

/** Half of a circle. */
public final class Two {
  /** The other half. */
  public One other;
}
