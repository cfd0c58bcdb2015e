// SPDX-License-Identifier: Apache-2.0
package catena.report.history;

import catena.records.history.Series;
import catena.records.history.Span;
import catena.records.journal.Event;
import catena.records.sample.ClassicField;
import catena.report.history.RunHistory.PhaseSpan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * What one group of clients did in one phase of a run. Unknown numbers are NaN.
 *
 * @param servers tablet servers at the end of the work
 * @param tablets of the table then, per server
 * @param initial entries that the table held before
 * @param last entries that it held after
 * @param active when the group was at work within the phase
 * @param maximum the highest rate of an interval of the run's grid, per second
 * @param average per second
 */
public record PhaseFigures(
    RunHistory run,
    PhaseSpan phase,
    Work work,
    double servers,
    double tablets,
    double initial,
    double last,
    Span active,
    double maximum,
    double average) {
  /** The activity that creates a table, which must not exist before. */
  private static final String CREATION = "createtable";

  /** The phases of a run in the order of time; one for the whole of a run that records none. */
  public static List<PhaseSpan> phases(RunHistory run) {
    List<PhaseSpan> phases = run.journal().phases();
    return phases.isEmpty() && run.span().seconds() > 0
        ? List.of(new PhaseSpan("whole", run.span()))
        : phases;
  }

  /** The groups that were at work in each phase; writers come first. */
  public static List<PhaseFigures> of(RunHistory run) {
    List<PhaseSpan> phases = phases(run);
    Map<Work, List<Span>> worked = new HashMap<>();
    List<PhaseFigures> all = new ArrayList<>();
    for (PhaseSpan phase : phases) {
      for (Work work : run.journal().work().values()) {
        List<Span> spans =
            worked.computeIfAbsent(
                work,
                own -> phases.stream().flatMap(each -> own.worked(each.span()).stream()).toList());
        work.worked(phase.span())
            .ifPresent(active -> all.add(figures(run, phase, work, active, spans)));
      }
    }
    return all;
  }

  private static PhaseFigures figures(
      RunHistory run, PhaseSpan phase, Work work, Span active, List<Span> all) {
    RateBins counted = work.counted();
    Series servers = run.samples().of(ClassicField.TABLET_SERVERS);
    Series tablets = run.samples().of(ClassicField.TABLE_TABLETS);
    double average = counted.within(active) / Math.max(0.001, work.secondsAtWork(active));
    double hosts = servers.isEmpty() ? run.tservers() : servers.at(active.to());
    return new PhaseFigures(
        run,
        phase,
        work,
        hosts,
        hosts > 0 ? tablets.at(active.to()) / hosts : Double.NaN,
        size(run, begin(work, active)),
        size(run, active.to()),
        active,
        RunHistory.notBelow(maximum(run, counted, active, all), average),
        average);
  }

  /**
   * Seconds until the fastest of several writers had written what it was to write, which the
   * slowest had at the end of {@link #active}; NaN if they had to stop before, or of other work.
   */
  public double fastest() {
    return (work.fastest(active.to()) - active.from()) / 1000;
  }

  /** When it began: a first window starts some milliseconds before its client reports its begin. */
  private static long begin(Work work, Span active) {
    return work.served()
        .active()
        .map(Span::from)
        .filter(from -> from < active.from() && from > active.from() - 1000)
        .orElse(active.from());
  }

  /**
   * The highest rate of the intervals of the run's grid that belong to one of the times of a work:
   * an interval that several overlap belongs to the one with the largest part.
   */
  private static double maximum(RunHistory run, RateBins counted, Span active, List<Span> all) {
    Series rates = run.rates(counted);
    long width = run.rateSeconds() * 1000L;
    double highest = Double.NaN;
    double touched = Double.NaN;
    for (int i = 0; i < rates.size(); i++) {
      Span interval = new Span(rates.time(i), rates.time(i) / 1000 * 1000 + width);
      double own = common(interval, active);
      if (own > 0) {
        boolean most = all.stream().allMatch(other -> common(interval, other) <= own);
        touched = Math.max(Double.isNaN(touched) ? 0 : touched, rates.value(i));
        highest = most ? Math.max(Double.isNaN(highest) ? 0 : highest, rates.value(i)) : highest;
      }
    }
    return Double.isNaN(highest) ? touched : highest;
  }

  private static double common(Span one, Span other) {
    return one.common(other).map(Span::seconds).orElse(0.0);
  }

  /**
   * What the table of a run held at a time.
   *
   * @param millis since 1970
   */
  public static double size(RunHistory run, long millis) {
    OptionalLong emptied =
        run.journal().all(Event.TableRecreated.class).stream()
            .mapToLong(Event::at)
            .filter(at -> at <= millis)
            .max();
    return emptied.isPresent()
        ? written(run, millis) - written(run, emptied.getAsLong())
        : before(run) + written(run, millis);
  }

  /** Nodes that the run has written, less those that it has deleted, up to a time. */
  private static double written(RunHistory run, long millis) {
    return run.journal().work().values().stream().mapToDouble(work -> work.growth(millis)).sum();
  }

  /**
   * What was in the table before the run's first write: nothing if the run created it, else what a
   * sample shows, if there is one.
   */
  private static double before(RunHistory run) {
    if (run.journal().phases().stream().anyMatch(phase -> phase.words().contains(CREATION))) {
      return 0;
    }
    return run.journal()
        .puts()
        .active()
        .map(wrote -> run.samples().of(ClassicField.TABLE_RECS).at(wrote.from()))
        .filter(sampled -> !Double.isNaN(sampled))
        .orElse(0.0);
  }
}
