// SPDX-License-Identifier: Apache-2.0
package catena.read.plant;

import catena.graph.Entry;
import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.graph.NodeCodec;
import catena.graph.Position;
import catena.graph.Step;
import catena.graph.judge.Difference;
import catena.graph.judge.EntryJudge;
import catena.graph.judge.Expectation;
import catena.graph.judge.FindingKind;
import catena.graph.judge.Judgement;
import catena.graph.judge.Promise;
import catena.graph.judge.Settled;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** A table as a map by key, written as writers write one, and judged row by row. */
final class ModelTable {
  final Graph graph;
  private final Nodes nodes;
  private final Map<Integer, Promise.Progress> promised = new HashMap<>();
  private final Set<String> rows = new TreeSet<>();

  /** Row, then column and visibility, to what is there. */
  private final Map<String, Map<String, Entry>> content = new TreeMap<>();

  ModelTable(GraphSpec spec) {
    this.graph = new Graph(spec);
    this.nodes = new Nodes(graph);
  }

  void write(int writer, Position to) {
    for (Position at = Position.ORIGIN; at.isBefore(to); at = nodes.order.advance(writer, at, 1)) {
      Entry entry = nodes.written(writer, at)[0];
      if (nodes.order.step(writer, at.block(), at.step()) == Step.DELETE) {
        remove(entry);
      } else {
        plant(entry);
      }
    }
    promised.put(writer, Settled.at(to));
  }

  void plant(Fault fault) {
    fault.right().forEach(this::remove);
    fault.wrong().forEach(this::plant);
  }

  void heal(Fault fault) {
    fault.wrong().forEach(this::remove);
    fault.right().forEach(this::plant);
  }

  private void plant(Entry entry) {
    String row = NodeCodec.rowText(entry.row());
    rows.add(row);
    content.computeIfAbsent(row, any -> new TreeMap<>()).put(column(entry), entry);
  }

  private void remove(Entry entry) {
    content.get(NodeCodec.rowText(entry.row())).remove(column(entry));
  }

  private static String column(Entry entry) {
    return text(entry.family()) + ' ' + text(entry.qualifier()) + ' ' + text(entry.visibility());
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** The rows of which some entry is wrong by itself. */
  Map<String, Set<FindingKind>> judgedAlone() {
    EntryJudge judge = new EntryJudge(graph);
    Map<String, Set<FindingKind>> found = new TreeMap<>();
    content.forEach(
        (row, entries) ->
            entries
                .values()
                .forEach(
                    entry ->
                        judge
                            .judge(entry)
                            .differences()
                            .forEach(
                                difference ->
                                    found
                                        .computeIfAbsent(
                                            row, any -> EnumSet.noneOf(FindingKind.class))
                                        .add(difference.kind()))));
    return found;
  }

  /** The rows that a reader with these visibilities finds something wrong with. */
  Map<String, Set<FindingKind>> judged(Set<String> visible) {
    Expectation judge = new Expectation(graph, new Promise(promised), visible::contains);
    Map<String, Set<FindingKind>> found = new TreeMap<>();
    for (String row : rows) {
      List<Entry> seen = new ArrayList<>(content.get(row).values());
      seen.removeIf(entry -> !visible.contains(text(entry.visibility())));
      Judgement judgement = judge.judge(NodeCodec.rowBytes(row), seen);
      if (!judgement.isSound()) {
        Set<FindingKind> kinds = EnumSet.noneOf(FindingKind.class);
        judgement.differences().stream().map(Difference::kind).forEach(kinds::add);
        found.put(row, kinds);
      }
    }
    return found;
  }
}
