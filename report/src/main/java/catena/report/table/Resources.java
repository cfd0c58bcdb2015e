// SPDX-License-Identifier: Apache-2.0
package catena.report.table;

import catena.records.history.Span;
import catena.records.history.WorkDone.Counted;
import catena.report.history.PhaseFigures;
import catena.report.history.RateBins;
import catena.report.history.RunHistory;
import catena.report.page.Table;
import catena.report.page.Unit;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

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
    List<PhaseFigures> rows =
        runs.stream()
            .flatMap(run -> PhaseFigures.of(run).stream())
            .filter(work -> work.active().seconds() > 0)
            .toList();
    return Table.<PhaseFigures>named("resources")
        .words("Run", work -> work.run().name())
        .words("Phase", work -> work.phase().words())
        .words("Work", work -> work.work().label())
        .numbers("Per second", Unit.PER_SECOND, PhaseFigures::average)
        .numbers("Read", Unit.BYTES_PER_SECOND, Resources::read)
        .numbers("Client CPU", Unit.NUMBER, work -> sum(work, "client", CORES))
        .numbers("tserver CPU", Unit.NUMBER, work -> sum(work, "tserver", CORES))
        .numbers("datanode CPU", Unit.NUMBER, work -> sum(work, "datanode", CORES))
        .numbers("tserver sent", Unit.BYTES_PER_SECOND, work -> sum(work, "tserver", SENT))
        .numbers("Host CPU", Unit.SHARE, Resources::hosts)
        .withoutEmpty(rows.stream().anyMatch(Resources::isSampled) ? rows : List.of());
  }

  /** Bytes per second that readers received; NaN if none are recorded. */
  private static double read(PhaseFigures work) {
    RateBins bytes = work.work().of(Counted.BYTES);
    Span active = work.active();
    return bytes.total() == 0
        ? Double.NaN
        : bytes.within(active) / work.work().secondsAtWork(active);
  }

  private static boolean isSampled(PhaseFigures work) {
    return !Double.isNaN(sum(work, "client", CORES)) || !Double.isNaN(sum(work, "tserver", CORES));
  }

  /** The sum of all processes of a kind, on all hosts; NaN if one has no sample then. */
  private static double sum(PhaseFigures work, String role, String name) {
    double[] means = means(work, "group:" + role + "@", name);
    return means.length == 0 ? Double.NaN : DoubleStream.of(means).sum();
  }

  /** The share of processor time that was not idle, of the hosts on average. */
  private static double hosts(PhaseFigures work) {
    return DoubleStream.of(means(work, "host:", "cpu.ratio")).average().orElse(Double.NaN);
  }

  /** The mean of each series within the work; a sample covers the time since the one before. */
  private static double[] means(PhaseFigures work, String scopes, String name) {
    Span within = work.active();
    return work.run().samples().members(scopes, name).stream()
        .mapToDouble(
            series ->
                IntStream.range(1, series.size())
                    .filter(
                        i -> series.time(i - 1) >= within.from() && series.time(i) <= within.to())
                    .mapToDouble(series::value)
                    .filter(value -> !Double.isNaN(value))
                    .average()
                    .orElse(Double.NaN))
        .toArray();
  }
}
