// SPDX-License-Identifier: Apache-2.0
package catena.graph.judge;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.Entry;
import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.graph.ModelTable;
import catena.graph.Node;
import catena.graph.NodeCodec;
import catena.graph.Position;
import catena.graph.Specs;
import catena.graph.judge.Judgement.Standing;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class EntryJudgeTest {
  private static final int WRITER = 1;

  private final Graph graph = new Graph(Specs.of(3, 0, 100_000, 4, 3, 2));
  private final EntryJudge judge = new EntryJudge(graph);

  /** Every entry that a writer ever writes up to a point, those that it replaces among them. */
  private static List<Entry> everyWrite(Graph graph, Position end) {
    ModelTable table = new ModelTable(graph);
    List<Entry> all = new ArrayList<>();
    Position at = Position.ORIGIN;
    while (at.isBefore(end)) {
      at = table.write(WRITER, at);
      table.rows.values().forEach(all::addAll);
    }
    return all;
  }

  private static List<GraphSpec> specs() {
    GraphSpec plain = Specs.of(3, 0, 100_000, 4, 3, 2);
    return List.of(
        plain,
        Specs.labelled(plain, GraphSpec.VisibilityScope.NODE, 2),
        plain.with("updates", "2:uniform"));
  }

  private Entry first(int window, int index) {
    Node node = new Node(WRITER, window, index);
    return ModelTable.upTo(graph, WRITER, new Position(0, window + 1, 0)).row(node).get(0);
  }

  private static Entry with(Entry entry, int part, String text) {
    byte[] bytes = text.getBytes(ISO_8859_1);
    return new Entry(
        part == 0 ? bytes : entry.row(),
        part == 1 ? bytes : entry.family(),
        part == 2 ? bytes : entry.qualifier(),
        part == 3 ? bytes : entry.visibility(),
        part == 4 ? bytes : entry.value());
  }

  private static Entry withByte(Entry entry, int at) {
    byte[] value = entry.value().clone();
    value[at] = (byte) (value[at] == '1' ? '2' : '1');
    return with(entry, 4, new String(value, ISO_8859_1));
  }

  private List<FindingKind> kinds(Entry entry) {
    return judge.judge(entry).differences().stream().map(Difference::kind).toList();
  }

  @Test
  void whateverAWriterWritesAtSomeTimeIsSound() {
    for (GraphSpec spec : specs()) {
      Graph its = new Graph(spec);
      EntryJudge fair = new EntryJudge(its);
      List<Entry> all = everyWrite(its, new Position(4, 1, 2));
      assertThat(all).hasSizeGreaterThan(100);
      assertThat(all).allMatch(entry -> fair.judge(entry).isSound());
    }
  }

  @Test
  void eachChangedByteOfAnEntryIsNamed() {
    Entry right = first(1, 2);
    for (int at = 0; at < right.value().length; at++) {
      assertThat(kinds(withByte(right, at))).as("byte " + at).containsExactly(FindingKind.CORRUPT);
    }
    byte[] cut = Arrays.copyOf(right.value(), 50);
    assertThat(kinds(with(right, 4, new String(cut, ISO_8859_1))))
        .containsExactly(FindingKind.CORRUPT);
  }

  @Test
  void soundBytesThatNoWriterWritesAreNamed() {
    Entry right = first(1, 2);
    assertThat(kinds(NodeCodec.withChecksum(withByte(right, 40))))
        .containsExactly(FindingKind.ALTERED);
    assertThat(kinds(NodeCodec.withChecksum(with(right, 1, "ffff"))))
        .containsExactly(FindingKind.MISPLACED);
    assertThat(kinds(with(right, 3, "Z"))).containsExactly(FindingKind.MISPLACED);
    long nobody = Stream.iterate(0L, row -> row + 1).filter(this::isUnknown).findFirst().get();
    assertThat(kinds(with(right, 0, NodeCodec.rowText(nobody))))
        .containsExactly(FindingKind.PHANTOM);
    assertThat(kinds(with(right, 0, "no row"))).containsExactly(FindingKind.PHANTOM);
  }

  private boolean isUnknown(long row) {
    return graph.node(row).isEmpty();
  }

  @Test
  void whatOthersWroteBeforeIsFormerInATableThatWasTakenOver() {
    EntryJudge over = new EntryJudge(new Graph(graph.spec().overOthers()));
    Entry other = first(1, 2);
    long nobody = Stream.iterate(0L, row -> row + 1).filter(this::isUnknown).findFirst().get();
    Entry theirs = NodeCodec.withChecksum(with(other, 0, NodeCodec.rowText(nobody)));
    assertThat(over.judge(theirs).standing()).isEqualTo(Standing.FORMER);
    assertThat(over.judge(theirs).isSound()).isTrue();
    assertThat(over.judge(withByte(theirs, 40)).differences())
        .extracting(Difference::kind)
        .containsExactly(FindingKind.CORRUPT);
  }
}
