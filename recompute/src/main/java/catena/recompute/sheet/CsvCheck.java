package catena.recompute.sheet;

import java.io.IOException;
import java.io.StringReader;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;

/** Compares a CSV file with a sheet. */
public final class CsvCheck {
  private final Sheet sheet;
  private final FileCheck check;

  private CsvCheck(Sheet sheet) {
    this.sheet = sheet;
    this.check = new FileCheck(sheet.name() + ".csv");
  }

  /** A file that there must be and is not. */
  public static FileCheck absent(Sheet sheet) {
    FileCheck check = new FileCheck(sheet.name() + ".csv");
    long cells = (long) sheet.rows().size() * sheet.columns().size();
    check.compared(cells);
    check.differs("the file", "", sheet.rows().size() + " rows");
    return check;
  }

  /** A file that there must not be. */
  public static FileCheck unexpected(String file, String text) throws IOException {
    FileCheck check = new FileCheck(file);
    List<CSVRecord> records = records(text);
    check.compared(records.stream().skip(1).mapToLong(CSVRecord::size).sum());
    check.differs("the file", records.size() - 1 + " rows", "");
    return check;
  }

  /** A file that there is no rule for. */
  public static FileCheck unknown(String file, String text) throws IOException {
    FileCheck check = new FileCheck(file);
    List<CSVRecord> records = records(text);
    check.notRecomputed("the file", records.stream().skip(1).mapToLong(CSVRecord::size).sum());
    return check;
  }

  /**
   * Compares each cell.
   *
   * @throws IOException if the text is no CSV
   */
  public static FileCheck of(Sheet sheet, String text) throws IOException {
    CsvCheck check = new CsvCheck(sheet);
    List<CSVRecord> records = records(text);
    if (records.isEmpty()) {
      throw new IOException(sheet.name() + ".csv has no header");
    }
    check.compare(Sheet.numbered(records.get(0).toList()), records.subList(1, records.size()));
    return check.check;
  }

  private static List<CSVRecord> records(String text) throws IOException {
    try (CSVParser parser = CSVParser.parse(new StringReader(text), CSVFormat.RFC4180)) {
      return parser.getRecords();
    }
  }

  private void compare(List<String> header, List<CSVRecord> records) {
    Set<String> columns = new LinkedHashSet<>(sheet.columns());
    columns.removeAll(header);
    columns.forEach(column -> check.differs("column " + column, "", "a column"));
    for (String column : header) {
      if (!sheet.columns().contains(column)) {
        check.differs("column " + column, "a column", "");
      }
    }
    Map<String, Map<String, String>> shown = new LinkedHashMap<>();
    Map<String, Integer> again = new HashMap<>();
    for (CSVRecord record : records) {
      Map<String, String> row = new LinkedHashMap<>();
      for (int i = 0; i < Math.min(header.size(), record.size()); i++) {
        row.put(header.get(i), record.get(i));
      }
      shown.put(numbered(sheet.key(column -> row.getOrDefault(column, "")), again), row);
    }
    again.clear();
    for (Map<String, Cell> row : sheet.rows()) {
      String key = numbered(sheet.key(column -> row.get(column).words()), again);
      row(key, row, shown.remove(key));
    }
    shown.forEach(
        (key, record) -> {
          check.compared(record.size());
          check.differs(key, "a row", "");
        });
  }

  /** Rows that are known by the same are told apart by their order. */
  private static String numbered(String key, Map<String, Integer> again) {
    int number = again.merge(key, 1, Integer::sum);
    return number == 1 ? key : key + " #" + number;
  }

  private void row(String key, Map<String, Cell> row, Map<String, String> record) {
    check.compared(row.size());
    if (record == null) {
      check.differs(key, "", "a row");
      return;
    }
    row.forEach(
        (column, cell) -> {
          if (record.containsKey(column) && !cell.agrees(record.get(column))) {
            check.differs(key + ", " + column, record.get(column), cell.words());
          }
        });
  }
}
