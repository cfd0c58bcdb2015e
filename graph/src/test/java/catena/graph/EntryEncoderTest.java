// SPDX-License-Identifier: Apache-2.0
package catena.graph;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.function.Mix;
import java.util.List;
import org.junit.jupiter.api.Test;

class EntryEncoderTest {
  private final GraphSpec spec = Specs.all().get(7);
  private final Graph graph = new Graph(spec);

  /** Whatever it computed before: as many orders as a reader comes along in. */
  @Test
  void whatItComputesDoesNotDependOnWhatItComputedBefore() {
    for (Payload payload : List.of(Payload.NONE, Payload.fixed(9), Payload.zipf(0, 2000, 0.5))) {
      Graph of = new Graph(Specs.with(spec, payload, true));
      EntryEncoder used = new EntryEncoder(of);
      for (int i = 0; i < 2000; i++) {
        int writer = 64 * (int) Mix.below(Mix.mix(i, 1), 3) + (int) Mix.below(Mix.mix(i, 2), 2);
        long window = Mix.below(Mix.mix(i, 3), 2) * 25 + Mix.below(Mix.mix(i, 4), 2);
        int index = (int) Mix.below(Mix.mix(i, 5), 3);
        EntryEncoder fresh = new EntryEncoder(of);
        encode(used, i, writer, window, index);
        encode(fresh, i, writer, window, index);
        assertThat(used.entry().toString()).isEqualTo(fresh.entry().toString());
      }
    }
  }

  private static void encode(EntryEncoder encoder, int i, int writer, long window, int index) {
    switch (i % 3) {
      case 0 -> encoder.encodeFirst(writer, window, index);
      case 1 -> encoder.encodeClosing(writer, window / 25 * 25, index);
      default -> encoder.encodeKey(writer, window, index);
    }
  }

  @Test
  void theFirstCellIsTheEntryOfARowOfOneAndTheOthersStandBehindItWithItsCount() {
    for (Payload payload : List.of(Payload.NONE, Payload.fixed(9))) {
      for (boolean checksum : new boolean[] {true, false}) {
        GraphSpec one = Specs.with(spec, payload, checksum);
        EntryEncoder alone = new EntryEncoder(new Graph(one));
        EntryEncoder several = new EntryEncoder(new Graph(one.with("columns", "4")));
        alone.encodeFirst(3, 26, 7);
        several.encodeFirst(3, 26, 7);
        Entry first = several.entry();
        assertThat(first.toString()).isEqualTo(alone.entry().toString());
        assertThat(several.cellOf(first)).isZero();
        Decoded.Sound link = (Decoded.Sound) NodeCodec.decode(first);
        Entry before = first;
        for (int cell = 1; cell < 4; cell++) {
          several.encodeCell(cell);
          Entry next = several.entry();
          Decoded.Sound sound = (Decoded.Sound) NodeCodec.decode(next);
          assertThat(sound.count()).isEqualTo(link.count());
          assertThat(sound.writer()).isEqualTo(link.writer());
          assertThat(sound.previous()).isEqualTo(Decoded.NO_PREVIOUS);
          assertThat(sound.checksummed()).isEqualTo(checksum);
          assertThat(sound.payload()).isEqualTo(link.payload());
          assertThat(java.util.Arrays.compare(next.family(), before.family())).isPositive();
          assertThat(next.qualifier()).isEqualTo(first.qualifier());
          boolean own = checksum || sound.payload() > 0; // else all but the first have one value
          assertThat(java.util.Arrays.equals(next.value(), before.value()))
              .isEqualTo(!own && cell > 1);
          assertThat(several.cellOf(next)).isEqualTo(cell);
          assertThat(several.cellOf(first)).isZero();
          several.encodeCellKey(cell);
          assertThat(several.entry().hasKeyOf(next)).isTrue();
          assertThat(several.value()).isEmpty();
          before = next;
        }
        several.encodeKey(3, 26, 8);
        assertThat(several.cellOf(before)).isEqualTo(-1);
      }
    }
  }

  @Test
  void aKeyAloneIsThatOfTheEntryAndHasNoValue() {
    EntryEncoder encoder = new EntryEncoder(graph);
    encoder.encodeFirst(3, 26, 7);
    Entry whole = encoder.entry();
    encoder.encodeKey(3, 26, 7);
    assertThat(encoder.entry().hasKeyOf(whole)).isTrue();
    assertThat(encoder.value()).isEmpty();
  }

  @Test
  void anEntryStaysWhenTheNextIsComputed() {
    for (Payload payload : List.of(Payload.NONE, Payload.fixed(9))) {
      EntryEncoder encoder = new EntryEncoder(new Graph(Specs.with(spec, payload, true)));
      encoder.encodeFirst(3, 0, 7);
      Entry first = encoder.entry();
      String text = first.toString();
      encoder.encodeFirst(4, 0, 8);
      assertThat(first.toString()).isEqualTo(text);
    }
  }

  /** Half the garbage of ingest: whoever sends a value copies it. */
  @Test
  void aValueOfTheSameLengthIsComputedIntoTheSameArray() {
    for (Payload payload : List.of(Payload.NONE, Payload.fixed(0), Payload.fixed(99))) {
      EntryEncoder encoder = new EntryEncoder(new Graph(Specs.with(spec, payload, true)));
      encoder.encodeFirst(3, 0, 7);
      byte[] head = encoder.value();
      encoder.encodeFirst(3, 1, 7);
      byte[] link = encoder.value();
      encoder.encodeFirst(3, 0, 8);
      assertThat(encoder.value()).isSameAs(head);
      encoder.encodeFirst(3, 1, 8);
      assertThat(encoder.value()).isSameAs(link);
    }
  }

  /** As formats.md has it, put together from texts and the JDK's checksum. */
  @Test
  void entriesOfAllShapesAreTheBytesThatAreWrittenDown() {
    for (Payload payload :
        List.of(Payload.NONE, Payload.fixed(0), Payload.fixed(13), Payload.zipf(0, 40, 1))) {
      for (GraphSpec each : Specs.all()) {
        for (boolean checksum : new boolean[] {true, false}) {
          Graph of = new Graph(Specs.with(each, payload, checksum));
          EntryEncoder encoder = new EntryEncoder(of);
          PlainEntries plain = new PlainEntries(of);
          for (int i = 0; i < 60; i++) {
            int writer = (int) Mix.below(Mix.mix(i, 1), each.writers());
            long window = Mix.below(Mix.mix(i, 2), of.windowCapacity());
            int index = (int) Mix.below(Mix.mix(i, 3), each.flushInterval());
            encoder.encodeFirst(writer, window, index);
            assertThat(encoder.entry()).hasToString(plain.first(writer, window, index).toString());
            long head = window - of.layer(window);
            if (index < each.flushInterval() - 1 && head + each.depth() - 1 < of.windowCapacity()) {
              encoder.encodeClosing(writer, head, index);
              assertThat(encoder.entry())
                  .hasToString(plain.closing(writer, head, index).toString());
            }
          }
        }
      }
    }
  }

  @Test
  void keysAreEqualOnlyInAllTheirParts() {
    EntryEncoder encoder = new EntryEncoder(graph);
    encoder.encodeFirst(3, 26, 7);
    Entry whole = encoder.entry();
    assertThat(encoder.keyEquals(whole)).isTrue();
    assertThat(whole.hasKeyOf(encoder.entry())).isTrue();
    for (int part = 0; part < 4; part++) {
      Entry other =
          new Entry(
              part == 0 ? bytes("x") : whole.row(),
              part == 1 ? bytes("x") : whole.family(),
              part == 2 ? bytes("x") : whole.qualifier(),
              part == 3 ? bytes("x") : whole.visibility(),
              whole.value());
      assertThat(encoder.keyEquals(other)).as("part %d", part).isFalse();
      assertThat(whole.hasKeyOf(other)).as("part %d", part).isFalse();
    }
  }

  @Test
  void anEntryIsPrintedAsTheShellPrintsItAndShowsEveryByte() {
    Entry entry =
        new Entry(bytes("r w"), bytes("~f"), bytes("\\"), bytes("A&B"), bytes("\0\u007f\u00ff "));
    assertThat(entry).hasToString("r w ~f:\\x5c [A&B] \\x00\\x7f\\xff ");
  }

  private static byte[] bytes(String text) {
    return text.getBytes(ISO_8859_1);
  }
}
