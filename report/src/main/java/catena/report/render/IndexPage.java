package catena.report.render;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A table of runs as an HTML file that asks nobody for anything and has no script. */
public final class IndexPage {
  /**
   * A run.
   *
   * @param mood of its verdict, as {@link catena.report.page.Page.Head} has it
   * @param link to its report, relative to the file; empty if it has none
   * @param cells a text for each column
   */
  public record Row(String mood, String link, List<String> cells) {
    /** Copies the cells. */
    public Row {
      cells = List.copyOf(cells);
    }
  }

  private IndexPage() {}

  /**
   * The file's text.
   *
   * @param made when, in words
   */
  public static String of(String title, String made, List<String> columns, List<Row> rows)
      throws IOException {
    Map<String, Object> model = new HashMap<>();
    model.put("title", title);
    model.put("made", made);
    model.put("columns", columns);
    model.put(
        "rows",
        rows.stream()
            .map(row -> Map.of("mood", row.mood(), "link", row.link(), "cells", row.cells()))
            .toList());
    model.put("style", HtmlPage.resource("report.css"));
    model.put("policy", HtmlPage.policy());
    return HtmlPage.filled("index.ftlh", model);
  }
}
