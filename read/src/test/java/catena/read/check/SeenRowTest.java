// SPDX-License-Identifier: Apache-2.0
package catena.read.check;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.graph.Entry;
import catena.graph.Graph;
import catena.graph.Node;
import catena.graph.NodeCodec;
import catena.read.plant.Faults;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class SeenRowTest {
  private static final byte[] ROW = "00000000000000aa".getBytes(UTF_8);

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  @Test
  void itIsTheSameAfterItWasBytes() throws IOException {
    Entry one = new Entry(ROW, bytes("f"), bytes("q"), bytes("A"), bytes("value"));
    Entry other = new Entry(ROW, bytes(""), bytes("q2"), bytes(""), bytes(""));
    SeenRow row = new SeenRow(ROW, List.of(one, other), 77);
    SeenRow read = SeenRow.of(ROW, row.toBytes());

    assertThat(read.foundMillis()).isEqualTo(77);
    assertThat(read.name()).isEqualTo("00000000000000aa");
    assertThat(read.row()).isEqualTo(ROW);
    assertThat(read.seen()).hasSize(2);
    assertThat(read.seen().get(0).family()).isEqualTo(bytes("f"));
    assertThat(read.seen().get(0).qualifier()).isEqualTo(bytes("q"));
    assertThat(read.seen().get(0).visibility()).isEqualTo(bytes("A"));
    assertThat(read.seen().get(0).value()).isEqualTo(bytes("value"));
    assertThat(read.seen().get(1).qualifier()).isEqualTo(bytes("q2"));
    assertThat(SeenRow.of(ROW, new SeenRow(ROW, List.of(), 5).toBytes()).seen()).isEmpty();
  }

  @Test
  void bytesThatAreCutShortAreRefused() {
    Entry one = new Entry(ROW, bytes("f"), bytes("q"), bytes("A"), bytes("value"));
    byte[] whole = new SeenRow(ROW, List.of(one), 77).toBytes();
    for (int length = 0; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> SeenRow.of(ROW, cut)).isInstanceOf(IOException.class);
    }
  }

  @Test
  void itKnowsWhoseRowItIs() {
    Graph graph = new Graph(Faults.graph(5, 2, 0, List.of("")));
    Node node = new Node(1, 1, 3);
    byte[] row = NodeCodec.rowBytes(NodeCodec.rowText(graph.row(node)));
    assertThat(new SeenRow(row, List.of(), 0).node(graph)).contains(node);
    assertThat(new SeenRow(bytes("no row"), List.of(), 0).node(graph)).isEmpty();
  }
}
