// SPDX-License-Identifier: Apache-2.0
package catena.graph;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.function.Mix;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** An entry is right if it is the one that texts make, and in no other case. */
class EntryMatcherTest {
  private static final List<Payload> PAYLOADS =
      List.of(Payload.NONE, Payload.fixed(0), Payload.fixed(13), Payload.zipf(0, 40, 1));

  @Test
  void onlyTheEntryItselfIsRightWithAllItsBytes() {
    for (Payload payload : PAYLOADS) {
      for (boolean checksum : new boolean[] {true, false}) {
        GraphSpec plain = Specs.with(Specs.all().get(7), payload, checksum);
        onlyTheEntryItselfIsRight(new Graph(plain));
        onlyTheEntryItselfIsRight(
            new Graph(Specs.labelled(plain, GraphSpec.VisibilityScope.UNIQUE, 3)));
      }
    }
  }

  private static void onlyTheEntryItselfIsRight(Graph graph) {
    EntryMatcher matcher = new EntryMatcher(graph);
    PlainEntries plain = new PlainEntries(graph);
    for (int i = 0; i < 40; i++) {
      int writer = (int) Mix.below(Mix.mix(i, 1), 65_536);
      long window = Mix.below(Mix.mix(i, 2), 100) * (i % 2 == 0 ? 25 : 1);
      int index = (int) Mix.below(Mix.mix(i, 3), 499);
      Node node = new Node(writer, window, index);
      NodeCursor at = at(graph, node);
      Entry first = plain.first(writer, window, index);
      assertThat(matcher.matches(node, false, first)).isTrue();
      assertThat(matcher.matches(at, false, first)).isTrue();
      assertThat(matcher.visibility()).isEqualTo(graph.visibility(writer, window, index));
      allOthers(first, 0, other -> matcher.matches(node, false, other));
      allOthers(first, 1, other -> matcher.matches(at, false, other));
      if (i % 2 == 0) {
        Entry closing = plain.closing(writer, window, index);
        assertThat(matcher.matches(node, true, closing)).isTrue();
        assertThat(matcher.matches(at, true, closing)).isTrue();
        assertThat(matcher.matches(at, true, first)).isFalse();
        assertThat(matcher.matches(at, false, closing)).isFalse();
        allOthers(closing, 0, other -> matcher.matches(node, true, other));
        allOthers(closing, 1, other -> matcher.matches(at, true, other));
      }
    }
  }

  /** A cursor that stands on a node. */
  private static NodeCursor at(Graph graph, Node node) {
    long row = graph.row(node);
    NodeCursor cursor = graph.nodes(row, row + 1, Map.of(node.writer(), node.window() + 1));
    assertThat(cursor.advance()).isTrue();
    assertThat(cursor.node()).isEqualTo(node);
    assertThat(cursor.block()).isEqualTo(graph.block(node.window()));
    assertThat(cursor.layer()).isEqualTo(graph.layer(node.window()));
    return cursor;
  }

  private static void allOthers(Entry right, int firstPart, Predicate<Entry> isRight) {
    for (int part = firstPart; part < 5; part++) {
      byte[] bytes = part(right, part);
      for (int at = 0; at < bytes.length; at++) {
        byte[] changed = bytes.clone();
        changed[at] ^= (byte) (1 << at % 8);
        assertThat(isRight.test(with(right, part, changed))).isFalse();
      }
      byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);
      assertThat(isRight.test(with(right, part, longer))).isFalse();
      byte[] nothing = new byte[0];
      assertThat(isRight.test(with(right, part, nothing))).isEqualTo(bytes.length == 0);
    }
  }

  private static byte[] part(Entry entry, int part) {
    return switch (part) {
      case 0 -> entry.row();
      case 1 -> entry.family();
      case 2 -> entry.qualifier();
      case 3 -> entry.visibility();
      default -> entry.value();
    };
  }

  private static Entry with(Entry entry, int part, byte[] bytes) {
    return new Entry(
        part == 0 ? bytes : entry.row(),
        part == 1 ? bytes : entry.family(),
        part == 2 ? bytes : entry.qualifier(),
        part == 3 ? bytes : entry.visibility(),
        part == 4 ? bytes : entry.value());
  }

  /** Readers come from writer to writer; more of them than places in which one is kept. */
  @Test
  void whoWasComparedBeforeDoesNotMatter() {
    Graph graph = new Graph(Specs.of(9, 0, Long.MAX_VALUE, 4, 3, 200_000));
    EntryMatcher used = new EntryMatcher(graph);
    PlainEntries plain = new PlainEntries(graph);
    for (int i = 0; i < 3000; i++) {
      int writer = (int) Mix.below(Mix.mix(i, 1), 3) * 65_536 + (int) Mix.below(Mix.mix(i, 2), 3);
      long window = Mix.below(Mix.mix(i, 3), 3);
      int index = (int) Mix.below(Mix.mix(i, 4), 3);
      Entry first = plain.first(writer, window, index);
      assertThat(used.matches(new Node(writer, window, index), false, first)).isTrue();
      assertThat(used.matches(new Node(writer + 1, window, index), false, first)).isFalse();
    }
  }
}
