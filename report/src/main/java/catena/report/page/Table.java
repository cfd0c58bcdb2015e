// SPDX-License-Identifier: Apache-2.0
package catena.report.page;

import catena.records.words.TextTable;
import catena.report.history.LatencyTrack;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/**
 * A table of a report; page, text and CSV are made from it.
 *
 * @param id the name of its place in the page
 * @param note one sentence below the title; may be empty
 * @param folded whether it is long and shown on demand
 */
public record Table(
    String id, String title, String note, boolean folded, List<Column> columns, List<Row> rows) {
  /** The title and unit of a column; a cell that is unknown or says more may be words. */
  public record Column(String title, Unit unit) {
    /** Whether its cells are numbers, and aligned to the right. */
    @JsonProperty
    public boolean numeric() {
      return unit.isNumber();
    }
  }

  /** A row: a cell for each column, and what is known about it in addition. */
  public record Row(List<Cell> cells, Mark mark) {}

  /**
   * What is known about a row in addition to its cells.
   *
   * @param anchor the name of the row in the page; may be empty
   * @param link the target of its first cell's link, with its {@code #}; may be empty
   * @param mood {@code better}, {@code worse}, or empty
   */
  public record Mark(String anchor, String link, String mood) {
    static final Mark NONE = new Mark("", "", "");

    /** A row that is {@code better} or {@code worse}; or neither, which is empty. */
    public static Mark mood(String mood) {
      return new Mark("", "", mood);
    }
  }

  /** The titles of the columns. */
  public List<String> titles() {
    return columns.stream().map(Column::title).toList();
  }

  /** The rows as texts for the user. */
  public List<List<String>> texts() {
    return rows.stream().map(row -> row.cells().stream().map(Cell::text).toList()).toList();
  }

  /** Its lines as text, one column below the other. */
  public List<String> aligned() {
    TextTable text = new TextTable(titles().toArray(new String[0]));
    texts().forEach(row -> text.row(row.toArray()));
    return text.lines();
  }

  /**
   * The same table for one of several runs.
   *
   * @param suffix of all names of it or its rows in the page
   * @param run the name that its title ends with; may be empty
   */
  Table ofRun(String suffix, String run) {
    return new Table(
        id + suffix,
        run.isEmpty() ? title : title + ": " + run,
        note,
        folded,
        columns,
        rows.stream().map(row -> new Row(row.cells(), of(suffix, row.mark()))).toList());
  }

  /** The same, shown on demand and without its note. */
  public Table onDemand() {
    return new Table(id, title, "", true, columns, rows);
  }

  /**
   * A row for several rows that are repetitions, with the medians of its numbers, and whether all
   * of them are higher or lower than the first row's.
   *
   * @param repetitions the places of the rows that belong together; not empty
   * @param name of the row that a place belongs to
   */
  public Table medians(Collection<List<Integer>> repetitions, IntFunction<String> name) {
    List<Row> medians = new ArrayList<>();
    for (List<Integer> own : repetitions) {
      String number = own.size() > 1 ? ", median of " + own.size() : "";
      List<Cell> cells = new ArrayList<>();
      cells.add(Cell.words(name.apply(own.get(0)) + number));
      for (int c = 1; c < columns.size(); c++) {
        List<Cell> first = cells(repetitions.iterator().next(), c);
        cells.add(Cell.together(cells(own, c), first, columns.get(c).unit()));
      }
      medians.add(new Row(cells, Mark.NONE));
    }
    String how =
        " Medians of the repetitions of each row, with the least and the most. Higher or lower: in"
            + " all of them than in any of the first row's.";
    return new Table(id + "-medians", title + ": medians", note + how, false, columns, medians);
  }

  private List<Cell> cells(List<Integer> places, int column) {
    return places.stream().map(place -> rows.get(place).cells().get(column)).toList();
  }

  private static Mark of(String suffix, Mark mark) {
    return new Mark(
        mark.anchor().isEmpty() ? "" : mark.anchor() + suffix,
        mark.link().startsWith("#fault-") ? mark.link() + suffix : mark.link(),
        mark.mood());
  }

  /**
   * A table whose columns are added next.
   *
   * @param <R> what a row is about
   */
  public static <R> Columns<R> of(String id, String title, String note) {
    return new Columns<>(id, title, note);
  }

  /**
   * The same by the words of its name.
   *
   * @param values for the places in its note
   * @see Words#of
   */
  public static <R> Columns<R> named(String id, Object... values) {
    Words words = Words.of(id, values);
    return of(id, words.title(), words.about());
  }

  /**
   * The columns of a table: each with its title, its unit, and how its cell is made from a row.
   *
   * @param <R> what a row is about
   */
  public static final class Columns<R> {
    private final String id;
    private final String title;
    private final String note;
    private final List<Column> columns = new ArrayList<>();
    private final List<Function<? super R, Cell>> cells = new ArrayList<>();
    private Function<? super R, Mark> marks = row -> Mark.NONE;
    private boolean folded;

    private Columns(String id, String title, String note) {
      this.id = id;
      this.title = title;
      this.note = note;
    }

    /** A column of anything. */
    public Columns<R> cells(String column, Unit unit, Function<? super R, Cell> cell) {
      columns.add(new Column(column, unit));
      cells.add(cell);
      return this;
    }

    /** A column of words. */
    public Columns<R> words(String column, Function<? super R, String> words) {
      return cells(column, Unit.WORDS, row -> Cell.words(words.apply(row)));
    }

    /** A column of words that are not always known. */
    public Columns<R> known(String column, Function<? super R, Optional<String>> words) {
      return cells(column, Unit.WORDS, row -> Cell.words(words.apply(row)));
    }

    /** A column of numbers; NaN is not known. */
    public Columns<R> numbers(String column, Unit unit, ToDoubleFunction<? super R> number) {
      return cells(column, unit, row -> Cell.of(number.applyAsDouble(row), unit));
    }

    /**
     * A column for each percentile of latencies: {@code p50}, {@code p99.9}, and {@code max} for
     * 100.
     *
     * @param column their title, with {@code %s} for the percentile
     * @param nanos the latencies of a row; none if it is null
     */
    public Columns<R> latencies(
        String column, Function<? super R, Histogram> nanos, double... percentiles) {
      for (double each : percentiles) {
        String title = column.formatted(each == 100 ? "max" : Formats.percentile(each));
        numbers(title, Unit.MILLIS, row -> LatencyTrack.millis(nanos.apply(row), each));
      }
      return this;
    }

    /** Sets the mark of each row. */
    public Columns<R> marked(Function<? super R, Mark> mark) {
      marks = mark;
      return this;
    }

    /** Sets whether the table is shown on demand. */
    public Columns<R> folded(boolean isLong) {
      folded = isLong;
      return this;
    }

    /** The table with a row for each of these. */
    public Table rows(Collection<? extends R> all) {
      List<Row> rows = new ArrayList<>();
      for (R each : all) {
        rows.add(new Row(cells.stream().map(cell -> cell.apply(each)).toList(), marks.apply(each)));
      }
      return new Table(id, title, note, folded, List.copyOf(columns), rows);
    }

    /** The same without columns in which no row has a known value. */
    public Table withoutEmpty(Collection<? extends R> all) {
      Table table = rows(all);
      List<Integer> filled =
          IntStream.range(0, columns.size())
              .filter(c -> table.rows.stream().anyMatch(row -> row.cells().get(c).isKnown()))
              .boxed()
              .toList();
      table.rows.replaceAll(
          row -> new Row(filled.stream().map(row.cells()::get).toList(), row.mark()));
      List<Column> known = filled.stream().map(columns::get).toList();
      return new Table(id, title, note, folded, known, table.rows);
    }
  }
}
