// SPDX-License-Identifier: Apache-2.0
package catena.bench.mutation;

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
import java.util.function.Predicate;
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

  /** The same of those that were drawn over all classes. */
  private static final double ENOUGH_OF_SAMPLE = 80;

  private static final int NOT_ENOUGH = 1;
  private static final int NOTHING_MEASURED = 2;

  private final List<Mutant> mutants = new ArrayList<>();
  private final Set<String> explained;
  private final Set<String> seenByClusters;
  private final boolean sample;

  private MutationScore(Set<String> explained, Set<String> seenByClusters, boolean sample) {
    this.explained = explained;
    this.seenByClusters = seenByClusters;
    this.sample = sample;
  }

  /**
   * The score of some reports, by class.
   *
   * @param page explains survivors: its tables' rows that begin with class, method and change
   */
  static MutationScore of(Path page, List<Path> reports) throws Exception {
    return new MutationScore(cells(page, 3), Set.of(), false).with(reports);
  }

  /**
   * The same of mutants that were drawn over all classes: by module, and fewer are enough.
   *
   * @param page also names those that an integration test killed: its tables' rows that begin with
   *     "seed", the seed, and the place as it is printed
   */
  static MutationScore ofSample(Path page, long seed, List<Path> reports) throws Exception {
    String begin = "| seed " + seed + " | ";
    Set<String> seen =
        cells(page, 2).stream()
            .filter(cells -> cells.startsWith(begin))
            .map(cells -> cells.substring(begin.length(), cells.length() - " |".length()))
            .collect(Collectors.toSet());
    return new MutationScore(cells(page, 3), seen, true).with(reports);
  }

  private MutationScore with(List<Path> reports) throws Exception {
    for (Path report : reports) {
      add(report);
    }
    return this;
  }

  /**
   * One change of one place.
   *
   * @param type the class, without its package's first part and without what it encloses
   * @param member the method, with the enclosed class's name in front if there is one
   * @param status what became of it, in PIT's words
   */
  record Mutant(String type, String member, String file, int line, String change, String status) {
    /** As a row of the table of explained survivors begins. */
    String key() {
      return "| " + type + " | " + member + " | " + change + " |";
    }

    String place() {
      return file + ":" + line + " " + type + "." + member + ": " + change;
    }

    /** Whether a test failed, or went on for too long, or the process had no memory left. */
    boolean killed() {
      return is("KILLED") || is("TIMED_OUT") || is("MEMORY_ERROR");
    }

    boolean is(String word) {
      return status.equals(word);
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

  /** The first cells of the rows of a page's tables that have one more. */
  private static Set<String> cells(Path page, int first) throws IOException {
    try (Stream<String> lines = Files.lines(page)) {
      return lines
          .filter(line -> line.startsWith("| "))
          .map(line -> line.split(" \\| ", first + 1))
          .filter(cells -> cells.length == first + 1)
          .map(cells -> String.join(" | ", Arrays.copyOf(cells, first)) + " |")
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
        node.getAttribute("status"));
  }

  private static String text(Element node, String child) {
    return node.getElementsByTagName(child).item(0).getTextContent();
  }

  /** The table, the survivors and the sum. */
  String text() {
    StringBuilder text = new StringBuilder();
    Map<String, List<Mutant>> groups =
        mutants.stream()
            .collect(Collectors.groupingBy(this::group, TreeMap::new, Collectors.toList()));
    text.append(
        String.format(
            "%-32s %8s %8s %8s %8s %12s %8s%n",
            sample ? "module" : "class",
            "mutants",
            "killed",
            "by time",
            "survived",
            "not reached",
            "percent"));
    groups.forEach((name, those) -> text.append(row(name, those)));
    text.append(row("all", mutants));
    text.append(
        list("Killed by an integration test that docs/mutation.md names", this::isSeenByCluster));
    text.append(
        list("Survivors that docs/mutation.md explains", m -> !killed(m) && isExplained(m)));
    text.append(list("Survivors", m -> !killed(m) && !isExplained(m)));
    List<Mutant> others = mutants.stream().filter(m -> killed(m) || !isExplained(m)).toList();
    text.append(
        String.format(
            Locale.ROOT,
            "%n%.1f %% of all are killed, and %.1f %% of those that are not explained%n",
            percent(mutants),
            percent(others)));
    return text.toString();
  }

  /** What a row is about. */
  private String group(Mutant mutant) {
    return sample ? mutant.type().split("\\.", 2)[0] : mutant.type();
  }

  private String list(String title, Predicate<Mutant> which) {
    List<String> places =
        mutants.stream()
            .filter(which)
            .map(
                m -> "  " + m.place() + (m.is("NO_COVERAGE") ? " (no test reaches it)" : "") + "\n")
            .toList();
    return places.isEmpty()
        ? ""
        : "\n" + title + ": " + places.size() + "\n" + String.join("", places);
  }

  private boolean isExplained(Mutant mutant) {
    return explained.contains(mutant.key());
  }

  private boolean isSeenByCluster(Mutant mutant) {
    return !mutant.killed() && seenByClusters.contains(mutant.place());
  }

  private boolean killed(Mutant mutant) {
    return mutant.killed() || isSeenByCluster(mutant);
  }

  private String row(String name, List<Mutant> those) {
    long killed = those.stream().filter(this::killed).count();
    long byTime = those.stream().filter(m -> m.is("TIMED_OUT")).count();
    long unreached = those.stream().filter(m -> m.is("NO_COVERAGE") && !killed(m)).count();
    return String.format(
        Locale.ROOT,
        "%-32s %8d %8d %8d %8d %12d %8.1f%n",
        name,
        those.size(),
        killed,
        byTime,
        those.size() - killed - unreached,
        unreached,
        percent(those));
  }

  private double percent(List<Mutant> those) {
    return those.isEmpty() ? 0 : 100.0 * those.stream().filter(this::killed).count() / those.size();
  }

  /** The exit status: 0 only if enough are killed. */
  int status() {
    if (mutants.isEmpty()) {
      return NOTHING_MEASURED;
    }
    return percent(mutants) >= (sample ? ENOUGH_OF_SAMPLE : ENOUGH) ? 0 : NOT_ENOUGH;
  }
}
