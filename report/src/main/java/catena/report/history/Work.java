// SPDX-License-Identifier: Apache-2.0
package catena.report.history;

import catena.records.history.Span;
import catena.records.history.WorkDone;
import catena.records.history.WorkDone.Counted;
import catena.records.journal.ClientName;
import catena.records.journal.Event;
import catena.records.latency.ClientLimit;
import com.google.common.collect.Range;
import com.google.common.collect.RangeSet;
import com.google.common.collect.Sets;
import com.google.common.collect.TreeRangeSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.HdrHistogram.Histogram;

/**
 * What one group of clients did: all ingest clients, or all walkers. Which clients they are, which
 * times they reported, and in how many of these the client itself was the bottleneck; wall clock in
 * milliseconds.
 *
 * <p>Ingest counts windows' entries, which are puts; readers count operations, rows and entries. A
 * client that reported nothing for a time between its reports did nothing then; after its last
 * report nothing is known of it.
 */
public final class Work {
  private static final long MOST_MILLIS = 3_600_000;

  /** The clients that do operations of several kinds, not all of which read rows. */
  private static final String YCSB = "ycsb";

  /** The clients that write a number of entries, or for a time; a mix is over when its time is. */
  private static final String INGEST = "ingest";

  private final Map<Counted, RateBins> counts = new EnumMap<>(Counted.class);
  private final RateBins writesOfBothKinds = new RateBins();
  private final RateBins growth = new RateBins();
  private final Histogram reportMillis = new Histogram(3);
  private final String name;

  /** By client, the begin and the end of each of its lives. */
  private final Map<String, TreeMap<Long, Long>> lives = new HashMap<>();

  /** By client, when it reported that it stopped; the last interval is measured a little later. */
  private final Map<String, TreeSet<Long>> stops = new HashMap<>();

  /** By client, when its last window was acknowledged. */
  private final Map<String, Long> lastWindows = new HashMap<>();

  /** The clients that ended since they had done all that they had to do. */
  private final Set<String> done = new HashSet<>();

  /** When clients reported that they began. */
  private final List<Long> begins = new ArrayList<>();

  private final Map<String, ClientLimit> limits = new HashMap<>();
  private boolean writes;

  /** A group's work, without any report yet. */
  Work(String name) {
    this.name = name;
  }

  /** Adds work that one of its clients did; parameters as in {@link WorkDone#bySecond}. */
  void done(Counted what, double amount, long from, long to) {
    of(what).add(from, to, amount);
    writes |= what == Counted.ACKNOWLEDGED;
    if (what == Counted.ACKNOWLEDGED || what == Counted.DELETED) {
      writesOfBothKinds.add(from, to, amount);
      growth.add(from, to, what == Counted.DELETED ? -amount : amount);
    }
  }

  /** What was done of a kind. */
  public RateBins of(Counted what) {
    return counts.computeIfAbsent(what, kind -> new RateBins());
  }

  /** Nodes that one of its clients wrote, passed to {@link #done}, too, existed before. */
  void rewritten(long amount, long from, long to) {
    growth.add(from, to, -(double) amount);
  }

  /** A window of one of its clients was acknowledged. */
  void acknowledged(Event.Flush flush) {
    reported(flush.at() - flush.beganAt());
    lastWindows.merge(flush.client(), flush.at(), Math::max);
  }

  /**
   * When the last window of the fastest of several clients was acknowledged, milliseconds since
   * 1970; NaN unless all of them had written what they were to write by a time.
   */
  double fastest(long until) {
    return ClientName.activity(name).equals(INGEST)
            && lastWindows.size() > 1
            && done.containsAll(lastWindows.keySet())
            && Collections.max(lastWindows.values()) <= until
        ? Collections.min(lastWindows.values())
        : Double.NaN;
  }

  /** Records how many milliseconds one report of a client covers. */
  void reported(long millis) {
    reportMillis.recordValue(Math.min(MOST_MILLIS, Math.max(0, millis)));
  }

  /** Whether it writes: then its windows are counted, else what it reads. */
  public boolean writes() {
    return writes;
  }

  /** Whether it does operations of several kinds, not all of which read rows. */
  public boolean mixes() {
    return ClientName.activity(name()).equals(YCSB);
  }

  /** {@code ingest entries}, {@code walk rows}, {@code ycsb operations}. */
  public String label() {
    return name() + (writes ? " entries" : mixes() ? " operations" : " rows");
  }

  /**
   * Entries, which are puts, of writers; rows of readers; operations of a mix, some of which write
   * and some read many rows.
   */
  public RateBins counted() {
    return of(writes ? Counted.ACKNOWLEDGED : mixes() ? Counted.OPERATIONS : Counted.ROWS);
  }

  /**
   * What servers did for it: puts and deletes of writers, since a writer that deletes puts nothing
   * meanwhile but is still served; rows of readers.
   */
  public RateBins served() {
    return writes ? writesOfBothKinds : of(Counted.ROWS);
  }

  /** The counted amount per second of the time in which it was at work; NaN if it never was. */
  public double average() {
    List<Span> spans = worked();
    return spans.isEmpty()
        ? Double.NaN
        : counted().total() / Math.max(0.001, spans.stream().mapToDouble(Span::seconds).sum());
  }

  /**
   * When it was at work, stalls included: while any of its clients was at work, whether in a phase
   * of a scenario or in a command that resumed the run.
   */
  private List<Span> worked() {
    List<Span> spans = atWork().stream().filter(span -> span.seconds() > 0).toList();
    return spans.isEmpty() ? counted().active().stream().toList() : spans;
  }

  /** Seconds of a span in which it was at work: without the time until a run was resumed. */
  public double secondsAtWork(Span within) {
    double seconds =
        worked().stream()
            .flatMap(span -> span.common(within).stream())
            .mapToDouble(Span::seconds)
            .sum();
    return seconds > 0 ? seconds : within.seconds();
  }

  /**
   * The rates of the intervals in which it was at work, in order, of all phases.
   *
   * @param seconds of an interval
   * @see #average
   */
  public double[] working(int seconds) {
    return worked().stream()
        .flatMapToDouble(span -> Arrays.stream(counted().rates(span, seconds).known()))
        .toArray();
  }

  /** The time that one report of a client covers: the median, milliseconds. */
  public long reportMillis() {
    return reportMillis.lowestEquivalentValue(reportMillis.getValueAtPercentile(50));
  }

  /** The clients' name without their numbers. */
  public String name() {
    return name;
  }

  /**
   * The most clients that were at work at one time; a group that reports as a whole counts as one.
   * A client that has not reported yet counts for a second.
   */
  public int clients() {
    TreeMap<Long, Integer> changes = new TreeMap<>();
    for (String client : Sets.difference(lives.keySet(), Set.of(name))) {
      for (Map.Entry<Long, Long> life : ended(client).entrySet()) {
        long from = life.getKey();
        changes.merge(from, 1, Integer::sum);
        changes.merge(life.getValue() > from ? life.getValue() : from + 1000, -1, Integer::sum);
      }
    }
    Integer[] changed = changes.values().toArray(Integer[]::new);
    Arrays.parallelPrefix(changed, Integer::sum);
    return Arrays.stream(changed).reduce(1, Math::max);
  }

  /**
   * The share of the intervals in which a client's own thread was fully busy, so that it and not
   * the servers was the limit; NaN if no client reported.
   */
  public double busyShare() {
    double intervals = limits.values().stream().mapToInt(ClientLimit::intervals).sum();
    return limits.values().stream().mapToInt(ClientLimit::busy).sum() / intervals;
  }

  /**
   * When it was done within some time, stalls included: from when the first of its clients that
   * began then did so to when the last one stopped, or to the end of that time if one of them did
   * not, since an interval's counts reach a little beyond the ends of a phase; if no client
   * reported its begin, by what was counted. Empty if none began then.
   */
  public Optional<Span> worked(Span span) {
    List<Long> began = begins.stream().filter(span::contains).toList();
    if (began.isEmpty()) {
      return begins.isEmpty() && Math.round(served().within(span)) > 0
          ? served().active().flatMap(active -> active.common(span))
          : Optional.empty();
    }
    List<Long> ended =
        stops.values().stream().flatMap(TreeSet::stream).filter(span::contains).toList();
    boolean all = ended.size() >= began.size();
    return Optional.of(new Span(Collections.min(began), all ? Collections.max(ended) : span.to()));
  }

  /**
   * Puts of new nodes, minus deletes, up to a time: all if its last window was acknowledged by
   * then, else including that time's share of its second.
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
  void interval(Event.Throughput throughput) {
    limits.computeIfAbsent(throughput.client(), client -> new ClientLimit()).add(throughput);
  }

  /** A client stopped. */
  void stopped(Event.ClientStopped stopped) {
    if (stopped.reason().equals(Event.ClientStopped.DONE)) {
      done.add(stopped.client());
    }
    stops.computeIfAbsent(stopped.client(), c -> new TreeSet<>()).add(stopped.at());
    reported(stopped.client(), stopped.at(), stopped.at());
  }

  /**
   * When at least one client was at work, in the order of time, without overlaps. The time between
   * lives, such as until a run is resumed, is not included.
   */
  List<Span> atWork() {
    RangeSet<Long> all = TreeRangeSet.create();
    for (String client : lives.keySet()) {
      ended(client).forEach((from, to) -> all.add(Range.closed(from, to)));
    }
    return all.asRanges().stream()
        .map(each -> new Span(each.lowerEndpoint(), each.upperEndpoint()))
        .toList();
  }

  /** The lives of a client, each to when it reported that it stopped, or to its last report. */
  private Map<Long, Long> ended(String client) {
    TreeMap<Long, Long> ended = new TreeMap<>(lives.get(client));
    TreeSet<Long> stopped = stops.getOrDefault(client, new TreeSet<>());
    ended.replaceAll(
        (from, to) -> {
          Long next = ended.higherKey(from);
          Long stop = stopped.lower(next == null ? Long.MAX_VALUE : next);
          return Math.max(from, stop == null || stop < from ? to : stop);
        });
    return ended;
  }

  /** A client began its work; it may have begun, and been interrupted, before. */
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
   * The number of clients that reported the whole of each of some seconds.
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

  /** From the first to the last time within a span that a client reported; empty if none did. */
  Optional<Span> reported(Span span) {
    return lives.values().stream()
        .flatMap(own -> own.entrySet().stream())
        .map(life -> new Span(life.getKey(), life.getValue()))
        .filter(life -> life.from() < span.to() && life.to() > span.from())
        .reduce(Span::with)
        .map(all -> new Span(Math.max(span.from(), all.from()), Math.min(span.to(), all.to())));
  }
}
