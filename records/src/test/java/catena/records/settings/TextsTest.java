// SPDX-License-Identifier: Apache-2.0
package catena.records.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TextsTest {
  private enum Way {
    ONE,
    AND_ANOTHER
  }

  @Test
  void aTimeSpanIsReadWithItsUnitAndWrittenWithItsLargest() {
    Map.of(
            "0",
            0L,
            "500ms",
            500L,
            "30s",
            30_000L,
            "1.5m",
            90_000L,
            "1h",
            3_600_000L,
            "3d",
            259_200_000L,
            " 2s ",
            2_000L)
        .forEach(
            (text, millis) ->
                assertThat(Texts.parseDuration(text))
                    .as(text)
                    .isEqualTo(Duration.ofMillis(millis)));
    for (String none : List.of("", "5", "s", "5 s", "1.s", "-1s", "5w")) {
      assertThatThrownBy(() -> Texts.parseDuration(none))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(none + " is no time span");
    }
    assertThatThrownBy(() -> Texts.parseDuration("213503982335d"))
        .as("in 64 bits its milliseconds would be those of nine hours")
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("213503982335d is too long");
    Map.of(
            0L,
            "0",
            1L,
            "1ms",
            999L,
            "999ms",
            1_000L,
            "1s",
            61_000L,
            "61s",
            60_000L,
            "1m",
            7_200_000L,
            "2h",
            86_400_000L,
            "1d",
            90_000_000L,
            "25h")
        .forEach(
            (millis, text) ->
                assertThat(Texts.duration(Duration.ofMillis(millis))).isEqualTo(text));
  }

  @Test
  void aSizeIsReadInPowersOf1024() {
    Map.of(
            "512", 512L, "64K", 65_536L, "64kb", 65_536L, "1M", 1L << 20, "2G", 2L << 30, "1T",
            1L << 40, "7B", 7L)
        .forEach((text, bytes) -> assertThat(Texts.parseSize(text)).as(text).isEqualTo(bytes));
    assertThatThrownBy(() -> Texts.parseSize("1.5G")).hasMessage("1.5G is no size");
    assertThatThrownBy(() -> Texts.parseSize("999999999999T"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("999999999999T is too large");
  }

  @Test
  void wordsAreWhatTheySay() {
    assertThat(Texts.bool(" TRUE ")).isTrue();
    assertThat(Texts.bool("false")).isFalse();
    assertThatThrownBy(() -> Texts.bool("yes")).hasMessage("yes is neither true nor false");
    assertThat(Texts.finite("1.5")).isEqualTo(1.5);
    assertThatThrownBy(() -> Texts.finite("Infinity")).hasMessage("Infinity is not finite");
    assertThatThrownBy(() -> Texts.finite("NaN")).hasMessage("NaN is not finite");
    assertThat(Texts.commaList(" a, b ,, c,")).containsExactly("a", "b", "c");
    assertThat(Texts.commaList(" ")).isEmpty();
    assertThat(Texts.enumText(Way.AND_ANOTHER)).isEqualTo("and-another");
    assertThat(Texts.enumOf(Way.class, "way", "and-another")).isEqualTo(Way.AND_ANOTHER);
    assertThatThrownBy(() -> Texts.enumOf(Way.class, "way", "ONE"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("there is no way 'ONE'; there are one, and-another");
    assertThat(Texts.parseEnum(Way.class, " And-Another ")).isEqualTo(Way.AND_ANOTHER);
  }

  @Test
  void numbersAreWrittenAsAPersonDoes() {
    assertThat(Texts.plain(0)).isEqualTo("0");
    assertThat(Texts.plain(1)).isEqualTo("1");
    assertThat(Texts.plain(1e12)).isEqualTo("1000000000000");
    assertThat(Texts.plain(1e-9)).isEqualTo("0.000000001");
    assertThat(Texts.plain(0.05)).isEqualTo("0.05");
  }
}
