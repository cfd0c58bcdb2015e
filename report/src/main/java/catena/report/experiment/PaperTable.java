package catena.report.experiment;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One table of a paper, as it is printed there.
 *
 * @param id its number
 * @param source the paper
 * @param compare the kinds of work whose average rates are compared: {@code ingest}, {@code query},
 *     {@code verify}
 * @param than title of the column of ratios between two rows of the table; empty without
 * @param cannot why something in it cannot be compared, a sentence each
 */
record PaperTable(
    String id,
    String source,
    String title,
    List<Column> columns,
    List<Row> rows,
    List<String> compare,
    Optional<String> than,
    List<String> cannot) {
  PaperTable {
    columns = List.copyOf(columns);
    rows = List.copyOf(rows);
    compare = List.copyOf(compare);
    cannot = List.copyOf(cannot);
  }

  /**
   * A column.
   *
   * @param title the paper's
   * @param field what of a run of ours stands in it
   */
  record Column(String title, Field field) {}

  /** What of a run of ours stands in a column. */
  enum Field {
    /** The name of the row. */
    LABEL,
    /** Tablet servers. */
    SERVERS,
    /** The split threshold that the table had. */
    THRESHOLD,
    /** Tablets of each. */
    TABLETS,
    /** Entries before. */
    INITIAL,
    /** Entries after. */
    FINAL,
    /** Both: {@code 0-34.5B}. */
    SIZES,
    /** How long. */
    PERIOD,
    /** The highest rate of what the row does. */
    MAXIMUM,
    /** The average rate of what the row does. */
    AVERAGE,
    /** The highest rate of ingest. */
    INGEST_MAXIMUM,
    /** The average rate of ingest. */
    INGEST_AVERAGE,
    /** The highest rate of walkers or batch walkers. */
    QUERY_MAXIMUM,
    /** The average rate of walkers or batch walkers. */
    QUERY_AVERAGE,
    /** Of which a run of ours has nothing. */
    NOTHING
  }

  /**
   * A row.
   *
   * @param name by which a scenario's phase says that it is this row
   * @param servers tablet servers, where the paper tells
   * @param cells as they are printed, one for each column
   * @param averages per second, by kind of work
   * @param than the row that it is to be compared with, beside the first one
   */
  record Row(
      String name,
      Optional<Double> servers,
      List<String> cells,
      Map<String, Double> averages,
      Optional<String> than) {
    Row {
      cells = List.copyOf(cells);
      averages = new LinkedHashMap<>(averages);
    }

    /** Per tablet server and second; NaN where the paper does not tell. */
    double perServer(String kind) {
      Double average = averages.get(kind);
      return average == null || servers.isEmpty() ? Double.NaN : average / servers.get();
    }
  }
}
