// SPDX-License-Identifier: Apache-2.0
package catena.scenario.rate;

/**
 * How it is searched; rates are operations per second.
 *
 * @param from the first rate that is tried
 * @param least below which no rate is tried
 * @param limit above which no rate is tried
 * @param resolution how far above a rate that held the next one that did not may be, as a share
 * @param spread how far the repeats may differ, as a share of the lowest
 * @param repeats how often it is searched
 * @param tries how often in a row a rate must fail to count as not held
 * @param mostSteps after which the search is given up
 */
public record SearchPlan(
    double from,
    double least,
    double limit,
    double resolution,
    double spread,
    int repeats,
    int tries,
    int mostSteps) {
  /** How far the repeats may differ, as a share of the lowest; beyond it cannot be told. */
  public static final double SPREAD = 0.15;

  /** Refuses what cannot be searched by. */
  public SearchPlan {
    boolean ordered = 0 < least && least <= from && from <= limit;
    if (!ordered || !(resolution > 0) || spread < resolution || repeats < 1 || tries < 1) {
      throw new IllegalArgumentException(
          "from %s, least %s, limit %s, resolution %s, spread %s, %s repeats of %s tries"
              .formatted(from, least, limit, resolution, spread, repeats, tries));
    }
  }
}
