// SPDX-License-Identifier: Apache-2.0
package catena.read.reader;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.Entry;
import catena.graph.judge.Selection;
import catena.graph.judge.Selection.By;
import catena.read.reader.ScanFilter.Side;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ReturnedTest {
  private static final byte[] NONE = new byte[0];

  /** An entry of a row; rows below 0x8000 pass. */
  private static Entry entry(String row) {
    return new Entry(row.getBytes(StandardCharsets.UTF_8), NONE, NONE, NONE, new byte[4]);
  }

  private static Entry entry(long row) {
    return entry("%016x".formatted(row));
  }

  private static Returned filtered() {
    return new Returned(new ScanFilter(Side.CLIENT, Selection.of(By.ROW, 0.5, 0)));
  }

  @Test
  void allThatCameIsCountedAndWhatPassesIsKept() {
    Returned seen = filtered();
    for (int i = 0; i < 20; i++) {
      seen.add(entry(i / 2 * 0x10000 + (i / 2 % 2 == 0 ? 3 : 0x8000)));
    }
    seen.add(entry(0x7000000));
    assertThat(seen.rows()).as("without the one of which more may come").isEqualTo(5);
    assertThat(seen.kept()).hasSize(10);
    assertThat(seen.entries()).isEqualTo(21);
    assertThat(seen.bytes()).isEqualTo(21 * 20);
    seen.endRow();
    assertThat(seen.rows()).isEqualTo(6);
    assertThat(seen.cutLastRow(0, 100)).as("read to its end").isEqualTo(100);
    assertThat(seen.kept()).hasSize(11);
  }

  /** Rows behind the last one that passed were read, and none of them passed. */
  @Test
  void theLastRowThatCameIsLeftOutWhetherItPassedOrNot() {
    for (long last : new long[] {0x10003, 0x18000}) {
      Returned seen = filtered();
      seen.add(entry(4));
      seen.add(entry(0x8001));
      seen.add(entry(last));
      assertThat(seen.cutLastRow(0, 0x20000)).isEqualTo(last);
      assertThat(seen.kept()).hasSize(1);
    }
  }

  @Test
  void rowsThatAreNoNumbersEndNoRange() {
    Returned seen = new Returned(ScanFilter.NONE);
    seen.add(entry(4));
    seen.add(entry(6));
    seen.add(entry("0000000000000006x"));
    assertThat(seen.cutLastRow(0, 100)).isEqualTo(6);
    assertThat(seen.kept()).hasSize(1);
    Returned strange = new Returned(ScanFilter.NONE);
    strange.add(entry("x"));
    assertThat(strange.cutLastRow(3, 100)).as("nothing is known to be read").isEqualTo(3);
    assertThat(strange.kept()).hasSize(1);
  }

  /** So that what came behind a later row is still judged. */
  @Test
  void aRowThatComesLateEndsNoRange() {
    Returned seen = new Returned(ScanFilter.NONE);
    seen.add(entry(4));
    seen.add(entry(6));
    seen.add(entry(5));
    assertThat(seen.cutLastRow(0, 100)).isEqualTo(6);
    assertThat(seen.kept()).hasSize(2);
  }
}
