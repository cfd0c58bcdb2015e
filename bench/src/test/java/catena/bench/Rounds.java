// SPDX-License-Identifier: Apache-2.0
package catena.bench;

import catena.records.history.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Figures of two sides that were measured by turns, so that a busy moment meets both. */
public final class Rounds {
  private final String unit;
  private final String ours;
  private final String floor;
  private final List<Double> ourFigures = new ArrayList<>();
  private final List<Double> floorFigures = new ArrayList<>();

  /**
   * Nothing measured yet.
   *
   * @param unit of the figures
   * @param ours how our side is called
   * @param floor how the other one is
   */
  public Rounds(String unit, String ours, String floor) {
    this.unit = unit;
    this.ours = ours;
    this.floor = floor;
  }

  /** Takes and prints the figures of a round. */
  public void add(double ourFigure, double floorFigure) {
    ourFigures.add(ourFigure);
    floorFigures.add(floorFigure);
    print("round " + ourFigures.size(), ourFigure, floorFigure, ourFigure / floorFigure);
  }

  /** Prints the medians, and the median of the rounds' ratios. */
  public void conclude() {
    print("median", median(ourFigures), median(floorFigures), median(ratios()));
  }

  /** The same, and whether the ratio is enough. */
  public void conclude(Target target) {
    conclude();
    target.judge(ratios());
  }

  private List<Double> ratios() {
    List<Double> ratios = new ArrayList<>();
    for (int i = 0; i < ourFigures.size(); i++) {
      ratios.add(ourFigures.get(i) / floorFigures.get(i));
    }
    return ratios;
  }

  private void print(String what, double ourFigure, double floorFigure, double ratio) {
    System.out.printf(
        Locale.ROOT,
        "%-8s %s %.3f %s, %s %.3f %s, ratio %.3f%n",
        what,
        ours,
        ourFigure,
        unit,
        floor,
        floorFigure,
        unit,
        ratio);
  }

  /** The middle of some figures. */
  public static double median(List<Double> figures) {
    return Series.median(figures.stream().mapToDouble(each -> each).sorted().toArray());
  }
}
