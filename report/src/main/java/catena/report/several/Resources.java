package catena.report.several;

import catena.records.history.RateBins;
import catena.records.history.Series;
import catena.records.history.Span;
import catena.report.history.PhaseSpan;
import catena.report.history.RunHistory;
import catena.report.history.Samples;
import catena.report.page.Table;
import catena.report.page.Unit;
import catena.report.phase.PhaseFigures;
import java.util.ArrayList;
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
    List<Row> rows = new ArrayList<>();
    for (RunHistory run : runs) {
      List<PhaseSpan> phases = PhaseFigures.phases(run);
      for (PhaseSpan phase : phases) {
        PhaseFigures.of(run, phase, phases).stream()
            .filter(each -> each.active().seconds() > 0)
            .map(each -> new Row(run, phase, each, new Used(run.samples(), each.active())))
            .forEach(rows::add);
      }
    }
    return rows.stream().anyMatch(row -> row.used.any())
        ? Optional.of(table(rows))
        : Optional.empty();
  }

  private record Row(RunHistory run, PhaseSpan phase, PhaseFigures figures, Used used) {
    /** Bytes per second that came to readers; NaN where none is known of. */
    double read() {
      RateBins bytes = figures.work().bytes();
      Span active = figures.active();
      return bytes.total() == 0 ? Double.NaN : bytes.within(active) / active.seconds();
    }
  }

  private static Table table(List<Row> rows) {
    return Table.<Row>of(
            "resources",
            "What the work of each phase used",
            "Means of the samples that lie within the work: cores in use (1 is one core fully"
                + " used) and bytes sent per second, of all processes of a kind together. Read:"
                + " keys and values that came to the readers.")
        .words("Run", row -> row.run.name())
        .words("Phase", row -> row.phase.words())
        .words("Work", row -> row.figures.work().label())
        .numbers("Per second", Unit.PER_SECOND, row -> row.figures.average())
        .numbers("Read", Unit.BYTES_PER_SECOND, Row::read)
        .numbers("Client CPU", Unit.NUMBER, row -> row.used.of("client", CORES))
        .numbers("tserver CPU", Unit.NUMBER, row -> row.used.of("tserver", CORES))
        .numbers("datanode CPU", Unit.NUMBER, row -> row.used.of("datanode", CORES))
        .numbers("tserver sent", Unit.BYTES_PER_SECOND, row -> row.used.of("tserver", SENT))
        .numbers("Host CPU", Unit.SHARE, row -> row.used.hosts())
        .withoutEmpty(rows);
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

    /** The share of processor time that was not idle, of the hosts on average. */
    double hosts() {
      return DoubleStream.of(means("host:", "cpu.ratio")).average().orElse(Double.NaN);
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
