package catena.recompute.rule;

import catena.recompute.raw.LatencyInterval;
import catena.recompute.raw.RawRun;
import catena.recompute.sheet.Cell;
import catena.recompute.sheet.Sheet;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** How long operations took: latency-*, heat-*, histogram-*, and the table of the first screen. */
final class LatencySheets {
  private static final String SERVICE = ".service";

  /** What is known only to have taken at least so long is no latency. */
  private static final String UNANSWERED = ".unanswered";

  private static final int MOST = 360;
  private static final List<Integer> WIDTHS =
      List.of(10, 20, 30, 60, 120, 300, 600, 900, 1800, 3600);
  private static final List<String> FIRST =
      List.of("flush", "lookup", "batch", "range", "operation");

  private final RawRun run;
  private final Stretch time;

  LatencySheets(RawRun run, Stretch time) {
    this.run = run;
    this.time = time;
  }

  /** The files of each operation. */
  List<Sheet> all() {
    List<Sheet> sheets = new ArrayList<>();
    for (String operation : operations()) {
      String id = operation.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
      SortedMap<Long, Latency> stretches = stretches(operation);
      percentiles(id, stretches).ifPresent(sheets::add);
      sheets.add(heat(id, stretches));
      sheets.add(histogram(id, operation));
    }
    return sheets;
  }

  /** The table of the first screen. */
  Sheet table() {
    Sheet sheet =
        new Sheet(
            "latency",
            "Latency",
            List.of("Operation", "Number", "p50", "p90", "p99", "p99.9", "Largest"),
            List.of("Operation"));
    for (String operation : operations()) {
      Latency all = whole(operation);
      sheet.row(
          Cell.text(operation),
          Cell.count(all.number()),
          Cell.millis(all.within(500)),
          Cell.millis(all.within(900)),
          Cell.millis(all.within(990)),
          Cell.millis(all.within(999)),
          Cell.millis(all.largest()));
    }
    return sheet;
  }

  private List<String> operations() {
    SortedSet<String> operations =
        run.latencies().stream()
            .map(LatencyInterval::operation)
            .filter(operation -> !operation.endsWith(SERVICE) && !operation.endsWith(UNANSWERED))
            .collect(Collectors.toCollection(TreeSet::new));
    return operations.stream()
        .sorted(Comparator.comparingInt(o -> FIRST.contains(o) ? FIRST.indexOf(o) : FIRST.size()))
        .toList();
  }

  private Latency whole(String operation) {
    Latency latency = new Latency();
    run.latencies().stream()
        .filter(interval -> interval.operation().equals(operation))
        .forEach(interval -> latency.add(interval.counts()));
    return latency;
  }

  private long width() {
    return 1000
        * WIDTHS.stream()
            .mapToLong(width -> width)
            .filter(width -> time.seconds() <= width * MOST)
            .findFirst()
            .orElse((long) Math.ceil(time.seconds() / MOST));
  }

  /**
   * An interval counts for the stretch in which its middle lies; a stretch stands where the first
   * of its intervals began, and behind the one in front of it.
   */
  private SortedMap<Long, Latency> stretches(String operation) {
    SortedMap<Long, Latency> stretches = new TreeMap<>();
    SortedMap<Long, Long> begins = new TreeMap<>();
    for (LatencyInterval interval : run.latencies()) {
      if (interval.operation().equals(operation)) {
        long middle = interval.from() + (interval.to() - interval.from()) / 2;
        long number = Math.floorDiv(middle - time.from(), width());
        stretches.computeIfAbsent(number, any -> new Latency()).add(interval.counts());
        begins.merge(number, interval.from(), Math::min);
      }
    }
    SortedMap<Long, Latency> placed = new TreeMap<>();
    stretches.forEach(
        (number, latency) -> {
          long begin = begins.get(number);
          placed.put(placed.isEmpty() ? begin : Math.max(begin, placed.lastKey() + 1), latency);
        });
    return placed;
  }

  private java.util.Optional<Sheet> percentiles(String id, SortedMap<Long, Latency> stretches) {
    Columns columns = new Columns("latency-" + id, "ms");
    SortedMap<Long, Double> largest = new TreeMap<>();
    stretches.forEach((at, latency) -> largest.put(at, latency.largest()));
    columns.add("largest", largest);
    Map<String, Integer> permille = new TreeMap<>(Map.of("p99.9", 999, "p99", 990, "p90", 900));
    permille.put("p50", 500);
    permille.forEach(
        (name, share) -> {
          SortedMap<Long, Double> line = new TreeMap<>();
          stretches.forEach((at, latency) -> line.put(at, latency.within(share)));
          columns.add(name, line);
        });
    return columns.sheet(run.name(), time);
  }

  private Sheet heat(String id, SortedMap<Long, Latency> stretches) {
    Sheet sheet =
        new Sheet(
            "heat-" + id,
            "",
            List.of("run", "time", "from ms", "to ms", "n"),
            List.of("run", "time", "from ms"));
    stretches.forEach(
        (at, latency) ->
            latency
                .steps()
                .forEach(
                    (step, count) ->
                        sheet.row(
                            Cell.text(run.name()),
                            Cell.time(at),
                            Cell.number(Latency.edge(step)),
                            Cell.number(Latency.edge(step + 1)),
                            Cell.number((double) count))));
    return sheet;
  }

  private Sheet histogram(String id, String operation) {
    Sheet sheet =
        new Sheet(
            "histogram-" + id,
            "",
            List.of("run", "curve", "latency ms", "ratio"),
            List.of("run", "curve", "latency ms"));
    shares(sheet, "from the intended start", whole(operation));
    shares(sheet, "from the real start", whole(operation + SERVICE));
    return sheet;
  }

  private void shares(Sheet sheet, String curve, Latency latency) {
    SortedMap<Integer, Long> steps = latency.steps();
    if (!steps.isEmpty()) {
      for (int step = steps.firstKey() - 1; step <= steps.lastKey() + 1; step++) {
        sheet.row(
            Cell.text(run.name()),
            Cell.text(curve),
            Cell.number(Latency.edge(step)),
            Cell.number(steps.getOrDefault(step, 0L) / (double) latency.number()));
      }
    }
  }
}
