// SPDX-License-Identifier: Apache-2.0
package catena.scenario.witness;

import catena.records.history.FaultHistory;
import catena.records.history.FaultRecord;
import catena.records.journal.Event;
import catena.records.journal.JournalReader;
import catena.records.run.RunDirectory;
import catena.records.settings.Texts;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVRecord;
import org.apache.hadoop.fs.Path;

/**
 * What a run says that its faults cost: the measures of its journal, the table of costs of its
 * report as its user reads it, and its settings.
 *
 * @param width seconds over which the report takes the rates of writes, and of reads
 */
record Shown(List<Fault> faults, Map<Boolean, Integer> width, SortedMap<String, String> settings) {
  private static final Pattern USUAL =
      Pattern.compile("(Ingest|Queries), [^.]*?: usual are [^.]*?(?:\\.\\d+)?[^.]*? over (\\d+) s");

  /**
   * One fault.
   *
   * @param doneAt when the deed was done, wall clock in milliseconds
   * @param until when the next fault began, or nothing more is put down to this one
   * @param writes what those who write noticed
   * @param reads what those who read noticed
   */
  record Fault(
      int id,
      String kind,
      List<String> targets,
      long at,
      long doneAt,
      long until,
      boolean recovered,
      SortedMap<String, Double> measures,
      Cost writes,
      Cost reads) {
    /** The first victim's name, or the first target's. */
    String server() {
      return targets.get(0).replaceFirst("@.*", "");
    }

    /** The first victim's address; empty if it has none. */
    String address() {
      String target = targets.get(0);
      return target.contains("@") ? target.substring(target.indexOf('@') + 1) : "";
    }

    String words() {
      return id + " " + kind + " " + server();
    }
  }

  /**
   * What clients noticed; each empty where the report has a dash.
   *
   * @param depth from 0 to 1
   * @param low seconds with less than four fifths of the usual
   * @param silence seconds without any answer
   */
  record Cost(Optional<Range> depth, Optional<Range> low, Optional<Range> silence) {
    static final Cost UNKNOWN = new Cost(Optional.empty(), Optional.empty(), Optional.empty());
  }

  /** Reads the directory of a run that has ended, with its report. */
  static Shown read(java.nio.file.Path directory) throws IOException {
    try (RunDirectory run = RunDirectory.open(directory.toString())) {
      FaultHistory history = new FaultHistory();
      Map<Integer, Long> done = new HashMap<>();
      TreeSet<Long> ends = new TreeSet<>();
      for (Path journal : run.journals()) {
        JournalReader.read(
            run.fileSystem(),
            journal,
            event -> {
              history.accept(event);
              if (event instanceof Event.FaultDone each) {
                done.put(each.id(), each.at());
              } else if (event instanceof Event.PhaseEnded ended) {
                ends.add(ended.at());
              }
            });
      }
      Map<Integer, CSVRecord> costs = costs(text(run, run.reportSeries("costs.csv")));
      return new Shown(
          faults(history.faults(), done, ends, costs),
          widths(text(run, run.report("txt"))),
          run.readSettings());
    }
  }

  private static String text(RunDirectory run, Path file) throws IOException {
    return new String(run.read(file).orElse(new byte[0]), StandardCharsets.UTF_8);
  }

  private static List<Fault> faults(
      List<FaultRecord> records,
      Map<Integer, Long> done,
      TreeSet<Long> ends,
      Map<Integer, CSVRecord> costs) {
    List<Fault> faults = new ArrayList<>();
    for (int i = 0; i < records.size(); i++) {
      FaultRecord record = records.get(i);
      CSVRecord cost = costs.get(record.id());
      long over = record.endedAt().orElse(record.startedAt());
      Long phase = ends.higher(record.startedAt());
      long settled = over + Observed.SETTLING.toMillis();
      long until = phase == null ? settled : Math.min(settled, phase);
      faults.add(
          new Fault(
              record.id(),
              record.kind(),
              record.targets(),
              record.startedAt(),
              done.getOrDefault(record.id(), record.startedAt()),
              i + 1 < records.size() ? Math.min(until, records.get(i + 1).startedAt()) : until,
              record.recovered(),
              record.measures(),
              cost == null ? Cost.UNKNOWN : cost(cost, "Ingest", "None acknowledged for"),
              cost == null ? Cost.UNKNOWN : cost(cost, "Query", "None read for")));
    }
    return faults;
  }

  private static Map<Integer, CSVRecord> costs(String csv) throws IOException {
    Map<Integer, CSVRecord> rows = new HashMap<>();
    CSVFormat format = CSVFormat.RFC4180.builder().setHeader().setSkipHeaderRecord(true).build();
    try (var parser = format.parse(new StringReader(csv))) {
      for (CSVRecord row : parser) {
        rows.put(Integer.valueOf(row.get("Number").replace(",", "")), row);
      }
    }
    return rows;
  }

  private static Cost cost(CSVRecord row, String who, String silence) {
    Optional<Range> depth = value(row, who + " dip", " ratio");
    Optional<Range> low = value(row, who + " low for", " s");
    boolean none = depth.isPresent() && low.isEmpty();
    return new Cost(depth, none ? Optional.of(Range.exactly(0)) : low, value(row, silence, " s"));
  }

  private static Optional<Range> value(CSVRecord row, String title, String unit) {
    String words = title + ", in words";
    boolean more = row.isMapped(words) && !row.get(words).isEmpty();
    return value(more ? row.get(words) : row.get(title + unit));
  }

  /** A cell of the report: {@code 37.2 s}, {@code > 47 s}, {@code < 1 s}, {@code 97 %}, none. */
  static Optional<Range> value(String cell) {
    if (cell.isEmpty() || cell.equals("–")) {
      return Optional.empty();
    }
    if (cell.startsWith("none")) {
      return Optional.of(Range.exactly(0));
    }
    String number = cell.replaceFirst("^[<>] ", "");
    double value = number(number);
    return Optional.of(
        cell.startsWith("<")
            ? new Range(0, value)
            : cell.startsWith(">")
                ? new Range(value, Double.POSITIVE_INFINITY)
                : Range.exactly(value));
  }

  private static double number(String text) {
    Matcher minutes = Pattern.compile("(?:(\\d+)h)?(\\d+)m(\\d+)s").matcher(text);
    if (minutes.matches()) {
      long hours = minutes.group(1) == null ? 0 : Long.parseLong(minutes.group(1));
      return hours * 3600
          + Long.parseLong(minutes.group(2)) * 60
          + Long.parseLong(minutes.group(3));
    }
    String[] parts = text.replace(",", "").split(" ", 2);
    double value = Double.parseDouble(parts[0]);
    return switch (parts.length == 1 ? "" : parts[1]) {
      case "s", "" -> value;
      case "ms" -> value / 1000;
      case "%" -> value / 100;
      default -> throw new IllegalArgumentException("no value: " + text);
    };
  }

  private static Map<Boolean, Integer> widths(String page) {
    Map<Boolean, Integer> widths = new HashMap<>();
    Matcher usual = USUAL.matcher(page.replaceAll("\\s+", " "));
    while (usual.find()) {
      widths.put(usual.group(1).equals("Ingest"), Integer.valueOf(usual.group(2)));
    }
    return widths;
  }

  /** A time span among the settings; zero where it is not set. */
  Duration duration(String key) {
    String value = settings.getOrDefault(key, "");
    return value.isBlank() ? Duration.ZERO : Texts.parseDuration(value);
  }
}
