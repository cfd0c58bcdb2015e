// SPDX-License-Identifier: Apache-2.0
package catena.graph;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;

/**
 * Tables outlive the program that wrote them. What version 1 of the function computes is written
 * down here; whoever changes it on purpose gives {@link GraphSpec#VERSION} its next number.
 */
public class GraphVersionTest {
  @Test
  void theDefaultGraphsEntriesStayWhatTheyAre() {
    EntryEncoder encoder = new EntryEncoder(new Graph(GraphSpec.ofSeed(42)));
    List<String> entries = new ArrayList<>();
    encoder.encodeFirst(0, 0, 0);
    entries.add(encoder.entry().toString());
    encoder.encodeFirst(0, 1, 0);
    entries.add(encoder.entry().toString());
    encoder.encodeFirst(65_535, 1_000_000, 999_999);
    entries.add(encoder.entry().toString());
    encoder.encodeClosing(0, 0, 0);
    entries.add(encoder.entry().toString());
    assertThat(entries)
        .containsExactly(
            "196865d006144df9 12d1:0119 [] "
                + "a77c1a1d-a439-4254-94df-609872870dfb:0000000000000000::e3746fbc",
            "04d543ada42d665d 4646:3cf1 [] "
                + "a77c1a1d-a439-4254-94df-609872870dfb:00000000000f4240:196865d006144df9:9b0bd86a",
            "0e38bdaa0a861d94 5402:3550 [] "
                + "2f2076fb-0e61-4fe7-ad80-8d2b24d14318:000000f224e3e23f::87615cb9",
            "196865d006144df9 12d1:0119 [] "
                + "a77c1a1d-a439-4254-94df-609872870dfb:00000000017d7840:7628ff1ef8c61709:7953ec18");
  }

  @Test
  void graphsOfAllShapesStayWhatTheyAre() {
    assertThat(Specs.all().stream().map(GraphVersionTest::digest))
        .containsExactly(
            "2788bfb7",
            "af12ba3a",
            "8cfd0365",
            "72101097",
            "7f4e2654",
            "783d6ae0",
            "37a13713",
            "f3d6ea89",
            "b434fbff",
            "f7df07fb");
  }

  @Test
  void graphsWhoseRowsAreNotEvenStayWhatTheyAre() {
    assertThat(Specs.uneven().stream().map(GraphVersionTest::digest))
        .containsExactly(
            "5de7096f",
            "8c549062",
            "ebdad1ad",
            "2393df8e",
            "974bf7a0",
            "d0b39ab6",
            "9f94236c",
            "4b4498d9");
    assertThat(Specs.uneven().stream().map(GraphSpec::fingerprint))
        .containsExactly(
            "23dadb7e",
            "0c6966b9",
            "c5e8a81e",
            "5b4b1a8d",
            "38a57fee",
            "7f94555a",
            "e83c97fe",
            "5c566f00");
  }

  @Test
  void payloadsStayWhatTheyAre() {
    assertThat(
            List.of(
                    Payload.fixed(0),
                    Payload.fixed(29),
                    Payload.zipf(0, 1000, 1.5),
                    Payload.zipf(8, 60, 1))
                .stream()
                .map(payload -> digest(Specs.with(Specs.all().get(7), payload, false))))
        .containsExactly("b67b144f", "ce3587c4", "418727f5", "2d2f0760");
  }

  @Test
  void fingerprintsStayWhatTheyAre() {
    assertThat(Specs.all().stream().map(GraphSpec::fingerprint))
        .containsExactly(
            "0154d739",
            "2977f914",
            "36d6654e",
            "6ca2dec2",
            "f1cc4d97",
            "b5c46583",
            "c6527262",
            "fad25b59",
            "c0ca07a0",
            "c48238aa");
  }

  /** One number for many entries of a graph: of its first and last writer, window and index. */
  private static String digest(GraphSpec spec) {
    Graph graph = new Graph(spec);
    EntryEncoder encoder = new EntryEncoder(graph);
    int lastIndex = spec.flushInterval() - 1;
    CRC32 crc = new CRC32();
    for (int writer : new int[] {0, spec.writers() / 2, spec.writers() - 1}) {
      for (long window : new long[] {0, 1, 2, spec.depth(), graph.windowCapacity() - 1}) {
        for (int index : new int[] {0, lastIndex / 2, lastIndex}) {
          encoder.encodeFirst(writer, window, index);
          add(crc, encoder.entry());
        }
      }
      encoder.encodeClosing(writer, 0, lastIndex / 2);
      add(crc, encoder.entry());
      for (int block = 0; block < 64; block++) {
        crc.update(graph.isDeleted(writer, block) ? 1 : 0);
      }
    }
    return String.format("%08x", crc.getValue());
  }

  private static void add(CRC32 crc, Entry entry) {
    crc.update(entry.toString().getBytes(ISO_8859_1));
  }
}
