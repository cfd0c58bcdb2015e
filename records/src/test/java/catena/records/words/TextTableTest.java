// SPDX-License-Identifier: Apache-2.0
package catena.records.words;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class TextTableTest {
  @Test
  void textStandsLeftAndNumbersRight() {
    TextTable table =
        new TextTable("finding", "count", "meaning")
            .row("LOST", 1234567L, "gone")
            .row("UNDEFINED", 7, "referenced");

    assertThat(table.lines())
        .containsExactly(
            "finding        count  meaning",
            "LOST       1,234,567  gone",
            "UNDEFINED          7  referenced");
  }

  @Test
  void noLineIsWiderThanTheTerminal() {
    assertThat(new TextTable(80, "a", "b").row("x", "y".repeat(200)).lines())
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80))
        .last()
        .asString()
        .endsWith("…");
  }

  @Test
  void whereThereIsNoTerminalNothingIsCut() {
    assertThat(new TextTable("a", "b").row("x", "y".repeat(200)).lines())
        .last()
        .isEqualTo("x  " + "y".repeat(200));
  }

  @Test
  void aRowHasACellForEachColumn() {
    assertThatThrownBy(() -> new TextTable("a", "b").row("x"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void amountsAreShort() {
    assertThat(Amounts.rate(999.6)).isEqualTo("1000/s");
    assertThat(Amounts.rate(1_250_000)).isEqualTo("1.25 M/s");
    assertThat(Amounts.span(Duration.ofSeconds(59))).isEqualTo("59s");
    assertThat(Amounts.span(Duration.ofMinutes(185))).isEqualTo("3h05m");
    assertThat(Amounts.span(Duration.ofHours(52))).isEqualTo("2d04h");
    assertThat(Amounts.span(Duration.ofSeconds(-5))).isEqualTo("0s");
    assertThat(Amounts.bytes(1023)).isEqualTo("1023 B");
    assertThat(Amounts.bytes(64L << 20)).isEqualTo("64.0 MiB");
    assertThat(Amounts.bytes(Long.MAX_VALUE)).isEqualTo("8.0 EiB");
  }
}
