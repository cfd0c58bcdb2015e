// SPDX-License-Identifier: Apache-2.0
package catena.scenario.recompute;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.LongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;

/**
 * {@code bench/recompute RUN}: are the sampled figures of a run's report those of its samples?
 *
 * <p>It shares no code with what writes samples or reports. It reads {@code stats/*.jsonl} and
 * {@code stats/stats.out} by docs/stats.md, and looks up each cell of the files of {@code report/}
 * that show samples by the list in CONTRIBUTING.md. A file that shows no samples is passed over.
 */
public final class SampledFigures {
  /** The fields of {@code stats.out} behind each column of a file. */
  private static final Map<String, int[]> FIELDS =
      Map.of(
          "table-entries", new int[] {5, 2},
          "entries-in-memory", new int[] {6},
          "tablets", new int[] {9, 10},
          "files-per-tablet", new int[] {24, 25, 23, 26},
          "tservers", new int[] {1},
          "server-rates", new int[] {7, 3, 8, 4},
          "hdfs-bytes", new int[] {11, 14},
          "hdfs-files", new int[] {13, 16, 12, 15},
          "yarn", new int[] {17, 18, 21, 22});

  /** The scopes of samples that a file shows, by the first word of its name. */
  private static final Map<String, String> SCOPES =
      Map.of("group", "group:", "host", "host:", "cluster", "cluster", "tables", "table:");

  /** The title of a column for all processes of a role. */
  private static final Pattern REDUCED = Pattern.compile("^(.*), (?:median|(highest) of \\d+)");

  /** The columns of a plot's file before those of its lines. */
  private static final int FIRST = 3;

  /** What was sampled of one metric in one scope, by time. */
  private record Series(String scope, String metric, Map<Long, Double> values) {}

  private final Map<String, Series> sampled = new TreeMap<>();
  private final Map<Long, String[]> statsOut = new HashMap<>();
  private final List<String> lines = new ArrayList<>();
  private int cells;
  private int differing;

  private SampledFigures() {}

  /** Exits with 0 if no cell differs, 1 if one does, 2 if none could be compared. */
  public static void main(String[] arguments) throws IOException {
    if (arguments.length != 1) {
      System.err.println("bench/recompute RUN");
      System.exit(64);
    }
    SampledFigures figures = of(Path.of(arguments[0]));
    figures.lines.forEach(System.out::println);
    System.out.printf("%,d cells compared, %,d differ%n", figures.cells, figures.differing);
    System.exit(figures.cells == 0 ? 2 : figures.differing == 0 ? 0 : 1);
  }

  /** Compares the report in a run's directory with its samples. */
  public static SampledFigures of(Path run) throws IOException {
    SampledFigures figures = new SampledFigures();
    for (Path file : files(run.resolve("stats"), ".*\\.jsonl(\\.gz)?")) {
      figures.readSamples(file);
    }
    for (String line : Files.readAllLines(run.resolve("stats/stats.out"))) {
      String[] fields = line.strip().split(" +", -1);
      figures.statsOut.put(Long.parseLong(fields[0]), fields);
    }
    for (Path file : files(run.resolve("report"), ".*\\.csv")) {
      figures.compare(file);
    }
    return figures;
  }

  /** One for each cell that differs, and for each column that could not be compared. */
  public List<String> lines() {
    return lines;
  }

  /** How many were compared. */
  public int cells() {
    return cells;
  }

  /** How many of them differ. */
  public int differing() {
    return differing;
  }

  private static List<Path> files(Path directory, String name) throws IOException {
    try (Stream<Path> all = Files.list(directory)) {
      return all.filter(file -> file.getFileName().toString().matches(name)).sorted().toList();
    }
  }

  private void readSamples(Path file) throws IOException {
    ObjectMapper json = new ObjectMapper();
    try (InputStream raw = Files.newInputStream(file);
        InputStream in = file.toString().endsWith(".gz") ? new GZIPInputStream(raw) : raw;
        BufferedReader text =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      for (String line = text.readLine(); line != null; line = text.readLine()) {
        JsonNode sample = json.readTree(line);
        String scope = sample.get("scope").asText();
        for (Map.Entry<String, JsonNode> value : sample.get("values").properties()) {
          sampled
              .computeIfAbsent(
                  scope + " " + value.getKey(),
                  key -> new Series(scope, value.getKey(), new HashMap<>()))
              .values()
              .put(sample.get("at").asLong(), value.getValue().asDouble());
        }
      }
    }
  }

  private void compare(Path file) throws IOException {
    String name = file.getFileName().toString().replace(".csv", "");
    if (!FIELDS.containsKey(name) && !SCOPES.containsKey(first(name, '-'))) {
      return;
    }
    try (CSVParser parser = CSVParser.parse(file, StandardCharsets.UTF_8, CSVFormat.DEFAULT)) {
      List<CSVRecord> rows = parser.getRecords();
      for (int column = FIRST; column < rows.get(0).size(); column++) {
        compare(name, rows, column);
      }
    }
  }

  private void compare(String name, List<CSVRecord> rows, int column) {
    String title = rows.get(0).get(column);
    List<List<String>> wrong =
        candidates(name, title, column - FIRST, rows.get(0).size() - FIRST).stream()
            .map(right -> differences(name + ": " + title, rows, column, right))
            .toList();
    if (wrong.isEmpty()) {
      lines.add(name + ": " + title + ": no samples are behind it, not compared");
      return;
    }
    // Where words fit several metrics, the one that is shown is that from which fewest cells
    // differ.
    List<String> fewest = wrong.stream().min(Comparator.comparingInt(List::size)).orElseThrow();
    cells += rows.size() - 1;
    differing += fewest.size();
    lines.addAll(fewest);
  }

  /** What a column may show: its value at a time, or null. */
  private List<LongFunction<Double>> candidates(String name, String title, int index, int columns) {
    if (FIELDS.containsKey(name)) {
      // What was never known has no column, if there are others.
      int[] all = FIELDS.get(name);
      int[] shown = columns == all.length ? all : Arrays.stream(all).filter(this::known).toArray();
      return List.of(at -> field(statsOut.get(at), shown[index]));
    }
    Matcher reduced = REDUCED.matcher(title);
    if (!reduced.find()) {
      return sampled.values().stream()
          .filter(series -> shows(name, title, series))
          .map(series -> (LongFunction<Double>) series.values()::get)
          .toList();
    }
    List<Series> role =
        sampled.values().stream()
            .filter(series -> series.scope().startsWith("group:" + reduced.group(1) + "@"))
            .filter(series -> name.equals("group-" + series.metric().replace('.', '-')))
            .toList();
    return List.of(at -> reduced(role, at, reduced.group(2) == null));
  }

  /** The median, or the highest, of the processes that are known at a time. */
  private static Double reduced(List<Series> role, long at, boolean median) {
    double[] known =
        role.stream()
            .map(series -> series.values().get(at))
            .filter(Objects::nonNull)
            .mapToDouble(value -> value)
            .sorted()
            .toArray();
    if (known.length == 0) {
      return null;
    }
    double middle = (known[(known.length - 1) / 2] + known[known.length / 2]) / 2;
    return median ? middle : known[known.length - 1];
  }

  private static List<String> differences(
      String what, List<CSVRecord> rows, int column, LongFunction<Double> right) {
    List<String> wrong = new ArrayList<>();
    for (CSVRecord row : rows.subList(1, rows.size())) {
      Double sample = right.apply(Instant.parse(row.get(1)).toEpochMilli());
      if (!same(row.get(column), sample)) {
        wrong.add(
            "%s at %s: shown %s, sampled %s".formatted(what, row.get(1), row.get(column), sample));
      }
    }
    return wrong;
  }

  private static boolean same(String shown, Double right) {
    if (shown.isEmpty() || right == null) {
      return shown.isEmpty() && right == null;
    }
    return Math.abs(Double.parseDouble(shown) - right) <= 1e-6 * Math.max(1, Math.abs(right));
  }

  private boolean known(int field) {
    return statsOut.values().stream().anyMatch(fields -> !fields[field].equals("-"));
  }

  private static Double field(String[] fields, int field) {
    return fields == null || fields[field].equals("-") ? null : Double.valueOf(fields[field]);
  }

  private static String first(String text, char separator) {
    int at = text.indexOf(separator);
    return at < 0 ? text : text.substring(0, at);
  }

  /** Whether a file's name and a column's title are those of a metric. */
  private static boolean shows(String name, String title, Series series) {
    String first = first(name, '-');
    if (!series.scope().startsWith(SCOPES.get(first))) {
      return false;
    }
    String of = series.scope().replaceFirst("^\\w+:", "");
    String shown = first(title, ' ');
    List<String> metric = Arrays.asList(series.metric().split("\\.", -1));
    return switch (first) {
      case "group", "host" ->
          name.equals(first + "-" + String.join("-", metric))
              && (of.equals(shown) || (first.equals("group") && first(of, '@').equals(shown)));
      default ->
          (name + "-").startsWith(first + "-" + metric.get(0) + "-")
              && (title + " ")
                  .startsWith(series.metric() + (first.equals("cluster") ? " " : ", " + of + " "));
    };
  }
}
