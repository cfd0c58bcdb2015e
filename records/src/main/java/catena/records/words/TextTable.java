// SPDX-License-Identifier: Apache-2.0
package catena.records.words;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Rows of text in aligned columns; numbers stand to the right. What is printed on a terminal is cut
 * where that ends, and nothing else is: files and pipes have all of it.
 */
public final class TextTable {
  /**
   * Of a terminal; where there is none nothing has to fit. From JDK 22 on, {@code
   * -Djdk.console=java.base} keeps the console absent where there is no terminal.
   */
  @SuppressWarnings("SystemConsoleNull") // see above
  private static final int WIDTH = System.console() == null ? Integer.MAX_VALUE : 80;

  private static final String GAP = "  ";

  private final List<List<String>> rows = new ArrayList<>();
  private final int columns;
  private final int width;

  /** A table with these column titles. */
  public TextTable(String... titles) {
    this(WIDTH, titles);
  }

  /** The same of at most so many characters in a line. */
  TextTable(int width, String... titles) {
    this.width = width;
    columns = titles.length;
    rows.add(List.of(titles));
  }

  /** Adds a row; numbers are written with thousands separated. */
  public TextTable row(Object... cells) {
    if (cells.length != columns) {
      throw new IllegalArgumentException(cells.length + " cells for " + columns + " columns");
    }
    rows.add(Arrays.stream(cells).map(TextTable::text).toList());
    return this;
  }

  private static String text(Object cell) {
    boolean whole = cell instanceof Long || cell instanceof Integer;
    return whole ? Amounts.grouped(((Number) cell).longValue()) : String.valueOf(cell);
  }

  /** The table's lines, the titles first; the last column is cut where the width ends. */
  public List<String> lines() {
    int[] widths = new int[columns];
    for (List<String> row : rows) {
      for (int c = 0; c < columns; c++) {
        widths[c] = Math.max(widths[c], row.get(c).length());
      }
    }
    return rows.stream().map(row -> line(row, widths)).toList();
  }

  private String line(List<String> row, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int c = 0; c < columns; c++) {
      String pad = " ".repeat(widths[c] - row.get(c).length());
      line.append(c == 0 ? "" : GAP).append(numeric(c) ? pad + row.get(c) : row.get(c) + pad);
    }
    String text = line.toString().stripTrailing();
    return text.length() <= width ? text : text.substring(0, width - 1) + "…";
  }

  private boolean numeric(int column) {
    return rows.size() > 1
        && rows.stream()
            .skip(1)
            .allMatch(row -> row.get(column).matches("-?[\\d,.]+( ?[%\\w/]+)?|-?"));
  }
}
