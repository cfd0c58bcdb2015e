// SPDX-License-Identifier: Apache-2.0
package catena.report.page;

import catena.records.history.Series;
import catena.report.history.DurationStats;
import catena.report.history.JournalFold;
import catena.report.history.RateBins;
import catena.report.history.RunHistory;
import catena.report.history.Work;
import catena.report.page.Plot.Line;
import catena.report.page.Plot.TimePlot;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Every plot that there is data for, in the order in which the page shows them. */
public final class Plots {
  /** A rate that lasted so long has a second line, of its means of about ten minutes. */
  private static final int SUSTAINED_MINUTES = 30;

  private final Map<String, Plot> plots = new LinkedHashMap<>();

  private Plots() {}

  /** The plots of one run, or of several laid over one another. */
  public static List<Plot> of(List<RunHistory> runs) {
    Plots book = new Plots();
    for (int i = 0; i < runs.size(); i++) {
      book.work(i, runs.get(i));
    }
    LatencyPlots.of(runs).forEach(book::put);
    for (int i = 0; i < runs.size(); i++) {
      book.cluster(i, runs.get(i));
    }
    SamplePlots.rest(runs).forEach(book::put);
    return List.copyOf(book.plots.values());
  }

  private void put(Plot plot) {
    plots.putIfAbsent(plot.id(), plot);
  }

  /** Adds a line to a plot, which the first line creates; an empty line is left out. */
  static void add(Map<String, Plot> plots, TimePlot template, Line line) {
    if (line.series().known().length == 0) {
      return;
    }
    List<Line> lines = new ArrayList<>();
    if (plots.get(template.id()) instanceof TimePlot plot) {
      lines.addAll(plot.lines());
    }
    lines.add(line);
    plots.put(template.id(), template.with(lines));
  }

  private static TimePlot plot(String id, String title, String unit, String about) {
    return new TimePlot(id, Section.WORK, title, unit, about, false, List.of());
  }

  private void work(int i, RunHistory run) {
    int seconds = run.rateSeconds();
    String over = " over " + (seconds == 1 ? "one second" : seconds + " seconds") + ".";
    JournalFold journal = run.journal();
    TimePlot ingest =
        plot(
            "ingest-rate",
            "Ingest rate",
            "/s",
            "Acknowledged entries per second; those of a window are spread evenly over the time"
                + " since the writer's last acknowledgement. Each"
                + over);
    rate(ingest, i, "written", journal.puts(), run);
    rate(ingest, i, "deleted", journal.deletes(), run);
    TimePlot sent =
        plot(
            "ingest-sent",
            "Entries sent",
            "/s",
            "Puts and deletes that the writers handed to the client's buffer, acknowledged or not:"
                + " a stall within a window shows here. Each"
                + over);
    journal.sent().forEach((group, counted) -> rate(sent, i, group + ", sent", counted, run));
    for (Work work : journal.work().values()) {
      if (!work.writes()) {
        String readers = "As the readers count them, each" + over;
        rate(
            plot("query-rate", "Query rate: operations", "/s", readers),
            i,
            work.name() + ", operations",
            work.operations(),
            run);
        rate(
            plot("query-rows", "Query rate: rows", "/s", readers),
            i,
            work.name() + ", rows",
            work.rows(),
            run);
      } else if (journal.deletes().total() > 0) {
        rate(ingest, i, work.name() + ", both", work.served(), run);
      }
    }
    flushes(i, run, seconds);
    rate(
        plot(
            "rejections",
            "Windows sent again",
            "/s",
            "Windows that were rejected or timed out, each" + over),
        i,
        "rejected",
        journal.rejected(),
        run);
  }

  private void rate(TimePlot template, int i, String name, RateBins spread, RunHistory run) {
    if (spread.total() > 0) {
      add(plots, template, intervals(i, name, run.rates(spread), run.rateSeconds()));
      double minutes = spread.active().map(span -> span.seconds() / 60).orElse(0.0);
      if (Math.round(minutes) >= SUSTAINED_MINUTES) {
        Series means = spread.means((int) Math.round(minutes / 10));
        add(plots, template, new Line(i, name + ", means of ten minutes", means, true));
      }
    }
  }

  /** A line of whole intervals of the run's grid; the first interval may be cut off. */
  private static Line intervals(int run, String name, Series series, int seconds) {
    List<Long> ends = new ArrayList<>();
    for (int i = 0; i < series.size(); i++) {
      ends.add((Math.floorDiv(series.time(i), 1000) + seconds) * 1000);
    }
    return new Line(run, name, series, true, ends);
  }

  private void flushes(int i, RunHistory run, int seconds) {
    TimePlot flush =
        new TimePlot(
            "flush-time",
            Section.WORK,
            "Flush time",
            "ms",
            "How long a window waited for its acknowledgement, at the time of the acknowledgement.",
            true,
            List.of());
    DurationStats flushes = run.journal().flushes();
    add(plots, flush, intervals(i, "longest", flushes.largest(run.span(), seconds), seconds));
    add(plots, flush, intervals(i, "average", flushes.means(run.span(), seconds), seconds));
  }

  private void cluster(int i, RunHistory run) {
    for (SamplePlots.Named named : SamplePlots.NAMED) {
      named
          .fields()
          .forEach(
              (field, words) -> {
                Line line = new Line(i, words, run.samples().of(field), named.steps());
                add(plots, named.plot(), line);
              });
    }
  }
}
