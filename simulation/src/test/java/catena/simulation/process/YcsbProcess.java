// SPDX-License-Identifier: Apache-2.0
package catena.simulation.process;

import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.ingest.YcsbActivity;
import catena.ingest.write.IngestFailure;
import catena.ingest.write.OperationWriter;
import catena.ingest.ycsb.ClientWriters;
import catena.ingest.ycsb.YcsbClient;
import catena.ingest.ycsb.YcsbPlan;
import catena.records.run.RunDirectory;
import catena.records.settings.Layer;
import catena.records.settings.Settings;
import catena.records.threads.StopSignal;
import catena.simulation.table.Disk;
import catena.simulation.table.Table;
import catena.simulation.world.Actor;
import catena.simulation.world.Plan;
import catena.simulation.world.ReaderPlan;
import catena.simulation.world.World;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.BatchWriter;
import org.apache.accumulo.core.client.ScannerBase.ConsistencyLevel;

/**
 * Clients of ycsb in one process, beside the plan's writers: it loads a block for each client, and
 * then reads, scans, updates and inserts, as far as the graph has room; it may be killed.
 */
public final class YcsbProcess implements Actor {
  private static final int WINDOW = 7;
  private static final int MOST_OPERATIONS = 30;

  /** What a process of ycsb works with. */
  public record Site(
      World world,
      Plan plan,
      Graph graph,
      Table table,
      AccumuloClient client,
      Disk disk,
      RunDirectory directory) {}

  private final Site site;
  private final World world;
  private final ReaderProcess.Judge judge;
  private final UnaryOperator<BatchWriter> operating;
  private final OperationWriters writers;
  private final StopSignal stop;
  private final int clients;
  private final boolean buffered;
  private final Map<String, String> given;
  private final List<Integer> loaded = new ArrayList<>();
  private OperationWriter loading;
  private int next;
  private Reader reader;
  private boolean over;

  /**
   * A process that is about to load.
   *
   * @param judge is told what the clients have said
   * @param operating by what the clients send, for the right batch writer
   */
  public YcsbProcess(Site site, ReaderProcess.Judge judge, UnaryOperator<BatchWriter> operating) {
    this.operating = operating;
    this.site = site;
    this.world = site.world;
    this.judge = judge;
    this.writers =
        new OperationWriters(world, site.plan, site.graph, site.table, site.disk, site.directory);
    this.stop = new StopSignal((asked, limit) -> pass(limit));
    SplittableRandom random = new SplittableRandom(site.graph.spec().seed() + 1);
    this.clients = site.plan.spareWriters() > 3 ? 2 : 1;
    this.buffered = random.nextBoolean();
    this.given = draw(random);
    this.next = site.plan.writers();
  }

  private Map<String, String> draw(SplittableRandom random) {
    GraphSpec spec = site.graph.spec();
    int count = 1 + random.nextInt(MOST_OPERATIONS);
    boolean updates = spec.updates().passes() * spec.flushInterval() >= count;
    int inserters = site.plan.spareWriters() / clients - 1;
    boolean inserts = inserters * spec.flushInterval() * spec.depth() >= count;
    List<String> requests = List.of("uniform", "zipfian", "latest", "hotspot", "sequential");
    Map<String, String> all = new TreeMap<>();
    all.put("ycsb.clients", "" + clients);
    all.put("ycsb.count", "" + count);
    all.put("ycsb.requests", requests.get(random.nextInt(requests.size())));
    all.put("ycsb.read", "1");
    all.put("ycsb.read.fields", site.plan.hasFields() && count % 2 == 0 ? "one" : "all");
    all.put("ycsb.scan", "1");
    all.put("ycsb.scan.most", "" + (1 + random.nextInt(40)));
    all.put("ycsb.update", updates ? "2" : "0");
    all.put("ycsb.readmodifywrite", updates ? "1" : "0");
    all.put("ycsb.insert", inserts ? "2" : "0");
    all.put("read.start.limit", "0s");
    all.put("read.reread.limit", "2s");
    return all;
  }

  private void pass(Duration limit) {
    world.pass(limit.toMillis());
    world.point("a client waits");
  }

  @Override
  public String name() {
    return "ycsb";
  }

  @Override
  public boolean isReady() {
    return !over;
  }

  @Override
  public boolean mayBeKilled() {
    return true;
  }

  @Override
  public void step() throws Exception {
    if (reader != null) {
      operate();
    } else if (loaded.size() < clients) {
      load();
    } else {
      begin();
    }
  }

  private void load() throws Exception {
    if (loading == null) {
      loading = writers.open(next++, WINDOW, buffered, stop);
    }
    GraphSpec spec = site.graph.spec();
    try {
      for (int i = 0; i < spec.flushInterval() * spec.depth() + spec.flushInterval() - 1; i++) {
        boolean unused = loading.write();
      }
      loading.close();
      loaded.add(loading.number());
      loading = null;
    } catch (IngestFailure e) {
      world.note("clients of ycsb cannot load: " + e.getMessage());
      end();
    }
  }

  private void begin() throws Exception {
    List<OperationWriter> updaters = new ArrayList<>();
    for (int number : loaded) {
      updaters.add(writer(number));
    }
    ClientWriters all = new ClientWriters(updaters, () -> writer(next++));
    Settings settings = Settings.resolve(YcsbActivity.SETTINGS, List.of(Layer.of("plan", given)));
    int[] client = {0};
    YcsbActivity activity =
        new YcsbActivity(
            context -> new YcsbClient(context, YcsbPlan.of(settings), client[0]++, all));
    world.note("operating: " + given);
    reader =
        new Reader(
            world,
            site.graph,
            site.plan,
            new ReaderPlan(
                activity, settings, List.of(site.plan.user()), ConsistencyLevel.IMMEDIATE),
            site.client,
            site.directory,
            false);
  }

  private OperationWriter writer(int number) throws IOException {
    return writers.open(number, WINDOW, buffered, stop, operating);
  }

  private void operate() throws Exception {
    if (!reader.step()) {
      Reader last = reader;
      over = true;
      judge.judge("ycsb that writes", false, last.said());
    }
  }

  /** Does nothing any more. */
  public void end() {
    if (!over) {
      killed();
    }
  }

  @Override
  public void killed() {
    over = true;
    writers.die();
  }
}
