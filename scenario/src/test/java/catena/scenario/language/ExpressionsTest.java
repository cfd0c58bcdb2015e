// SPDX-License-Identifier: Apache-2.0
package catena.scenario.language;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ExpressionsTest {
  private static final Map<String, String> GIVEN =
      Map.of("scale", "0.001", "servers", "287", "size", "64M", "list", ",A,B,A&B");

  private static String resolve(String text) {
    return Expressions.resolve(text, GIVEN);
  }

  @Test
  void aTextWithoutAnExpressionStaysAsItIs() {
    assertThat(resolve("30s")).isEqualTo("30s");
    assertThat(resolve("a{b}$c")).isEqualTo("a{b}$c");
  }

  @Test
  void aNameAloneIsTheTextOfItsParameter() {
    assertThat(resolve("${size}")).isEqualTo("64M");
    assertThat(resolve("${ list }")).isEqualTo(",A,B,A&B");
  }

  @Test
  void arithmeticGivesWholeNumbersWithoutDecimals() {
    assertThat(resolve("${3 * servers}")).isEqualTo("861");
    assertThat(resolve("${1e9 * servers * scale}")).isEqualTo("287000000");
    assertThat(resolve("${1000000000 * 1}")).isEqualTo("1000000000");
    assertThat(resolve("${scale * 2}")).isEqualTo("0.002");
    assertThat(resolve("${1 / 3}")).isEqualTo("0.333333333333");
    assertThat(resolve("${0 * scale}")).isEqualTo("0");
    assertThat(resolve("${(1 + 2) * 3 - 4}")).isEqualTo("5");
  }

  @Test
  void functionsRoundAndChoose() {
    assertThat(resolve("${round(servers * scale)}")).isEqualTo("0");
    assertThat(resolve("${round(2.5)} ${round(2.4)}")).isEqualTo("3 2");
    assertThat(resolve("${max(2, round(servers * scale))}")).isEqualTo("2");
    assertThat(resolve("${min(servers, 5)}")).isEqualTo("5");
    assertThat(resolve("${ceiling(2.1)} ${floor(2.9)}")).isEqualTo("3 2");
    assertThat(resolve("${if(scale >= 1, 16, 4)}")).isEqualTo("4");
    assertThat(resolve("${if(scale < 1, \"irregular\", \"gentle\")}")).isEqualTo("irregular");
    assertThat(resolve("${scale < 1}")).isEqualTo("true");
  }

  @Test
  void severalStandInOneText() {
    assertThat(resolve("${round(1000 * scale)}M:${servers}s")).isEqualTo("1M:287s");
  }

  @Test
  void aParameterThatIsNotThereIsNamedWithTheNearest() {
    assertThatThrownBy(() -> resolve("${server * 2}"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("there is no parameter server; the nearest is servers");
  }

  @Test
  void aTextIsNoNumber() {
    assertThatThrownBy(() -> resolve("${size * 2}"))
        .hasMessageContaining("size is '64M', which is no number")
        .hasMessageContaining("${size} alone");
  }

  @Test
  void whatCannotBeWorkedOutIsNamed() {
    assertThatThrownBy(() -> resolve("${3 *}")).hasMessageContaining("${3 *}");
    assertThatThrownBy(() -> resolve("${}")).hasMessageContaining("${}");
    assertThatThrownBy(() -> resolve("${1 / 0}")).hasMessageContaining("${1 / 0}");
    assertThatThrownBy(() -> resolve("${random()}")).hasMessageContaining("${random()}");
  }
}
