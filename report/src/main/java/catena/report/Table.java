package catena.report;

import java.util.ArrayList;
import java.util.List;

/**
 * A table of a report: texts, for paper as well as for a page.
 *
 * @param id names its place in the page
 * @param note one sentence below the title; may be empty
 * @param folded whether it is long and opened on demand
 */
record Table(
    String id,
    String title,
    String note,
    boolean folded,
    List<String> columns,
    List<List<String>> rows) {
  Table {
    columns = List.copyOf(columns);
    rows = List.copyOf(rows);
  }

  static Draft of(String id, String title, String note) {
    return new Draft(id, title, note);
  }

  /** A table that is being filled. */
  static final class Draft {
    private final String id;
    private final String title;
    private final String note;
    private List<String> columns = List.of();
    private final List<List<String>> rows = new ArrayList<>();

    private Draft(String id, String title, String note) {
      this.id = id;
      this.title = title;
      this.note = note;
    }

    Draft columns(List<String> titles) {
      columns = titles;
      return this;
    }

    Draft columns(String... titles) {
      return columns(List.of(titles));
    }

    Draft row(String... cells) {
      return row(List.of(cells));
    }

    Draft row(List<String> cells) {
      if (cells.size() != columns.size()) {
        throw new IllegalArgumentException(cells.size() + " cells, " + columns.size() + " columns");
      }
      rows.add(cells);
      return this;
    }

    Table done() {
      return new Table(id, title, note, false, columns, rows);
    }

    /** A table that is opened on demand. */
    Table folded() {
      return new Table(id, title, note, true, columns, rows);
    }
  }
}
