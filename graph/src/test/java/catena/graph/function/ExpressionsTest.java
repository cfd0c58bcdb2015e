// SPDX-License-Identifier: Apache-2.0
package catena.graph.function;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ExpressionsTest {
  private static final List<String> BASES = List.of("read|audit", "A&B", "A");
  private static final byte[] ROW = bytes("0123456789abcdef");
  private static final byte[] OTHER_ROW = bytes("0123456789abcdee");

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  private static String text(Expressions of, int choice) {
    return new String(of.of(choice, ROW), UTF_8);
  }

  @Test
  void withoutTermsTheyAreAsTheyWereGiven() {
    Expressions plain = new Expressions(List.of("", "A&B"), Terms.NONE, 0);
    assertThat(text(plain, 0)).isEmpty();
    assertThat(text(plain, 1)).isEqualTo("A&B");
    assertThat(plain.ownForEachRow()).isFalse();
    assertThat(plain.is(0, ROW, new byte[0])).isTrue();
    assertThat(plain.is(1, ROW, bytes("A&B"))).isTrue();
    assertThat(plain.is(1, ROW, bytes("A&C"))).isFalse();
  }

  /** So that what k terms cost is not what their bytes cost. */
  @Test
  void anyNumberOfTermsComesToTheSameBytes() {
    for (int rowBytes : new int[] {0, 16}) {
      for (int terms = 1; terms <= 11; terms++) {
        Expressions of = new Expressions(BASES, new Terms(terms, 100), rowBytes);
        for (int choice = 0; choice < BASES.size(); choice++) {
          String text = text(of, choice);
          assertThat(text).hasSize(100);
          List<String> parts = Arrays.asList(text.split("\\|", -1));
          List<String> own = parts.subList(0, terms);
          assertThat(own).allMatch(term -> term.matches("\\.[0-9a-f]{4,}")).doesNotHaveDuplicates();
          List<Integer> sizes = own.stream().map(String::length).sorted().toList();
          assertThat(sizes.get(terms - 1) - sizes.get(0)).isLessThanOrEqualTo(1);
        }
      }
    }
  }

  @Test
  void theOneThatSaysWhoSeesItComesBehindTheTermsAndTheRowLast() {
    Expressions of = new Expressions(BASES, new Terms(2, 60), 16);
    assertThat(text(of, 0)).matches("\\.\\w+\\|\\.\\w+\\|read\\|audit\\|0123456789abcdef");
    assertThat(text(of, 1)).matches("\\.\\w+\\|\\.\\w+\\|\\(A&B\\)\\|0123456789abcdef");
    assertThat(text(new Expressions(BASES, Terms.NONE, 16), 2)).isEqualTo("A|0123456789abcdef");
  }

  @Test
  void noTwoOfThemShareATerm() {
    Expressions of = new Expressions(BASES, new Terms(4, 100), 0);
    Set<String> terms = new HashSet<>();
    for (int choice = 0; choice < BASES.size(); choice++) {
      terms.addAll(Arrays.asList(text(of, choice).split("\\|", -1)).subList(0, 4));
    }
    assertThat(terms).hasSize(4 * BASES.size());
  }

  @Test
  void onlyARowsOwnExpressionIsRight() {
    Expressions of = new Expressions(BASES, new Terms(3, 80), 16);
    byte[] right = of.copyOf(1, ROW);
    byte[] others = of.copyOf(1, OTHER_ROW);
    assertThat(right).isEqualTo(of.of(1, ROW)).isNotSameAs(of.of(1, ROW));
    assertThat(of.is(1, ROW, right)).isTrue();
    assertThat(of.is(1, OTHER_ROW, others)).isTrue();
    assertThat(of.is(1, OTHER_ROW, right)).isFalse();
    assertThat(of.is(1, ROW, others)).isFalse();
    assertThat(of.is(0, ROW, right)).isFalse();
    assertThat(of.is(1, ROW, Arrays.copyOf(right, right.length - 17))).isFalse();
    for (int i = 0; i < right.length; i++) {
      byte[] changed = right.clone();
      changed[i] ^= 1;
      assertThat(of.is(1, ROW, changed)).as("byte %s", i).isFalse();
    }
  }

  @Test
  void whatCannotBeIsRefusedWithTheLeastThatCan() {
    assertThat(Expressions.problem(List.of(""), Terms.NONE, 0)).isEmpty();
    assertThat(Expressions.problem(List.of("A", ""), new Terms(1, 100), 0))
        .hasValueSatisfying(why -> assertThat(why).contains("the empty one", "read|audit"));
    assertThat(Expressions.problem(List.of(""), Terms.NONE, 16)).isPresent();
    assertThat(Expressions.problem(List.of("A"), Terms.NONE, 16)).isEmpty();
    // 11 terms of 5 bytes, as many separators, "(A&B)", and a row behind another separator
    int least = 11 * 5 + 11 + 5 + 17;
    assertThat(Expressions.problem(BASES, new Terms(11, least + 5), 16)).isEmpty();
    assertThat(Expressions.problem(List.of("A&B"), new Terms(11, least), 16)).isEmpty();
    assertThat(Expressions.problem(List.of("A&B"), new Terms(11, least - 1), 16))
        .contains("visibility.bytes must be at least 88 for 11 terms: 87");
    assertThatThrownBy(() -> new Terms(-1, 5)).hasMessageContaining("visibility.terms");
    assertThatThrownBy(() -> new Terms(1001, 5)).hasMessageContaining("visibility.terms");
    assertThatThrownBy(() -> new Terms(1, 0)).hasMessageContaining("visibility.bytes");
    assertThat(new Terms(0, 100)).isEqualTo(Terms.NONE);
  }

  @Test
  void termsAreReadAsTheyAreWritten() {
    assertThat(Terms.parse("20:1000")).isEqualTo(new Terms(20, 1000));
    assertThat(Terms.parse("20")).isEqualTo(new Terms(20, 100));
    assertThat(Terms.parse("0")).isEqualTo(Terms.NONE);
    for (Terms terms : List.of(Terms.NONE, new Terms(3, 90))) {
      assertThat(Terms.parse(terms.text())).isEqualTo(terms);
    }
    for (String wrong : List.of("", "x", "3:", "3:x", "3:90:1", "1001", "3:0")) {
      assertThatThrownBy(() -> Terms.parse(wrong))
          .as(wrong)
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
