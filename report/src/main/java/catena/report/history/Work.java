// SPDX-License-Identifier: Apache-2.0
package catena.report.history;

import catena.records.history.Span;
import catena.records.history.WorkDone;
import catena.records.history.WorkDone.Counted;
import catena.records.journal.ClientName;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/**
 * What one group of clients did: all ingest clients, or all walkers.
 *
 * <p>Ingest counts windows' entries, which are puts; readers count operations, rows and entries.
 */
public final class Work {
  private static final long MOST_MILLIS = 3_600_000;

  /** Those who do operations of several kinds, of which not all read rows. */
  private static final String YCSB = "ycsb";

  private final RateBins operations = new RateBins();
  private final RateBins rows = new RateBins();
  private final RateBins entries = new RateBins();
  private final RateBins writesOfBothKinds = new RateBins();
  private final RateBins growth = new RateBins();
  private final RateBins bytes = new RateBins();
  private final Histogram toldMillis = new Histogram(3);
  private final ClientGroup group;
  private boolean writes;

  /** A group's work, of which nothing is told yet. */
  Work(ClientGroup group) {
    this.group = group;
  }

  /** One of its clients got something done; as {@link WorkDone#bySecond}. */
  void done(Counted what, double amount, long from, long to) {
    switch (what) {
      case ACKNOWLEDGED -> {
        writes = true;
        entries.add(from, to, amount);
        writesOfBothKinds.add(from, to, amount);
        growth.add(from, to, amount);
      }
      case DELETED -> {
        writesOfBothKinds.add(from, to, amount);
        growth.add(from, to, -amount);
      }
      case WINDOWS, OPERATIONS -> operations.add(from, to, amount);
      case ROWS -> rows.add(from, to, amount);
      case ENTRIES -> entries.add(from, to, amount);
      case BYTES -> bytes.add(from, to, amount);
      case REJECTED, FINDINGS, SENT -> {} // of all groups together, or no work of servers
    }
  }

  /** What one of its clients wrote, which {@link #done} was told, was there before. */
  void rewritten(long amount, long from, long to) {
    growth.add(from, to, -(double) amount);
  }

  /** One of its clients told at once of so many milliseconds. */
  void told(long millis) {
    toldMillis.recordValue(Math.min(MOST_MILLIS, Math.max(0, millis)));
  }

  /** Whether it writes: its windows are counted, and else what it reads. */
  public boolean writes() {
    return writes;
  }

  /** Whether it does operations of several kinds, of which not all read rows. */
  public boolean mixes() {
    return ClientName.activity(name()).equals(YCSB);
  }

  /** {@code ingest entries}, {@code walk rows}, {@code ycsb operations}. */
  public String label() {
    return name() + (writes ? " entries" : mixes() ? " operations" : " rows");
  }

  /**
   * Entries, which are puts, of those who write; rows of those who read; operations of a mix, of
   * which some write and some read many rows.
   */
  public RateBins counted() {
    return writes ? entries : mixes() ? operations : rows;
  }

  /**
   * What servers did for it: writes of both kinds, since a writer that deletes puts nothing
   * meanwhile and is served all the same; rows of those who read.
   */
  public RateBins served() {
    return writes ? writesOfBothKinds : rows;
  }

  /** What is counted per second of the time in which it went on; NaN if it never did. */
  public double average() {
    List<Span> spans = worked();
    return spans.isEmpty()
        ? Double.NaN
        : counted().total() / Math.max(0.001, spans.stream().mapToDouble(Span::seconds).sum());
  }

  /**
   * When it went on, standing still included: as long as any of its clients was at work, whether in
   * a phase of a scenario or in a command that carried the run on.
   */
  private List<Span> worked() {
    List<Span> spans = group.atWork().stream().filter(span -> span.seconds() > 0).toList();
    return spans.isEmpty() ? counted().active().stream().toList() : spans;
  }

  /**
   * The rates of the intervals in which it went on, one after the other, of all phases.
   *
   * @param seconds of an interval
   * @see #average
   */
  public double[] working(int seconds) {
    return worked().stream()
        .flatMapToDouble(span -> Arrays.stream(counted().rates(span, seconds).known()))
        .toArray();
  }

  /** Of how long a time a client tells at once: the median, milliseconds. */
  public long toldMillis() {
    return toldMillis.lowestEquivalentValue(toldMillis.getValueAtPercentile(50));
  }

  /** Who does it, and of which times they have told. */
  ClientGroup group() {
    return group;
  }

  /** The clients' name without their numbers. */
  public String name() {
    return group.name();
  }

  /** How many clients of it were heard of; a group that speaks for itself is one. */
  public int clients() {
    return group.clients();
  }

  /**
   * In which share of the intervals a client's own thread was used up, so that it and not the
   * servers was the limit; NaN where no client told.
   */
  public double busyShare() {
    return group.busyShare();
  }

  /**
   * When it was done within some time, standing still included: from when the first of its clients
   * began to when the last one stopped, since what is counted of an interval reaches a little over
   * the ends of a phase; by what was counted where no client said when it began.
   */
  public Optional<Span> worked(Span span) {
    if (group.toldBegin()) {
      return group.begunWithin(span);
    }
    RateBins counted = served();
    return Math.round(counted.within(span)) > 0
        ? counted.active().flatMap(active -> active.common(span))
        : Optional.empty();
  }

  /** Look-ups, batches, ranges. */
  public RateBins operations() {
    return operations;
  }

  /** Rows that were read. */
  public RateBins rows() {
    return rows;
  }

  /** Bytes of keys and values that readers read. */
  public RateBins bytes() {
    return bytes;
  }

  /**
   * Puts of nodes that were not there, less deletes, up to a time: all where its last window was
   * acknowledged by then, else with that share of the second's.
   *
   * @param millis since 1970
   */
  public double growth(long millis) {
    Optional<Span> active = growth.active();
    if (active.isEmpty() || active.get().from() >= millis) {
      return 0;
    }
    if (active.get().to() <= millis) {
      return growth.total();
    }
    long second = Math.floorDiv(millis, 1000);
    double share = Math.floorMod(millis, 1000) / 1000.0;
    long first = Math.floorDiv(active.get().from(), 1000);
    return growth.sum(first, second) + share * growth.sum(second, second + 1);
  }
}
