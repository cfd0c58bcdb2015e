// SPDX-License-Identifier: Apache-2.0
package catena.stats.cluster;

/**
 * Decides when a source counts as lost and when as back, so that one slow answer in a busy second
 * is a gap in the figures and no event.
 *
 * <p>It is lost when it has been absent for as long as {@link #PATIENCE_MILLIS}, which is the first
 * absence where samples are further apart, and back with the first answer after that.
 */
final class SourceLiveness {
  /** From the last answer, or from the beginning. */
  static final long PATIENCE_MILLIS = 5_000;

  private long heard;
  private boolean lost;

  /** What there is to tell. */
  enum Change {
    NONE,
    LOST,
    BACK
  }

  /** A source that nobody has missed before this time. */
  SourceLiveness(long since) {
    this.heard = since;
  }

  /** Takes what one sample showed. */
  Change seen(long at, boolean answered) {
    heard = Math.min(heard, at); // The clock may have been set back.
    if (answered) {
      heard = at;
      boolean was = lost;
      lost = false;
      return was ? Change.BACK : Change.NONE;
    }
    if (lost || at - heard < PATIENCE_MILLIS) {
      return Change.NONE;
    }
    lost = true;
    return Change.LOST;
  }
}
