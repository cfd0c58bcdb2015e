// SPDX-License-Identifier: Apache-2.0
package catena.verify.row;

import catena.graph.judge.FindingKind;
import catena.read.check.Count;
import catena.read.settle.ReadTally;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ObjLongConsumer;
import org.apache.hadoop.mapreduce.Counters;

/** Counts, in all and for each writer; for one thread. */
public final class Tally extends ReadTally {
  private final Map<Enum<?>, Long> drained = new HashMap<>();
  private final Map<FindingKind, Long> wrong = new EnumMap<>(FindingKind.class);
  private long[] visited = new long[16];

  /**
   * Entries that were exactly right, and what else is counted of these: counted with each entry and
   * therefore in no map, and added to the others when these are read.
   */
  private long exact;

  private long exactReferred;
  private long exactRefer;

  /** What the tasks of a job counted, as far as it is known. */
  public static Tally of(Counters counters) {
    Tally tally = new Tally();
    for (Count count : Count.values()) {
      tally.add(count, counters.findCounter(count).getValue());
    }
    for (FindingKind kind : FindingKind.values()) {
      long n = counters.findCounter(kind).getValue();
      if (n > 0) {
        tally.wrong(kind, n);
      }
    }
    return tally;
  }

  /**
   * Counts a node with one entry that is exactly the promised one: nearly every row.
   *
   * @param refers whether the entry has a previous row
   * @param referred whether another one refers to it that is certain to be there
   */
  void exact(int writer, boolean refers, boolean referred) {
    visited(writer);
    exact++;
    exactRefer += refers ? 1 : 0;
    exactReferred += referred ? 1 : 0;
  }

  /** How many there were until now, drained or not. */
  @Override
  public long get(Count what) {
    return super.get(what) + exact(what);
  }

  private long exact(Count what) {
    return switch (what) {
      case VISITED, ENTRIES, NODES, EXACT, PROMISED -> exact;
      case REFERENCED_PREDICTED -> exactReferred;
      case UNREFERENCED_PREDICTED -> exact - exactReferred;
      case REFERENCES -> exactRefer;
      default -> 0;
    };
  }

  /** All counts. */
  public Map<Count, Long> all() {
    Map<Count, Long> all = new EnumMap<>(Count.class);
    for (Count count : Count.values()) {
      all.put(count, get(count));
    }
    return all;
  }

  /** Counts a node of a writer that was checked. */
  void visited(int writer) {
    if (writer >= visited.length) {
      visited = Arrays.copyOf(visited, Math.max(writer + 1, 2 * visited.length));
    }
    visited[writer]++;
  }

  /** How many nodes of each writer were checked; writers without any are left out. */
  Map<Integer, Long> visited() {
    Map<Integer, Long> all = new TreeMap<>();
    for (int writer = 0; writer < visited.length; writer++) {
      if (visited[writer] > 0) {
        all.put(writer, visited[writer]);
      }
    }
    return all;
  }

  /** Counts differences as the scan saw them, before they are settled. */
  public void wrong(FindingKind kind, long n) {
    wrong.merge(kind, n, Long::sum);
  }

  /** How many differences of each kind the scan saw, before they are settled. */
  public Map<FindingKind, Long> wrong() {
    return wrong;
  }

  /** Hands out what was counted since the last time, and the differences as the scan saw them. */
  public void drain(ObjLongConsumer<Enum<?>> to) {
    drain(all(), to);
    drain(wrong, to);
  }

  private void drain(Map<? extends Enum<?>, Long> all, ObjLongConsumer<Enum<?>> to) {
    all.forEach(
        (what, n) -> {
          Long before = drained.put(what, n);
          long more = n - (before == null ? 0 : before);
          if (more != 0) {
            to.accept(what, more);
          }
        });
  }
}
