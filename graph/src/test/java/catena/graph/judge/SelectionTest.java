// SPDX-License-Identifier: Apache-2.0
package catena.graph.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.graph.Entry;
import catena.graph.EntryEncoder;
import catena.graph.Graph;
import catena.graph.Specs;
import catena.graph.judge.Selection.By;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SelectionTest {
  private static final int NUMBERS = 65536;

  private static final List<String> ROWS =
      IntStream.range(0, NUMBERS).mapToObj("\n\u00e9%04x"::formatted).toList();

  private static final List<String> VALUES =
      IntStream.range(0, NUMBERS)
          .mapToObj(of -> "\n\u00e9" + (char) (of >> 8) + (char) (of & 0xff) + ":01234567")
          .toList();

  private static final List<Entry> OF_ROWS = ROWS.stream().map(row -> entry(row, "")).toList();

  private static final List<Entry> OF_VALUES =
      VALUES.stream().map(value -> entry("", value)).toList();

  @ParameterizedTest
  @ValueSource(
      ints = {1, 2, 9, 10, 11, 15, 16, 17, 160, 176, 255, 256, 4095, 4096, 32766, 43981, 65535})
  void theExpressionMatchesWhatEndsBelowTheBoundAndNothingElse(int below) {
    Selection rows = new Selection(By.ROW, below, Selection.WHOLE);
    Selection cells = new Selection(By.VALUE, below, Selection.WHOLE);
    Pattern ofRows = Pattern.compile(rows.expression());
    Pattern ofCells = Pattern.compile(cells.expression());
    for (int number = 0; number < NUMBERS; number++) {
      boolean passes = number < below;
      if (ofRows.matcher(ROWS.get(number)).matches() != passes
          || ofCells.matcher(VALUES.get(number)).matches() != passes
          || rows.passes(OF_ROWS.get(number)) != passes
          || cells.passes(OF_VALUES.get(number)) != passes) {
        throw new AssertionError(rows.expression() + ", " + cells.expression() + ": " + number);
      }
    }
    for (String other : List.of("", "000", "000 ", "000g", "000A", "\u00e9000", "0:01234567")) {
      assertThat(ofRows.matcher(other).matches())
          .as(other)
          .isEqualTo(below > 0x4567 && other.length() > 5);
      assertThat(ofCells.matcher(other).matches()).as(other).isFalse();
      assertThat(rows.passes(entry(other, "")))
          .as(other)
          .isEqualTo(below > 0x4567 && other.length() > 5);
      assertThat(cells.passes(entry("", other))).as(other).isFalse();
      assertThat(Selection.ALL.passes(entry(other, ""))).as(other).isTrue();
      assertThat(Pattern.matches(Selection.ALL.expression(), other)).as(other).isTrue();
    }
  }

  private static Entry entry(String row, String value) {
    return new Entry(bytes(row), bytes("0000"), bytes("0001"), bytes(""), bytes(value));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  @Test
  void aShareIsSelectedByTheNearestNumber() {
    assertThat(Selection.of(By.ROW, 0.1, 7))
        .isEqualTo(new Selection(By.ROW, 6554, Selection.WHOLE));
    assertThat(Selection.of(By.VALUE, 0.00001, 7).below()).isEqualTo(1);
    assertThat(Selection.of(By.ROW_OF_VALUE, 0.5, 7))
        .isEqualTo(new Selection(By.ROW_OF_VALUE, 32768, 7));
    assertThat(Selection.of(By.FAMILY, 0.1, 7)).isEqualTo(Selection.of(By.FAMILY, 1, 7));
    assertThat(Selection.of(By.ROW, 1, 7)).isNotEqualTo(Selection.ALL);
    assertThat(Selection.of(By.ROW, 1, 7).isAll()).isTrue();
    assertThat(Selection.ALL.isAll()).isTrue();
    assertThatThrownBy(() -> new Selection(By.ROW, 0, 5)).hasMessageContaining("below 0");
  }

  /** So that a share of the numbers is that share of the rows, and of the cells. */
  @ParameterizedTest
  @EnumSource(names = {"ROW", "VALUE"})
  void endsAreSpreadEvenly(By by) {
    Graph graph = new Graph(Specs.of(5, 0, 1L << 40, 10_000, 1, 2).with("payload", "fixed:9"));
    EntryEncoder encoder = new EntryEncoder(graph);
    Selection quarter = Selection.of(by, 0.25, 0);
    int passed = 0;
    for (int index = 0; index < 10_000; index++) {
      encoder.encodeFirst(0, 0, index);
      passed += quarter.passes(encoder.entry()) ? 1 : 0;
    }
    // five standard deviations of a binomial distribution
    assertThat(passed).isBetween(2500 - 220, 2500 + 220);
  }

  @Test
  void oneCellOfEachRowHasItsFamilyInAllOfThem() {
    Selection cell = Selection.of(By.FAMILY, 1, 18);
    byte[] none = {};
    assertThat(cell.passes(new Entry(none, bytes("0012"), bytes("7fff"), none, none))).isTrue();
    assertThat(cell.passes(new Entry(none, bytes("0011"), bytes("7fff"), none, none))).isFalse();
    assertThat(cell.isAll()).as("of every row").isTrue();
    assertThat(cell).isNotEqualTo(Selection.ALL);
    assertThat(cell.words()).isEqualTo("family matches 0012");
  }

  /** One cell decides on all of them, or each on itself. */
  @Test
  void whichEntriesOfARowAreKept() {
    byte[] none = {};
    byte[] row = bytes("0000000000000001");
    Entry low = new Entry(row, bytes("0000"), bytes("0001"), none, bytes("x\0\1:01234567"));
    Entry high =
        new Entry(row, bytes("0001"), bytes("0001"), none, bytes("x\u00ff\u00ff:01234567"));
    List<Entry> both = List.of(low, high);
    assertThat(Selection.of(By.ROW, 0.1, 0).kept(both)).isEqualTo(both);
    assertThat(Selection.of(By.FAMILY, 0.1, 1).kept(both)).containsExactly(high);
    assertThat(Selection.of(By.VALUE, 0.1, 1).kept(both)).containsExactly(low);
    assertThat(Selection.of(By.ROW_OF_VALUE, 0.1, 0).kept(both)).isEqualTo(both);
    assertThat(Selection.of(By.ROW_OF_VALUE, 0.1, 1).kept(both)).isEmpty();
    assertThat(Selection.of(By.ROW_OF_VALUE, 0.1, 1).kept(List.of(low))).isEmpty();
    assertThat(Selection.of(By.ROW_OF_VALUE, 0.1, 1).passes(low)).as("no cell of its").isTrue();
    assertThat(Selection.of(By.ROW_OF_VALUE, 0.1, 1).passes(high)).isFalse();
  }

  @Test
  void whatPassesIsToldInWords() {
    assertThat(Selection.ALL.words()).isEmpty();
    assertThat(new Selection(By.ROW, 1, Selection.WHOLE).words())
        .isEqualTo("row matches (?s).*(000[0])");
    assertThat(new Selection(By.ROW_OF_VALUE, 0x201, 2).words())
        .isEqualTo("row of value matches (?s).*([\\x00-\\x01].|\\x02[\\x00-\\x00]).{9}");
  }
}
