package catena.recompute.raw;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Properties;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;

/** Reads the raw files of a run; a line that is torn is left out and noted. */
public final class RawReader {
  private static final int CLASSIC_FIELDS = 27;
  private static final int ADDITION_CELLS = 8;

  private final ObjectMapper json = new ObjectMapper();
  private final Path root;
  private final List<String> notes = new ArrayList<>();

  private RawReader(Path root) {
    this.root = root;
  }

  /**
   * Reads a run.
   *
   * @throws IOException if it is no directory or a file that is there cannot be read
   */
  public static RawRun read(Path directory) throws IOException {
    return new RawReader(directory).read();
  }

  private long startMillis() throws IOException {
    return document("environment.json").map(e -> e.path("startMillis").asLong()).orElse(0L);
  }

  /**
   * From a day before the run was described, or from 2008 on where nobody says when that was: what
   * has another time has none.
   */
  private long earliest() throws IOException {
    long then = 1_199_145_600_000L;
    return startMillis() > then ? startMillis() - 86_400_000 : then;
  }

  private RawRun read() throws IOException {
    if (!Files.isDirectory(root)) {
      throw new IOException(root + " is no directory");
    }
    List<Event> events = new ArrayList<>();
    for (Path file : files("events", ".jsonl")) {
      lines(file, line -> events.add(Event.of(json.readTree(line))));
    }
    long earliest = earliest();
    events.removeIf(event -> event.beganAt() < earliest);
    List<LatencyInterval> latencies = new ArrayList<>();
    for (Path file : files("latency", ".hlog")) {
      lines(
          file,
          line -> {
            if (LatencyInterval.isOne(line)) {
              latencies.add(LatencyInterval.of(line));
            }
          });
    }
    latencies.removeIf(interval -> interval.from() < earliest);
    SortedMap<Integer, NavigableMap<Long, Double>> classic = classic();
    classic.values().forEach(series -> series.headMap(earliest, false).clear());
    SortedMap<String, SortedMap<String, NavigableMap<Long, Double>>> samples = samples();
    samples
        .values()
        .forEach(
            scope -> scope.values().forEach(series -> series.headMap(earliest, false).clear()));
    List<Ledger> ledgers = new ArrayList<>();
    for (Path file : files("ledger", ".ledger")) {
      ledgers.add(Ledger.of(file.getFileName().toString(), Files.readAllBytes(file)));
    }
    return new RawRun(
        root.toRealPath().getFileName().toString(),
        events,
        latencies,
        classic,
        samples,
        units(),
        ledgers,
        document("verdict.json"),
        findings(),
        document("causes.json"),
        settings(),
        tservers(),
        additions(),
        startMillis(),
        notes);
  }

  private List<Path> files(String folder, String ending) throws IOException {
    if (!Files.isDirectory(root.resolve(folder))) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(root.resolve(folder))) {
      return all.filter(file -> file.toString().endsWith(ending)).sorted().toList();
    }
  }

  /** Takes a line. */
  @FunctionalInterface
  private interface Taker {
    void take(String line) throws IOException;
  }

  private void lines(Path file, Taker taker) throws IOException {
    int unreadable = 0;
    String text = new String(bytes(file), StandardCharsets.UTF_8);
    try (BufferedReader in = new BufferedReader(new StringReader(text))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        try {
          taker.take(line);
        } catch (IOException | IllegalArgumentException e) {
          unreadable++;
        }
      }
    }
    if (unreadable > 0) {
      notes.add(root.relativize(file) + ": " + unreadable + " lines cannot be read");
    }
  }

  private static byte[] bytes(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    if (!file.toString().endsWith(".gz")) {
      return bytes;
    }
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
      return in.readAllBytes();
    }
  }

  private SortedMap<Integer, NavigableMap<Long, Double>> classic() throws IOException {
    SortedMap<Integer, NavigableMap<Long, Double>> fields = new TreeMap<>();
    for (Path file : files("stats", ".out")) {
      lines(
          file,
          line -> {
            String[] words = line.strip().split(" +", -1);
            if (words.length != CLASSIC_FIELDS) {
              throw new IllegalArgumentException(words.length + " fields");
            }
            double[] values = new double[CLASSIC_FIELDS];
            for (int i = 1; i < CLASSIC_FIELDS; i++) {
              values[i] = words[i].equals("-") ? Double.NaN : Double.parseDouble(words[i]);
            }
            long at = Long.parseLong(words[0]);
            for (int i = 1; i < CLASSIC_FIELDS; i++) {
              fields.computeIfAbsent(i, field -> new TreeMap<>()).put(at, values[i]);
            }
          });
    }
    return fields;
  }

  /**
   * All but those of the clients, which are the journals' numbers over again. A file beside the
   * same with {@code .gz} was being compressed when its writer died.
   */
  private SortedMap<String, SortedMap<String, NavigableMap<Long, Double>>> samples()
      throws IOException {
    SortedMap<String, SortedMap<String, NavigableMap<Long, Double>>> scopes = new TreeMap<>();
    List<Path> compressed = files("stats", ".jsonl.gz");
    List<Path> all = new ArrayList<>(compressed);
    all.addAll(files("stats", ".jsonl"));
    all.removeIf(file -> compressed.contains(file.resolveSibling(file.getFileName() + ".gz")));
    for (Path file : all) {
      if (!file.getFileName().toString().matches("clients(-\\d+)?\\.jsonl(\\.gz)?")) {
        lines(file, line -> sample(json.readTree(line), scopes));
      }
    }
    return scopes;
  }

  private static void sample(
      JsonNode line, SortedMap<String, SortedMap<String, NavigableMap<Long, Double>>> scopes) {
    if (!line.path("scope").isTextual()) {
      throw new IllegalArgumentException("no sample");
    }
    long at = line.path("at").asLong();
    line.path("values")
        .fields()
        .forEachRemaining(
            each ->
                of(scopes, line, each.getKey())
                    .put(at, each.getValue().isNumber() ? each.getValue().asDouble() : Double.NaN));
    line.path("absent").forEach(name -> of(scopes, line, name.asText()).put(at, Double.NaN));
  }

  private static NavigableMap<Long, Double> of(
      SortedMap<String, SortedMap<String, NavigableMap<Long, Double>>> scopes,
      JsonNode line,
      String name) {
    return scopes
        .computeIfAbsent(line.path("scope").asText(), scope -> new TreeMap<>())
        .computeIfAbsent(name, any -> new TreeMap<>());
  }

  private Map<String, String> units() throws IOException {
    Map<String, String> units = new HashMap<>();
    document("stats/metrics.json")
        .ifPresent(
            all ->
                all.fields()
                    .forEachRemaining(
                        each -> units.put(each.getKey(), each.getValue().path("unit").asText(""))));
    return units;
  }

  private Optional<JsonNode> document(String name) throws IOException {
    Path file = root.resolve(name);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      return Optional.of(json.readTree(Files.readAllBytes(file)));
    } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
      notes.add(name + " is cut off or damaged");
      return Optional.empty();
    }
  }

  private List<List<String>> additions() throws IOException {
    List<List<String>> additions = new ArrayList<>();
    Path file = root.resolve("additions.csv");
    if (Files.exists(file)) {
      lines(
          file,
          line -> {
            List<String> cells = List.of(line.split(",", -1));
            if (cells.size() != ADDITION_CELLS) {
              throw new IllegalArgumentException(cells.size() + " cells");
            }
            if (!cells.get(0).equals("number")) {
              additions.add(cells);
            }
          });
    }
    return additions;
  }

  private Optional<SortedMap<String, Long>> findings() throws IOException {
    Path file = root.resolve("findings.jsonl");
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    SortedMap<String, Long> kinds = new TreeMap<>();
    lines(
        file,
        line -> {
          JsonNode finding = json.readTree(line);
          long number = finding.path("together").path("findings").asLong(1);
          kinds.merge(kind(finding), number, Long::sum);
        });
    return Optional.of(kinds);
  }

  /**
   * The kind of a finding.
   *
   * @throws IllegalArgumentException if it has none
   */
  public static String kind(JsonNode finding) {
    if (!finding.path("kind").isTextual()) {
      throw new IllegalArgumentException("no finding");
    }
    return finding.path("kind").asText();
  }

  private SortedMap<String, String> settings() throws IOException {
    SortedMap<String, String> settings = new TreeMap<>();
    Path file = root.resolve("settings.properties");
    if (Files.exists(file)) {
      Properties properties = new Properties();
      properties.load(new StringReader(Files.readString(file)));
      properties.stringPropertyNames().forEach(k -> settings.put(k, properties.getProperty(k)));
    }
    return settings;
  }

  private OptionalInt tservers() throws IOException {
    Path file = root.resolve("scenario.yaml");
    try {
      if (Files.exists(file)
          && new Yaml(new SafeConstructor(new LoaderOptions())).load(Files.readString(file))
              instanceof Map<?, ?> top
          && top.get("cluster") instanceof Map<?, ?> cluster
          && cluster.get("tserver") instanceof Integer number) {
        return OptionalInt.of(number);
      }
    } catch (YAMLException e) {
      notes.add("scenario.yaml is cut off or no YAML");
    }
    return tested();
  }

  /** Those of the last snapshot of what was under test. */
  private OptionalInt tested() throws IOException {
    int known = 0;
    Optional<JsonNode> document = document("tested.json");
    if (document.isPresent()) {
      JsonNode snapshots = document.get().path("snapshots");
      for (JsonNode server : snapshots.path(snapshots.size() - 1).path("servers")) {
        known += server.path("role").asText().equals("tserver") ? 1 : 0;
      }
    }
    return known > 0 ? OptionalInt.of(known) : OptionalInt.empty();
  }
}
