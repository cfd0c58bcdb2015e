package catena.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * How many mutants of each class the tests killed, from the reports of PIT, and which survived.
 *
 * <p>It needs no other class, so that {@code bench/run mutation} runs it from its source.
 */
public final class MutationScore {
  /** Percent of all the mutants, the explained ones too, that must be killed. */
  private static final double ENOUGH = 95;

  private static final int NOT_ENOUGH = 1;
  private static final int NOTHING_MEASURED = 2;

  private final List<Mutant> mutants = new ArrayList<>();
  private final Set<String> explained;

  private MutationScore(Set<String> explained) {
    this.explained = explained;
  }

  /**
   * The score of some reports.
   *
   * @param page explains survivors: its tables' rows that begin with class, method and change
   */
  static MutationScore of(Path page, List<Path> reports) throws Exception {
    MutationScore score = new MutationScore(explained(page));
    for (Path report : reports) {
      score.add(report);
    }
    return score;
  }

  /**
   * One change of one place.
   *
   * @param type the class, without its package's first part and without what it encloses
   * @param member the method, with the enclosed class's name in front if there is one
   * @param killed whether a test failed, or went on for too long
   * @param byTime whether it is the latter
   */
  record Mutant(
      String type,
      String member,
      String file,
      int line,
      String change,
      boolean killed,
      boolean byTime) {
    /** As a row of the table of explained survivors begins. */
    String key() {
      return "| " + type + " | " + member + " | " + change + " |";
    }

    String place() {
      return file + ":" + line + "  " + type + "." + member + ": " + change;
    }
  }

  /** Prints the score of reports: the page that explains survivors, then the reports. */
  public static void main(String... words) {
    int status = NOTHING_MEASURED;
    try {
      List<Path> paths = Arrays.stream(words).map(Path::of).toList();
      MutationScore score = of(paths.get(0), paths.subList(1, paths.size()));
      System.out.print(score.text());
      status = score.status();
    } catch (Exception e) {
      System.err.println("the reports cannot be read: " + e);
    }
    System.exit(status);
  }

  /** The beginnings of the rows of a page's tables that name a mutant, up to the reason. */
  private static Set<String> explained(Path page) throws IOException {
    try (Stream<String> lines = Files.lines(page)) {
      return lines
          .filter(line -> line.startsWith("| "))
          .map(line -> line.split(" \\| ", 4))
          .filter(cells -> cells.length == 4)
          .map(cells -> cells[0] + " | " + cells[1] + " | " + cells[2] + " |")
          .collect(Collectors.toSet());
    }
  }

  private void add(Path report) throws Exception {
    NodeList nodes =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(report.toFile())
            .getElementsByTagName("mutation");
    for (int i = 0; i < nodes.getLength(); i++) {
      mutants.add(mutant((Element) nodes.item(i)));
    }
    mutants.sort(Comparator.comparing(Mutant::type).thenComparing(Mutant::line));
  }

  private static Mutant mutant(Element node) {
    String[] nested = text(node, "mutatedClass").replaceFirst("^catena\\.", "").split("\\$", 2);
    String method = text(node, "mutatedMethod");
    return new Mutant(
        nested[0],
        nested.length > 1 ? nested[1] + "." + method : method,
        text(node, "sourceFile"),
        Integer.parseInt(text(node, "lineNumber")),
        text(node, "description").replace('|', '/'),
        Boolean.parseBoolean(node.getAttribute("detected")),
        node.getAttribute("status").equals("TIMED_OUT"));
  }

  private static String text(Element node, String child) {
    return node.getElementsByTagName(child).item(0).getTextContent();
  }

  /** The table, the survivors and the sum. */
  String text() {
    StringBuilder text = new StringBuilder();
    Map<String, List<Mutant>> byType =
        mutants.stream()
            .collect(Collectors.groupingBy(Mutant::type, TreeMap::new, Collectors.toList()));
    text.append(
        String.format(
            "%-32s %8s %8s %8s %8s%n", "class", "mutants", "killed", "by time", "percent"));
    byType.forEach((type, those) -> text.append(row(type, those)));
    text.append(row("all", mutants));
    text.append(survivors("Survivors that docs/mutation.md explains", true));
    text.append(survivors("Survivors", false));
    List<Mutant> others = mutants.stream().filter(m -> m.killed() || !isExplained(m)).toList();
    text.append(
        String.format(
            Locale.ROOT,
            "%n%.1f %% of all are killed, and %.1f %% of those that are not explained%n",
            percent(mutants),
            percent(others)));
    return text.toString();
  }

  private String survivors(String title, boolean areExplained) {
    List<Mutant> those =
        mutants.stream().filter(m -> !m.killed() && isExplained(m) == areExplained).toList();
    String places = those.stream().map(m -> "  " + m.place() + "\n").collect(Collectors.joining());
    return those.isEmpty() ? "" : "\n" + title + ": " + those.size() + "\n" + places;
  }

  private boolean isExplained(Mutant mutant) {
    return explained.contains(mutant.key());
  }

  private static String row(String name, List<Mutant> those) {
    long byTime = those.stream().filter(Mutant::byTime).count();
    return String.format(
        Locale.ROOT,
        "%-32s %8d %8d %8d %8.1f%n",
        name,
        those.size(),
        killed(those),
        byTime,
        percent(those));
  }

  private static long killed(List<Mutant> those) {
    return those.stream().filter(Mutant::killed).count();
  }

  private static double percent(List<Mutant> those) {
    return those.isEmpty() ? 0 : 100.0 * killed(those) / those.size();
  }

  /** The exit status: 0 only if enough are killed. */
  int status() {
    if (mutants.isEmpty()) {
      return NOTHING_MEASURED;
    }
    return percent(mutants) >= ENOUGH ? 0 : NOT_ENOUGH;
  }
}
