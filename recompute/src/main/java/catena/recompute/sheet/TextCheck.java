package catena.recompute.sheet;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Compares the report's text with what must stand in it, section by section. Where lines end does
 * not matter.
 */
public final class TextCheck {
  private static final int SHOWN = 160;
  private static final String UNKNOWN = "–";

  private final Map<String, StringBuilder> sections = new LinkedHashMap<>();
  private final FileCheck check;
  private int cursor;

  /** A report's text. */
  public TextCheck(String file, String text) {
    check = new FileCheck(file);
    List<String> title = new ArrayList<>();
    StringBuilder section = sections.computeIfAbsent("", any -> new StringBuilder());
    for (String line : text.lines().toList()) {
      if (line.matches("=+") && !title.isEmpty()) {
        String name = String.join(" ", title);
        section.setLength(section.length() - name.length() - 1);
        section = sections.computeIfAbsent(name, any -> new StringBuilder());
        title.clear();
      } else if (line.isBlank()) {
        title.clear();
      } else {
        title.add(line.strip());
        section.append(line.strip().replaceAll(" +", " ")).append(' ');
      }
    }
  }

  /** What of it was compared, after which nothing more can be. */
  public FileCheck done() {
    sections.forEach(
        (title, body) -> {
          if (!body.isEmpty()) {
            long words = body.chars().filter(c -> c == ' ').count();
            check.notRecomputed(title.isEmpty() ? "title" : "section " + title, words);
          }
        });
    return check;
  }

  /** Its first lines, before any section. */
  public String opening() {
    return sections.get("").toString();
  }

  /** A section whose sentences are told and not recomputed, under a title that is. */
  public void titled(String title) {
    titled(Cell.phrase(title));
  }

  /** The same, with numbers in the title. */
  public void titled(Cell title) {
    Phrase phrase = (Phrase) title;
    check.compared(Math.max(1, phrase.numbers()));
    Pattern form = Pattern.compile(phrase.captured());
    for (String each : List.copyOf(sections.keySet())) {
      Matcher found = form.matcher(each);
      if (found.matches()) {
        phrase.differing(found).forEach(wrong -> differs("section " + each, wrong));
        long words = sections.remove(each).chars().filter(c -> c == ' ').count();
        check.notRecomputed("sentences of " + each, words);
        return;
      }
    }
    check.differs("section " + phrase.words(), "", "a section");
  }

  /** What is left of sections of such titles stands there without a reason. */
  public void nothingLike(Pattern titles) {
    for (String title : List.copyOf(sections.keySet())) {
      if (titles.matcher(title).matches()) {
        sections.remove(title);
        check.compared(1);
        check.differs("section " + title, "a section", "");
      }
    }
  }

  /** A section that holds some phrases, one after the other, wherever they stand between others. */
  public void phrases(String title, Map<String, Cell> phrases) {
    if (phrases.isEmpty()) {
      return;
    }
    StringBuilder body = section(title);
    cursor = 0;
    if (body != null) {
      phrases.forEach((name, cell) -> phrase(title + ", " + name, body, (Phrase) cell));
    }
  }

  private StringBuilder section(String title) {
    StringBuilder body = sections.get(title);
    if (body == null) {
      check.compared(1);
      check.differs("section " + title, "", "a section");
    }
    return body;
  }

  /** Takes a phrase out of a section. */
  private void phrase(String where, StringBuilder body, Phrase phrase) {
    check.compared(Math.max(1, phrase.numbers()));
    Matcher found = Pattern.compile(phrase.captured() + "(?= |$)").matcher(body);
    if (!found.find(Math.min(cursor, body.length()))) {
      check.differs(where, like(body, phrase), phrase.words());
      return;
    }
    phrase.differing(found).forEach(wrong -> differs(where, wrong));
    int begin = found.start();
    body.replace(begin, found.end(), "");
    cursor = begin;
  }

  private void differs(String where, String wrong) {
    String[] two = wrong.split(" for ", 2);
    check.differs(where, two[0], two[1]);
  }

  /** What stands where a phrase begins as it must. */
  private static String like(StringBuilder body, Phrase phrase) {
    String begin = phrase.words().split("[ :]", 2)[0];
    int at = body.indexOf(begin);
    return at < 0 ? "" : body.substring(at, Math.min(body.length(), at + SHOWN)).strip() + " …";
  }

  /**
   * A table: in columns where they fit, else a sentence a row. Beyond the rows there may be a note
   * before them, and nothing behind.
   */
  public void table(Sheet sheet) {
    if (sheet.rows().isEmpty()) {
      return;
    }
    StringBuilder body = section(sheet.title());
    if (body == null) {
      return;
    }
    Matcher header =
        Pattern.compile(Phrase.literal(String.join(" ", sheet.columns()))).matcher(body);
    boolean aligned = header.find();
    cursor = 0;
    if (aligned) {
      cursor = header.start();
      body.replace(header.start(), header.end(), "");
    }
    for (Map<String, Cell> row : sheet.rows()) {
      List<Cell> cells = List.copyOf(row.values());
      String where = sheet.title() + ", " + cells.get(0).words();
      phrase(where, body, aligned ? columns(cells) : sentence(sheet.columns(), cells));
    }
    if (!body.substring(Math.min(cursor, body.length())).isBlank()) {
      check.compared(1);
      check.differs(sheet.title(), "more: " + body.substring(cursor).strip(), "");
    }
    body.setLength(Math.min(cursor, body.length()));
    String note = body.toString().strip();
    sections.remove(sheet.title());
    if (!note.isEmpty()) {
      check.notRecomputed("note of " + sheet.title(), note.split(" ", -1).length);
    }
  }

  private static Phrase columns(List<Cell> cells) {
    List<Object> parts = new ArrayList<>();
    for (Cell cell : cells) {
      if (!cell.words().isEmpty()) {
        parts.add(parts.isEmpty() ? "" : " ");
        parts.add(cell);
      }
    }
    return Phrase.of(parts.toArray());
  }

  private static Phrase sentence(List<String> columns, List<Cell> cells) {
    List<Object> parts = new ArrayList<>(List.of(cells.get(0), ": "));
    if (columns.size() == 2) {
      parts.add(cells.get(1));
      return Phrase.of(parts.toArray());
    }
    for (int i = 1; i < cells.size(); i++) {
      String words = cells.get(i).words();
      if (!words.isEmpty() && !words.equals(UNKNOWN)) {
        String title = columns.get(i).replaceFirst(" #\\d+$", "").toLowerCase(Locale.ROOT);
        parts.add((parts.size() == 2 ? "" : "; ") + title + " ");
        parts.add(cells.get(i));
      }
    }
    return Phrase.of(parts.toArray());
  }
}
