package catena.scenario.recompute;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
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
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;

/**
 * {@code bench/recompute RUN}: are the sampled figures of a run's report those of its samples?
 *
 * <p>It shares no code with what writes samples or reports. It reads {@code stats/*.jsonl} and
 * {@code stats/stats.out} by docs/stats.md, and looks up each cell of the files of {@code report/}
 * that show samples by the list in docs/report.md. A file that shows no samples is passed over; one
 * that shows fewer lines than were sampled (of many hosts) is named as not compared.
 */
final class SampledFigures {
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

  /** The title of a column for all processes of a role. */
  private static final Pattern REDUCED = Pattern.compile("^(.*), (?:median|(highest) of \\d+)");

  /** The scopes of samples that a file shows, by the first word of its name. */
  private static final Map<String, String> SCOPES =
      Map.of("group", "group:", "host", "host:", "cluster", "cluster", "tables", "table:");

  /** What was sampled: a scope and a metric, and its value at each time. */
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
  static SampledFigures of(Path run) throws IOException {
    SampledFigures figures = new SampledFigures();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(run.resolve("stats"), "*.jsonl*")) {
      for (Path file : files) {
        figures.readSamples(file);
      }
    }
    for (String line : Files.readAllLines(run.resolve("stats/stats.out"))) {
      String[] fields = line.strip().split(" +");
      figures.statsOut.put(Long.parseLong(fields[0]), fields);
    }
    try (DirectoryStream<Path> files = Files.newDirectoryStream(run.resolve("report"), "*.csv")) {
      List<Path> sorted = new ArrayList<>();
      files.forEach(sorted::add);
      sorted.sort(Comparator.naturalOrder());
      for (Path file : sorted) {
        figures.compare(file);
      }
    }
    return figures;
  }

  /** A row for each cell that differs, and for each file that could not be compared. */
  List<String> lines() {
    return lines;
  }

  int cells() {
    return cells;
  }

  int differing() {
    return differing;
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
        sample
            .get("values")
            .properties()
            .forEach(
                value ->
                    sampled
                        .computeIfAbsent(
                            scope + " " + value.getKey(),
                            key -> new Series(scope, value.getKey(), new HashMap<>()))
                        .values()
                        .put(sample.get("at").asLong(), value.getValue().asDouble()));
      }
    }
  }

  private void compare(Path file) throws IOException {
    String name = file.getFileName().toString().replace(".csv", "");
    String first = name.split("-", 2)[0];
    if (!FIELDS.containsKey(name) && !SCOPES.containsKey(first)) {
      return;
    }
    List<CSVRecord> rows;
    try (CSVParser parser = CSVParser.parse(file, StandardCharsets.UTF_8, CSVFormat.DEFAULT)) {
      rows = parser.getRecords();
    }
    for (int column = 3; column < rows.get(0).size(); column++) {
      String title = rows.get(0).get(column);
      if (FIELDS.containsKey(name)) {
        int field = fields(name, rows.get(0).size() - 3)[column - 3];
        compare(name, title, rows, column, at -> known(statsOut.get(at), field));
        continue;
      }
      List<Series> named =
          sampled.values().stream().filter(series -> shows(name, first, title, series)).toList();
      Matcher reduced = REDUCED.matcher(title);
      if (reduced.find()) {
        compareReduced(name, title, rows, column, reduced.group(1), reduced.group(2) == null);
      } else if (named.isEmpty()) {
        lines.add(name + ": " + title + ": no samples are behind it, not compared");
      } else {
        compareWithNearest(name, title, rows, column, named);
      }
    }
  }

  /** The fields of a file's columns: what was never known has no column, if there are others. */
  private int[] fields(String name, int columns) {
    int[] all = FIELDS.get(name);
    return columns == all.length
        ? all
        : Arrays.stream(all)
            .filter(field -> statsOut.values().stream().anyMatch(f -> !f[field].equals("-")))
            .toArray();
  }

  /** A line for all processes of a role: the highest, or the median of those known at each time. */
  private void compareReduced(
      String name, String title, List<CSVRecord> rows, int column, String role, boolean median) {
    String metric = name.substring("group-".length());
    List<Series> of =
        sampled.values().stream()
            .filter(series -> series.scope().startsWith("group:" + role + "@"))
            .filter(series -> series.metric().replace('.', '-').equals(metric))
            .toList();
    compare(
        name,
        title,
        rows,
        column,
        at -> {
          double[] known =
              of.stream()
                  .map(series -> series.values().get(at))
                  .filter(Objects::nonNull)
                  .mapToDouble(value -> value)
                  .sorted()
                  .toArray();
          if (known.length == 0) {
            return OptionalDouble.empty();
          }
          int half = known.length / 2;
          double middle = known.length % 2 == 1 ? known[half] : (known[half - 1] + known[half]) / 2;
          return OptionalDouble.of(median ? middle : known[known.length - 1]);
        });
  }

  /** Where words fit several metrics, the one that is shown is the one from which fewest differ. */
  private void compareWithNearest(
      String name, String title, List<CSVRecord> rows, int column, List<Series> named) {
    Series nearest =
        named.stream()
            .min(Comparator.comparingInt(s -> differences(rows, column, s.values()).size()))
            .orElseThrow();
    compare(name, title, rows, column, at -> optional(nearest.values().get(at)));
  }

  private interface Look {
    OptionalDouble at(long millis);
  }

  private void compare(String name, String title, List<CSVRecord> rows, int column, Look look) {
    cells += rows.size() - 1;
    for (CSVRecord row : rows.subList(1, rows.size())) {
      OptionalDouble right = look.at(Instant.parse(row.get(1)).toEpochMilli());
      if (!same(row.get(column), right)) {
        differing++;
        lines.add(
            "%s: %s at %s: shown %s, sampled %s"
                .formatted(name, title, row.get(1), row.get(column), words(right)));
      }
    }
  }

  private static List<CSVRecord> differences(
      List<CSVRecord> rows, int column, Map<Long, Double> values) {
    return rows.stream()
        .skip(1)
        .filter(
            row ->
                !same(
                    row.get(column),
                    optional(values.get(Instant.parse(row.get(1)).toEpochMilli()))))
        .toList();
  }

  private static String words(OptionalDouble value) {
    return value.isPresent() ? Double.toString(value.getAsDouble()) : "nothing";
  }

  private static OptionalDouble optional(Double value) {
    return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
  }

  private static OptionalDouble known(String[] fields, int field) {
    return fields == null || fields[field].equals("-")
        ? OptionalDouble.empty()
        : OptionalDouble.of(Double.parseDouble(fields[field]));
  }

  private static boolean same(String shown, OptionalDouble right) {
    if (shown.isEmpty() || right.isEmpty()) {
      return shown.isEmpty() && right.isEmpty();
    }
    double value = right.getAsDouble();
    return Math.abs(Double.parseDouble(shown) - value) <= 1e-6 * Math.max(1, Math.abs(value));
  }

  /** Whether the words of a file's name and of a column's title are those of a metric. */
  private static boolean shows(String name, String first, String title, Series series) {
    if (!series.scope().startsWith(SCOPES.get(first))) {
      return false;
    }
    String of = series.scope().substring(Math.min(series.scope().length(), 6));
    String shown = title.split(" ")[0];
    List<String> metric = Arrays.asList(series.metric().split("\\."));
    Set<String> words = new TreeSet<>(Arrays.asList(title.split("[ ,]+")));
    return switch (first) {
      case "group" ->
          name.equals("group-" + String.join("-", metric))
              && (of.equals(shown) || of.split("@")[0].equals(shown));
      case "host" ->
          name.equals("host-" + String.join("-", metric)) && series.scope().equals("host:" + shown);
      default ->
          name.split("-")[1].equals(metric.get(0))
              && (first.equals("cluster") || title.contains(", " + of))
              && words.containsAll(metric.subList(1, metric.size()));
    };
  }
}
