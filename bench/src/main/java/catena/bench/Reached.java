package catena.bench;

import java.util.Locale;

/**
 * A figure beside what it is to reach.
 *
 * @param name of the measurement
 * @param unit of both numbers
 * @param most what the figure may be at most
 */
public record Reached(String name, String what, double figure, String unit, double most) {
  /** Whether the figure is no more than it may be. */
  public boolean isReached() {
    return figure <= most;
  }

  /** A line: name, figure, target, reached or not. */
  public String line() {
    return String.format(
        Locale.ROOT,
        "%s: %s: %.1f %s, at most %.1f %s: %s",
        name,
        what,
        figure,
        unit,
        most,
        unit,
        isReached() ? "reached" : "not reached");
  }

  /** Prints it. */
  public void print() {
    System.out.println(line());
  }
}
