// SPDX-License-Identifier: Apache-2.0
package catena.graph;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;

/** The look-ups beside the JDK's checksum of the bytes. */
class EntryChecksumTest {
  private static final List<String> VISIBILITIES =
      List.of("", "A", "A&B", "é|\u20ac", "(A&B)|".repeat(50) + "C");

  private final SplittableRandom random = new SplittableRandom(5);

  /** One entry's numbers, and what the JDK says of its bytes. */
  private record Sample(
      long row,
      int columns,
      String visibility,
      byte[] expression,
      String uuid,
      byte[] writer,
      long count,
      long previous,
      int link,
      int head) {

    static Sample of(
        long row, int column, String visibility, String uuid, long count, long previous) {
      byte[] visible = visibility.getBytes(UTF_8);
      String key = "%016x%04x%04x".formatted(row, column >>> 16, column & 0xffff);
      String head = "%s:%016x:".formatted(uuid, count);
      return new Sample(
          row,
          column,
          visibility,
          visible,
          uuid,
          uuid.getBytes(ISO_8859_1),
          count,
          previous,
          crc32(key, visible, head + "%016x:".formatted(previous)),
          crc32(key, visible, head + ":"));
    }

    private static int crc32(String key, byte[] visibility, String body) {
      CRC32 crc = new CRC32();
      crc.update(key.getBytes(ISO_8859_1));
      crc.update(visibility);
      crc.update(body.getBytes(ISO_8859_1));
      return (int) crc.getValue();
    }

    boolean isRight() {
      int visible = EntryChecksum.through(EntryChecksum.key(row, columns), expression);
      int linkOf = EntryChecksum.linkOf(writer);
      boolean open =
          expression.length > 0
              || EntryChecksum.openLink(row, columns, linkOf, count, previous) == link;
      return open
          && EntryChecksum.link(visible, linkOf, count, previous) == link
          && EntryChecksum.head(visible, EntryChecksum.headOf(writer), count) == head;
    }
  }

  private Sample any() {
    return Sample.of(
        random.nextLong() >>> random.nextInt(64),
        random.nextInt(),
        VISIBILITIES.get(random.nextInt(VISIBILITIES.size())),
        new java.util.UUID(random.nextLong(), random.nextLong()).toString(),
        random.nextLong() >>> random.nextInt(64),
        random.nextLong() >>> random.nextInt(64));
  }

  @Test
  void anyNumbersHaveTheChecksumOfTheirBytes() {
    for (int i = 0; i < 20_000; i++) {
      Sample sample = any();
      assertThat(sample.isRight()).as("%s", sample).isTrue();
    }
  }

  /** Each digit at each place, and the numbers around the places where a look-up is left out. */
  @Test
  void numbersAtTheEdgesToo() {
    String uuid = "00000000-0000-4000-8000-000000000000";
    List<Long> edges = new ArrayList<>(List.of(0L, -1L, Long.MAX_VALUE, Long.MIN_VALUE));
    for (int bit = 0; bit < 64; bit++) {
      edges.add((1L << bit) - 1);
      edges.add(1L << bit);
    }
    for (int both = 0; both < 256; both++) {
      edges.add(both * 0x0101010101010101L);
    }
    for (long edge : edges) {
      for (String visibility : VISIBILITIES) {
        Sample sample = Sample.of(edge, (int) edge, visibility, uuid, edge, edge);
        assertThat(sample.isRight()).as("%s", sample).isTrue();
      }
    }
  }

  /** Whichever number of whichever table is wrong, in one bit, the comparison sees it. */
  @Test
  void oneWrongBitInATableIsNoticed() throws IllegalAccessException {
    List<Sample> samples = new ArrayList<>();
    for (int i = 0; i < 9000; i++) {
      samples.add(
          Sample.of(
              random.nextLong(),
              random.nextInt(),
              i % 2 == 0 ? "A&B" : "",
              new java.util.UUID(random.nextLong(), random.nextLong()).toString(),
              random.nextLong(),
              random.nextLong()));
    }
    assertThat(samples).allMatch(Sample::isRight);
    List<int[]> tables = tables();
    assertThat(tables).hasSize(10);
    for (int[] table : tables) {
      for (int i = 0; i < table.length; i++) {
        int right = table[i];
        try {
          table[i] ^= 1 << (i & 31);
          assertThat(samples.stream().allMatch(Sample::isRight)).isFalse();
        } finally {
          table[i] = right;
        }
      }
    }
    assertThat(samples).allMatch(Sample::isRight);
  }

  /** The tables themselves: what is changed in them is changed for every checksum. */
  private static List<int[]> tables() throws IllegalAccessException {
    List<int[]> tables = new ArrayList<>();
    for (Field field : EntryChecksum.class.getDeclaredFields()) {
      if (field.getType() == int[].class) {
        field.setAccessible(true);
        tables.add((int[]) field.get(null));
      }
    }
    return tables;
  }
}
