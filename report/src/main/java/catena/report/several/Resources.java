package catena.report.several;

import catena.records.history.Series;
import catena.records.history.Span;
import catena.records.words.Amounts;
import catena.report.history.PhaseSpan;
import catena.report.history.Rates;
import catena.report.history.RunHistory;
import catena.report.history.Samples;
import catena.report.history.Work;
import catena.report.page.Formats;
import catena.report.page.Table;
import catena.report.phase.PhaseFigures;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;

/**
 * What each work of several runs used, of clients, servers and hosts, beside what it got done: who
 * was the limit.
 */
public final class Resources {
  private static final String CORES = "cpu.cores";
  private static final String SENT = "net.sent.rate";

  private Resources() {}

  /** The table, a row for each work in each phase; none where nobody sampled during any work. */
  public static Optional<Table> of(List<RunHistory> runs) {
    Table.Draft table =
        Table.of(
                "resources",
                "What the work of each phase used",
                "Means of the samples that lie within the work: cores in use (1 is one core fully"
                    + " used) and bytes sent per second, of all processes of a kind together. Read:"
                    + " keys and values that came to the readers.")
            .columns(
                "Run",
                "Phase",
                "Work",
                "Per second",
                "Read",
                "Client CPU",
                "tserver CPU",
                "datanode CPU",
                "tserver sent",
                "Host CPU");
    boolean any = false;
    for (RunHistory run : runs) {
      List<PhaseSpan> phases = PhaseFigures.phases(run);
      for (PhaseSpan phase : phases) {
        for (PhaseFigures each : PhaseFigures.of(run, phase, phases)) {
          if (each.active().seconds() > 0) {
            Used used = new Used(run.samples(), each.active());
            any |= used.any();
            table.row(row(run, phase, each, used));
          }
        }
      }
    }
    return any ? Optional.of(table.withoutEmpty().done()) : Optional.empty();
  }

  private static List<String> row(RunHistory run, PhaseSpan phase, PhaseFigures each, Used used) {
    return List.of(
        run.name(),
        phase.words(),
        Rates.label(each.work()),
        Formats.large(each.average()),
        read(each.work(), each.active()),
        Formats.short4(used.of("client", CORES)),
        Formats.short4(used.of("tserver", CORES)),
        Formats.short4(used.of("datanode", CORES)),
        bytes(used.of("tserver", SENT)),
        percent(used.hosts()));
  }

  private static String read(Work work, Span active) {
    return work.bytes().total() == 0
        ? Formats.NONE
        : bytes(work.bytes().within(active) / active.seconds());
  }

  private static String percent(double share) {
    return Double.isNaN(share) ? Formats.NONE : Formats.short4(share) + " %";
  }

  private static String bytes(double rate) {
    return Double.isNaN(rate) ? Formats.NONE : Amounts.bytes(Math.round(rate)) + "/s";
  }

  /** Means of what was sampled within a time; NaN where something of it is not known. */
  private record Used(Samples samples, Span within) {
    boolean any() {
      return !Double.isNaN(of("client", CORES)) || !Double.isNaN(of("tserver", CORES));
    }

    /** Of all processes of a kind, on whatever host. */
    double of(String role, String name) {
      double[] means = means("group:" + role + "@", name);
      return means.length == 0 ? Double.NaN : DoubleStream.of(means).sum();
    }

    /** The share of processor time that was not idle, of the hosts on average, in percent. */
    double hosts() {
      return 100 * DoubleStream.of(means("host:", "cpu.ratio")).average().orElse(Double.NaN);
    }

    private double[] means(String scopes, String name) {
      return samples.scopes(scopes).stream()
          .mapToDouble(scope -> mean(samples.of(scope, name)))
          .toArray();
    }

    /** A sample is of the time since the one before. */
    private double mean(Series series) {
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
