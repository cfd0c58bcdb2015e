// SPDX-License-Identifier: Apache-2.0
package catena.harness.accumulo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.graph.function.Expressions;
import catena.graph.function.Terms;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.accumulo.core.security.Authorizations;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class VisibleToTest {
  private final VisibleTo visible = new VisibleTo(new Authorizations("A", "B", "dot.ted"));

  @ParameterizedTest
  @CsvSource({
    "'', true",
    "A, true",
    "C, false",
    "A&B, true",
    "A&C, false",
    "A|C, true",
    "(C|B)&A, true",
    "'\"dot.ted\"', true",
    "a, false"
  })
  void anExpressionIsDecidedAsAccumuloDoes(String expression, boolean expected) {
    assertThat(visible.test(expression)).isEqualTo(expected);
    assertThat(visible.test(expression)).as("asked again").isEqualTo(expected);
  }

  /** Nobody has the terms, nor a row as a label: they change what it costs, not what is seen. */
  @ParameterizedTest
  @CsvSource({"A", "C", "A&B", "A&C", "A|C", "(C|B)&A", "C|D", "'A|\"a & b\"'"})
  void termsChangeNothingOfWhoSeesAnEntry(String base) {
    for (int rowBytes : new int[] {0, 16}) {
      for (int terms = 0; terms < 12; terms++) {
        Expressions with = new Expressions(List.of(base), new Terms(terms, 200), rowBytes);
        byte[] expression = with.of(0, "0123456789abcdef".getBytes(StandardCharsets.UTF_8));
        assertThat(visible.test(new String(expression, StandardCharsets.UTF_8)))
            .isEqualTo(visible.test(base));
      }
    }
  }

  @Test
  void withoutAuthorizationsOnlyTheEmptyExpressionIsSeen() {
    VisibleTo none = new VisibleTo(Authorizations.EMPTY);

    assertThat(none.test("")).isTrue();
    assertThat(none.test("A")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"A&", "A&B|C", "(A", "A B", "\"A"})
  void whatIsNoExpressionIsRefused(String expression) {
    assertThatThrownBy(() -> visible.test(expression)).isInstanceOf(IllegalArgumentException.class);
  }
}
