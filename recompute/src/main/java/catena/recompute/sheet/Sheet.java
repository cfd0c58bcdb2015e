package catena.recompute.sheet;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * What one file of a report must hold: a header, and rows that are known by some of their cells.
 */
public final class Sheet {
  private final String name;
  private final String title;
  private final List<String> columns;
  private final List<String> keys;
  private final List<Map<String, Cell>> rows = new ArrayList<>();

  /**
   * A sheet without rows.
   *
   * @param name of the file, without its end
   * @param title over the same table in the report's text; empty if it is not there
   * @param keys which columns tell one row from another
   */
  public Sheet(String name, String title, List<String> columns, List<String> keys) {
    this.name = name;
    this.title = title;
    this.columns = numbered(columns);
    this.keys = List.copyOf(keys);
  }

  /** The same titles; one that comes again gets a number, so that it is another. */
  static List<String> numbered(List<String> titles) {
    List<String> numbered = new ArrayList<>();
    for (String title : titles) {
      int before = Collections.frequency(titles.subList(0, numbered.size()), title);
      numbered.add(before == 0 ? title : title + " #" + (before + 1));
    }
    return Collections.unmodifiableList(numbered);
  }

  /** Adds a row, a cell for each column. */
  public void row(Cell... cells) {
    row(List.of(cells));
  }

  /** Adds a row, a cell for each column. */
  public void row(List<Cell> cells) {
    if (cells.size() != columns.size()) {
      throw new IllegalArgumentException(cells.size() + " cells, " + columns.size() + " columns");
    }
    Map<String, Cell> row = new LinkedHashMap<>();
    for (int i = 0; i < cells.size(); i++) {
      row.put(columns.get(i), cells.get(i));
    }
    rows.add(Collections.unmodifiableMap(row));
  }

  /** The name of the file, without its ending. */
  public String name() {
    return name;
  }

  /** What stands above it in the text of the report. */
  public String title() {
    return title;
  }

  /** The names of its columns, from the left. */
  public List<String> columns() {
    return columns;
  }

  /** Its rows from the top: each cell by its column. */
  public List<Map<String, Cell>> rows() {
    return Collections.unmodifiableList(rows);
  }

  /** What a row is known by: its keys, numbers to nine digits. */
  String key(Function<String, String> cell) {
    List<String> words = new ArrayList<>();
    for (String column : keys) {
      words.add(rounded(cell.apply(column)));
    }
    return String.join(" ", words);
  }

  private static String rounded(String text) {
    if (!text.matches("-?\\d+\\.\\d+(E-?\\d+)?")) {
      return text;
    }
    return new java.math.BigDecimal(text)
        .round(new java.math.MathContext(9))
        .stripTrailingZeros()
        .toPlainString();
  }
}
