package catena.simulation;

import catena.graph.FindingKind;
import catena.graph.Graph;
import catena.harness.accumulo.Entries;
import catena.harness.client.StopSignal;
import catena.harness.read.Found;
import catena.harness.read.Ledgers;
import catena.harness.read.TableLookup;
import catena.harness.read.View;
import catena.harness.run.RunDirectory;
import catena.verify.ExactVerification;
import catena.verify.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.Scanner;
import org.apache.accumulo.core.client.ScannerBase.ConsistencyLevel;
import org.apache.accumulo.core.client.TableNotFoundException;
import org.apache.accumulo.core.data.Key;
import org.apache.accumulo.core.data.Range;
import org.apache.accumulo.core.data.Value;
import org.apache.accumulo.core.security.Authorizations;
import org.apache.hadoop.io.Text;

/** The real exact verification of the simulated table. */
final class Verification {
  private static final Duration LATE_LIMIT = Duration.ofSeconds(2);

  private final World world;
  private final Table table;
  private final Graph graph;
  private final AccumuloClient client;
  private final Authorizations user;
  private final RunDirectory directory;

  Verification(
      World world,
      Table table,
      Graph graph,
      AccumuloClient client,
      Authorizations user,
      RunDirectory directory) {
    this.world = world;
    this.table = table;
    this.graph = graph;
    this.client = client;
    this.user = user;
    this.directory = directory;
  }

  /** What the ledgers say now, read by someone who has not read them before. */
  Ledgers.Reading ledgers() throws Exception {
    return newLedgers().read();
  }

  private Ledgers newLedgers() {
    Ledgers.Home home =
        new Ledgers.Home(
            FakeAccumulo.INSTANCE_ID, FakeAccumulo.TABLE_ID, graph.spec().fingerprint());
    return new Ledgers(List.of(directory), home, graph);
  }

  /**
   * Verifies the whole table with some authorizations.
   *
   * @param eventual whether from scan servers
   */
  Said verify(Authorizations authorizations, boolean eventual) throws Exception {
    Ledgers ledgers = newLedgers();
    ExactVerification.Terms terms =
        new ExactVerification.Terms(
            graph,
            ledgers.read(),
            ledgers::read,
            view(authorizations, eventual),
            view(user, eventual),
            eventual,
            LATE_LIMIT,
            this::pause,
            new StopSignal(),
            world.clock(),
            world::nanos);
    Map<FindingKind, Set<String>> found = Expected.none();
    Outcome outcome =
        ExactVerification.verify(
            terms,
            splits(),
            world.between(1, 6),
            rows -> scan(rows, authorizations, eventual)::get,
            each -> add(found, each));
    return new Said(outcome.verdict(), new Expected(found, outcome.reasons()), outcome.findings());
  }

  private static void add(Map<FindingKind, Set<String>> found, Found each) {
    Expected.add(found, each.kind(), each.difference().row());
  }

  private boolean pause(Duration limit) {
    world.pass(limit.toMillis());
    world.point("a verification waits");
    return false;
  }

  private List<Text> splits() {
    List<Text> splits = new ArrayList<>();
    for (Tablet tablet : table.tablets()) {
      if (!tablet.end().isEmpty()) {
        splits.add(new Text(tablet.end()));
      }
    }
    return splits;
  }

  private View view(Authorizations authorizations, boolean eventual) {
    ConsistencyLevel level = eventual ? ConsistencyLevel.EVENTUAL : ConsistencyLevel.IMMEDIATE;
    return View.of(
        Optional.of(graph),
        authorizations,
        lookup(authorizations, level),
        lookup(authorizations, ConsistencyLevel.IMMEDIATE));
  }

  private TableLookup lookup(Authorizations authorizations, ConsistencyLevel level) {
    return new TableLookup(
        client, FakeAccumulo.TABLE, authorizations, level, 1, Optional.empty());
  }

  private java.util.function.Supplier<catena.graph.Entry> scan(
      Range rows, Authorizations authorizations, boolean eventual) {
    try {
      Scanner scanner = client.createScanner(FakeAccumulo.TABLE, authorizations);
      scanner.setRange(rows);
      scanner.setConsistencyLevel(
          eventual ? ConsistencyLevel.EVENTUAL : ConsistencyLevel.IMMEDIATE);
      Iterator<Map.Entry<Key, Value>> entries = scanner.iterator();
      return () -> {
        if (!entries.hasNext()) {
          return null;
        }
        Map.Entry<Key, Value> next = entries.next();
        return Entries.of(next.getKey(), next.getValue());
      };
    } catch (TableNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }
}
