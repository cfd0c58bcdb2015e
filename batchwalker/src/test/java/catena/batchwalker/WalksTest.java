// SPDX-License-Identifier: Apache-2.0
package catena.batchwalker;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.Entry;
import catena.graph.EntryEncoder;
import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.graph.Node;
import catena.graph.NodeCodec;
import catena.read.reader.StartRows.WalkedRow;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class WalksTest {
  private static final int SIZE = 4;

  private final Graph graph = new Graph(GraphSpec.ofSeed(7));
  private final Walks walks = new Walks(SIZE, new SplittableRandom(1));

  private Entry entry(Node node) {
    EntryEncoder encoder = new EntryEncoder(graph);
    encoder.encodeFirst(node.writer(), node.window(), node.index());
    return encoder.entry();
  }

  private String row(Node node) {
    return NodeCodec.rowText(graph.row(node));
  }

  private void fill() {
    for (int i = walks.wanted(); i > 0; i--) {
      walks.begin(WalkedRow.first("row" + i));
    }
  }

  @Test
  void thePoolIsFilledToThreeBatchesWhenItHoldsLessThanOne() {
    assertThat(walks.wanted()).isEqualTo(3 * SIZE);
    fill();
    assertThat(walks.wanted()).isZero();
    for (int batch = 0; batch < 2; batch++) {
      assertThat(walks.draw()).hasSize(SIZE);
      assertThat(walks.wanted()).isZero();
    }
    assertThat(walks.draw()).hasSize(SIZE);
    assertThat(walks.isEmpty()).isTrue();
    assertThat(walks.draw()).isEmpty();
    assertThat(walks.wanted()).isEqualTo(3 * SIZE);
  }

  @Test
  void everyWalkIsDrawnOnceBeforeItHasAdvanced() {
    fill();
    Set<String> drawn = new HashSet<>();
    for (int batch = 0; batch < 3; batch++) {
      walks.draw().forEach(walk -> drawn.add(walk.row()));
    }
    assertThat(drawn).hasSize(3 * SIZE);
  }

  @Test
  void aWalkGoesOnAtTheRowThatItsEntryRefersTo() {
    Node link = new Node(0, 1, 5);
    walks.advance(List.of(new WalkedRow(row(link), Optional.empty())), List.of(entry(link)));

    assertThat(walks.draw())
        .singleElement()
        .satisfies(
            walk -> {
              assertThat(walk.row()).isEqualTo(row(new Node(0, 0, 5)));
              assertThat(walk.referrer()).hasValueSatisfying(e -> assertThat(e).isNotNull());
            });
  }

  @Test
  void walksThatHaveMetBothGoOn() {
    Node link = new Node(0, 1, 5);
    WalkedRow walk = new WalkedRow(row(link), Optional.empty());
    walks.advance(List.of(walk, walk), List.of(entry(link)));
    assertThat(walks.draw()).hasSize(2);
  }

  @Test
  void aWalkIsOverAtAHeadAtAnAbsentRowAndAtACorruptEntry() {
    Node head = new Node(0, 0, 5);
    List<WalkedRow> one = List.of(new WalkedRow(row(head), Optional.empty()));
    byte[] none = new byte[0];
    walks.advance(one, List.of(entry(head)));
    walks.advance(one, List.of());
    walks.advance(one, List.of(new Entry(none, none, none, none, none)));
    assertThat(walks.isEmpty()).isTrue();
  }
}
