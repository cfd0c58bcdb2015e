// SPDX-License-Identifier: Apache-2.0
package catena.verify.row;

import catena.graph.Graph;
import catena.graph.judge.FindingKind;
import catena.graph.judge.Promise;
import catena.graph.judge.Selection;
import catena.read.check.SeenRow;
import catena.read.check.View;
import catena.records.verdict.Finding;
import catena.verify.ModelTable;
import catena.verify.exact.ExactConclusion;
import catena.verify.exact.ModelContext;
import catena.verify.result.PassResult;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.accumulo.core.security.Authorizations;
import org.apache.hadoop.io.BytesWritable;

/** Exact mode from scan to findings over a model table, without a job. */
final class Checking {
  final Graph graph;
  final Tally scanned = new Tally();
  Tally tally;
  final List<Finding> found = new ArrayList<>();
  final List<SeenRow> candidates = new ArrayList<>();
  private final List<Map.Entry<BytesWritable, BytesWritable>> records = new ArrayList<>();
  private final Promise before;
  private Predicate<String> visible = any -> true;
  private Supplier<Promise> now;
  private Optional<ModelTable> firm = Optional.empty();
  private boolean eventual;
  private boolean isolated;
  PassResult result;
  private RowRange range = RowRange.ALL;

  Checking(Graph graph, Promise before) {
    this.graph = graph;
    this.before = before;
    this.now = () -> before;
  }

  Checking seeing(Predicate<String> which) {
    visible = which;
    return this;
  }

  Checking until(Promise later) {
    return until(() -> later);
  }

  Checking until(Supplier<Promise> readings) {
    now = readings;
    return this;
  }

  Checking isolated() {
    isolated = true;
    return this;
  }

  Checking eventual() {
    eventual = true;
    return this;
  }

  /** What tablet servers return where scan servers lag. */
  Checking firmly(ModelTable table) {
    firm = Optional.of(table);
    return this;
  }

  Checking within(RowRange rows) {
    range = rows;
    return this;
  }

  /** Scans one table and settles over what it has become, or another reader's view of it. */
  Checking run(ModelTable table, ModelTable later, ModelTable toUser) throws Exception {
    ExactCheck check =
        new ExactCheck(graph, before, visible, isolated, scanned, Clock.systemUTC(), this::arrived);
    check.run(range, table.scan());
    ExactConclusion conclusion =
        new ExactConclusion(context(later, toUser), List.of(range), List.of(range), found::add);
    for (var record : records) {
      conclusion.record(record.getKey(), record.getValue());
    }
    result = conclusion.conclude();
    tally = result.tally();
    return this;
  }

  private void arrived(BytesWritable key, BytesWritable value) throws IOException {
    records.add(Map.entry(key, value));
    if (Shuffled.kind(key) == Shuffled.ShuffledKind.ROW) {
      candidates.add(Shuffled.row(key, value));
    }
  }

  private ExactConclusion.Context context(ModelTable later, ModelTable toUser) {
    ModelContext model = new ModelContext(graph, before, later.lookup());
    model.now = () -> ModelContext.reading(now.get());
    model.reader =
        new View(
            Authorizations.EMPTY,
            visible,
            Selection.ALL,
            later.lookup(),
            firm.orElse(later).lookup(),
            isolated);
    model.user = toUser == later ? model.reader : all(toUser);
    model.eventual = eventual;
    return model.context();
  }

  private View all(ModelTable table) {
    Authorizations both = new Authorizations("A", "B");
    return View.of(Optional.of(graph), both, table.lookup(), table.lookup());
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
    found.forEach(each -> kinds.put(each.row(), each.kind()));
    return kinds;
  }

  /** What the report says of the classic counters. */
  Map<String, Long> classic() {
    return result.exactTally(true, graph.spec().links().even());
  }
}
