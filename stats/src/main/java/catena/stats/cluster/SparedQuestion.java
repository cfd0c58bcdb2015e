package catena.stats.cluster;

/** When to ask again what is dear to answer: no more than a tenth of the time. */
final class SparedQuestion {
  private static final int SHARE = 10;

  private boolean asked;
  private long dueNanos;

  /** Whether it is time to ask. */
  boolean isDue(long nowNanos) {
    return !asked || nowNanos - dueNanos >= 0;
  }

  /** Takes note of when it was asked and when the answer came. */
  void asked(long beganNanos, long endedNanos) {
    asked = true;
    dueNanos = beganNanos + SHARE * (endedNanos - beganNanos);
  }
}
