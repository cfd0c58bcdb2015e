// SPDX-License-Identifier: Apache-2.0
package catena.report.page;

import catena.records.history.Series;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Something to draw: data and texts, without colours and pixels. */
public sealed interface Plot {
  /** What it is called, in which unit it is, and what it says of itself. */
  Words words();

  /** The name of its files and its place in the page. */
  default String id() {
    return words().id();
  }

  /** What it shows, with its numbers, for users who cannot see it. */
  String inWords();

  /**
   * Lines over the time of the runs.
   *
   * @param log whether the axis of the numbers is logarithmic
   */
  record TimePlot(Words words, boolean log, List<Line> lines) implements Plot {
    @Override
    public String inWords() {
      return lines.stream()
          .map(line -> line.name() + ": " + numbers(line.series().known()))
          .collect(Collectors.joining("; "));
    }

    private String numbers(double[] known) {
      Arrays.sort(known);
      return "median "
          + Formats.value(Series.median(known), words.unit())
          + ", between "
          + Formats.value(known[0], words.unit())
          + " and "
          + Formats.value(known[known.length - 1], words.unit());
    }

    /** Its numbers in a sentence if none ever changes and none is missing; else empty. */
    public Optional<String> flat() {
      boolean even = lines.stream().map(Line::series).allMatch(TimePlot::isFlat);
      String numbers =
          lines.stream()
              .map(line -> line.name() + " " + Formats.value(line.series().value(0), words.unit()))
              .collect(Collectors.joining(", "));
      return even ? Optional.of(words.title() + " (" + numbers + ")") : Optional.empty();
    }

    private static boolean isFlat(Series series) {
      double[] known = series.known();
      return known.length == series.size() && Arrays.stream(known).distinct().count() == 1;
    }
  }

  /**
   * One line over time.
   *
   * @param run the index of its run
   * @param name shown to the user
   * @param key its name in files: for samples, the metric's own name
   * @param steps whether a number holds for a time; else it is of a moment
   * @param ends of steps, the time until which each number holds; empty if that is the next one's
   */
  record Line(int run, String name, String key, Series series, boolean steps, List<Long> ends) {
    /** Checks that each number has an end, or none has. */
    public Line {
      ends = List.copyOf(ends);
      if (!ends.isEmpty() && ends.size() != series.size()) {
        throw new IllegalArgumentException(ends.size() + " ends, " + series.size() + " numbers");
      }
    }

    /** A line with the same name everywhere. */
    public Line(int run, String name, Series series, boolean steps, List<Long> ends) {
      this(run, name, name, series, steps, ends);
    }

    /** A line of numbers of moments, or of numbers that each hold until the next. */
    Line(int run, String name, Series series, boolean steps) {
      this(run, name, series, steps, List.of());
    }

    /**
     * The series to draw: if a number ends before the next begins, and after the last one, the
     * value is NaN (not known) from its end on.
     */
    public Series drawn() {
      if (ends.isEmpty()) {
        return series;
      }
      Series drawn = new Series();
      for (int i = 0; i < series.size(); i++) {
        drawn.add(series.time(i), series.value(i));
        if (i + 1 == series.size() || ends.get(i) < series.time(i + 1)) {
          drawn.add(ends.get(i), Double.NaN);
        }
      }
      return drawn;
    }
  }

  /** The number of operations by time and duration. */
  record HeatPlot(Words words, int run, List<Cell> cells) implements Plot {
    @Override
    public String inWords() {
      return Formats.whole((double) cells.stream().mapToLong(Cell::count).sum()) + " operations";
    }
  }

  /**
   * Operations that took between {@code low} and {@code high}.
   *
   * @param at when the counted time began
   * @param until when it ended
   */
  record Cell(long at, long until, double low, double high, long count) {}

  /**
   * Curves over something that is not time.
   *
   * @param names of the values 0, 1, 2 across; none if they are numbers
   * @param log whether the axis of the numbers is logarithmic
   * @param points whether they are a few measured points; else curves over milliseconds
   */
  record CurvePlot(
      Words words,
      String acrossWords,
      List<String> names,
      boolean log,
      boolean points,
      List<Curve> curves)
      implements Plot {
    @Override
    public String inWords() {
      return curves.stream().map(Curve::name).collect(Collectors.joining("; "));
    }

    /** The unit of what it is across. */
    public String acrossUnit() {
      return points ? "" : "ms";
    }
  }

  /** One curve, its points in the order of {@code x}. */
  record Curve(int run, String name, List<Point> points) {
    /** A curve of points that were measured in any order. */
    public static Curve measured(int run, String name, List<Point> points) {
      return new Curve(
          run, name, points.stream().sorted(Comparator.comparingDouble(Point::x)).toList());
    }
  }

  /** A point, with a label that may be empty; with a bar if {@code low} is below {@code high}. */
  record Point(double x, double y, double low, double high, String label) {
    /** A point without a bar. */
    public Point(double x, double y, String label) {
      this(x, y, y, y, label);
    }
  }
}
