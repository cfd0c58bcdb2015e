package catena.recompute.rule;

/** From a millisecond until before another, since 1970. */
record Stretch(long from, long to) {
  double seconds() {
    return (to - from) / 1000.0;
  }

  boolean holds(long at) {
    return from <= at && at <= to;
  }

  /** How much of another lies in it, milliseconds. */
  long common(Stretch other) {
    return Math.max(0, Math.min(to, other.to) - Math.max(from, other.from));
  }

  Stretch cutTo(Stretch other) {
    return new Stretch(Math.max(from, other.from), Math.min(to, other.to));
  }

  /** To whole seconds, so that it is no shorter. */
  Stretch widened() {
    return new Stretch(Math.floorDiv(from, 1000) * 1000, -Math.floorDiv(-to, 1000) * 1000);
  }
}
