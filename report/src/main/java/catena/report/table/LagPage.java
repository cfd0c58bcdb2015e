// SPDX-License-Identifier: Apache-2.0
package catena.report.table;

import catena.read.announce.LagTimes;
import catena.read.check.Count;
import catena.records.verdict.VerdictFile;
import catena.report.history.LatencyTrack;
import catena.report.history.RunHistory;
import catena.report.page.Cell;
import catena.report.page.Plot;
import catena.report.page.Plot.Curve;
import catena.report.page.Plot.CurvePlot;
import catena.report.page.Plot.Point;
import catena.report.page.Table;
import catena.report.page.Unit;
import catena.report.page.Words;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * The lags of rows that {@code ingest} announced and {@code lag} polled for: a row for each part,
 * and the distribution of the lagging ones as YCSB++ draws it.
 */
public final class LagPage {
  /** Points of a curve: one for each step of the scale of latencies. */
  private static final int STEPS = 20;

  private static final Set<String> LAGS = Set.of(LagTimes.LAG, LagTimes.VISIBLE);

  private LagPage() {}

  /** The results of one part of a run. */
  private record LagPart(
      int index, RunHistory run, String name, SortedMap<String, Histogram> times) {
    /** The times of the rows that lagged, or of all that were seen. */
    Optional<Histogram> all(String operation) {
      return Optional.ofNullable(times.get(operation)).filter(all -> all.getTotalCount() > 0);
    }

    /** A count from the verdict's tally; NaN if there is none or it has no announced rows. */
    double count(Count count) {
      Map<String, Long> tally = run.verdict().map(VerdictFile::tally).orElseGet(TreeMap::new);
      Long counted = tally.get(name + ": " + count.words());
      return counted != null && counted > 0
          ? counted
          : tally.containsKey(name + ": " + Count.ANNOUNCED.words()) ? 0 : Double.NaN;
    }
  }

  private static List<LagPart> parts(List<RunHistory> runs) {
    List<LagPart> parts = new ArrayList<>();
    for (int i = 0; i < runs.size(); i++) {
      RunHistory run = runs.get(i);
      for (String part : run.partLatencies().keySet()) {
        if (run.measures(part) && !Collections.disjoint(run.latenciesOf(part).keySet(), LAGS)) {
          parts.add(new LagPart(i, run, part, run.latenciesOf(part)));
        }
      }
    }
    return parts;
  }

  /** The table; without rows if no run has polled for announced rows. */
  public static Table table(List<RunHistory> runs) {
    return Table.<LagPart>named("lags")
        .words("Run", part -> part.run.name())
        .words("Part", LagPart::name)
        .numbers("Announced", Unit.COUNT, part -> part.count(Count.ANNOUNCED))
        .cells("Lagging", Unit.SHARE, LagPage::lagging)
        .numbers("Not seen", Unit.COUNT, part -> part.count(Count.UNSEEN))
        .latencies("Lag %s", part -> part.times.get(LagTimes.LAG), 50, 90, 99, 100)
        .latencies("Seen after %s", part -> part.times.get(LagTimes.VISIBLE), 50, 99, 100)
        .rows(parts(runs));
  }

  private static Cell lagging(LagPart part) {
    double announced = part.count(Count.ANNOUNCED);
    double share = part.count(Count.LAGGING) / announced;
    return announced > 0
        ? Cell.of(share, Unit.SHARE, String.format(Locale.ROOT, "%.1f %%", 100 * share))
        : Cell.NONE;
  }

  /** The distributions; empty if no row lagged and none was timed. */
  public static Optional<Plot> plot(List<RunHistory> runs) {
    List<Curve> curves = new ArrayList<>();
    List<LagPart> parts = parts(runs);
    boolean several = parts.stream().map(LagPart::index).distinct().count() < parts.size();
    for (LagPart part : parts) {
      String of = several ? part.name + ": " : "";
      part.all(LagTimes.LAG)
          .ifPresent(all -> curves.add(curve(part.index, of + "lagging rows", all)));
      part.all(LagTimes.VISIBLE)
          .ifPresent(all -> curves.add(curve(part.index, of + "all rows, from insert", all)));
    }
    return curves.isEmpty()
        ? Optional.empty()
        : Optional.of(new CurvePlot(Words.of("lag-cdf"), "lag", List.of(), false, false, curves));
  }

  private static Curve curve(int run, String name, Histogram all) {
    SortedMap<Integer, Long> steps = LatencyTrack.steps(all, STEPS);
    List<Point> points = new ArrayList<>();
    long within = 0;
    points.add(new Point(LatencyTrack.edge(steps.firstKey(), STEPS), 0, ""));
    for (int step = steps.firstKey(); step <= steps.lastKey(); step++) {
      within += steps.getOrDefault(step, 0L);
      double share = (double) within / all.getTotalCount();
      points.add(new Point(LatencyTrack.edge(step + 1, STEPS), share, ""));
    }
    return new Curve(run, name, points);
  }
}
