// SPDX-License-Identifier: Apache-2.0
package catena.report.table;

import catena.records.history.Series;
import catena.records.history.Span;
import catena.report.history.PhaseFigures;
import catena.report.history.RateBins;
import catena.report.history.RunHistory;
import catena.report.history.Samples;
import catena.report.page.Table;
import catena.report.page.Unit;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * What each work of several runs used of clients, servers and hosts, and what it achieved, to show
 * the bottleneck.
 */
public final class Resources {
  private static final String CORES = "cpu.cores";
  private static final String SENT = "net.sent.rate";

  private Resources() {}

  /** A row for each work in each phase; without rows if there are no samples during any work. */
  public static Table of(List<RunHistory> runs) {
    List<Used> rows =
        runs.stream()
            .flatMap(run -> PhaseFigures.of(run).stream())
            .filter(figures -> figures.active().seconds() > 0)
            .map(Used::new)
            .toList();
    return Table.<Used>of(
            "resources",
            "What the work of each phase used",
            "Means of the samples that lie within the work: cores in use (1 is one core fully"
                + " used) and bytes sent per second, of all processes of a kind together. Read:"
                + " keys and values that came to the readers.")
        .words("Run", row -> row.figures.run().name())
        .words("Phase", row -> row.figures.phase().words())
        .words("Work", row -> row.figures.work().label())
        .numbers("Per second", Unit.PER_SECOND, row -> row.figures.average())
        .numbers("Read", Unit.BYTES_PER_SECOND, Used::read)
        .numbers("Client CPU", Unit.NUMBER, row -> row.of("client", CORES))
        .numbers("tserver CPU", Unit.NUMBER, row -> row.of("tserver", CORES))
        .numbers("datanode CPU", Unit.NUMBER, row -> row.of("datanode", CORES))
        .numbers("tserver sent", Unit.BYTES_PER_SECOND, row -> row.of("tserver", SENT))
        .numbers("Host CPU", Unit.SHARE, row -> row.hosts())
        .withoutEmpty(rows.stream().anyMatch(Used::any) ? rows : List.of());
  }

  /** Means of the samples within a time; NaN if a process group or a host has none then. */
  private record Used(PhaseFigures figures) {
    /** Bytes per second that readers received; NaN if none are recorded. */
    double read() {
      RateBins bytes = figures.work().bytes();
      Span active = figures.active();
      return bytes.total() == 0 ? Double.NaN : bytes.within(active) / active.seconds();
    }

    boolean any() {
      return !Double.isNaN(of("client", CORES)) || !Double.isNaN(of("tserver", CORES));
    }

    /** The sum of all processes of a kind, on all hosts. */
    double of(String role, String name) {
      double[] means = means("group:" + role + "@", name);
      return means.length == 0 ? Double.NaN : DoubleStream.of(means).sum();
    }

    /** The share of processor time that was not idle, of the hosts on average. */
    double hosts() {
      return DoubleStream.of(means("host:", "cpu.ratio")).average().orElse(Double.NaN);
    }

    private double[] means(String scopes, String name) {
      Samples samples = figures.run().samples();
      return samples.scopes(scopes).stream()
          .mapToDouble(scope -> mean(samples.of(scope, name)))
          .toArray();
    }

    /** The mean of a series; a sample covers the time since the one before. */
    private double mean(Series series) {
      Span within = figures.active();
      double sum = 0;
      int known = 0;
      for (int i = 1; i < series.size(); i++) {
        boolean inside = series.time(i - 1) >= within.from() && series.time(i) <= within.to();
        if (inside && !Double.isNaN(series.value(i))) {
          sum += series.value(i);
          known++;
        }
      }
      return known == 0 ? Double.NaN : sum / known;
    }
  }
}
