// SPDX-License-Identifier: Apache-2.0
package catena.stats.cluster;

import catena.records.journal.Event;
import catena.records.journal.Journal;
import catena.records.sample.Sample;
import catena.records.sample.SampleFile;
import catena.stats.cluster.AskedSource.Answer;
import catena.stats.metric.ClassicFigures;
import catena.stats.metric.ClusterMetric;
import catena.stats.metric.Metric;
import catena.stats.sample.Grid;
import catena.stats.sample.Ticker;
import com.google.common.collect.Sets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;

/** Asks all sources at once and writes what came in time, in both forms. */
public final class ClusterSampler implements Ticker.Sampler {
  private static final String CLIENT = "stats";

  private final List<Watched> sources = new ArrayList<>();
  private final Set<ClusterMetric> ofCluster = EnumSet.noneOf(ClusterMetric.class);
  private final Set<ClusterMetric> ofTable = EnumSet.noneOf(ClusterMetric.class);
  private final String table;
  private final Grid grid;
  private final SampleFile lines;
  private final SampleFile classic;
  private final Journal journal;
  private final Clock clock;
  private final WholeSums sums = new WholeSums();
  private final ServerDiff census = new ServerDiff(CLIENT);

  /** A source, and what it was like so far. */
  private static final class Watched {
    private final AskedSource asked;
    private final SourceLiveness presence;
    private final AtomicLong absences = new AtomicLong();

    Watched(AskedSource asked, SourceLiveness presence) {
      this.asked = asked;
      this.presence = presence;
    }

    String name() {
      return asked.source().name();
    }
  }

  /** The figures of one sample. */
  private static final class Found {
    private final Map<ClusterMetric, Double> cluster = new EnumMap<>(ClusterMetric.class);
    private final Map<ClusterMetric, Double> table = new EnumMap<>(ClusterMetric.class);
    private final SortedMap<String, SortedSet<String>> servers = new TreeMap<>();

    void add(Reading reading) {
      cluster.putAll(reading.cluster());
      table.putAll(reading.table());
      servers.putAll(reading.servers());
    }

    void remove(ClusterMetric figure) {
      cluster.remove(figure);
      table.remove(figure);
    }
  }

  /**
   * A sampler.
   *
   * @param sources closed with this
   * @param grid says how long to wait for all of them together
   * @param clock says when the answers came; from now on a source is missed
   * @param lines closed with this, as is the next
   */
  public ClusterSampler(
      List<Source> sources,
      String table,
      Grid grid,
      Clock clock,
      SampleFile lines,
      SampleFile classic,
      Journal journal) {
    for (Source source : sources) {
      this.sources.add(new Watched(new AskedSource(source), new SourceLiveness(clock.millis())));
      ofCluster.addAll(source.cluster());
      ofTable.addAll(source.table());
    }
    this.table = table;
    this.grid = grid;
    this.clock = clock;
    this.lines = lines;
    this.classic = classic;
    this.journal = journal;
  }

  @Override
  public void sample(long at) throws InterruptedException {
    long deadline = System.nanoTime() + grid.limit().toNanos();
    sources.forEach(each -> each.asked.ask(grid.patience()));
    Found found = new Found();
    for (Watched each : sources) {
      Duration left = Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
      Answer answer = each.asked.answer(left);
      answer.reading().ifPresent(found::add);
      note(at, each, answer);
    }
    long answered = clock.millis();
    if (!sums.isWhole(at, found.table)) {
      WholeSums.OVER_TABLETS.forEach(found::remove);
    }
    census.take(at, found.servers).forEach(journal::add);
    lines.lines(
        List.of(
            Metric.line(at, answered, Sample.CLUSTER, ofCluster, found.cluster),
            Metric.line(at, answered, Sample.table(table), ofTable, found.table)));
    classic.lines(List.of(ClassicFigures.of(at, found.cluster, found.table).line()));
  }

  private void note(long at, Watched each, Answer answer) {
    boolean answered = answer.reading().isPresent();
    if (!answered) {
      each.absences.incrementAndGet();
    }
    switch (each.presence.seen(at, answered)) {
      case NONE -> {}
      case LOST -> {
        journal.add(new Event.ServerLost(at, CLIENT, "source", each.name()));
        journal.add(
            new Event.Note(at, CLIENT, each.name() + " gives no figures: " + answer.reason()));
      }
      case BACK -> journal.add(new Event.ServerBack(at, CLIENT, "source", each.name()));
    }
  }

  /** How many samples each source was absent from, in the order of the sources. */
  public Map<String, Long> absences() {
    Map<String, Long> absences = new LinkedHashMap<>();
    sources.forEach(each -> absences.put(each.name(), each.absences.get()));
    return absences;
  }

  @Override
  public void close() {
    sources.forEach(each -> each.asked.close());
    lines.close();
    classic.close();
  }

  /** Compares the servers of one sample with those of the last one that had any. */
  static final class ServerDiff {
    private final String client;
    private final Map<String, SortedSet<String>> last = new HashMap<>();

    /**
     * A census that has seen nothing; what it sees first is no news.
     *
     * @param client in whose name it speaks
     */
    ServerDiff(String client) {
      this.client = client;
    }

    /** Who has gone, then who has come, role by role. */
    List<Event> take(long at, SortedMap<String, SortedSet<String>> servers) {
      List<Event> news = new ArrayList<>();
      servers.forEach(
          (role, now) -> {
            SortedSet<String> before = last.put(role, now);
            if (before != null) {
              Sets.difference(before, now)
                  .forEach(s -> news.add(new Event.ServerLost(at, client, role, s)));
              Sets.difference(now, before)
                  .forEach(s -> news.add(new Event.ServerBack(at, client, role, s)));
            }
          });
      return news;
    }
  }
}
