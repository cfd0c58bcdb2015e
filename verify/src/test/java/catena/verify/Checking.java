package catena.verify;

import catena.graph.Expectation;
import catena.graph.FindingKind;
import catena.graph.Graph;
import catena.graph.Promise;
import catena.harness.client.StopSignal;
import catena.harness.read.Found;
import catena.harness.read.Frontier;
import catena.harness.verdict.Verdict;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/** Exact mode from scan to findings over a model table, without a job. */
final class Checking {
  final Graph graph;
  final Tally tally = new Tally();
  final List<Found> found = new ArrayList<>();
  final List<Candidate> candidates = new ArrayList<>();
  private final Promise before;
  private Predicate<String> visible = any -> true;
  private Promise now;
  private boolean eventual;
  private RowRange range = RowRange.ALL;

  Checking(Graph graph, Promise before) {
    this.graph = graph;
    this.before = before;
    this.now = before;
  }

  Checking seeing(Predicate<String> which) {
    visible = which;
    return this;
  }

  Checking until(Promise later) {
    now = later;
    return this;
  }

  Checking eventual() {
    eventual = true;
    return this;
  }

  Checking within(RowRange rows) {
    range = rows;
    return this;
  }

  /** Scans one table and settles over what it has become, or another reader's view of it. */
  Checking run(ModelTable scanned, ModelTable later, ModelTable toUser) throws Exception {
    ExactCheck check =
        new ExactCheck(
            graph,
            new Expectation(graph, before, visible),
            tally,
            (row, seen) -> candidates.add(new Candidate(row, 0, seen)));
    check.run(
        graph.nodes(range.firstNumber(), range.endNumber(), Frontier.population(graph, before)),
        scanned.scan());
    Settlement.Reader reader = new Settlement.Reader(visible, later.lookup());
    Settlement.Reader user =
        toUser == later ? reader : new Settlement.Reader(any -> true, toUser.lookup());
    Settlement settlement =
        new Settlement(
            new Settlement.Terms(graph, before, () -> now, reader, user, eventual, Duration.ZERO),
            tally,
            found::add,
            new StopSignal(),
            Clock.systemUTC());
    for (Candidate candidate : candidates) {
      settlement.add(candidate);
    }
    settlement.finish();
    return this;
  }

  Checking run(ModelTable table) throws Exception {
    return run(table, table, table);
  }

  Map<FindingKind, Integer> kinds() {
    Map<FindingKind, Integer> kinds = new EnumMap<>(FindingKind.class);
    found.forEach(each -> kinds.merge(each.kind(), 1, Integer::sum));
    return kinds;
  }

  /** Kind by row. */
  Map<String, FindingKind> byRow() {
    Map<String, FindingKind> kinds = new TreeMap<>();
    found.forEach(each -> kinds.put(each.difference().row(), each.kind()));
    return kinds;
  }

  /** What the report says of the classic counters. */
  Map<String, Long> classic() {
    return Report.exact(new PassResult(tally, Verdict.PASS, List.of(), Map.of(), 0, 0), true);
  }
}
