// SPDX-License-Identifier: Apache-2.0
package catena.read.check;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.Entry;
import catena.graph.EntryEncoder;
import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.graph.Node;
import catena.graph.NodeCodec;
import catena.graph.NodeCursor;
import catena.graph.Payload;
import catena.graph.Specs;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RangeMergeTest {
  private static final long ROWS = 400;

  private final Graph graph =
      new Graph(
          Specs.of(
              GraphSpec.VERSION,
              7,
              0,
              ROWS,
              4,
              2,
              100,
              100,
              List.of(""),
              GraphSpec.VisibilityScope.BLOCK,
              true,
              Payload.NONE,
              0,
              2));
  private final SplittableRandom random = new SplittableRandom(3);

  /** Whatever the scan returns of a range: rows with a node and without, once or several times. */
  @Test
  void eachRowIsVisitedOnceWithItsNodeAndEachNodeWithoutARowToo() throws Exception {
    for (int trial = 0; trial < 300; trial++) {
      Map<Integer, Long> population = Map.of(0, random.nextLong(graph.windowCapacity() + 1));
      NavigableMap<String, String> expected = new TreeMap<>();
      NodeCursor all = graph.nodes(0, ROWS, population);
      while (all.advance()) {
        expected.put(NodeCodec.rowText(all.row()), all.node() + " absent");
      }
      List<Entry> scanned = scan(expected);
      List<String> told = new ArrayList<>();
      Iterator<Entry> entries = scanned.iterator();
      RangeMerge.run(
          graph.nodes(0, ROWS, population),
          () -> entries.hasNext() ? entries.next() : null,
          new Told(told));
      assertThat(told).containsExactlyInAnyOrderElementsOf(expected.values());
      assertThat(withNode(told)).isEqualTo(withNode(expected.values()));
    }
  }

  /** The short way is asked of each row with one entry and its node, and of no other. */
  @Test
  void whatIsRightIsNotVisitedAgain() throws Exception {
    for (int trial = 0; trial < 100; trial++) {
      Map<Integer, Long> population = Map.of(0, random.nextLong(graph.windowCapacity() + 1));
      NavigableMap<String, String> expected = new TreeMap<>();
      NodeCursor all = graph.nodes(0, ROWS, population);
      while (all.advance()) {
        expected.put(NodeCodec.rowText(all.row()), all.node() + " absent");
      }
      Iterator<Entry> entries = scan(expected).iterator();
      List<String> told = new ArrayList<>();
      Told slow = new Told(told);
      boolean[] takes = new boolean[1];
      RangeMerge.run(
          graph.nodes(0, ROWS, population),
          () -> entries.hasNext() ? entries.next() : null,
          new RangeMerge.Rows() {
            @Override
            public boolean isRight(NodeCursor at, Entry entry) {
              assertThat(at.isAt(entry.row())).isTrue();
              takes[0] = !takes[0];
              if (takes[0]) {
                slow.several(at.node(), entry.row(), List.of(entry));
              }
              return takes[0];
            }

            @Override
            public void several(Node node, byte[] row, List<Entry> seen) {
              assertThat(takes[0] && node != null && seen.size() == 1).isFalse();
              slow.several(node, row, seen);
            }

            @Override
            public void absent(Node node) {
              slow.absent(node);
            }
          });
      assertThat(told).containsExactlyInAnyOrderElementsOf(expected.values());
      assertThat(withNode(told)).isEqualTo(withNode(expected.values()));
    }
  }

  /** What stands in the order of the rows; a row that is no number comes somewhere between. */
  private static List<String> withNode(Collection<String> told) {
    return told.stream().filter(each -> each.startsWith("Node")).toList();
  }

  /** Rows of one in three numbers and some that are no number; notes what is to be told of them. */
  private List<Entry> scan(NavigableMap<String, String> expected) {
    NavigableMap<String, Integer> rows = new TreeMap<>();
    for (long row = 0; row < ROWS; row++) {
      if (random.nextInt(3) == 0) {
        rows.put(NodeCodec.rowText(row), random.nextInt(1, 4));
      }
    }
    for (String noNumber : List.of("", "0000000000000010x", "manifest")) {
      rows.put(noNumber, random.nextInt(1, 3));
    }
    List<Entry> scanned = new ArrayList<>();
    rows.forEach(
        (row, times) -> {
          String node = expected.containsKey(row) ? expected.get(row).replace(" absent", "") : "-";
          expected.put(row, node + " " + row + " " + times);
          for (int i = 0; i < times; i++) {
            scanned.add(entry(row));
          }
        });
    return scanned;
  }

  private Entry entry(String row) {
    EntryEncoder encoder = new EntryEncoder(graph);
    encoder.encodeFirst(0, 0, 0);
    Entry some = encoder.entry();
    return new Entry(
        NodeCodec.rowBytes(row), some.family(), some.qualifier(), some.visibility(), some.value());
  }

  private record Told(List<String> told) implements RangeMerge.Rows {
    @Override
    public void several(Node node, byte[] row, List<Entry> seen) {
      assertThat(seen).isNotEmpty().allMatch(entry -> same(entry.row(), row));
      told.add((node == null ? "-" : node) + " " + NodeCodec.rowText(row) + " " + seen.size());
    }

    private static boolean same(byte[] one, byte[] other) {
      return NodeCodec.rowText(one).equals(NodeCodec.rowText(other));
    }

    @Override
    public void absent(Node node) {
      told.add(node + " absent");
    }
  }
}
