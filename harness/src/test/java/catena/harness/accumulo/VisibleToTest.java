package catena.harness.accumulo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
