// SPDX-License-Identifier: Apache-2.0
package catena.stats;

import catena.harness.accumulo.Connection;
import catena.harness.accumulo.TableName;
import catena.harness.activity.Companion;
import catena.harness.activity.HeldDoubts;
import catena.harness.activity.LocalFiles;
import catena.harness.activity.RunContext;
import catena.harness.instance.HadoopConf;
import catena.harness.instance.InstanceNodes;
import catena.harness.instance.ServerLocks;
import catena.harness.instance.Web;
import catena.records.run.Claim;
import catena.records.run.Environment;
import catena.records.sample.Meaning;
import catena.records.sample.SampleFile;
import catena.records.settings.Settings;
import catena.records.threads.StopSignal;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.Verdict;
import catena.records.words.Amounts;
import catena.records.words.UsageException;
import catena.stats.StatsSettings.Part;
import catena.stats.sample.ClientMetric;
import catena.stats.sample.ClientSampler;
import catena.stats.sample.ClusterSampler;
import catena.stats.sample.Grid;
import catena.stats.sample.HdfsSource;
import catena.stats.sample.HostSampler;
import catena.stats.sample.MetadataSource;
import catena.stats.sample.Metric;
import catena.stats.sample.Source;
import catena.stats.sample.Sources;
import catena.stats.sample.Ticker;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * Samples for as long as it is open: a companion of a run, or {@code catena stats} itself.
 *
 * <p>It never fails once it has started. What it could not see or write is reported in the files,
 * in the journal and by {@link #outcome}.
 */
public final class StatsCollector implements Companion.Attendance {
  /** Not the JVM's own: a container of YARN has a separate one. */
  private static final Path HOST_PLACE = Path.of("/tmp");

  private static final String MISSED = "samples missed";

  /** What the tally counts of a source begins with. */
  private static final String WITHOUT = "samples without ";

  private final RunContext run;
  private final Settings settings;
  private final StopSignal stop;
  private final Grid grid;
  private final List<Ticker> tickers = new ArrayList<>();
  private final List<Closeable> held = new ArrayList<>();

  /** Files that no sampler closes yet. */
  private final List<SampleFile> opened = new ArrayList<>();

  private final List<String> troubles = new CopyOnWriteArrayList<>();
  private final HeldDoubts deaths = new HeldDoubts();
  private Optional<ClusterSampler> cluster = Optional.empty();

  /**
   * Samples this host for a run that another process samples as a whole; called by each of the
   * run's workers; one on each host does it.
   *
   * @param whole settings of the run, with those of {@link StatsSettings#ALL} among them
   * @return empty if the host is not to be sampled, or is sampled already
   * @throws IOException if the files cannot be made
   */
  public static Optional<StatsCollector> ofHost(RunContext run, Settings whole)
      throws IOException, InterruptedException {
    boolean sampled = run.directory().fileSystem().exists(run.directory().metrics());
    if (!sampled || !whole.get(StatsSettings.PARTS).contains(Part.HOST)) {
      return Optional.empty(); // where the run was begun --without stats, there are no metrics
    }
    try {
      return Optional.of(start(run, whole, Set.of(Part.HOST), new StopSignal()));
    } catch (UsageException e) { // another worker's, or the coordinator's
      return Optional.empty();
    }
  }

  private StatsCollector(RunContext run, Settings settings, StopSignal stop) {
    this.run = run;
    this.settings = settings;
    this.stop = stop;
    this.grid = Grid.of(settings.get(StatsSettings.INTERVAL));
  }

  /**
   * Begins to sample.
   *
   * @param settings holds those of {@link StatsSettings#ALL}
   * @param stop ends the collector when it is asked
   * @throws UsageException if the cluster is to be sampled and there is no connection
   * @throws IOException if the files cannot be made
   */
  public static StatsCollector start(RunContext run, Settings settings, StopSignal stop)
      throws IOException, InterruptedException {
    return start(run, settings, settings.get(StatsSettings.PARTS), stop);
  }

  private static StatsCollector start(
      RunContext run, Settings settings, Set<Part> parts, StopSignal stop)
      throws IOException, InterruptedException {
    StatsCollector collector = new StatsCollector(run, settings, stop);
    try {
      collector.begin(parts);
      return collector;
    } catch (IOException | InterruptedException | RuntimeException e) {
      collector.close();
      throw e;
    }
  }

  private void begin(Set<Part> parts) throws IOException, InterruptedException {
    if (parts.isEmpty()) {
      return;
    }
    Meaning.write(run.directory(), meanings());
    if (parts.contains(Part.CLUSTER)) {
      cluster = Optional.of(cluster());
      tick("stats-cluster", cluster.get());
    }
    String host = Environment.hostName();
    if (parts.contains(Part.HOST)) {
      try {
        tick("stats-host", host(host));
      } catch (UsageException e) { // another process of the run samples it
        if (parts.size() == 1) {
          throw e;
        }
        trouble(e.getMessage());
      }
    }
    if (parts.contains(Part.CLIENTS)) {
      SampleFile lines = open(run.directory().clientSamples());
      long now = run.clock().millis();
      tick("stats-clients", new ClientSampler(run.follower(), grid, now, host, lines));
    }
  }

  private SampleFile open(org.apache.hadoop.fs.Path file) throws IOException {
    SampleFile lines = SampleFile.open(run.directory(), file, this::trouble);
    opened.add(lines);
    return lines;
  }

  private void trouble(String sentence) {
    troubles.add(sentence);
    run.terminal().note("stats: " + sentence);
  }

  private void death(String sentence) {
    deaths.add("stats: " + sentence);
    run.terminal().note("stats: " + sentence);
  }

  private void tick(String name, Ticker.Sampler sampler) {
    tickers.add(
        new Ticker(name, sampler, grid, run.clock(), stop.child(), this::trouble, this::death));
    opened.clear();
  }

  private Optional<LocalFiles> files() {
    return run.site().given().find(LocalFiles.class);
  }

  private HostSampler host(String host) throws IOException, InterruptedException {
    held.add(
        Claim.ofHost(run.directory(), HOST_PLACE, "stats")
            .orElseThrow(
                () ->
                    new UsageException(
                        "Another process samples this host for "
                            + run.directory().display()
                            + " already: leave host out of stats.parts")));
    return new HostSampler(
        host,
        files().map(LocalFiles::home).map(Path::toString).orElse(""),
        grid.limit(),
        run.clock(),
        open(run.directory().hostSamples(host)));
  }

  private ClusterSampler cluster() throws IOException {
    return new ClusterSampler(
        sources(run.connection()),
        settings.get(TableName.SETTING),
        grid,
        run.clock(),
        open(run.directory().clusterSamples()),
        open(run.directory().classicSamples()),
        run.journal());
  }

  private List<Source> sources(Connection connection) {
    String table = settings.get(TableName.SETTING);
    HadoopConf hadoop = HadoopConf.of(settings, files().map(LocalFiles::hadoopConf));
    Web web = new Web();
    InstanceNodes nodes = connection.nodes(grid.patience());
    held.add(nodes);
    ServerLocks locks = connection.locks(grid.patience());
    held.add(locks::close);
    Optional<String> given = settings.get(StatsSettings.MONITOR).map(Object::toString);
    Callable<Optional<String>> monitor = given.isPresent() ? () -> given : nodes::monitor;
    List<Source> sources = new ArrayList<>();
    sources.add(Sources.servers(connection.client()));
    sources.add(Sources.zookeeper(nodes));
    sources.add(Sources.monitor(web, monitor, table));
    sources.add(new MetadataSource(connection.client(), locks::sessions, table, System::nanoTime));
    sources.add(
        new HdfsSource(connection.client(), table, hadoop.configuration(), System::nanoTime));
    hadoop.resourceManager().ifPresent(address -> sources.add(Sources.yarn(web, address)));
    return sources;
  }

  /** What all figures mean, by name. */
  public static SortedMap<String, Meaning> meanings() {
    SortedMap<String, Meaning> meanings = ClientMetric.meanings();
    Arrays.stream(Metric.values()).forEach(each -> meanings.put(each.key(), each.meaning()));
    return meanings;
  }

  /** Samples of the sampler that has most, so far. */
  public long samples() {
    return tickers.stream().mapToLong(Ticker::taken).max().orElse(0);
  }

  /**
   * How many samples there are, and what is missing in them. Nothing is checked here, so only a
   * sampler that died is a doubt.
   */
  @Override
  public PartOutcome outcome() {
    Map<String, Long> tally = new LinkedHashMap<>();
    tally.put("samples", samples());
    tally.put(MISSED, tickers.stream().mapToLong(Ticker::missed).sum());
    cluster.ifPresent(
        sampler -> sampler.absences().forEach((source, n) -> tally.put(WITHOUT + source, n)));
    List<String> reasons = new ArrayList<>(deaths.sentences());
    reasons.addAll(troubles);
    Verdict verdict = deaths.outcome().verdict();
    long asked = tickers.stream().findFirst().map(Ticker::taken).orElse(0L); // the cluster's
    String fact = fact(tally, samples(), asked, settings.get(StatsSettings.INTERVAL));
    return new PartOutcome(verdict, reasons, tally, Map.of(), List.of(fact));
  }

  @Override
  public void holdBy(Consumer<String> each) {
    deaths.holdBy(each);
  }

  /**
   * How many samples there are and what they lack; a source that never answered, such as the
   * monitor of a cluster that has none, leaves no gap.
   *
   * @param asked how often the cluster was asked; other samplers may have taken more
   */
  static String fact(Map<String, Long> tally, long samples, long asked, Duration interval) {
    List<String> gaps = new ArrayList<>();
    List<String> never = new ArrayList<>();
    tally.forEach(
        (key, number) -> {
          if (key.startsWith(WITHOUT) && number > 0) {
            String source = key.substring(WITHOUT.length());
            (number < asked ? gaps : never).add(number < asked ? source + " " + number : source);
          } else if (key.equals(MISSED) && number > 0) {
            gaps.add(Amounts.grouped(number) + " " + MISSED);
          }
        });
    if (samples == 0) {
      return "no samples: it was over before the first, one every " + Amounts.span(interval);
    }
    return "%s samples, one every %s%s"
        .formatted(
            Amounts.grouped(samples),
            Amounts.span(interval),
            (gaps.isEmpty() ? ", no gaps" : "; gaps: " + String.join(", ", gaps))
                + (never.isEmpty() ? "" : "; nothing of " + String.join(", ", never)));
  }

  /** Ends it; the files are whole afterwards. */
  @Override
  public void close() {
    tickers.forEach(Ticker::close);
    opened.forEach(SampleFile::close);
    for (Closeable each : held) {
      try {
        each.close();
      } catch (IOException e) {
        troubles.add(e.getMessage());
      }
    }
  }
}
