package catena.architecture.planted.one;

import catena.architecture.planted.two.Two;

/** Half of a circle. */
public final class One {
  /** The other half. */
  public Two other;
}
