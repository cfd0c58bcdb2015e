package catena.verify.row;

import catena.graph.Decoded;
import catena.graph.Entry;
import catena.graph.Graph;
import catena.graph.Node;
import catena.graph.NodeCodec;
import catena.graph.judge.Difference;
import catena.graph.judge.Expectation;
import catena.graph.judge.FindingKind;
import catena.graph.judge.Judgement;
import catena.harness.check.Count;
import catena.harness.check.Lookup;
import catena.harness.check.SeenRow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What references mode would have counted, without its shuffle.
 *
 * <p>In a table that is as promised, each reference leads to a row of its own that is there; so the
 * counters follow from the numbers of nodes and of references, and only rows that differ have to be
 * looked at: whether the row that should refer to a missing one is there and does, and where the
 * reference of a wrong entry leads.
 */
public final class ClassicCounters {
  private final Graph graph;
  private final Tally tally;
  private final List<Node> withoutEntry = new ArrayList<>();
  private final List<Long> astray = new ArrayList<>();

  /**
   * Counters of which nothing is known yet.
   *
   * @param graph the table's
   * @param tally takes the counts
   */
  public ClassicCounters(Graph graph, Tally tally) {
    this.graph = graph;
    this.tally = tally;
  }

  /** Counts a row that differed at first. */
  public void count(SeenRow row, Judgement judgement, List<Entry> seen) {
    boolean defined = false;
    for (Entry entry : seen) {
      if (NodeCodec.decode(entry) instanceof Decoded.Sound sound) {
        defined = true;
        count(sound, kindOf(entry, judgement));
      } else {
        tally.one(Count.CORRUPT);
      }
    }
    if (defined) {
      tally.one(Count.NODES);
    } else {
      row.node(graph).ifPresent(withoutEntry::add);
    }
  }

  private static Optional<FindingKind> kindOf(Entry entry, Judgement judgement) {
    return Stream.concat(judgement.differences().stream(), judgement.doubts().stream())
        .filter(difference -> difference.seen().map(seen -> seen == entry).orElse(false))
        .map(Difference::kind)
        .findFirst();
  }

  private void count(Decoded.Sound sound, Optional<FindingKind> wrong) {
    if (sound.previous() == Decoded.NO_PREVIOUS) {
      return;
    }
    if (wrong.isEmpty()) {
      tally.one(Count.REFERENCES);
    } else if (wrong.get() != FindingKind.DUPLICATED) {
      astray.add(sound.previous());
    }
  }

  /** Follows the references of the rows counted since the last time. */
  public void settle(Expectation expectation, Lookup lookup) throws Exception {
    Set<Long> undefined = new HashSet<>();
    undefined.addAll(referredTo(withoutEntry, expectation, lookup));
    tally.add(Count.BROKEN_REFERENCES, undefined.size());
    Map<String, List<Entry>> targets =
        lookup.rows(astray.stream().map(NodeCodec::rowText).toList());
    List<Node> there = new ArrayList<>();
    Set<Long> thereRows = new HashSet<>();
    for (long target : astray) {
      if (!isDefined(targets.get(NodeCodec.rowText(target)))) {
        undefined.add(target);
      } else if (thereRows.add(target)) {
        graph.node(target).ifPresent(there::add);
      }
    }
    thereRows.removeAll(referredTo(there, expectation, lookup));
    tally.add(Count.STRAY_REFERENCES, thereRows.size());
    tally.add(Count.UNDEFINED, undefined.size());
    withoutEntry.clear();
    astray.clear();
  }

  /** The rows of those nodes to which the right entry refers: one that was counted. */
  private Set<Long> referredTo(List<Node> nodes, Expectation expectation, Lookup lookup)
      throws Exception {
    Map<String, Node> byReferrer = new HashMap<>();
    for (Node node : nodes) {
      expectation
          .referrer(node)
          .ifPresent(r -> byReferrer.put(NodeCodec.rowText(graph.row(r)), node));
    }
    Map<String, List<Entry>> found = lookup.rows(byReferrer.keySet());
    Set<Long> rows = new HashSet<>();
    byReferrer.forEach(
        (row, node) -> {
          Node referrer = expectation.referrer(node).orElseThrow();
          List<Entry> entries = found.getOrDefault(row, List.of());
          if (entries.stream().anyMatch(entry -> expectation.isExactly(referrer, entry))) {
            rows.add(graph.row(node));
          }
        });
    return rows;
  }

  private static boolean isDefined(List<Entry> entries) {
    return entries != null
        && entries.stream().anyMatch(entry -> NodeCodec.decode(entry) instanceof Decoded.Sound);
  }
}
