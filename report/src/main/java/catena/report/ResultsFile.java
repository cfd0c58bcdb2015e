// SPDX-License-Identifier: Apache-2.0
package catena.report;

import static catena.harness.activity.RunForecast.EXACT;
import static catena.harness.activity.RunForecast.REFERENCES;
import static java.nio.charset.StandardCharsets.UTF_8;

import catena.harness.activity.RunForecast;
import catena.records.budget.Measure;
import catena.records.history.FaultRecord;
import catena.records.history.RunPlan;
import catena.records.journal.ClientName;
import catena.records.run.Environment;
import catena.records.run.GraphFile;
import catena.records.run.Json;
import catena.records.run.RunDirectory;
import catena.records.server.Role;
import catena.records.tested.ServerGroup;
import catena.records.verdict.Verdict;
import catena.report.history.LatencyTrack;
import catena.report.history.Operations;
import catena.report.history.PhaseFigures;
import catena.report.history.RunHistory;
import catena.report.history.RunHistory.PhaseSpan;
import catena.report.history.Work;
import catena.report.page.Formats;
import com.google.common.collect.Maps;
import com.google.common.primitives.Doubles;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVPrinter;
import org.apache.commons.csv.CSVRecord;
import org.apache.commons.csv.DuplicateHeaderMode;

/**
 * The rows of all runs of a directory, {@code results.csv}, in the order in which they ended; and,
 * for each scenario, the same for Apache Otava.
 *
 * <p>A run has one row: a command that verifies it again, or resumes it, replaces it. Columns that
 * other programs added are kept. Runs may end at the same time: a writer holds a lock, and readers
 * see the old file or the new one.
 */
public final class ResultsFile {
  private static final CSVFormat FORMAT =
      CSVFormat.RFC4180.builder().setRecordSeparator('\n').build();

  /** A file lock is held by the process, not by the thread. */
  private static final Object PROCESS = new Object();

  private static final Set<String> COUNTED = Set.of(Verdict.PASS.name(), Verdict.BUDGET.name());

  /** The name of the run's directory; a row for each. */
  private static final String RUN = "run";

  /** When the run began, ISO 8601 in UTC. */
  private static final String TIME = "time";

  /** The scenario: rows of the same one can be compared. */
  private static final String SCENARIO = "scenario";

  /** PASS, FAIL, UNKNOWN or BUDGET; empty without one. */
  private static final String VERDICT = "verdict";

  /** The identity of the instance whose table it wrote. */
  private static final String INSTANCE = "instance";

  /** Columns that describe what a run was on, and that hold no measure. */
  private static final List<String> ATTRIBUTES =
      List.of(RUN, VERDICT, "catena", "accumulo", "hadoop", "zookeeper", "java", "tservers");

  /** The settings of writers that nothing but the cluster holds back. */
  private static final Map<String, String> UNHINDERED =
      Map.of("ingest.rate", "0", "ingest.pause.length", "", "ingest.bulk", "false");

  /** The settings of a verification that asks the servers once for everything. */
  private static final Map<String, String> OF_ALL =
      Map.of(
          "verify.sample", "1",
          "verify.rows", "",
          "verify.offline", "false",
          "verify.auths", "",
          "verify.auths.file", "");

  /** Of a shorter phase the time is that of its begin and its end, and no rate. */
  private static final double LEAST_SECONDS = 10;

  /** Which rate a verification of a graph measures, by {@code verify.mode}; none by both. */
  private static final Map<String, String> MODES =
      Map.of("auto", EXACT, "exact", EXACT, "references", REFERENCES);

  private static final List<String> WORKS = List.of("ingest", "walk", "batchwalk", "scan");

  private ResultsFile() {}

  /**
   * Puts the row of a run into the file next to its directory; does nothing if that is no local
   * directory, or if the run has nothing to compare.
   *
   * @throws IOException if the directory of the runs cannot be written to, or the file not read
   */
  public static void put(RunDirectory run, RunHistory history) throws IOException {
    Optional<Path> runs = run.local().map(path -> path.toAbsolutePath().normalize().getParent());
    if (runs.isPresent() && isWorthARow(history)) {
      put(runs.get(), row(history));
    }
  }

  static void put(Path runs, Map<String, String> row) throws IOException {
    synchronized (PROCESS) {
      try (FileChannel lock =
              FileChannel.open(
                  RunDirectory.resultsLock(runs),
                  StandardOpenOption.CREATE,
                  StandardOpenOption.WRITE);
          FileLock held = lock.lock()) {
        putLocked(runs, row, held);
      }
    }
  }

  private static void putLocked(Path runs, Map<String, String> row, FileLock held)
      throws IOException {
    if (!held.isValid()) {
      throw new IOException("the lock of the results is lost");
    }
    List<Map<String, String>> rows = new ArrayList<>(read(runs));
    rows.removeIf(each -> row.get(RUN).equals(each.get(RUN)));
    rows.add(row);
    String scenario = row.get(SCENARIO);
    List<Map<String, String>> own =
        rows.stream().filter(each -> scenario.equals(each.get(SCENARIO))).toList();
    try (RunDirectory directory = RunDirectory.at(runs.toString())) {
      replace(directory, RunDirectory.results(runs), text(rows));
      replace(
          directory,
          RunDirectory.results(runs, scenario),
          Json.PRETTY.writeValueAsString(otava(own)) + "\n");
    }
  }

  /**
   * The existing rows, each with its texts by column.
   *
   * @throws IOException if the file cannot be read or is no such file
   */
  static List<Map<String, String>> read(Path runs) throws IOException {
    List<Map<String, String>> rows = new ArrayList<>();
    try (CSVParser parser =
        CSVParser.parse(
            RunDirectory.results(runs),
            UTF_8,
            FORMAT
                .builder()
                .setHeader()
                .setSkipHeaderRecord(true)
                .setDuplicateHeaderMode(DuplicateHeaderMode.DISALLOW)
                .build())) {
      if (!parser.getHeaderNames().contains(RUN)) {
        throw new IOException(
            RunDirectory.results(runs) + " has no column run: move it, it is no file of results");
      }
      for (CSVRecord each : parser) {
        rows.add(new LinkedHashMap<>(each.toMap()));
      }
    } catch (NoSuchFileException e) {
      return rows;
    } catch (IllegalArgumentException | IllegalStateException | UncheckedIOException e) {
      throw new IOException(RunDirectory.results(runs) + " is damaged: " + e.getMessage(), e);
    }
    return rows;
  }

  /** The file's text; the header has the columns of the newest row first. */
  private static String text(List<Map<String, String>> rows) throws IOException {
    Set<String> columns = new LinkedHashSet<>(rows.get(rows.size() - 1).keySet());
    rows.forEach(each -> columns.addAll(each.keySet()));
    StringWriter text = new StringWriter();
    try (CSVPrinter printer = new CSVPrinter(text, FORMAT)) {
      printer.printRecord(columns);
      for (Map<String, String> each : rows) {
        printer.printRecord(columns.stream().map(column -> each.getOrDefault(column, "")));
      }
    }
    return text.toString();
  }

  private static void replace(RunDirectory runs, Path file, String text) throws IOException {
    runs.writeAtomically(runs.path(file.getFileName().toString()), text.getBytes(UTF_8), "results");
  }

  /**
   * One run.
   *
   * @param timestamp when it began, seconds since 1970
   */
  private record Result(long timestamp, List<Metric> metrics, Map<String, String> attributes) {}

  /** One figure of a run. */
  private record Metric(String name, String unit, double value) {}

  /**
   * The runs of one scenario as Apache Otava's JSON importer reads them: a list of objects with
   * {@code timestamp} (seconds since 1970), {@code metrics} and {@code attributes}, in the order of
   * their times; those without a time are left out.
   *
   * <p>Otava pairs the n-th value of each metric with the n-th time, so every object must have the
   * same metrics: those of the newest run; older runs that lack one of them are left out. Runs
   * whose data was wrong or not verified are left out, too: their speed means nothing.
   */
  private static List<Result> otava(List<Map<String, String>> rows) {
    List<Map<String, String>> counted =
        rows.stream()
            .filter(row -> COUNTED.contains(row.getOrDefault(VERDICT, "")))
            .filter(row -> Formats.instant(row.getOrDefault(TIME, "")).isPresent())
            .sorted((a, b) -> a.get(TIME).compareTo(b.get(TIME)))
            .toList();
    if (counted.isEmpty()) {
      return List.of();
    }
    List<String> names =
        metrics(counted.get(counted.size() - 1)).stream().map(Metric::name).toList();
    return counted.stream()
        .map(
            row ->
                new Result(
                    Instant.parse(row.get(TIME)).getEpochSecond(),
                    metrics(row).stream().filter(each -> names.contains(each.name())).toList(),
                    Maps.toMap(ATTRIBUTES, name -> row.getOrDefault(name, ""))))
        .filter(result -> result.metrics().size() == names.size())
        .toList();
  }

  private static List<Metric> metrics(Map<String, String> row) {
    return row.keySet().stream()
        .filter(column -> !unit(column).isEmpty() && Doubles.tryParse(row.get(column)) != null)
        .map(column -> new Metric(column, unit(column), Double.parseDouble(row.get(column))))
        .toList();
  }

  /** The unit of a column that holds a measure; empty for any other. */
  private static String unit(String column) {
    if (column.endsWith("_per_second")) {
      return "1/s";
    }
    if (column.endsWith("_ms")) {
      return "ms";
    }
    return column.endsWith("_seconds") ? "s" : "";
  }

  /** Whether there is anything to compare: something was written, read, hit or verified. */
  private static boolean isWorthARow(RunHistory run) {
    return !run.journal().work().isEmpty()
        || !run.faults().isEmpty()
        || run.findingTotal() > 0
        || run.verdict().filter(file -> !file.proof().compared().isEmpty()).isPresent();
  }

  /**
   * The results of a run in one row: texts by column, empty if the run has no such result. The
   * columns are the same for every run, and later versions add new ones at the end.
   */
  private static Map<String, String> row(RunHistory run) {
    Map<String, String> row = new LinkedHashMap<>();
    row.put(RUN, run.name());
    row.put(
        TIME, Instant.ofEpochMilli(run.span().from()).truncatedTo(ChronoUnit.SECONDS).toString());
    row.put(SCENARIO, run.title());
    row.put(VERDICT, run.verdict().map(file -> file.verdict().name()).orElse(""));
    row.put("catena", run.environment().map(Environment::catena).orElse(""));
    row.put("accumulo", version(run, Role.TSERVER));
    row.put("hadoop", version(run, Role.NAMENODE));
    row.put("zookeeper", version(run, Role.ZOOKEEPER));
    row.put("java", run.environment().map(Environment::java).orElse(""));
    row.put("tservers", whole(run.tservers()));
    row.put("seconds", decimal(run.span().seconds()));
    row.put("entries_written", whole(run.journal().puts().total()));
    row.put("entries_deleted", whole(run.journal().deletes().total()));
    for (String name : WORKS) {
      row.put(name + "_per_second", decimal(run.average(name)));
    }
    for (String operation : Operations.KNOWN) {
      var latencies = run.latencies(operation);
      row.put(operation + "_p50_ms", decimal(LatencyTrack.millis(latencies, 50)));
      row.put(operation + "_p99_ms", decimal(LatencyTrack.millis(latencies, 99)));
      row.put(operation + "_max_ms", decimal(LatencyTrack.millis(latencies, 100)));
    }
    row.put("findings", Long.toString(run.findingTotal()));
    row.put("faults", Integer.toString(run.faults().size()));
    row.put("faults_proven", count(run, FaultRecord::proven));
    row.put("faults_recovered", count(run, FaultRecord::overcome));
    row.put("recovery_max_seconds", decimal(run.longestRecovery()));
    for (Measure measure : Measure.values()) {
      if (measure.isMark()) {
        row.put(measure.word().replace('.', '_'), Long.toString(run.marks().get(measure)));
      }
    }
    row.put(INSTANCE, run.graph().map(GraphFile::instanceId).orElse(""));
    Map<String, Double> rates = rates(run);
    RunForecast.RATES.forEach(rate -> row.put(rate, decimal(rates.getOrDefault(rate, Double.NaN))));
    return row;
  }

  /** The rates that forecasts go by; of parts that measure the same one, the later one's. */
  private static Map<String, Double> rates(RunHistory run) {
    Map<String, Double> rates = new HashMap<>();
    List<PhaseSpan> performed = run.journal().phases();
    List<RunPlan.Phase> planned = run.plan().map(RunPlan::phases).orElse(List.of());
    for (int i = 0; i < Math.min(performed.size(), planned.size()); i++) {
      RunPlan.Phase phase = planned.get(i);
      PhaseSpan done = performed.get(i);
      if (!phase.words().equals(done.words())) {
        break; // the journal is not of this plan, or lacks a phase
      }
      if (done.span().seconds() < LEAST_SECONDS || run.journal().isOpen(done)) {
        continue;
      }
      for (String part : phase.parts()) {
        Map<String, String> own = new HashMap<>(run.settings());
        own.putAll(phase.settings().getOrDefault(part, Map.of()));
        Work work = run.journal().work().get(part);
        if (phase.words().equals("verify") && own.entrySet().containsAll(OF_ALL.entrySet())) {
          String rate = MODES.getOrDefault(own.get("verify.mode"), "");
          rates.put(rate, PhaseFigures.size(run, done.span().to()) / done.span().seconds());
        } else if (ClientName.activity(part).equals("ingest")
            && work != null
            && own.entrySet().containsAll(UNHINDERED.entrySet())) {
          rates.put(RunForecast.CLIENT, work.average() / work.clients());
        }
      }
    }
    return rates;
  }

  /**
   * What each run of a directory measured on an instance, by the names of {@link
   * RunForecast#RATES}, if it passed or only missed a budget.
   *
   * @throws IOException if the file cannot be read or is no such file
   */
  public static List<Map<String, Double>> measured(Path runs, String instance) throws IOException {
    List<Map<String, Double>> measured = new ArrayList<>();
    for (Map<String, String> row : read(runs)) {
      if (COUNTED.contains(row.getOrDefault(VERDICT, "")) && instance.equals(row.get(INSTANCE))) {
        Map<String, Double> rates = new HashMap<>();
        for (String name : RunForecast.RATES) {
          Double rate = Doubles.tryParse(row.getOrDefault(name, ""));
          if (rate != null && rate > 0) {
            rates.put(name, rate);
          }
        }
        measured.add(rates);
      }
    }
    return measured;
  }

  private static String version(RunHistory run, Role role) {
    return run.tested().stream()
        .flatMap(tested -> ServerGroup.of(tested.of(role)).stream())
        .map(group -> ServerGroup.inWords(group.versions()))
        .collect(Collectors.joining());
  }

  private static String count(RunHistory run, Predicate<FaultRecord> which) {
    return Long.toString(run.faults().stream().filter(which).count());
  }

  private static String whole(double number) {
    return Double.isFinite(number) ? Long.toString(Math.round(number)) : "";
  }

  private static String decimal(double number) {
    return Double.isFinite(number) ? String.format(Locale.ROOT, "%.3f", number) : "";
  }
}
