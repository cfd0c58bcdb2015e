package catena.report.page;

import catena.report.history.Blocks;

/**
 * One number that a run comes to.
 *
 * @param noise the same number for each of equally long blocks of the run, from which the noise
 *     inside the run is seen; empty where the number is of the run as a whole
 */
public record Figure(String name, String unit, double value, Blocks noise) {
  static Figure single(String name, String unit, double value) {
    return new Figure(name, unit, value, Blocks.NONE);
  }

  String shown() {
    return Formats.value(value, unit);
  }
}
