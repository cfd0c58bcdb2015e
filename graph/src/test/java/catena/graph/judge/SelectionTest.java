// SPDX-License-Identifier: Apache-2.0
package catena.graph.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import catena.graph.Entry;
import catena.graph.Graph;
import catena.graph.Specs;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SelectionTest {
  @ParameterizedTest
  @ValueSource(
      ints = {1, 2, 9, 10, 11, 15, 16, 17, 160, 176, 255, 256, 4095, 4096, 32766, 43981, 65535})
  void theExpressionMatchesWhatIsBelowTheBoundAndNothingElse(int below) {
    Selection some = new Selection(below, 65536);
    Pattern pattern = Pattern.compile(some.expression());
    for (int qualifier = 0; qualifier < 65536; qualifier++) {
      boolean passes = qualifier < below;
      assertThat(some.holds(qualifier)).isEqualTo(passes);
      String text = "%04x".formatted(qualifier);
      if (pattern.matcher(text).matches() != passes || some.passes(bytes(text)) != passes) {
        throw new AssertionError(some.expression() + " and " + qualifier);
      }
    }
    for (String other : List.of("", "000", "00000", "000 ", "000g", "000A", "\u00e9000")) {
      assertThat(pattern.matcher(other).matches()).as(other).isFalse();
      assertThat(some.passes(bytes(other))).as(other).isFalse();
      assertThat(Selection.ALL.passes(bytes(other))).as(other).isTrue();
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  @Test
  void aShareIsSelectedByQualifiers() {
    assertThat(Selection.ofShare(0.1, 32767)).isEqualTo(new Selection(3277, 32767));
    assertThat(Selection.ofShare(0.1, 32767).share()).isCloseTo(0.1, within(0.0001));
    assertThat(Selection.ofShare(0.00001, 100)).isEqualTo(new Selection(1, 100));
    assertThat(Selection.ofShare(1, 100).isAll()).isTrue();
    assertThat(Selection.ALL.isAll()).isTrue();
    assertThat(Pattern.matches(Selection.ALL.expression(), "ffff")).isTrue();
    assertThatThrownBy(() -> new Selection(0, 5)).hasMessageContaining("0 of 5");
  }

  /** So that a share of the qualifiers is that share of the rows. */
  @Test
  void qualifiersAreSpreadEvenly() {
    Graph graph = new Graph(Specs.of(5, 0, 1L << 40, 10_000, 1, 2));
    Selection quarter = Selection.ofShare(0.25, 40);
    int passed = 0;
    for (int index = 0; index < 10_000; index++) {
      passed += quarter.holds(graph.qualifier(0, 0, index)) ? 1 : 0;
    }
    // five standard deviations of a binomial distribution
    assertThat(passed).isBetween(2500 - 220, 2500 + 220);
  }

  @Test
  void oneCellOfEachRowHasItsFamilyInAllOfThem() {
    Selection cell = Selection.ofCell(18);
    byte[] none = {};
    assertThat(cell.passes(new Entry(none, bytes("0012"), bytes("7fff"), none, none))).isTrue();
    assertThat(cell.passes(new Entry(none, bytes("0011"), bytes("7fff"), none, none))).isFalse();
    assertThat(cell.isAll()).as("of every row").isTrue();
    assertThat(cell).isNotEqualTo(Selection.ALL);
    assertThat(cell.words()).isEqualTo("of each row the family 0012");
    assertThat(Selection.ALL.words()).isEmpty();
    assertThat(new Selection(1, 16).words()).isEqualTo("qualifier matches 0000");
  }
}
