// SPDX-License-Identifier: Apache-2.0
package catena.verify.row;

import catena.graph.Graph;
import catena.graph.NodeCursor;
import catena.read.check.Count;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Whether everything that was to be checked was checked, once: compares what the tasks report on
 * their ranges with what was handed out and what graph and ledgers predict.
 *
 * <p>It trusts no loop of a task: the ranges must fill what was asked for, each must come back
 * once, the nodes of each writer must add up to strata times windows, each node must have come to
 * one outcome, and each row that differed must have arrived. What does not add up is a doubt.
 */
public final class CoverageAccount {
  private static final int MOST_NAMED = 10;

  /** The possible outcomes of a row that a task checks. */
  private static final List<Count> OUTCOMES =
      List.of(
          Count.EXACT,
          Count.GONE,
          Count.INDETERMINATE,
          Count.HIDDEN,
          Count.UNWRITTEN,
          Count.UNPROMISED_ROWS,
          Count.FORMER,
          Count.DIFFERING);

  private final Graph graph;
  private final Map<Integer, Long> population;
  private final List<RowRange> asked;
  private final Set<RowRange> handedOut;
  private final Set<RowRange> reported = new LinkedHashSet<>();
  private final Map<Integer, Long> visited = new TreeMap<>();
  private final Map<Count, Long> counts = new EnumMap<>(Count.class);
  private final List<String> doubts = new ArrayList<>();
  private long rows;
  private long unpromised;
  private boolean whole = true;

  /**
   * An account of one pass.
   *
   * @param population the windows that graph and ledgers know
   * @param asked the rows that are to be checked, in order and apart from one another
   * @param handedOut the ranges that tasks were given
   */
  public CoverageAccount(
      Graph graph, Map<Integer, Long> population, List<RowRange> asked, List<RowRange> handedOut) {
    this.graph = graph;
    this.population = population;
    this.asked = RowRanges.union(asked).orElseThrow();
    this.handedOut = new LinkedHashSet<>(handedOut);
    if (!RowRanges.union(handedOut).equals(Optional.of(this.asked))) {
      doubt(
          "The ranges that were handed out do not fill the rows that were asked for, each once: "
              + named(handedOut));
    }
  }

  /** Adds what a task reports on its range. */
  public void report(RangeReport report) {
    RowRange range = report.range();
    if (!handedOut.contains(range)) {
      doubt("A task checked the rows " + range + ", which were not handed out");
    } else if (!reported.add(range)) {
      doubt("Two tasks checked the rows " + range);
    }
    report.failure().ifPresent(why -> doubt("Rows not scanned: " + range + ": " + why));
    counts.merge(report.failure().isEmpty() ? Count.RANGES : Count.FAILED_RANGES, 1L, Long::sum);
    report.visited().forEach((writer, n) -> visited.merge(writer, n, Long::sum));
    report.counts().forEach((count, n) -> counts.merge(count, n, Long::sum));
  }

  /** Counts a row that differed and arrived. */
  public void row() {
    rows++;
  }

  /** Counts entries without a ledger that arrived. */
  public void unpromised(long entries) {
    unpromised += entries;
  }

  /** All that the tasks counted. */
  public Map<Count, Long> counts() {
    return counts;
  }

  /** What does not add up, now that all has arrived; nothing if all does. */
  public List<String> doubts() {
    List<String> all = new ArrayList<>(doubts);
    Set<RowRange> missing = new LinkedHashSet<>(handedOut);
    missing.removeAll(reported);
    if (!missing.isEmpty()) {
      all.add("No task reported the rows " + named(missing) + ", which were handed out");
    }
    if (whole && missing.isEmpty()) {
      all.addAll(nodes());
    }
    all.addAll(outcomes());
    return all;
  }

  private void doubt(String what) {
    whole = false;
    doubts.add(what);
  }

  private List<String> nodes() {
    Map<Integer, Long> predicted = predicted(graph, population, asked);
    Set<Integer> writers = new TreeSet<>(predicted.keySet());
    writers.addAll(visited.keySet());
    List<String> wrong = new ArrayList<>();
    for (int writer : writers) {
      long expected = predicted.getOrDefault(writer, 0L);
      long seen = visited.getOrDefault(writer, 0L);
      if (expected != seen) {
        wrong.add("%d of writer %d's, not %d".formatted(seen, writer, expected));
      }
    }
    return wrong.isEmpty()
        ? List.of()
        : List.of(
            "The tasks expected another number of nodes than graph and ledgers have there: "
                + named(wrong));
  }

  private List<String> outcomes() {
    List<String> wrong = new ArrayList<>();
    long looked = count(Count.VISITED) + count(Count.BEYOND);
    long ended = OUTCOMES.stream().mapToLong(this::count).sum();
    compare(looked, "rows were checked", ended, "came to an outcome", wrong);
    long nodes = visited.values().stream().mapToLong(n -> n).sum();
    compare(count(Count.VISITED), "nodes were expected", nodes, "are some writer's", wrong);
    compare(count(Count.DIFFERING), "rows differed at first", rows, "arrived to be settled", wrong);
    compare(
        count(Count.UNPROMISED),
        "entries are of writers without a ledger",
        unpromised,
        "arrived as such",
        wrong);
    return wrong;
  }

  private long count(Count what) {
    return counts.getOrDefault(what, 0L);
  }

  private static void compare(long a, String isWhat, long b, String butWhat, List<String> wrong) {
    if (a != b) {
      wrong.add(
          "The tasks' account does not add up: %d %s, %d %s".formatted(a, isWhat, b, butWhat));
    }
  }

  private static String named(Iterable<?> things) {
    List<String> all = new ArrayList<>();
    things.forEach(thing -> all.add(thing.toString()));
    String first = all.stream().limit(MOST_NAMED).collect(Collectors.joining(", "));
    return all.size() > MOST_NAMED ? first + " and " + (all.size() - MOST_NAMED) + " more" : first;
  }

  /**
   * How many nodes of each writer belong into some rows, computed from strata and windows ({@link
   * Graph#nodesIn}); writers without any are left out.
   *
   * <p>Only where rows begin or end within a stratum are nodes counted one by one, and then those
   * that lie outside, which no task checks.
   */
  static Map<Integer, Long> predicted(
      Graph graph, Map<Integer, Long> population, List<RowRange> ranges) {
    Map<Integer, Long> nodes = new TreeMap<>();
    for (RowRange range : ranges) {
      long from = Math.max(range.firstNumber(), graph.stratumStart(0));
      long to = Math.min(range.endNumber(), graph.stratumStart(graph.strata()));
      if (from < to) {
        long first = graph.stratumOf(from);
        long end = graph.stratumOf(to - 1) + 1;
        population.forEach(
            (writer, windows) ->
                nodes.merge(writer, graph.nodesIn(windows, first, end), Long::sum));
        if (graph.stratumStart(first) < from) {
          subtract(graph.nodes(graph.stratumStart(first), from, population), nodes);
        }
        if (to < graph.stratumStart(end)) {
          subtract(graph.nodes(to, graph.stratumStart(end), population), nodes);
        }
      }
    }
    nodes.values().removeIf(n -> n == 0);
    return nodes;
  }

  private static void subtract(NodeCursor outside, Map<Integer, Long> nodes) {
    while (outside.advance()) {
      nodes.merge(outside.writer(), -1L, Long::sum);
    }
  }
}
