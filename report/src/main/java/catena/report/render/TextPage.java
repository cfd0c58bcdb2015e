// SPDX-License-Identifier: Apache-2.0
package catena.report.render;

import catena.report.page.Formats;
import catena.report.page.Page;
import catena.report.page.Page.Evidence;
import catena.report.page.Page.Head;
import catena.report.page.Page.Tile;
import catena.report.page.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** A page as text of at most 80 columns. */
public final class TextPage {
  private static final int WIDTH = 80;

  private final List<String> lines = new ArrayList<>();

  private TextPage() {}

  /** The text, with a line end after each line. */
  public static String of(Page page) {
    TextPage text = new TextPage();
    text.lines.add(page.title());
    text.lines.add(page.made());
    page.differences().forEach(sentence -> text.wrap(sentence, "  "));
    page.heads().forEach(text::head);
    page.comparison().forEach(text::table);
    page.results().forEach(text::table);
    page.evidence().forEach(text::evidence);
    page.tested().forEach(text::table);
    page.background().forEach(text::table);
    return String.join("\n", text.lines.stream().map(Formats::plain).toList()) + "\n";
  }

  private void head(Head head) {
    title(head.run());
    wrap(head.verdict() + ". " + head.sentence(), "");
    head.proof().forEach(what -> wrap("- " + head.compared() + ": " + what, "  "));
    head.reasons().forEach(reason -> wrap("- " + reason, "  "));
    wrap("Scenario " + head.scenario() + (head.about().isEmpty() ? "" : ": " + head.about()), "  ");
    for (Tile tile : head.tiles()) {
      String note = tile.note().isEmpty() ? "" : " (" + tile.note() + ")";
      wrap("  " + tile.label() + ": " + tile.value() + note, "    ");
    }
    if (!head.latency().rows().isEmpty()) {
      table(head.latency());
    }
    if (!head.missing().isEmpty()) {
      title("What is missing");
      head.missing().forEach(sentence -> wrap("- " + sentence, "  "));
    }
  }

  private void evidence(Evidence evidence) {
    title(evidence.title());
    wrap(evidence.suspicion(), "");
    evidence.facts().forEach(fact -> wrap(fact, "  "));
    evidence.tables().forEach(this::upright);
    evidence.lines().forEach(line -> wrap("- " + line, "  "));
  }

  private void table(Table table) {
    title(table.title());
    if (!table.note().isEmpty()) {
      wrap(table.note(), "");
    }
    if (width(table) <= WIDTH + 2) { // none behind the last column
      lines.addAll(table.aligned());
    } else {
      upright(table);
    }
  }

  private static int width(Table table) {
    List<List<String>> rows = new ArrayList<>(table.texts());
    rows.add(table.titles());
    return IntStream.range(0, table.columns().size())
        .map(c -> 2 + rows.stream().mapToInt(row -> row.get(c).length()).max().orElse(0))
        .sum();
  }

  private void upright(Table table) {
    table.texts().forEach(row -> upright(table.titles(), row));
  }

  /** Adds a row that is too wide as a sentence that begins with its first cell. */
  private void upright(List<String> columns, List<String> row) {
    List<String> cells = new ArrayList<>();
    for (int i = 1; i < row.size(); i++) {
      if (!row.get(i).isEmpty() && !row.get(i).equals(Formats.NONE)) {
        cells.add(columns.get(i).toLowerCase(Locale.ROOT) + " " + row.get(i));
      }
    }
    String rest = columns.size() == 2 ? row.get(1) : String.join("; ", cells);
    wrap(row.get(0) + ": " + rest, "    ");
  }

  private void title(String title) {
    lines.add("");
    wrap(title, "");
    lines.add("=".repeat(Math.min(WIDTH, title.length())));
  }

  /** Adds text in lines that fit; a word that does not fit is cut at the line's end. */
  private void wrap(String text, String indent) {
    StringBuilder line = new StringBuilder(text.substring(0, text.indexOf(text.strip())));
    boolean first = true;
    for (String word : Formats.plain(text).strip().split(" +", -1)) {
      if (!first && line.length() + 1 + word.length() > WIDTH) {
        flush(line);
        line = new StringBuilder(indent);
        first = true;
      }
      line.append(first ? "" : " ").append(word);
      first = false;
    }
    flush(line);
  }

  private void flush(StringBuilder line) {
    String rest = line.toString();
    while (rest.length() > WIDTH) {
      lines.add(rest.substring(0, WIDTH));
      rest = rest.substring(WIDTH);
    }
    lines.add(rest.stripTrailing());
  }
}
