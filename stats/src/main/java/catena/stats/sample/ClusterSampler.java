// SPDX-License-Identifier: Apache-2.0
package catena.stats.sample;

import catena.records.journal.Event;
import catena.records.journal.Journal;
import catena.records.sample.ClassicField;
import catena.records.sample.ClassicSample;
import catena.records.sample.Sample;
import catena.records.sample.SampleFile;
import com.google.common.collect.Sets;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;

/** Queries all sources concurrently and writes what came in time, in both formats. */
public final class ClusterSampler implements Ticker.Sampler {
  private static final String CLIENT = "stats";

  private static final Map<ClassicField, Metric> CLASSIC_OF_CLUSTER =
      Map.ofEntries(
          Map.entry(ClassicField.TABLET_SERVERS, Metric.TSERVERS),
          Map.entry(ClassicField.TOTAL_ENTRIES, Metric.ENTRIES),
          Map.entry(ClassicField.TOTAL_INGEST, Metric.INGEST),
          Map.entry(ClassicField.TOTAL_QUERY, Metric.QUERY),
          Map.entry(ClassicField.ACCUMULO_DU, Metric.HDFS_BYTES),
          Map.entry(ClassicField.ACCUMULO_DIRS, Metric.HDFS_DIRECTORIES),
          Map.entry(ClassicField.ACCUMULO_FILES, Metric.HDFS_FILES),
          Map.entry(ClassicField.MAP_TASK, Metric.YARN_RUNNING),
          Map.entry(ClassicField.MAX_MAP_TASK, Metric.YARN_MAXIMUM),
          Map.entry(ClassicField.TASK_TRACKERS, Metric.YARN_NODES),
          Map.entry(ClassicField.BLACK_LISTED, Metric.YARN_UNHEALTHY));

  private static final Map<ClassicField, Metric> CLASSIC_OF_TABLE =
      Map.ofEntries(
          Map.entry(ClassicField.TABLE_RECS, Metric.ENTRIES),
          Map.entry(ClassicField.TABLE_RECS_IN_MEM, Metric.IN_MEMORY),
          Map.entry(ClassicField.TABLE_INGEST, Metric.INGEST),
          Map.entry(ClassicField.TABLE_QUERY, Metric.QUERY),
          Map.entry(ClassicField.TABLE_TABLETS, Metric.META_TABLETS),
          Map.entry(ClassicField.TABLE_TABLETS_ONLINE, Metric.META_HOSTED),
          Map.entry(ClassicField.TABLE_DU, Metric.HDFS_BYTES),
          Map.entry(ClassicField.TABLE_DIRS, Metric.HDFS_DIRECTORIES),
          Map.entry(ClassicField.TABLE_FILES, Metric.HDFS_FILES),
          Map.entry(ClassicField.MIN_FILES_PER_TABLET, Metric.FILES_MIN),
          Map.entry(ClassicField.MAX_FILES_PER_TABLET, Metric.FILES_MAX),
          Map.entry(ClassicField.AVG_FILES_PER_TABLET, Metric.FILES_MEAN),
          Map.entry(ClassicField.STDDEV_FILES_PER_TABLET, Metric.FILES_SD));

  private final List<Source> sources;
  private final Set<Metric> ofCluster = EnumSet.noneOf(Metric.class);
  private final Set<Metric> ofTable = EnumSet.noneOf(Metric.class);
  private final String table;
  private final Grid grid;
  private final SampleFile lines;
  private final SampleFile classic;
  private final Journal journal;
  private final Clock clock;
  private final WholeSums sums = new WholeSums();
  private final Map<String, SortedSet<String>> servers = new HashMap<>();

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
    this.sources = List.copyOf(sources);
    for (Source source : sources) {
      source.begin(clock.millis());
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
    sources.forEach(each -> each.ask(grid.patience()));
    Reading found = new Reading();
    for (Source each : sources) {
      Duration left = Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
      try {
        found.add(each.answer(left));
        note(at, each, Optional.empty());
      } catch (IOException e) {
        note(at, each, Optional.of(e.getMessage()));
      }
    }
    long answered = clock.millis();
    if (!sums.isWhole(at, found.table())) {
      WholeSums.OVER_TABLETS.forEach(found::remove);
    }
    changes(servers, at, found.servers()).forEach(journal::add);
    lines.lines(
        List.of(
            Metric.line(at, answered, Sample.CLUSTER, ofCluster, found.cluster()),
            Metric.line(at, answered, Sample.table(table), ofTable, found.table())));
    classic.lines(List.of(classic(at, found.cluster(), found.table()).line()));
  }

  /** Records an answer, or why there was none; a change is reported. */
  private void note(long at, Source each, Optional<String> problem) {
    String name = each.name();
    if (!each.isNews(at, problem.isEmpty())) {
      return;
    }
    problem.ifPresentOrElse(
        why -> {
          journal.add(new Event.ServerLost(at, CLIENT, "source", name));
          journal.add(new Event.Note(at, CLIENT, name + " gives no figures: " + why));
        },
        () -> journal.add(new Event.ServerBack(at, CLIENT, "source", name)));
  }

  /** How many samples each source was absent from, in the order of the sources. */
  public Map<String, Long> absences() {
    Map<String, Long> absences = new LinkedHashMap<>();
    sources.forEach(each -> absences.put(each.name(), each.absences()));
    return absences;
  }

  @Override
  public void close() {
    sources.forEach(Source::close);
    lines.close();
    classic.close();
  }

  /**
   * A line of {@code stats.out}.
   *
   * <p>The figures of map/reduce are YARN's now: it has containers, not maps and reduces, so all of
   * them are in the two fields of the map tasks, and the two fields of the reduce tasks are 0.
   *
   * <p>The tablets are those of the metadata table. The existing suite's collector had the
   * monitor's, which are those of the servers that answer.
   *
   * @param cluster figures of all tables
   * @param table figures of the test table
   */
  public static ClassicSample classic(
      long at, Map<Metric, Double> cluster, Map<Metric, Double> table) {
    Map<ClassicField, Double> values = new EnumMap<>(ClassicField.class);
    CLASSIC_OF_CLUSTER.forEach(
        (field, metric) -> values.computeIfAbsent(field, any -> cluster.get(metric)));
    CLASSIC_OF_TABLE.forEach(
        (field, metric) -> values.computeIfAbsent(field, any -> table.get(metric)));
    if (cluster.containsKey(Metric.YARN_RUNNING)) {
      values.put(ClassicField.REDUCE_TASK, 0.0);
      values.put(ClassicField.MAX_REDUCE_TASK, 0.0);
    }
    return new ClassicSample(at, values);
  }

  /**
   * Compares the servers of one sample with those of the last one that had any; what it sees first
   * is no news.
   *
   * @param last of each role the servers of the last sample, and of this one afterwards
   * @return the servers that have gone, then those that have come, role by role
   */
  static List<Event> changes(
      Map<String, SortedSet<String>> last, long at, SortedMap<String, SortedSet<String>> servers) {
    List<Event> news = new ArrayList<>();
    servers.forEach(
        (role, now) -> {
          SortedSet<String> before = last.put(role, now);
          if (before != null) {
            Sets.difference(before, now)
                .forEach(s -> news.add(new Event.ServerLost(at, CLIENT, role, s)));
            Sets.difference(now, before)
                .forEach(s -> news.add(new Event.ServerBack(at, CLIENT, role, s)));
          }
        });
    return news;
  }

  /**
   * Decides whether what the monitor adds up over tablets is of all tablets.
   *
   * <p>The monitor's sums are of the tablet servers that answered the manager: those of a dead
   * server are missing in them, as if its entries were lost. The metadata table knows how many
   * tablets there are. So a sum is whole if every tablet is hosted and the monitor has counted as
   * many as the metadata table had. The monitor's figures are up to 15 s old, and a table that
   * grows splits all the time: what it is compared with is the least that the metadata table had
   * since then.
   */
  static final class WholeSums {
    /** The sums that shrink with a server that is gone, and not because less is done. */
    static final Set<Metric> OVER_TABLETS = EnumSet.of(Metric.ENTRIES, Metric.IN_MEMORY);

    /** The manager asks every 10 s, the monitor the manager every 5 s, and either may be late. */
    static final long MONITOR_AGE_MILLIS = 20_000;

    /** Tablets in the metadata table, by the time of the sample. */
    private final TreeMap<Long, Double> tablets = new TreeMap<>();

    /**
     * Takes a sample and says whether its sums are whole.
     *
     * @param at the sample's point, milliseconds since 1970
     * @param table its figures of the table; what is not known in them speaks against nothing
     */
    boolean isWhole(long at, Map<Metric, Double> table) {
      Double inMetadata = table.get(Metric.META_TABLETS);
      Double hosted = table.get(Metric.META_HOSTED);
      Double counted = table.get(Metric.TABLETS);
      tablets.tailMap(at, false).clear(); // The clock was set back.
      if (inMetadata != null) {
        tablets.put(at, inMetadata);
      }
      Long oldest = tablets.floorKey(at - MONITOR_AGE_MILLIS);
      if (oldest != null) {
        tablets.headMap(oldest, false).clear();
      }
      boolean unhosted = inMetadata != null && hosted != null && hosted < inMetadata;
      double least = tablets.values().stream().min(Double::compare).orElse(0.0);
      return !unhosted && (counted == null || counted >= least);
    }
  }
}
