package catena.report.history;

import catena.records.history.RateBins;
import catena.records.history.Series;
import catena.records.history.Span;
import catena.records.journal.ClientName;
import java.util.Arrays;
import java.util.List;

/** What is counted of each kind of work, and over which time. */
public final class Rates {
  /** The group of clients that write. */
  static final String INGEST = "ingest";

  /** Those who do YCSB's operations. */
  private static final String YCSB = "ycsb";

  private Rates() {}

  /** Whether a group writes: its windows, and not what it reads, are counted. */
  public static boolean writes(Work work) {
    return work.writes();
  }

  /** Whether a group does operations of several kinds, of which not all read rows. */
  public static boolean mixes(Work work) {
    return ClientName.activity(work.name()).equals(YCSB);
  }

  /**
   * Entries, which are puts, for those who write; rows for those who read; operations of a mix, of
   * which some write and some read many rows.
   */
  public static RateBins counted(Work work) {
    if (writes(work)) {
      return work.entries();
    }
    return mixes(work) ? work.operations() : work.rows();
  }

  /**
   * What servers did for it: writes of both kinds, since a writer that deletes puts nothing
   * meanwhile and is served all the same; rows of those who read.
   */
  public static RateBins served(Work work) {
    return writes(work) ? work.writesOfBothKinds() : work.rows();
  }

  /** {@code ingest entries}, {@code walk rows}, {@code ycsb operations}. */
  public static String label(Work work) {
    if (writes(work)) {
      return work.name() + " entries";
    }
    return work.name() + (mixes(work) ? " operations" : " rows");
  }

  /**
   * Per second of the time in which the work went on.
   *
   * @param run whose work it is
   */
  public static double average(RunHistory run, Work work) {
    return counted(work).total() / period(work);
  }

  /** How long the work went on, seconds; NaN if it never did. */
  private static double period(Work work) {
    List<Span> spans = worked(work);
    return spans.isEmpty()
        ? Double.NaN
        : Math.max(0.001, spans.stream().mapToDouble(Span::seconds).sum());
  }

  /**
   * When the work went on, standing still included: as long as any of its clients was at work,
   * whether in a phase of a scenario or in a command that carried the run on.
   */
  private static List<Span> worked(Work work) {
    List<Span> spans =
        work.toldTimes().atWork().stream().filter(span -> span.seconds() > 0).toList();
    return counted(work).active().isEmpty() || !spans.isEmpty()
        ? spans
        : List.of(counted(work).active().get());
  }

  /** The rates over a run, on the grid on which they are drawn: {@link RunHistory#rateSeconds}. */
  public static Series over(RunHistory run, RateBins counted) {
    return counted.rates(run.span(), run.rateSeconds());
  }

  /** The highest rate of an interval of the run; NaN if there was no such work. */
  public static double maximum(RunHistory run, RateBins counted) {
    return counted.total() == 0 ? Double.NaN : over(run, counted).max();
  }

  /** Over which time a maximum is, and how finely it was told where that is coarser. */
  public static String overWords(RunHistory run, Work work) {
    long told = work.toldMillis();
    return "over "
        + run.rateSeconds()
        + " s"
        + (told > run.rateSeconds() * 1500L
            ? ", told every " + Math.round(told / 1000.0) + " s"
            : "");
  }

  /**
   * The rates of the intervals in which a group worked, one after the other, of all phases.
   *
   * @see #average
   */
  public static double[] working(RunHistory run, Work work) {
    RateBins counted = counted(work);
    List<Span> spans = worked(work);
    return spans.stream()
        .flatMapToDouble(span -> Arrays.stream(counted.rates(span, run.rateSeconds()).known()))
        .toArray();
  }
}
