package catena.report.page;

import catena.harness.history.Series;
import java.util.List;

/** Something to be drawn: data and words, no colours and no pixels. */
public sealed interface Plot {
  /** Names its files and its place in the page: lower case letters, digits and dashes. */
  String id();

  /** Where in the page it stands. */
  Section section();

  String title();

  /** Of the numbers: {@code /s}, {@code ms}, {@code bytes}, {@code ratio}, or a word, or empty. */
  String unit();

  /** One sentence: what it shows and where the numbers come from. */
  String about();

  /**
   * Lines over the time of the runs.
   *
   * @param log whether the axis of the numbers is logarithmic
   */
  record TimePlot(
      String id,
      Section section,
      String title,
      String unit,
      String about,
      boolean log,
      List<Line> lines)
      implements Plot {
    /** Copies the list. */
    public TimePlot {
      lines = List.copyOf(lines);
    }

    /** The same with other lines. */
    TimePlot with(List<Line> others) {
      return new TimePlot(id, section, title, unit, about, log, others);
    }
  }

  /**
   * One line over time.
   *
   * @param run the index of its run
   * @param steps whether a number holds until the next
   */
  record Line(int run, String name, Series series, boolean steps) {}

  /**
   * How many operations took how long, when.
   *
   * @param seconds how long a cell is
   */
  record HeatPlot(
      String id,
      Section section,
      String title,
      String unit,
      String about,
      int run,
      double seconds,
      List<Cell> cells)
      implements Plot {
    /** Copies the list. */
    public HeatPlot {
      cells = List.copyOf(cells);
    }
  }

  /** Operations that took between {@code low} and {@code high}. */
  record Cell(long at, double low, double high, long count) {}

  /**
   * Curves over something that is not time.
   *
   * @param points whether they are few measured points rather than a shape
   */
  record CurvePlot(
      String id,
      Section section,
      String title,
      String unit,
      String about,
      String acrossWords,
      String acrossUnit,
      boolean points,
      List<Curve> curves)
      implements Plot {
    /** Copies the list. */
    public CurvePlot {
      curves = List.copyOf(curves);
    }
  }

  /** One curve, its points in the order of {@code x}. */
  record Curve(int run, String name, List<Point> points) {}

  /** A point, with a word about it that may be empty. */
  record Point(double x, double y, String label) {}
}
