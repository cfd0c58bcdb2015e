// SPDX-License-Identifier: Apache-2.0
package catena.simulation.process;

import catena.graph.Graph;
import catena.graph.judge.FindingKind;
import catena.graph.judge.Selection;
import catena.harness.accumulo.Entries;
import catena.read.check.CurrentLedgers;
import catena.read.check.KnownWriters;
import catena.read.check.Ledgers;
import catena.read.check.Lookup;
import catena.read.check.RangeMerge;
import catena.read.check.TableLookup;
import catena.read.check.View;
import catena.records.run.RunDirectory;
import catena.records.threads.StopSignal;
import catena.records.verdict.PartOutcome;
import catena.simulation.client.FakeAccumulo;
import catena.simulation.oracle.Expected;
import catena.simulation.oracle.Said;
import catena.simulation.oracle.Truth;
import catena.simulation.table.Table;
import catena.simulation.table.Tablet;
import catena.simulation.world.World;
import catena.verify.exact.ExactConclusion;
import catena.verify.exact.ExactInSteps;
import catena.verify.references.ReferencesInSteps;
import catena.verify.result.PassResult;
import catena.verify.row.RowRange;
import catena.verify.row.RowRanges;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
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
public final class Verification {
  private static final Duration LATE_LIMIT = Duration.ofSeconds(2);

  /** About how many windows a writer has in the end: where rows in order are cut for tasks. */
  private static final long SOME_WINDOWS = 20;

  private final World world;
  private final Table table;
  private final Graph graph;
  private final AccumuloClient client;
  private final Authorizations user;
  private final RunDirectory directory;
  private final Sabotage sabotage;

  /**
   * Verifications of one table against the ledgers of one run directory.
   *
   * @param user all authorizations that the user has
   * @param sabotage what is broken on purpose, to see that it is noticed
   */
  public Verification(
      World world,
      Table table,
      Graph graph,
      AccumuloClient client,
      Authorizations user,
      RunDirectory directory,
      Sabotage sabotage) {
    this.world = world;
    this.table = table;
    this.graph = graph;
    this.client = client;
    this.user = user;
    this.directory = directory;
    this.sabotage = sabotage;
  }

  /** What the ledgers say now, read by someone who has not read them before. */
  public Ledgers.LedgerSnapshot ledgers() throws Exception {
    return newLedgers().read();
  }

  /** What may be in the table now. */
  public Truth truth() throws Exception {
    return world.aside(() -> Truth.of(graph, table.record(), newLedgers().read().promise()));
  }

  private Ledgers newLedgers() {
    Ledgers.Home home =
        new Ledgers.Home(
            FakeAccumulo.INSTANCE_ID, FakeAccumulo.TABLE_ID, graph.spec().fingerprint());
    return new Ledgers(List.of(directory), home, graph, KnownWriters.NONE)
        .keeping(table.keepsEvery(), table.mayTie());
  }

  /**
   * Verifies the whole table with some authorizations.
   *
   * @param eventual whether from scan servers
   */
  public Said verify(Authorizations authorizations, boolean eventual) throws Exception {
    Truth truth = sabotage == Sabotage.NONE ? null : truth();
    Map<FindingKind, Set<String>> found = Expected.none();
    ExactConclusion.Context context = context(authorizations, eventual, truth, sabotage::ledgers);
    PassResult result =
        ExactInSteps.verify(
            context,
            ranges(),
            rows -> scan(rows, authorizations, eventual, truth),
            each -> Expected.add(found, each.kind(), each.row()));
    boolean even = graph.spec().links().even();
    PartOutcome outcome = result.toOutcome(result.exactTally(true, even), "");
    return sabotage.verified(
        new Said(outcome.verdict(), new Expected(found, outcome.reasons()), outcome.findings()));
  }

  /**
   * Verifies the whole table by references.
   *
   * @param eventual whether from scan servers
   */
  public Said verifyReferences(Authorizations authorizations, boolean eventual) throws Exception {
    Truth truth = sabotage == Sabotage.NONE ? null : truth();
    Map<FindingKind, Set<String>> found = Expected.none();
    List<RowRange> ranges = ranges();
    PassResult result =
        ReferencesInSteps.verify(
            context(authorizations, eventual, truth, sabotage::referred),
            ranges,
            rows -> scan(rows, authorizations, eventual, truth),
            finding -> Expected.add(found, finding.kind(), finding.row()));
    return sabotage.joined(
        new Said(result.verdict(), new Expected(found, result.doubts()), result.findings()));
  }

  /** The table as a copy of it reads it now. */
  public Copy.Source source() throws Exception {
    Ledgers ledgers = newLedgers();
    return new Copy.Source(
        view(user, false, null), ledgers, ranges(), rows -> scan(rows, user, false, null));
  }

  private List<RowRange> ranges() {
    int ranges = world.between(1, 6);
    List<Text> splits = splits();
    int most = Math.max(ranges, splits.size() + 1);
    return RowRanges.ofTablets(
        splits, RowRange.ALL, ranges, most, RowRanges.Pieces.of(graph, SOME_WINDOWS));
  }

  private ExactConclusion.Context context(
      Authorizations authorizations,
      boolean eventual,
      Truth truth,
      UnaryOperator<Ledgers.LedgerSnapshot> believed)
      throws Exception {
    Ledgers ledgers = newLedgers();
    return new ExactConclusion.Context(
        Optional.of(graph),
        believed.apply(ledgers.read()),
        current(ledgers, believed),
        view(authorizations, eventual, truth),
        view(user, eventual, truth),
        eventual,
        LATE_LIMIT,
        new StopSignal((asked, limit) -> pause(limit)),
        (left, rows) -> {},
        world.clock(),
        world::nanos);
  }

  private static CurrentLedgers current(
      Ledgers ledgers, UnaryOperator<Ledgers.LedgerSnapshot> believed) {
    return new CurrentLedgers() {
      @Override
      public Ledgers.LedgerSnapshot read() throws IOException {
        return believed.apply(ledgers.read());
      }

      @Override
      public Ledgers.LedgerSnapshot read(Set<Integer> writers) throws IOException {
        return believed.apply(ledgers.read(writers));
      }
    };
  }

  private void pause(Duration limit) {
    world.pass(limit.toMillis());
    world.point("a verification waits");
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

  private View view(Authorizations authorizations, boolean eventual, Truth truth) {
    View right =
        View.of(
            Optional.of(graph),
            authorizations,
            lookup(authorizations, level(eventual), truth),
            lookup(authorizations, ConsistencyLevel.IMMEDIATE, truth));
    return new View(
            authorizations,
            sabotage.visible(right.visible()),
            Selection.ALL,
            right.lookup(),
            right.firm(),
            false)
        .isolated(sabotage.isolated(isIsolated(eventual)));
  }

  private boolean isIsolated(boolean eventual) {
    return graph.spec().cells().columns() > 1 && !eventual;
  }

  private static ConsistencyLevel level(boolean eventual) {
    return eventual ? ConsistencyLevel.EVENTUAL : ConsistencyLevel.IMMEDIATE;
  }

  private Lookup lookup(Authorizations authorizations, ConsistencyLevel level, Truth truth) {
    return sabotage.lookup(
        new TableLookup(
                client,
                FakeAccumulo.TABLE,
                FakeAccumulo.TABLE_ID,
                authorizations,
                level,
                1,
                Optional.empty(),
                scanner -> {})
            ::rows,
        truth);
  }

  private RangeMerge.Scan scan(
      Range rows, Authorizations authorizations, boolean eventual, Truth truth) {
    try {
      Scanner scanner = client.createScanner(FakeAccumulo.TABLE, authorizations);
      scanner.setRange(rows);
      scanner.setConsistencyLevel(level(eventual));
      if (isIsolated(eventual)) {
        scanner.enableIsolation();
      }
      Iterator<Map.Entry<Key, Value>> entries = scanner.iterator();
      return () -> {
        if (!entries.hasNext()) {
          return null;
        }
        Map.Entry<Key, Value> next = entries.next();
        return sabotage.scanned(Entries.of(next.getKey(), next.getValue()), truth);
      };
    } catch (TableNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }
}
