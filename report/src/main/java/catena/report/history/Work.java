// SPDX-License-Identifier: Apache-2.0
package catena.report.history;

import catena.records.history.Span;
import catena.records.history.WorkDone;
import catena.records.history.WorkDone.Counted;
import catena.records.journal.ClientName;
import catena.records.journal.Event;
import catena.records.latency.ClientLimit;
import com.google.common.collect.Sets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * What one group of clients did: all ingest clients, or all walkers. Who they are, which times they
 * have reported, and in how many of these they were themselves what held their figures down; wall
 * clock in milliseconds.
 *
 * <p>Ingest counts windows' entries, which are puts; readers count operations, rows and entries. A
 * client that reported nothing in a time within the times that it has reported did nothing then;
 * after its last word nothing is known of it.
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
  private final Histogram reportMillis = new Histogram(3);
  private final String name;

  /** By client, the begin and the end of each of its lives. */
  private final Map<String, TreeMap<Long, Long>> lives = new HashMap<>();

  /** By client, when it said that it stopped; the last interval is measured a little later. */
  private final Map<String, TreeSet<Long>> stops = new HashMap<>();

  /** When clients said that they began. */
  private final List<Long> begins = new ArrayList<>();

  private final Map<String, ClientLimit> limits = new HashMap<>();
  private boolean writes;

  /** A group's work, of which nothing is reported yet. */
  Work(String name) {
    this.name = name;
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

  /** What one of its clients wrote, which {@link #done} was given, was there before. */
  void rewritten(long amount, long from, long to) {
    growth.add(from, to, -(double) amount);
  }

  /** One report of a client covers so many milliseconds. */
  void reported(long millis) {
    reportMillis.recordValue(Math.min(MOST_MILLIS, Math.max(0, millis)));
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
    List<Span> spans = atWork().stream().filter(span -> span.seconds() > 0).toList();
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

  /** How long a time one report of a client covers: the median, milliseconds. */
  public long reportMillis() {
    return reportMillis.lowestEquivalentValue(reportMillis.getValueAtPercentile(50));
  }

  /** The clients' name without their numbers. */
  public String name() {
    return name;
  }

  /** How many clients were heard of; a group that speaks for itself is one. */
  public int clients() {
    return Math.max(1, Sets.difference(lives.keySet(), Set.of(name)).size());
  }

  /**
   * In which share of the intervals a client's own thread was used up, so that it and not the
   * servers was the limit; NaN where no client reported.
   */
  public double busyShare() {
    double intervals = limits.values().stream().mapToInt(ClientLimit::intervals).sum();
    return limits.values().stream().mapToInt(ClientLimit::busy).sum() / intervals;
  }

  /**
   * When it was done within some time, standing still included: from when the first of its clients
   * began to when the last one stopped, since what is counted of an interval reaches a little over
   * the ends of a phase; by what was counted where no client said when it began.
   */
  public Optional<Span> worked(Span span) {
    if (hasBegin()) {
      return begunWithin(span);
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

  /** A client reported what it did in an interval. */
  void interval(Event.Throughput told) {
    limits.computeIfAbsent(told.client(), client -> new ClientLimit()).add(told);
  }

  /** Whether any client said when it began. */
  boolean hasBegin() {
    return !begins.isEmpty();
  }

  /**
   * From when the first of the clients that began within some time did so to when the last one
   * stopped, or to the end of that time where one of them did not; empty if none began.
   */
  Optional<Span> begunWithin(Span span) {
    List<Long> began = begins.stream().filter(at -> isWithin(at, span)).toList();
    if (began.isEmpty()) {
      return Optional.empty();
    }
    List<Long> ended =
        stops.values().stream().flatMap(TreeSet::stream).filter(at -> isWithin(at, span)).toList();
    boolean all = ended.size() >= began.size();
    return Optional.of(new Span(Collections.min(began), all ? Collections.max(ended) : span.to()));
  }

  private static boolean isWithin(long at, Span span) {
    return span.from() <= at && at <= span.to();
  }

  /** A client stopped. */
  void stopped(String client, long at) {
    stops.computeIfAbsent(client, c -> new TreeSet<>()).add(at);
    reported(client, at, at);
  }

  /**
   * When at least one client was at work, in the order of time, no two with anything in common:
   * each life from its begin to when the client said that it stopped, or to its last word. What
   * lies between the lives, such as until a run is carried on, is no work.
   */
  List<Span> atWork() {
    List<Span> all = new ArrayList<>();
    lives.forEach(
        (client, own) ->
            own.forEach(
                (from, to) -> {
                  Long next = own.higherKey(from);
                  Long stop =
                      stops
                          .getOrDefault(client, new TreeSet<>())
                          .lower(next == null ? Long.MAX_VALUE : next);
                  all.add(new Span(from, Math.max(from, stop == null || stop < from ? to : stop)));
                }));
    all.sort(Comparator.comparingLong(Span::from));
    List<Span> merged = new ArrayList<>();
    for (Span span : all) {
      int last = merged.size() - 1;
      if (last >= 0 && span.from() <= merged.get(last).to()) {
        merged.set(last, merged.get(last).with(span));
      } else {
        merged.add(span);
      }
    }
    return merged;
  }

  /** A client began its work; it may have begun, and broken off, before. */
  void began(String client, long at) {
    lives.computeIfAbsent(client, c -> new TreeMap<>()).putIfAbsent(at, at);
    begins.add(at);
  }

  /** A client reported what it did between two times. */
  void reported(String client, long from, long to) {
    TreeMap<Long, Long> own = lives.computeIfAbsent(client, c -> new TreeMap<>());
    Map.Entry<Long, Long> life = own.floorEntry(to);
    if (life == null) {
      own.put(from, to);
    } else {
      own.merge(life.getKey(), to, Math::max);
    }
  }

  /**
   * How many clients have reported the whole of each second of some.
   *
   * @param first since 1970
   * @param count how many
   */
  int[] clients(long first, int count) {
    int[] clients = new int[count];
    for (TreeMap<Long, Long> own : lives.values()) {
      own.forEach(
          (from, to) -> {
            long begin = Math.max(first, -Math.floorDiv(-from, 1000));
            long end = Math.min(first + count, Math.floorDiv(to, 1000));
            for (long second = begin; second < end; second++) {
              clients[(int) (second - first)]++;
            }
          });
    }
    return clients;
  }

  /** Up to when within a span a client has reported; empty if no client has. */
  OptionalLong lastWord(long from, long to) {
    return within(from, to).mapToLong(life -> Math.min(to, life.getValue())).max();
  }

  /** From when on within a span a client has reported; empty if no client has. */
  OptionalLong firstWord(long from, long to) {
    return within(from, to).mapToLong(life -> Math.max(from, life.getKey())).min();
  }

  private Stream<Map.Entry<Long, Long>> within(long from, long to) {
    return lives.values().stream()
        .flatMap(own -> own.entrySet().stream())
        .filter(life -> life.getKey() < to && life.getValue() > from);
  }
}
