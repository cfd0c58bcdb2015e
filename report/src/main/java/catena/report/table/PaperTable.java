// SPDX-License-Identifier: Apache-2.0
package catena.report.table;

import catena.records.run.Json;
import catena.report.history.PhaseFigures;
import catena.report.page.Cell;
import catena.report.page.Formats;
import catena.report.page.Unit;
import catena.report.page.Words;
import catena.report.table.ExperimentTables.OurRow;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.google.common.base.Suppliers;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * One table of a paper, as it is printed there.
 *
 * @param id its number
 * @param source the paper
 * @param columns what each shows of our runs, by the paper's titles
 * @param compare the kinds of work whose average rates are compared: {@code ingest}, {@code query},
 *     {@code verify}, {@code operations} of YCSB
 * @param than title of the column of ratios between two rows of the table; empty if it has none
 * @param across what rows are drawn against: tablet servers unless rows have another number
 * @param cannot why something in it cannot be compared, a sentence each
 */
record PaperTable(
    String id,
    String source,
    String title,
    Map<String, Field> columns,
    List<Row> rows,
    List<String> compare,
    Optional<String> than,
    String across,
    List<String> cannot) {
  PaperTable {
    across = across.isEmpty() ? "tablet servers of the paper's row" : across;
  }

  /** What a column shows of our runs. */
  enum Field {
    /** The name of the row. */
    LABEL(OurRow::name),
    /** Tablet servers. */
    SERVERS(Unit.COUNT, OurRow::servers),
    /** The split threshold that the table had. */
    THRESHOLD(OurRow::threshold),
    /** Tablets per server. */
    TABLETS(Unit.NUMBER, row -> row.first(PhaseFigures::tablets)),
    /** Entries before. */
    INITIAL(Unit.AMOUNT, OurRow::initial),
    /** Entries after. */
    FINAL(Unit.AMOUNT, OurRow::last),
    /** Both: {@code 0-34.5B}. */
    SIZES(row -> Formats.large(row.initial()) + "-" + Formats.large(row.last())),
    /** How long. */
    PERIOD(Unit.PERIOD, row -> row.period().toMillis() / 1000.0),
    /** The highest rate of what the row does. */
    MAXIMUM(Unit.PER_SECOND, row -> row.first(PhaseFigures::maximum)),
    /** The average rate of what the row does. */
    AVERAGE(Unit.PER_SECOND, row -> row.first(PhaseFigures::average)),
    /** The highest rate of ingest. */
    INGEST_MAXIMUM(Unit.PER_SECOND, row -> row.of(Set.of("ingest"), PhaseFigures::maximum)),
    /** The average rate of ingest. */
    INGEST_AVERAGE(Unit.PER_SECOND, row -> row.average("ingest")),
    /** The highest rate of walkers or batch walkers. */
    QUERY_MAXIMUM(Unit.PER_SECOND, row -> row.of(OurRow.QUERY, PhaseFigures::maximum)),
    /** The average rate of walkers or batch walkers. */
    QUERY_AVERAGE(Unit.PER_SECOND, row -> row.average("query")),
    /** Something that our runs do not have. */
    NOTHING(row -> Formats.NONE);

    private final Unit unit;

    @SuppressWarnings("ImmutableEnumChecker") // a function without state
    private final Function<List<OurRow>, Cell> cell;

    Field(Unit unit, ToDoubleFunction<OurRow> number) {
      this.unit = unit;
      this.cell =
          rows -> Cell.median(rows.stream().mapToDouble(number).toArray(), unit, unit::inWords);
    }

    Field(Function<OurRow, String> words) {
      this.unit = Unit.WORDS;
      this.cell =
          rows -> Cell.words(rows.stream().map(words).distinct().collect(Collectors.joining(", ")));
    }

    /** The column's unit. */
    Unit unit() {
      return unit;
    }

    /** The column's cell for the repetitions of a row. */
    Cell cell(List<OurRow> rows) {
      return cell.apply(rows);
    }

    /** The field by its name in a file: {@code ingest.maximum}. */
    @JsonCreator
    static Field of(String word) {
      return valueOf(word.toUpperCase(Locale.ROOT).replace('.', '_'));
    }
  }

  /**
   * A row.
   *
   * @param name by which a scenario's phase refers to this row
   * @param servers tablet servers, if the paper has them
   * @param cells as they are printed, one for each column
   * @param averages per second, by kind of work
   * @param than the row that it is to be compared with, in addition to the first one
   * @param at the number that it is drawn at if that is not the number of tablet servers
   */
  record Row(
      @JsonProperty("row") String name,
      Optional<Double> servers,
      List<String> cells,
      Map<String, Double> averages,
      Optional<String> than,
      Optional<Double> at) {
    /** The rate per tablet server and second; NaN if the paper does not have it. */
    double perServer(String kind) {
      Double average = averages.get(kind);
      return average == null || servers.isEmpty() ? Double.NaN : average / servers.get();
    }
  }

  /** Read once: a scenario asks for its experiment's name whenever it is parsed. */
  private static final Supplier<Map<String, PaperTable>> ALL = Suppliers.memoize(PaperTable::read);

  /** The tables of the paper by number, from the file that is shipped with this class. */
  static Map<String, PaperTable> all() {
    return ALL.get();
  }

  private static Map<String, PaperTable> read() {
    Map<String, Object> top = Words.data(PaperTable.class, "paper.yaml");
    Map<String, PaperTable> tables = new LinkedHashMap<>();
    ((Map<?, ?>) top.get("tables"))
        .forEach(
            (id, content) -> {
              Map<Object, Object> table = new LinkedHashMap<>((Map<?, ?>) content);
              table.put("id", id);
              table.put("source", top.get("source"));
              tables.put(id.toString(), Json.LINES.convertValue(table, PaperTable.class));
            });
    return Collections.unmodifiableMap(tables);
  }
}
