package catena.report.lag;

import catena.read.announce.LagTimes;
import catena.read.check.Count;
import catena.records.words.Amounts;
import catena.report.history.RunHistory;
import catena.report.page.Formats;
import catena.report.page.Plot;
import catena.report.page.Plot.Curve;
import catena.report.page.Plot.CurvePlot;
import catena.report.page.Plot.Point;
import catena.report.page.Section;
import catena.report.page.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * The lags of rows that {@code ingest} announced and {@code lag} looked for: a row for each part,
 * and the distribution of the lagging ones as YCSB++ draws it.
 */
public final class LagPage {
  private static final double NANOS_PER_MILLI = 1e6;

  /** Points of a curve: one for each step of the scale of latencies. */
  private static final int STEPS = 20;

  private LagPage() {}

  /** What one part of a run found. */
  private record Part(int index, RunHistory run, String name, SortedMap<String, Histogram> times) {
    Optional<Histogram> lags() {
      return Optional.ofNullable(times.get(LagTimes.LAG)).filter(all -> all.getTotalCount() > 0);
    }

    Optional<Histogram> visible() {
      return Optional.ofNullable(times.get(LagTimes.VISIBLE))
          .filter(all -> all.getTotalCount() > 0);
    }

    /** What the verdict counts; empty if there is no verdict yet. */
    Optional<Long> count(Count count) {
      return run.verdict()
          .map(file -> file.tally().getOrDefault(name + ": " + count.words(), 0L))
          .filter(n -> n > 0 || run.verdict().orElseThrow().tally().containsKey(announced()));
    }

    private String announced() {
      return name + ": " + Count.ANNOUNCED.words();
    }
  }

  private static List<Part> parts(List<RunHistory> runs) {
    List<Part> parts = new ArrayList<>();
    for (int i = 0; i < runs.size(); i++) {
      SortedMap<String, SortedMap<String, Histogram>> all = new TreeMap<>();
      runs.get(i).partLatencies().entrySet().stream()
          .filter(
              part ->
                  part.getValue().containsKey(LagTimes.VISIBLE)
                      || part.getValue().containsKey(LagTimes.LAG))
          .forEach(part -> all.put(part.getKey(), part.getValue()));
      int run = i;
      all.forEach((name, times) -> parts.add(new Part(run, runs.get(run), name, times)));
    }
    return parts;
  }

  /** The table; empty if no run has looked for announced rows. */
  public static Optional<Table> table(List<RunHistory> runs) {
    List<Part> parts = parts(runs);
    if (parts.isEmpty()) {
      return Optional.empty();
    }
    Table.Draft table =
        Table.of(
                "lags",
                "Read-after-write lag",
                "Rows that were announced when a batch writer had them. A lag lasts from the first"
                    + " attempt to read a row to the answer that had it; percentiles are of the"
                    + " rows that needed more than one. Seen after: from the insert, of all rows,"
                    + " where writer and reader have one clock.")
            .columns(
                "Run",
                "Part",
                "Announced",
                "Lagging",
                "Not seen",
                "Lag p50",
                "Lag p90",
                "Lag p99",
                "Lag max",
                "Seen after p50",
                "Seen after p99",
                "Seen after max");
    for (Part part : parts) {
      table.row(
          part.run.name(),
          part.name,
          part.count(Count.ANNOUNCED).map(Amounts::grouped).orElse(Formats.NONE),
          lagging(part),
          part.count(Count.UNSEEN).map(Amounts::grouped).orElse(Formats.NONE),
          percentile(part.lags(), 50),
          percentile(part.lags(), 90),
          percentile(part.lags(), 99),
          percentile(part.lags(), 100),
          percentile(part.visible(), 50),
          percentile(part.visible(), 99),
          percentile(part.visible(), 100));
    }
    return Optional.of(table.done());
  }

  private static String lagging(Part part) {
    Optional<Long> announced = part.count(Count.ANNOUNCED).filter(all -> all > 0);
    return announced.isEmpty()
        ? Formats.NONE
        : String.format(
            Locale.ROOT, "%.1f %%", 100.0 * part.count(Count.LAGGING).orElse(0L) / announced.get());
  }

  private static String percentile(Optional<Histogram> times, double percentile) {
    return times
        .map(all -> Formats.millis(all.getValueAtPercentile(percentile) / NANOS_PER_MILLI))
        .orElse(Formats.NONE);
  }

  /** The distributions; empty if no row lagged and none was timed. */
  public static Optional<Plot> plot(List<RunHistory> runs) {
    List<Curve> curves = new ArrayList<>();
    List<Part> parts = parts(runs);
    boolean several = parts.stream().map(Part::index).distinct().count() < parts.size();
    for (Part part : parts) {
      String of = several ? part.name + ": " : "";
      part.lags().ifPresent(all -> curves.add(curve(part.index, of + "lagging rows", all)));
      part.visible()
          .ifPresent(all -> curves.add(curve(part.index, of + "all rows, from insert", all)));
    }
    return curves.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new CurvePlot(
                "lag-cdf",
                Section.LATENCY,
                "Read-after-write lag: cumulative distribution",
                "ratio",
                "Share of the rows that were seen within a time: of those that lagged, from the"
                    + " first attempt on, and of all, from the insert on.",
                "lag",
                "ms",
                false,
                false,
                curves));
  }

  private static Curve curve(int run, String name, Histogram all) {
    SortedMap<Integer, Long> steps = new TreeMap<>();
    for (HistogramIterationValue value : all.recordedValues()) {
      double millis = Math.max(1e-3, value.getValueIteratedTo() / NANOS_PER_MILLI);
      int step = (int) Math.ceil(Math.log10(millis) * STEPS);
      steps.merge(step, value.getCountAtValueIteratedTo(), Long::sum);
    }
    List<Point> points = new ArrayList<>();
    long within = 0;
    points.add(new Point(edge(steps.firstKey() - 1), 0, ""));
    for (int step = steps.firstKey(); step <= steps.lastKey(); step++) {
      within += steps.getOrDefault(step, 0L);
      points.add(new Point(edge(step), (double) within / all.getTotalCount(), ""));
    }
    return new Curve(run, name, points);
  }

  private static double edge(int step) {
    return Math.pow(10, (double) step / STEPS);
  }
}
