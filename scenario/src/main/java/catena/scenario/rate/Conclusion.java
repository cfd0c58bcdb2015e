// SPDX-License-Identifier: Apache-2.0
package catena.scenario.rate;

import catena.records.rate.RateState;

/**
 * What a search has come to.
 *
 * @param state one number that the confirming run held; or all rates up to the limit were held, and
 *     the confirming run held the limit; or not even the lowest rate; or the steps contradict one
 *     another
 * @param rate that was held; 0 if there is no such number
 * @param low the lowest of what the repeats and the confirming run came to; 0 if nothing was found
 * @param high the highest of these
 * @param why it cannot be told, as a sentence; empty otherwise
 */
public record Conclusion(RateState state, double rate, double low, double high, String why) {
  static Conclusion found(double rate, double low, double high) {
    return new Conclusion(RateState.FOUND, rate, low, high, "");
  }

  static Conclusion atLeast(double limit) {
    return new Conclusion(RateState.AT_LEAST, limit, limit, limit, "");
  }

  static Conclusion never() {
    return new Conclusion(RateState.NEVER, 0, 0, 0, "");
  }

  /** Of steps that contradict one another, for a reason. */
  public static Conclusion cannotTell(String why, double low, double high) {
    return new Conclusion(RateState.CANNOT_TELL, 0, low, high, why);
  }
}
