package catena.report.experiment;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** The tables of papers, from the files that are shipped with this class. */
final class PaperTables {
  /** Those of another paper are a file of their own, whose tables have other names. */
  private static final List<String> FILES = List.of("paper.yaml");

  private PaperTables() {}

  /** All of them by number, in the order of the papers. */
  static Map<String, PaperTable> all() {
    Map<String, PaperTable> all = new LinkedHashMap<>();
    FILES.forEach(file -> all.putAll(of(file)));
    return all;
  }

  private static Map<String, PaperTable> of(String file) {
    try (InputStream in = PaperTables.class.getResourceAsStream(file)) {
      Map<?, ?> top =
          new Yaml(new SafeConstructor(new LoaderOptions())).load(new InputStreamReader(in, UTF_8));
      Map<String, PaperTable> tables = new LinkedHashMap<>();
      String source = text(top, "source");
      ((Map<?, ?>) top.get("tables"))
          .forEach(
              (id, table) ->
                  tables.put(id.toString(), table(id.toString(), source, (Map<?, ?>) table)));
      return tables;
    } catch (IOException e) {
      throw new UncheckedIOException(file + " cannot be read", e);
    }
  }

  private static String text(Map<?, ?> of, String key) {
    return String.valueOf(of.get(key)).strip();
  }

  private static List<?> list(Map<?, ?> of, String key) {
    return of.get(key) instanceof List<?> list ? list : List.of();
  }

  private static PaperTable table(String id, String source, Map<?, ?> table) {
    List<PaperTable.Column> columns = new ArrayList<>();
    ((Map<?, ?>) table.get("columns"))
        .forEach((title, field) -> columns.add(column(title.toString(), field.toString())));
    List<PaperTable.Row> rows = new ArrayList<>();
    for (Object row : list(table, "rows")) {
      rows.add(row((Map<?, ?>) row));
    }
    return new PaperTable(
        id,
        source,
        text(table, "title"),
        columns,
        rows,
        list(table, "compare").stream().map(Object::toString).toList(),
        Optional.ofNullable(table.get("than")).map(Object::toString),
        list(table, "cannot").stream().map(each -> each.toString().strip()).toList());
  }

  private static PaperTable.Column column(String title, String field) {
    String constant = field.toUpperCase(Locale.ROOT).replace('.', '_');
    return new PaperTable.Column(title, PaperTable.Field.valueOf(constant));
  }

  private static PaperTable.Row row(Map<?, ?> row) {
    Map<String, Double> averages = new LinkedHashMap<>();
    if (row.get("averages") instanceof Map<?, ?> given) {
      given.forEach((kind, rate) -> averages.put(kind.toString(), number(rate)));
    }
    return new PaperTable.Row(
        text(row, "row"),
        Optional.ofNullable(row.get("servers")).map(PaperTables::number),
        list(row, "cells").stream().map(Object::toString).toList(),
        averages,
        Optional.ofNullable(row.get("than")).map(Object::toString));
  }

  private static double number(Object text) {
    return Double.parseDouble(text.toString());
  }
}
