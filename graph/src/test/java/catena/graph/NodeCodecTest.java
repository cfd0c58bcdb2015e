// SPDX-License-Identifier: Apache-2.0
package catena.graph;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.function.Mix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class NodeCodecTest {
  private static final String UUID = "277cbce9-26ae-467e-a553-1684bf29db02";

  private static byte[] bytes(String text) {
    return text.getBytes(ISO_8859_1);
  }

  private static Entry entry(String row, String visibility, String value) {
    return new Entry(bytes(row), bytes("19a2"), bytes("6a28"), bytes(visibility), bytes(value));
  }

  private static Decoded.Sound sound(Entry entry) {
    assertThat(NodeCodec.decode(entry)).isInstanceOf(Decoded.Sound.class);
    return (Decoded.Sound) NodeCodec.decode(entry);
  }

  /** Checksums computed by another implementation of CRC-32: zlib's. */
  @Test
  void readsWhatOthersWrote() {
    Entry link =
        entry("0020efc13153756f", "A&B", UUID + ":00000000000001d2:11af847f1e97c681:91a2d86b");
    assertThat(sound(link))
        .isEqualTo(new Decoded.Sound(UUID, 0x1d2, 0x11af847f1e97c681L, -1, true));
    Entry head = entry("11af847f1e97c681", "", UUID + ":0000000000000000::9de965b4");
    assertThat(sound(head)).isEqualTo(new Decoded.Sound(UUID, 0, Decoded.NO_PREVIOUS, -1, true));
    Entry payload = entry("11af847f1e97c681", "", UUID + ":0000000000000000::a:\0:902081d4");
    assertThat(sound(payload)).isEqualTo(new Decoded.Sound(UUID, 0, Decoded.NO_PREVIOUS, 3, true));
  }

  @Test
  void readsValuesWithoutAChecksum() {
    assertThat(sound(entry("11af847f1e97c681", "", UUID + ":0000000000000000::")))
        .isEqualTo(new Decoded.Sound(UUID, 0, Decoded.NO_PREVIOUS, -1, false));
    assertThat(sound(entry("11af847f1e97c681", "", UUID + ":0000000000000000::xyz:")))
        .isEqualTo(new Decoded.Sound(UUID, 0, Decoded.NO_PREVIOUS, 3, false));
  }

  /** The existing suite leaves a zero byte behind values without a payload. */
  @Test
  void readsTheStrayZero() {
    Entry plain = entry("11af847f1e97c681", "", UUID + ":0000000000000000::\0");
    assertThat(sound(plain)).isEqualTo(new Decoded.Sound(UUID, 0, Decoded.NO_PREVIOUS, -1, false));
    Entry summed = entry("11af847f1e97c681", "", UUID + ":0000000000000000::9de965b4\0");
    assertThat(sound(summed)).isEqualTo(new Decoded.Sound(UUID, 0, Decoded.NO_PREVIOUS, -1, true));
    Entry twice = entry("11af847f1e97c681", "", UUID + ":0000000000000000::9de965b4\0\0");
    assertThat(NodeCodec.decode(twice)).isInstanceOf(Decoded.Corrupt.class);
  }

  private static List<Entry> written() {
    List<Entry> entries = new ArrayList<>();
    List<Payload> payloads =
        List.of(Payload.NONE, Payload.fixed(0), Payload.fixed(13), Payload.zipf(0, 300, 1.2));
    for (Payload payload : payloads) {
      for (boolean checksum : new boolean[] {true, false}) {
        Graph graph = new Graph(Specs.with(Specs.all().get(7), payload, checksum));
        EntryEncoder encoder = new EntryEncoder(graph);
        for (int i = 0; i < 30; i++) {
          encoder.encodeFirst(3, i, i);
          entries.add(encoder.entry());
        }
        encoder.encodeClosing(3, 25, 7);
        entries.add(encoder.entry());
      }
    }
    return entries;
  }

  @Test
  void whatIsWrittenIsReadBack() {
    for (Payload payload : List.of(Payload.NONE, Payload.fixed(5), Payload.fixed(0))) {
      Graph graph = new Graph(Specs.with(Specs.all().get(7), payload, true));
      EntryEncoder encoder = new EntryEncoder(graph);
      WriteOrder order = new WriteOrder(graph);
      int size = payload.max();
      encoder.encodeFirst(3, 26, 9);
      Entry entry = encoder.entry();
      assertThat(NodeCodec.row(entry.row())).isEqualTo(graph.row(3, 26, 9));
      assertThat(sound(entry))
          .isEqualTo(
              new Decoded.Sound(
                  graph.uuid(3),
                  order.count(new Position(1, 1, 9)),
                  graph.row(3, 25, 9),
                  size,
                  true));
      encoder.encodeClosing(3, 25, 9);
      assertThat(sound(encoder.entry()).previous()).isEqualTo(graph.row(3, 49, 10));
      encoder.encodeFirst(3, 25, 9);
      assertThat(sound(encoder.entry()).previous()).isEqualTo(Decoded.NO_PREVIOUS);
    }
  }

  @Test
  void valuesHaveTheSizesOfTheDesign() {
    for (boolean checksum : new boolean[] {true, false}) {
      EntryEncoder encoder =
          new EntryEncoder(new Graph(Specs.with(Specs.all().get(7), Payload.NONE, checksum)));
      encoder.encodeFirst(0, 0, 0);
      assertThat(encoder.value()).hasSize(checksum ? 63 : 55);
      encoder.encodeFirst(0, 1, 0);
      assertThat(encoder.value()).hasSize(checksum ? 79 : 71);
    }
  }

  @Test
  void oneChangedBitIsCorrupt() {
    for (Entry entry : written()) {
      if (!sound(entry).checksummed()) {
        continue;
      }
      for (int part = 0; part < 5; part++) {
        int length = part(entry, part).length;
        for (int bit = 0; bit < 8 * length; bit++) {
          byte[] changed = part(entry, part).clone();
          changed[bit / 8] ^= (byte) (1 << (bit % 8));
          // a last digit turned into a separator makes it a sound value that has no checksum,
          // which whoever knows the graph knows to be wrong
          assertThat(NodeCodec.decode(replaced(entry, part, changed)))
              .matches(d -> d instanceof Decoded.Corrupt || !((Decoded.Sound) d).checksummed());
        }
      }
    }
  }

  @Test
  void anyBytesAtAllAreReadWithoutAnException() {
    for (Entry entry : written()) {
      for (int length = 0; length < entry.value().length; length++) {
        byte[] cut = Arrays.copyOf(entry.value(), length);
        assertThat(NodeCodec.decode(replaced(entry, 4, cut))).isNotNull();
      }
    }
    Entry sample = written().get(0);
    for (int i = 0; i < 20_000; i++) {
      byte[] noise = new byte[i % 150];
      for (int j = 0; j < noise.length; j++) {
        noise[j] = (byte) ":0a-\0G".charAt((int) Mix.below(Mix.mix(i, j), 6));
      }
      assertThat(NodeCodec.decode(replaced(sample, i % 5, noise)))
          .isInstanceOf(Decoded.Corrupt.class);
    }
  }

  @Test
  void upperCaseIsNotTheFormat() {
    Entry entry = entry("11AF847F1E97C681", "", UUID + ":0000000000000000::");
    assertThat(NodeCodec.decode(entry)).isInstanceOf(Decoded.Corrupt.class);
  }

  @Test
  void aNewChecksumMakesAChangedEntrySound() {
    Entry entry = written().get(0);
    byte[] value = entry.value().clone();
    value[40] = 'f';
    Entry planted = NodeCodec.withChecksum(replaced(entry, 4, value));
    assertThat(sound(planted).count()).isNotEqualTo(sound(entry).count());
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

  private static Entry replaced(Entry entry, int part, byte[] bytes) {
    return new Entry(
        part == 0 ? bytes : entry.row(),
        part == 1 ? bytes : entry.family(),
        part == 2 ? bytes : entry.qualifier(),
        part == 3 ? bytes : entry.visibility(),
        part == 4 ? bytes : entry.value());
  }
}
