// SPDX-License-Identifier: Apache-2.0
package catena.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.graph.Payload;
import catena.graph.Specs;
import catena.ingest.write.IngestFailure;
import catena.ingest.write.OperationWriter;
import catena.read.reader.ReadActivity;
import catena.records.run.RunDirectory;
import catena.records.settings.Layer;
import catena.records.settings.Settings;
import catena.records.threads.StopSignal;
import catena.records.verdict.Verdict;
import catena.simulation.client.FakeAccumulo;
import catena.simulation.oracle.Said;
import catena.simulation.process.OperationWriters;
import catena.simulation.process.Reader;
import catena.simulation.table.Disk;
import catena.simulation.table.Table;
import catena.simulation.world.EventLog;
import catena.simulation.world.Plan;
import catena.simulation.world.ReaderPlan;
import catena.simulation.world.World;
import catena.walker.ScanActivity;
import catena.walker.WalkActivity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.Scanner;
import org.apache.accumulo.core.client.ScannerBase.ConsistencyLevel;
import org.apache.accumulo.core.security.Authorizations;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;

/** Readers that begin before the first entry is there, on a simulated cluster. */
class EmptyTableTest {
  private static final Authorizations USER = new Authorizations();
  private static final int NODES = 20;
  private static final Duration RECOVERY = Duration.ofSeconds(40);

  private final World.Unrest unrest = new World.Unrest(0, 0);
  private final World world = new World(new SplittableRandom(1), new EventLog(), unrest);
  private final Plan plan =
      new Plan(spec(), 1, 0, 1, USER, List.of(), 1000, 10_000, 0, 0, 0, 0, false, unrest);
  private final Graph graph = new Graph(spec());
  private final Table table = new Table(world, plan.servers());
  private final Disk disk = new Disk(world);
  private final RunDirectory directory;

  /** How often an iterator of a scanner was asked for. */
  private int asked;

  EmptyTableTest() throws IOException {
    directory = RunDirectory.on(disk, new Path("simulated:///run"));
  }

  private static GraphSpec spec() {
    return Specs.of(
        GraphSpec.VERSION,
        7,
        0,
        1L << 40,
        NODES,
        5,
        100,
        100,
        List.of(""),
        GraphSpec.VisibilityScope.NODE,
        true,
        Payload.NONE,
        0,
        32);
  }

  private void write() {
    try {
      OperationWriter writer =
          new OperationWriters(world, plan, graph, table, disk, directory)
              .open(0, NODES, true, new StopSignal((asked, limit) -> world.pass(limit.toMillis())));
      for (int i = 0; i < 3 * NODES; i++) {
        assertThat(writer.write()).isTrue();
      }
      writer.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (IngestFailure | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * A client whose first two scans see nothing; the first is answered late, and then one writes.
   */
  private AccumuloClient client() {
    AccumuloClient client = FakeAccumulo.client(world, table, USER);
    return proxy(
        AccumuloClient.class,
        client,
        "createScanner",
        made ->
            proxy(
                Scanner.class,
                made,
                "iterator",
                entries -> {
                  asked++;
                  if (asked == 1) {
                    world.pass(RECOVERY.toMillis());
                  } else if (asked == 2) {
                    write();
                  }
                  return asked <= 2 ? Collections.emptyIterator() : entries;
                }));
  }

  @FunctionalInterface
  private interface Change {
    Object of(Object returned);
  }

  /** What does all that another one does, but returns something else from one of its methods. */
  private static <T> T proxy(Class<T> type, Object other, String changed, Change change) {
    return type.cast(
        Proxy.newProxyInstance(
            EmptyTableTest.class.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              try {
                Object returned = method.invoke(other, arguments);
                return method.getName().equals(changed) ? change.of(returned) : returned;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }

  private Said read(ReadActivity activity, String limit) throws Exception {
    Settings settings =
        Settings.resolve(
            activity.settings(),
            List.of(
                Layer.of(
                    "test",
                    Map.of(
                        activity.name() + ".count",
                        "500",
                        "read.start.limit",
                        limit,
                        "read.reread.limit",
                        "0s"))));
    ReaderPlan how = new ReaderPlan(activity, settings, List.of(USER), ConsistencyLevel.IMMEDIATE);
    Reader reader = new Reader(world, graph, plan, how, client(), directory, false);
    while (reader.step()) {
      world.pass(1);
    }
    return reader.said();
  }

  /** A recovery takes longer than readers wait for the first entry. */
  @Test
  void aScanThatIsAnsweredLateDoesNotSayThatNoWriterWrites() throws Exception {
    Said said = read(new ScanActivity(), "30s");
    assertThat(said.verdict()).as("%s", said).isEqualTo(Verdict.PASS);
  }

  @Test
  void aWalkWhoseFirstReadIsAnsweredLateBeginsAllTheSame() throws Exception {
    Said said = read(new WalkActivity(), "30s");
    assertThat(said.verdict()).as("%s", said).isEqualTo(Verdict.PASS);
  }

  @Test
  void readersOfATableThatStaysEmptyEndAtTheLimitAndHaveProvenNothing() throws Exception {
    asked = 2; // and nobody has written
    for (ReadActivity activity : List.of(new ScanActivity(), new WalkActivity())) {
      long begun = world.millis();
      Said said = read(activity, "30s");
      assertThat(said.verdict()).as("%s", said).isEqualTo(Verdict.UNKNOWN);
      assertThat(world.millis() - begun).isBetween(30_000L, 60_000L);
    }
  }
}
