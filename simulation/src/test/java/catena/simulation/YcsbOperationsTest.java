// SPDX-License-Identifier: Apache-2.0
package catena.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.graph.Payload;
import catena.graph.Position;
import catena.graph.Specs;
import catena.graph.judge.FindingKind;
import catena.ingest.YcsbActivity;
import catena.ingest.write.OperationWriter;
import catena.ingest.ycsb.ClientWriters;
import catena.ingest.ycsb.YcsbClient;
import catena.ingest.ycsb.YcsbPlan;
import catena.records.ledger.LedgerReader;
import catena.records.run.RunDirectory;
import catena.records.settings.Layer;
import catena.records.settings.Settings;
import catena.records.threads.StopSignal;
import catena.records.verdict.Verdict;
import catena.simulation.client.FakeAccumulo;
import catena.simulation.oracle.Said;
import catena.simulation.process.OperationWriters;
import catena.simulation.process.Reader;
import catena.simulation.process.Sabotage;
import catena.simulation.process.Verification;
import catena.simulation.table.Cluster;
import catena.simulation.table.Disk;
import catena.simulation.table.Liar;
import catena.simulation.table.Lie;
import catena.simulation.table.Table;
import catena.simulation.world.EventLog;
import catena.simulation.world.Plan;
import catena.simulation.world.ReaderPlan;
import catena.simulation.world.World;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.ScannerBase.ConsistencyLevel;
import org.apache.accumulo.core.security.Authorizations;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;

/** Clients of ycsb, all that they write as, and the real checks, on a simulated cluster. */
class YcsbOperationsTest {
  private static final Authorizations USER = new Authorizations("A");
  private static final int CLIENTS = 2;
  private static final int NODES = 6;
  private static final int DEPTH = 3;

  /** A table that two writers have loaded. */
  private static final class Scene {
    private final Plan plan;
    private final World world;
    private final Graph graph;
    private final Table table;
    private final Disk disk;
    private final RunDirectory directory;
    private final AccumuloClient client;
    private final Cluster cluster;
    private final StopSignal stop;
    private int writers;

    Scene(long seed, double faults) throws Exception {
      this(seed, faults, 1);
    }

    Scene(long seed, double faults, int columns) throws Exception {
      this(seed, faults, columns, "60:zipfian:0.99");
    }

    Scene(long seed, double faults, int columns, String updates) throws Exception {
      SplittableRandom random = new SplittableRandom(seed);
      GraphSpec spec =
          Specs.of(
                  GraphSpec.VERSION,
                  seed,
                  0,
                  1L << 40,
                  NODES,
                  DEPTH,
                  columns > 1 ? 1 : 100,
                  100,
                  List.of("", "A"),
                  GraphSpec.VisibilityScope.NODE,
                  true,
                  Payload.fixed(10),
                  0,
                  32)
              .with("updates", updates)
              .with("columns", Integer.toString(columns));
      World.Unrest unrest = new World.Unrest(faults > 0 ? 0.2 : 0, 0);
      plan =
          new Plan(spec, CLIENTS, 0, 2, USER, List.of(), 5, 10_000, faults, 0, 0, 0, false, unrest);
      world = new World(random, new EventLog(), unrest);
      graph = new Graph(spec);
      table = new Table(world, plan.servers());
      disk = new Disk(world);
      directory = RunDirectory.on(disk, new Path("simulated:///run"));
      client = FakeAccumulo.client(world, table, USER);
      cluster = new Cluster(world, table, plan);
      stop = new StopSignal((asked, limit) -> pass(limit));
      for (int i = 0; i < CLIENTS; i++) {
        OperationWriter load = writer(writers++, true);
        for (int n = 0; n < NODES * DEPTH + NODES - 1; n++) {
          assertThat(load.write()).isTrue();
        }
        load.close();
      }
      if (faults > 0) {
        world.add(cluster);
      }
    }

    private void pass(Duration limit) {
      world.pass(limit.toMillis());
      world.point("a client waits");
    }

    private OperationWriter writer(int number, boolean buffered) throws IOException {
      return new OperationWriters(world, plan, graph, table, disk, directory)
          .open(number, 7, buffered, stop);
    }

    /** Runs the clients until each has made all of its operations. */
    Said operate(boolean buffered, Map<String, String> mix) throws Exception {
      List<OperationWriter> updaters = new ArrayList<>();
      for (int i = 0; i < CLIENTS && !"0".equals(mix.get("ycsb.update")); i++) {
        updaters.add(writer(i, buffered));
      }
      ClientWriters all = new ClientWriters(updaters, () -> writer(writers++, buffered));
      Map<String, String> given = new TreeMap<>(mix);
      given.put("ycsb.clients", "" + CLIENTS);
      given.put("read.start.limit", "0s");
      given.put("read.reread.limit", "2s");
      Settings settings = Settings.resolve(YcsbActivity.SETTINGS, List.of(Layer.of("test", given)));
      int[] next = {0};
      YcsbActivity activity =
          new YcsbActivity(
              context -> new YcsbClient(context, YcsbPlan.of(settings), next[0]++, all));
      Reader reader =
          new Reader(
              world,
              graph,
              plan,
              new ReaderPlan(activity, settings, List.of(USER), ConsistencyLevel.IMMEDIATE),
              client,
              directory,
              false);
      boolean more = true;
      while (more) {
        more = reader.step();
      }
      return reader.said();
    }

    Said verify() throws Exception {
      world.calmDown();
      cluster.settle();
      world.stir();
      return new Verification(world, table, graph, client, USER, directory, Sabotage.NONE)
          .verify(USER, false);
    }

    Position acknowledged(int writer) throws IOException {
      return LedgerReader.read(disk, directory.ledger(writer)).acknowledged();
    }
  }

  private static Map<String, String> everything(String requests) {
    return Map.of(
        "ycsb.count", "60",
        "ycsb.requests", requests,
        "ycsb.read", "1",
        "ycsb.update", "1",
        "ycsb.insert", "1",
        "ycsb.scan", "1",
        "ycsb.scan.most", "15",
        "ycsb.readmodifywrite", "1");
  }

  @Test
  void anHonestTablePassesEachReadAndTheWholeIsAsPromised() throws Exception {
    for (int seed = 0; seed < 12; seed++) {
      Scene scene = new Scene(seed, 0);
      String requests = List.of("uniform", "zipfian", "latest").get(seed % 3);
      Said said = scene.operate(seed % 2 == 0, everything(requests));
      assertThat(said.verdict()).as("seed %d: %s", seed, said).isEqualTo(Verdict.PASS);
      Said verified = scene.verify();
      assertThat(verified.verdict()).as("seed %d: %s", seed, verified).isEqualTo(Verdict.PASS);
      for (int updater = 0; updater < CLIENTS; updater++) {
        Position at = scene.acknowledged(updater);
        long updates = (at.step() - DEPTH - 1L) * NODES + at.index();
        assertThat(updates).as("updates of writer %d", updater).isBetween(8L, 50L);
        assertThat(at.block()).isZero();
      }
      assertThat(scene.writers).as("writers, those that inserted too").isGreaterThan(CLIENTS);
      assertThat(scene.acknowledged(CLIENTS)).isGreaterThan(Position.ORIGIN);
    }
  }

  @Test
  void aTableThatLosesServersWhileClientsWorkIsNeverCalledWrong() throws Exception {
    int passed = 0;
    for (int seed = 100; seed < 130; seed++) {
      Scene scene = new Scene(seed, 0.2);
      Said said = scene.operate(seed % 2 == 0, everything("zipfian"));
      assertThat(said.verdict()).as("seed %d: %s", seed, said).isNotEqualTo(Verdict.FAIL);
      Said verified = scene.verify();
      assertThat(verified.verdict()).as("seed %d: %s", seed, verified).isNotEqualTo(Verdict.FAIL);
      passed += verified.verdict() == Verdict.PASS ? 1 : 0;
    }
    assertThat(passed).as("of 30 that passed").isGreaterThan(10);
  }

  @Test
  void whatTheTableForgetsOrBringsBackIsFoundByReadersAndByVerification() throws Exception {
    Set<FindingKind> found = EnumSet.noneOf(FindingKind.class);
    for (Lie lie : List.of(Lie.REVERT, Lie.LOSE_ENTRY, Lie.ALTER, Lie.PHANTOM)) {
      int told = 0;
      for (int seed = 200; seed < 206; seed++) {
        Scene scene = new Scene(seed, 0);
        assertThat(scene.operate(false, everything("zipfian")).verdict()).isEqualTo(Verdict.PASS);
        Liar liar = new Liar(scene.world, scene.table, scene.graph);
        if (liar.tell(lie)) {
          told++;
          Said read = scene.operate(false, scans());
          Said verified = scene.verify();
          assertThat(verified.verdict()).as("%s of seed %d", lie, seed).isEqualTo(Verdict.FAIL);
          if (lie != Lie.PHANTOM) {
            // A scan begins at a record, and a phantom may lie before the first of them.
            assertThat(read.verdict()).as("%s of seed %d", lie, seed).isEqualTo(Verdict.FAIL);
            assertThat(read.counts().keySet()).isEqualTo(verified.counts().keySet());
          }
          found.addAll(verified.counts().keySet());
        }
      }
      assertThat(told).as("%s told", lie).isPositive();
    }
    assertThat(found)
        .containsExactlyInAnyOrder(
            FindingKind.STALE, FindingKind.LOST, FindingKind.ALTERED, FindingKind.PHANTOM);
  }

  @Test
  void recordsOfSeveralFieldsAreReadAndVerifiedAsTheyWereWritten() throws Exception {
    for (int seed = 300; seed < 306; seed++) {
      Scene scene = new Scene(seed, 0, 2 + seed % 3);
      Said said = scene.operate(seed % 2 == 0, everything("zipfian"));
      assertThat(said.verdict()).as("seed %d: %s", seed, said).isEqualTo(Verdict.PASS);
      Said verified = scene.verify();
      assertThat(verified.verdict()).as("seed %d: %s", seed, verified).isEqualTo(Verdict.PASS);
    }
  }

  @Test
  void aFieldThatTheTableLosesIsFoundByReadersAndByVerification() throws Exception {
    int told = 0;
    for (int seed = 400; seed < 406; seed++) {
      Scene scene = new Scene(seed, 0, 3);
      assertThat(scene.operate(false, everything("zipfian")).verdict()).isEqualTo(Verdict.PASS);
      if (new Liar(scene.world, scene.table, scene.graph).tell(Lie.LOSE_ENTRY)) {
        told++;
        Said read = scene.operate(false, scans());
        Said verified = scene.verify();
        assertThat(read.verdict()).as("seed %d: %s", seed, read).isEqualTo(Verdict.FAIL);
        assertThat(verified.verdict()).as("seed %d", seed).isEqualTo(Verdict.FAIL);
      }
    }
    assertThat(told).isPositive();
  }

  private static Map<String, String> oneField(Map<String, String> mix) {
    Map<String, String> all = new TreeMap<>(mix);
    all.put("ycsb.read.fields", "one");
    return all;
  }

  @Test
  void oneFieldOfEachRecordIsReadAndComparedWhileAllAreWritten() throws Exception {
    for (int seed = 500; seed < 512; seed++) {
      Scene scene = new Scene(seed, seed < 506 ? 0 : 0.2, 2 + seed % 3);
      Said said = scene.operate(seed % 2 == 0, oneField(everything("zipfian")));
      if (seed < 506) {
        assertThat(said.verdict()).as("seed %d: %s", seed, said).isEqualTo(Verdict.PASS);
      } else {
        assertThat(said.verdict()).as("seed %d: %s", seed, said).isNotEqualTo(Verdict.FAIL);
      }
      Said verified = scene.verify();
      assertThat(verified.verdict()).as("seed %d: %s", seed, verified).isNotEqualTo(Verdict.FAIL);
    }
  }

  /** Reads that ask for one field miss it, if they ask for the one that is gone or old. */
  @Test
  void aFieldThatIsLostOrOldIsFoundByThoseWhoAskForIt() throws Exception {
    for (Lie lie : List.of(Lie.LOSE_ENTRY, Lie.TEAR, Lie.ALTER, Lie.MISPLACE)) {
      int told = 0;
      Set<FindingKind> found = EnumSet.noneOf(FindingKind.class);
      for (int seed = 600; seed < 606; seed++) {
        Scene scene = new Scene(seed, 0, 3);
        assertThat(scene.operate(false, oneField(everything("zipfian"))).verdict())
            .isEqualTo(Verdict.PASS);
        if (new Liar(scene.world, scene.table, scene.graph).tell(lie)) {
          told++;
          Said read = scene.operate(false, oneField(readsAndScans()));
          assertThat(read.verdict()).as("%s, seed %d: %s", lie, seed, read).isEqualTo(Verdict.FAIL);
          found.addAll(read.counts().keySet());
        }
      }
      assertThat(told).as("%s", lie).isPositive();
      FindingKind name =
          switch (lie) {
            case LOSE_ENTRY -> FindingKind.LOST;
            case TEAR -> FindingKind.STALE; // who sees one field alone sees no torn record
            case ALTER -> FindingKind.ALTERED;
            default -> FindingKind.MISPLACED;
          };
      assertThat(found).as("%s", lie).containsExactly(name);
    }
  }

  /** A flush may hold several updates of one record, in any order that the servers like. */
  @Test
  void updatesThatHaveTheirOwnTimesAreInOrderWithinAFlush() throws Exception {
    for (int seed = 700; seed < 730; seed++) {
      String updates = "60:zipfian:0.99:timed";
      Scene scene = new Scene(seed, seed < 710 ? 0 : 0.2, 1 + seed % 2, updates);
      Said said = scene.operate(true, everything("zipfian"));
      Said verified = scene.verify();
      for (Said each : List.of(said, verified)) {
        if (seed < 710) {
          assertThat(each.verdict()).as("seed %d: %s", seed, each).isEqualTo(Verdict.PASS);
        } else {
          assertThat(each.verdict()).as("seed %d: %s", seed, each).isNotEqualTo(Verdict.FAIL);
        }
      }
    }
  }

  /** Then the order of two updates in one flush is that in which they reach the server. */
  @Test
  void aTableThatIgnoresTheTimesOfUpdatesIsFound() throws Exception {
    int stale = 0;
    for (int seed = 700; seed < 710; seed++) {
      Scene scene = new Scene(seed, 0, 1 + seed % 2, "60:zipfian:0.99:timed");
      scene.table.ignoreTimes();
      Said unused = scene.operate(true, everything("zipfian"));
      Said verified = scene.verify();
      assertThat(verified.counts().keySet()).isSubsetOf(FindingKind.STALE);
      stale += verified.verdict() == Verdict.FAIL ? 1 : 0;
    }
    assertThat(stale).as("of 10 in which an older update is shown").isPositive();
  }

  @Test
  void anUpdateWithItsOwnTimeThatIsTakenBackIsFound() throws Exception {
    int told = 0;
    for (int seed = 800; seed < 806; seed++) {
      Scene scene = new Scene(seed, 0, 1, "60:zipfian:0.99:timed");
      assertThat(scene.operate(true, everything("zipfian")).verdict()).isEqualTo(Verdict.PASS);
      if (new Liar(scene.world, scene.table, scene.graph).tell(Lie.REVERT)) {
        told++;
        Said read = scene.operate(true, scans());
        Said verified = scene.verify();
        assertThat(read.counts().keySet()).containsExactly(FindingKind.STALE);
        assertThat(verified.counts().keySet()).containsExactly(FindingKind.STALE);
      }
    }
    assertThat(told).isPositive();
  }

  /** So many that each field of each record is asked for. */
  private static Map<String, String> readsAndScans() {
    Map<String, String> all = new TreeMap<>(scans());
    all.put("ycsb.read", "1");
    all.put("ycsb.count", "400");
    return all;
  }

  /** Scans of everything behind so many records that some begin near the first row. */
  private static Map<String, String> scans() {
    return Map.of(
        "ycsb.count", "80",
        "ycsb.requests", "uniform",
        "ycsb.read", "0",
        "ycsb.update", "0",
        "ycsb.scan", "1",
        "ycsb.scan.least", "1000",
        "ycsb.scan.most", "1000");
  }
}
