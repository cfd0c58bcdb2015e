package catena.scenario.rate.search;

/** What a search has come to. */
public sealed interface Conclusion {
  /**
   * One number.
   *
   * @param rate that the confirming run held
   * @param low the lowest of what the repeats and the confirming run came to
   * @param high the highest of these
   */
  record Found(double rate, double low, double high) implements Conclusion {}

  /** All rates up to the limit were held, and the confirming run held the limit. */
  record AtLeast(double limit) implements Conclusion {}

  /** Not even the lowest rate was held. */
  record Never(double least) implements Conclusion {}

  /**
   * The steps contradict one another.
   *
   * @param why a sentence
   * @param low the lowest of what was found; 0 if nothing was
   * @param high the highest of these
   */
  record CannotTell(String why, double low, double high) implements Conclusion {}
}
