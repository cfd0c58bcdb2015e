// SPDX-License-Identifier: Apache-2.0
package catena.report.page;

import catena.records.history.Series;
import java.time.ZoneId;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.stream.DoubleStream;
import org.apache.commons.math3.stat.StatUtils;

/**
 * A cell of a table: a number in its unit, or words.
 *
 * @param value the number; NaN for words, and if it is not known
 * @param text the text shown to the user; a dash if not known
 * @param more whether the text says more than the number does
 */
public record Cell(double value, Unit unit, String text, boolean more) {
  /** An unknown value. */
  public static final Cell NONE = words(Formats.NONE);

  /** A number in its unit's format; NaN is not known. */
  public static Cell of(double value, Unit unit) {
    return of(value, unit, unit.inWords(value));
  }

  /** A number in another format than its unit's; NaN is not known. */
  public static Cell of(double value, Unit unit, String text) {
    return new Cell(value, unit, Double.isNaN(value) ? Formats.NONE : text, false);
  }

  /** A number, and more about it, such as that it is a lower bound; NaN is not known. */
  public static Cell more(double value, Unit unit, String text) {
    return new Cell(value, unit, Double.isNaN(value) ? Formats.NONE : text, !Double.isNaN(value));
  }

  /** A moment, milliseconds since 1970. */
  public static Cell time(long at, ZoneId zone) {
    return of((double) at, Unit.TIME, Formats.time(at, zone));
  }

  /** Words. */
  public static Cell words(String words) {
    return new Cell(Double.NaN, Unit.WORDS, words, !words.equals(Formats.NONE));
  }

  /** Words, or a dash if they are not known. */
  static Cell words(Optional<String> words) {
    return words(words.orElse(Formats.NONE));
  }

  /** The median of numbers, and their range if they differ; those not known are left out. */
  public static Cell median(double[] numbers, Unit unit, DoubleFunction<String> words) {
    double[] known = DoubleStream.of(numbers).filter(Double::isFinite).sorted().toArray();
    if (known.length == 0) {
      return NONE;
    }
    double median = Series.median(known);
    String least = words.apply(known[0]);
    String most = words.apply(known[known.length - 1]);
    return least.equals(most)
        ? of(median, unit, words.apply(median))
        : more(median, unit, "%s (%s to %s)".formatted(words.apply(median), least, most));
  }

  /**
   * One for several of a column: of numbers the median, and how they stand to those of the first
   * row; of words that differ, how many of each.
   */
  static Cell together(List<Cell> cells, List<Cell> first, Unit unit) {
    double[] numbers = numbers(cells);
    if (numbers.length == 0 || !unit.isNumber()) {
      List<String> texts = cells.stream().map(Cell::text).toList();
      List<String> words =
          texts.stream().distinct().map(t -> Collections.frequency(texts, t) + " " + t).toList();
      return words.size() == 1 ? cells.get(0) : words(String.join(", ", words));
    }
    DoubleFunction<String> format =
        number ->
            cells.stream()
                .filter(cell -> cell.value == number)
                .map(Cell::text)
                .findFirst()
                .orElseGet(() -> unit.inWords(number));
    Cell median = median(numbers, unit, format);
    int all = cells.size();
    String in = numbers.length == all ? "" : " in %d of %d".formatted(numbers.length, all);
    int stands = unit == Unit.COUNT ? 0 : direction(numbers, numbers(first)).orElse(0);
    String direction = stands > 0 ? ", higher" : stands < 0 ? ", lower" : "";
    String words = median.text + in + direction;
    return words.equals(median.text) ? median : more(median.value, unit, words);
  }

  private static double[] numbers(List<Cell> cells) {
    return cells.stream().mapToDouble(Cell::value).filter(Double::isFinite).toArray();
  }

  /**
   * Whether all of some numbers are above all others (1) or below (−1), or their ranges overlap
   * (0); empty if either are fewer than two.
   */
  public static Optional<Integer> direction(double[] own, double[] others) {
    if (own.length < 2 || others.length < 2) {
      return Optional.empty();
    }
    boolean above = StatUtils.min(own) > StatUtils.max(others);
    boolean below = StatUtils.max(own) < StatUtils.min(others);
    return Optional.of(above ? 1 : below ? -1 : 0);
  }

  /** Whether anything is known. */
  boolean isKnown() {
    return !text.equals(Formats.NONE);
  }
}
