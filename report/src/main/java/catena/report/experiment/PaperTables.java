package catena.report.experiment;

import static java.nio.charset.StandardCharsets.UTF_8;

import catena.records.run.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
      Map<String, Object> top =
          new Yaml(new SafeConstructor(new LoaderOptions())).load(new InputStreamReader(in, UTF_8));
      Map<String, PaperTable> tables = new LinkedHashMap<>();
      ((Map<?, ?>) top.get("tables"))
          .forEach(
              (id, content) -> {
                Map<Object, Object> table = new LinkedHashMap<>((Map<?, ?>) content);
                table.put("id", id);
                table.put("source", top.get("source"));
                tables.put(id.toString(), Json.LINES.convertValue(table, PaperTable.class));
              });
      return tables;
    } catch (IOException e) {
      throw new UncheckedIOException(file + " cannot be read", e);
    }
  }
}
