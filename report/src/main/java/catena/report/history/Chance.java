// SPDX-License-Identifier: Apache-2.0
package catena.report.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * The probability that chance alone causes a difference as large as the one observed.
 *
 * @param p from 0 to 1; empty if it is not known
 * @param why it is not known, else empty
 */
public record Chance(OptionalDouble p, String why) {
  static Chance of(double p) {
    return new Chance(OptionalDouble.of(p), "");
  }

  static Chance unknown(String why) {
    return new Chance(OptionalDouble.empty(), why);
  }

  /**
   * The chances corrected for multiple tests, in the same order: the probability that chance alone
   * brings even one of them below a level is at most that level.
   *
   * <p>S. Holm, A simple sequentially rejective multiple test procedure, Scandinavian Journal of
   * Statistics 6 (1979).
   */
  public static List<Chance> corrected(List<Chance> chances) {
    List<Integer> known = new ArrayList<>();
    for (int i = 0; i < chances.size(); i++) {
      if (chances.get(i).p().isPresent()) {
        known.add(i);
      }
    }
    known.sort(Comparator.comparingDouble(i -> chances.get(i).p().getAsDouble()));
    List<Chance> corrected = new ArrayList<>(chances);
    double highest = 0;
    for (int rank = 0; rank < known.size(); rank++) {
      double p = chances.get(known.get(rank)).p().getAsDouble();
      highest = Math.max(highest, Math.min(1, p * (known.size() - rank)));
      corrected.set(known.get(rank), of(highest));
    }
    return corrected;
  }

  /** Whether it is more than chance. */
  public boolean standsOut() {
    return p.isPresent() && p.getAsDouble() < Noise.LEVEL;
  }

  /**
   * Whether it is more than chance, in words.
   *
   * @param mood what the difference is if it is more than chance, such as {@code worse}; may be
   *     empty
   */
  public String inWords(String mood) {
    if (p.isEmpty()) {
      return why;
    }
    double chance = p.getAsDouble();
    return (standsOut() ? "yes, " + (mood.isEmpty() ? "" : mood + ", ") : "no, ")
        + (chance < 0.0001 ? "p < 0.0001" : String.format(Locale.ROOT, "p = %.4f", chance));
  }
}
