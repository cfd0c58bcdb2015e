package catena.report.page;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * A table of a report: texts, for paper as well as for a page.
 *
 * @param id names its place in the page
 * @param note one sentence below the title; may be empty
 * @param folded whether it is long and opened on demand
 * @param numeric which columns hold numbers only, and stand to the right
 * @param marks what is known of each row beside its words; none, or one for each row
 */
public record Table(
    String id,
    String title,
    String note,
    boolean folded,
    List<String> columns,
    List<Boolean> numeric,
    List<List<String>> rows,
    List<Mark> marks) {
  /**
   * What is known of a row beside its words.
   *
   * @param anchor names the row in the page; may be empty
   * @param link where its first cell leads, with its {@code #}; may be empty
   * @param mood {@code better}, {@code worse}, or empty
   */
  public record Mark(String anchor, String link, String mood) {
    static final Mark NONE = new Mark("", "", "");
  }

  /** A number with a unit, a time span, or a dash; what follows in brackets is one too. */
  private static final Pattern NUMBER =
      Pattern.compile(
          "([<>] )?([-+]?\\d[\\d,.]*( ?[%\\w/]{1,5})?|(\\d+[dhms])+)( \\(.*\\))?|–|none.*");

  public Table {
    columns = List.copyOf(columns);
    numeric = List.copyOf(numeric);
    rows = List.copyOf(rows);
    marks = List.copyOf(marks);
  }

  /** A table that is to be filled. */
  public static Draft of(String id, String title, String note) {
    return new Draft(id, title, note);
  }

  /** A table that is being filled. */
  public static final class Draft {
    private final String id;
    private final String title;
    private final String note;
    private List<String> columns = List.of();
    private final List<List<String>> rows = new ArrayList<>();
    private final List<Mark> marks = new ArrayList<>();

    private Draft(String id, String title, String note) {
      this.id = id;
      this.title = title;
      this.note = note;
    }

    /** The titles of its columns. */
    public Draft columns(List<String> titles) {
      columns = titles;
      return this;
    }

    /** The titles of its columns. */
    public Draft columns(String... titles) {
      return columns(List.of(titles));
    }

    /** Adds a row. */
    public Draft row(String... cells) {
      return row(List.of(cells));
    }

    /**
     * Adds a row.
     *
     * @throws IllegalArgumentException if it has not as many cells as there are columns
     */
    public Draft row(List<String> cells) {
      if (cells.size() != columns.size()) {
        throw new IllegalArgumentException(cells.size() + " cells, " + columns.size() + " columns");
      }
      rows.add(cells);
      marks.add(Mark.NONE);
      return this;
    }

    /** Says more of the last row. */
    public Draft marked(Mark mark) {
      marks.set(marks.size() - 1, mark);
      return this;
    }

    /** Leaves out columns in which no row says anything. */
    public Draft withoutEmpty() {
      List<Integer> told =
          IntStream.range(0, columns.size())
              .filter(c -> rows.stream().anyMatch(row -> !row.get(c).equals(Formats.NONE)))
              .boxed()
              .toList();
      columns = told.stream().map(columns::get).toList();
      rows.replaceAll(row -> told.stream().map(row::get).toList());
      return this;
    }

    /** The table as it is now. */
    public Table done() {
      return new Table(id, title, note, false, columns, numeric(), rows, marks);
    }

    /** A table that is opened on demand. */
    Table folded() {
      return new Table(id, title, note, true, columns, numeric(), rows, marks);
    }

    private List<Boolean> numeric() {
      return IntStream.range(0, columns.size())
          .mapToObj(
              c -> c > 0 && rows.stream().allMatch(row -> NUMBER.matcher(row.get(c)).matches()))
          .toList();
    }
  }
}
