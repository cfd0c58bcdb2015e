package catena.report.history;

import catena.harness.history.RateBins;
import catena.harness.history.Span;
import java.util.List;
import java.util.Optional;

/** What is counted of each kind of work, and over which time. */
public final class Rates {
  /** The group of clients that write. */
  static final String INGEST = "ingest";

  private Rates() {}

  /** Whether a group writes: its windows, and not what it reads, are counted. */
  public static boolean writes(Work work) {
    return work.name().equals(INGEST) || work.rows().total() == 0;
  }

  /** Entries for those who write, rows for those who read. */
  public static RateBins counted(Work work) {
    return writes(work) ? work.entries() : work.rows();
  }

  /** {@code ingest, entries}, {@code walk, rows}. */
  public static String label(Work work) {
    return work.name() + (writes(work) ? " entries" : " rows");
  }

  /** Per second of the time in which the work went on. */
  public static double average(RunHistory run, Work work) {
    return counted(work).total() / period(run, work);
  }

  /** How long the work went on, seconds: within the phases in which there was any. */
  private static double period(RunHistory run, Work work) {
    RateBins counted = counted(work);
    Optional<Span> active = counted.active();
    if (active.isEmpty()) {
      return Double.NaN;
    }
    List<PhaseSpan> phases = run.journal().phases();
    double within =
        phases.stream()
            .flatMap(phase -> run.journal().worked(work, phase.span()).stream())
            .mapToDouble(Span::seconds)
            .sum();
    return Math.max(0.001, within > 0 ? within : active.get().seconds());
  }

  /** The highest rate of an interval. */
  public static double maximum(RunHistory run, RateBins counted) {
    return counted
        .active()
        .map(span -> counted.rates(span, run.span().rateSeconds()).max())
        .orElse(Double.NaN);
  }
}
