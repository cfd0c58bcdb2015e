// SPDX-License-Identifier: Apache-2.0
package catena.graph.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.graph.Entry;
import catena.graph.EntryEncoder;
import catena.graph.EntryMatcher;
import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.graph.GraphSpec.VisibilityScope;
import catena.graph.Node;
import catena.graph.NodeCodec;
import catena.graph.PlainEntries;
import catena.graph.Position;
import catena.graph.Specs;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Visibilities with terms, and of their own for each row: each byte of them is known. */
class LabelledRowsTest {
  private static final Position END = new Position(40, 0, 0);

  private static Graph graph(VisibilityScope scope, int terms) {
    return new Graph(Specs.labelled(Specs.of(3, 0, 1L << 40, 50, 3, 4), scope, terms));
  }

  private static Expectation expectation(Graph graph, Predicate<String> visible) {
    return new Expectation(graph, new Promise(Map.of(0, Settled.at(END))), visible);
  }

  private static Entry first(Graph graph, Node node) {
    EntryEncoder encoder = new EntryEncoder(graph);
    encoder.encodeFirst(node.writer(), node.window(), node.index());
    return encoder.entry();
  }

  /** A link of a block that is not deleted. */
  private static Node link(Graph graph, int choice) {
    for (long block = 0; ; block++) {
      for (int index = 0; index < 50 && !graph.isDeleted(0, block); index++) {
        if (graph.visibility(0, block * 3 + 1, index) == choice) {
          return new Node(0, block * 3 + 1, index);
        }
      }
    }
  }

  private static Entry under(Entry entry, String visibility) {
    return NodeCodec.withChecksum(
        new Entry(
            entry.row(),
            entry.family(),
            entry.qualifier(),
            visibility.getBytes(StandardCharsets.UTF_8),
            entry.value()));
  }

  private static String visibility(Entry entry) {
    return new String(entry.visibility(), StandardCharsets.UTF_8);
  }

  private static List<FindingKind> kinds(Expectation judge, Entry... seen) {
    return judge.judge(seen[0].row(), List.of(seen)).differences().stream()
        .map(Difference::kind)
        .toList();
  }

  @ParameterizedTest
  @CsvSource({"BLOCK, 3", "NODE, 1", "NODE, 11", "UNIQUE, 0", "UNIQUE, 4"})
  void whatIsWrittenIsWhatIsWrittenDownAndWhatIsExpected(VisibilityScope scope, int terms) {
    Graph graph = graph(scope, terms);
    PlainEntries plain = new PlainEntries(graph);
    EntryMatcher matcher = new EntryMatcher(graph);
    EntryEncoder encoder = new EntryEncoder(graph);
    Set<String> all = new HashSet<>();
    for (int index = 0; index < 50; index++) {
      for (long window = 0; window < 36; window++) {
        encoder.encodeFirst(0, window, index);
        assertThat(encoder.entry()).hasToString(plain.first(0, window, index).toString());
        assertThat(matcher.matches(new Node(0, window, index), false, encoder.entry())).isTrue();
        all.add(visibility(encoder.entry()));
      }
    }
    assertThat(all).hasSize(scope == VisibilityScope.UNIQUE ? 1800 : all.size());
    assertThat(all.size()).isGreaterThan(1);
    if (scope != VisibilityScope.UNIQUE) {
      assertThat(all).hasSizeLessThanOrEqualTo(3);
    }
  }

  @ParameterizedTest
  @CsvSource({"NODE, 4", "UNIQUE, 0", "UNIQUE, 4"})
  void aWrongVisibilityIsFoundWhateverIsWrongWithIt(VisibilityScope scope, int terms) {
    Graph graph = graph(scope, terms);
    Node node = link(graph, 0);
    Entry right = first(graph, node);
    Expectation judge = expectation(graph, any -> true);
    assertThat(kinds(judge, right)).isEmpty();
    assertThat(judge.isExactly(node, right)).isTrue();
    String text = visibility(right);
    Entry elsewhere = first(graph, link(graph, 1));
    for (String wrong :
        List.of(
            "",
            "A",
            text + "|x",
            text.substring(0, text.length() - 1) + "z",
            "x" + text.substring(1),
            visibility(elsewhere))) {
      Entry planted = under(right, wrong);
      if (!wrong.equals(text)) {
        assertThat(kinds(judge, planted)).as(wrong).containsExactly(FindingKind.MISPLACED);
        assertThat(judge.isExactly(node, planted)).isFalse();
        assertThat(kinds(judge, right, planted)).as(wrong).containsExactly(FindingKind.MISPLACED);
      }
    }
  }

  /** The rest of an own expression is that of the row's neighbour, and only the row differs. */
  @Test
  void theExpressionOfAnotherRowIsWrong() {
    Graph graph = graph(VisibilityScope.UNIQUE, 2);
    Node node = link(graph, 2);
    Node other = new Node(0, node.window(), (node.index() + 1) % 50);
    while (graph.visibility(0, other.window(), other.index()) != 2) {
      other = new Node(0, other.window(), (other.index() + 1) % 50);
    }
    assertThat(other).isNotEqualTo(node);
    Entry planted = under(first(graph, node), visibility(first(graph, other)));
    assertThat(kinds(expectation(graph, any -> true), planted))
        .containsExactly(FindingKind.MISPLACED);
  }

  /** Who sees an entry is what its base says; its terms are nobody's. */
  @Test
  void whoMayNotSeeItFindsItLeaked() {
    Graph graph = graph(VisibilityScope.UNIQUE, 4);
    Expectation few = expectation(graph, "A"::equals);
    Entry secret = first(graph, link(graph, 1));
    assertThat(kinds(few, secret)).containsExactly(FindingKind.LEAKED);
    assertThat(few.standing(link(graph, 1))).isEqualTo(Judgement.Standing.HIDDEN);
    Entry open = first(graph, link(graph, 0));
    assertThat(kinds(few, open)).isEmpty();
    assertThat(few.judge(open.row(), List.of()).differences())
        .extracting(Difference::kind)
        .containsExactly(FindingKind.LOST);
  }

  @Test
  void aGraphWithTermsSurvivesItsWrittenFormAndAnotherIsAsItWas() {
    GraphSpec plain = Specs.of(3, 0, 1L << 40, 50, 3, 4);
    assertThat(plain.toProperties()).doesNotContainKeys("visibility.terms", "visibility.bytes");
    for (VisibilityScope scope : VisibilityScope.values()) {
      for (int terms : new int[] {0, 5}) {
        GraphSpec spec = Specs.labelled(plain, scope, terms);
        assertThat(GraphSpec.fromProperties(spec.toProperties())).isEqualTo(spec);
        assertThat(spec.fingerprint()).isNotEqualTo(plain.fingerprint());
      }
    }
    assertThat(Specs.labelled(plain, VisibilityScope.UNIQUE, 5).toProperties())
        .containsEntry("visibility.terms", "5")
        .containsEntry("visibility.bytes", "90")
        .containsEntry("visibility.scope", "unique");
    Map<String, String> text = new HashMap<>(plain.toProperties());
    text.put("visibility.scope", "row");
    assertThatThrownBy(() -> GraphSpec.fromProperties(text))
        .hasMessageContaining("visibility.scope must be block, node or unique, not 'row'");
  }
}
