// SPDX-License-Identifier: Apache-2.0
package catena.read.reader;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.Entry;
import catena.graph.judge.Selection;
import catena.read.reader.ScanFilter.Side;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ReturnedTest {
  private static final byte[] NONE = new byte[0];

  private static Entry entry(String row, int qualifier) {
    return new Entry(
        row.getBytes(StandardCharsets.UTF_8),
        NONE,
        "%04x".formatted(qualifier).getBytes(StandardCharsets.UTF_8),
        NONE,
        NONE);
  }

  private static Entry entry(long row, int qualifier) {
    return entry("%016x".formatted(row), qualifier);
  }

  @Test
  void allThatCameIsCountedAndWhatPassesIsKept() {
    Returned seen = new Returned(new ScanFilter(Side.CLIENT, new Selection(10, 20)));
    for (int i = 0; i < 20; i++) {
      seen.add(entry(i / 2, i / 2 % 2 == 0 ? 3 : 13));
    }
    assertThat(seen.entries()).isEqualTo(20);
    assertThat(seen.bytes()).isEqualTo(20 * 20);
    assertThat(seen.kept()).hasSize(10);
    assertThat(seen.rows()).isEqualTo(5);
  }

  /** Rows behind the last one that passed were read, and none of them passed. */
  @Test
  void theLastRowThatCameIsLeftOutWhetherItPassedOrNot() {
    for (int last : new int[] {3, 13}) {
      Returned seen = new Returned(new ScanFilter(Side.CLIENT, new Selection(10, 20)));
      seen.add(entry(4, 3));
      seen.add(entry(7, 13));
      seen.add(entry(9, last));
      assertThat(seen.cutLastRow(100)).isEqualTo(9);
      assertThat(seen.kept()).hasSize(1);
    }
  }

  @Test
  void rowsThatAreNoNumbersEndNoRange() {
    Returned seen = new Returned(ScanFilter.NONE);
    seen.add(entry(4, 3));
    seen.add(entry(6, 3));
    seen.add(entry("0000000000000006x", 3));
    assertThat(seen.cutLastRow(100)).isEqualTo(6);
    assertThat(seen.kept()).hasSize(1);
    Returned strange = new Returned(ScanFilter.NONE);
    strange.add(entry("x", 3));
    assertThat(strange.cutLastRow(100)).isEqualTo(100);
    assertThat(strange.kept()).hasSize(1);
  }

  /** So that what came behind a later row is still judged. */
  @Test
  void aRowThatComesLateEndsNoRange() {
    Returned seen = new Returned(ScanFilter.NONE);
    seen.add(entry(4, 3));
    seen.add(entry(6, 3));
    seen.add(entry(5, 3));
    assertThat(seen.cutLastRow(100)).isEqualTo(6);
    assertThat(seen.kept()).hasSize(2);
  }
}
