// SPDX-License-Identifier: Apache-2.0
package catena.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.graph.function.Mix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PayloadTest {
  @ParameterizedTest
  @ValueSource(strings = {"none", "fixed:0", "fixed:12", "zipf:0:1:0.1", "zipf:5:300:100.0"})
  void itsTextIsReadBack(String text) {
    assertThat(Payload.parse(text).text()).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "nothing",
        "fixed",
        "fixed:",
        "fixed:x",
        "fixed:1:2",
        "fix:1",
        "zipf",
        "zipf:1:2",
        "zipf:1:2:3:4",
        "zipf:1:2:x",
        "zip:1:2:3"
      })
  void otherTextsAreRefusedWithTheFormsThatThereAre(String text) {
    assertThatThrownBy(() -> Payload.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("zipf:MIN:MAX:EXPONENT, not '" + text + "'");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "fixed:-1",
        "zipf:-1:5:1",
        "zipf:5:5:1",
        "zipf:6:5:1",
        "zipf:0:5:0",
        "zipf:0:5:-1",
        "zipf:0:5:NaN",
        "zipf:0:5:100.1"
      })
  void sizesAndExponentsOutsideTheirLimitsAreRefused(String text) {
    assertThatThrownBy(() -> Payload.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageMatching("payload (size|sizes|exponent) must .*");
  }

  @Test
  void zipfSizesLieAboveTheLeastAndReachTheGreatest() {
    EntryNumbers.PayloadSource payloads = new EntryNumbers.PayloadSource(Payload.zipf(10, 13, 1));
    assertThat(
            java.util.stream.LongStream.range(0, 1000)
                .mapToInt(i -> payloads.size(Mix.mix(i)))
                .distinct()
                .sorted())
        .containsExactly(11, 12, 13);
  }

  @Test
  void bytesOfAllValuesAreAsFrequentAtEveryPlace() {
    EntryNumbers.PayloadSource payloads = new EntryNumbers.PayloadSource(Payload.fixed(19));
    long[] count = new long[256];
    byte[] bytes = new byte[21];
    for (int i = 0; i < 4000; i++) {
      payloads.write(Mix.mix(i), 19, bytes, 1);
      assertThat(bytes[0]).isZero();
      assertThat(bytes[20]).isZero();
      for (int at = 1; at <= 19; at++) {
        count[bytes[at] & 0xff]++;
      }
    }
    assertThat(Statistics.chiSquare(count)).isLessThan(Statistics.limit(255));
  }

  /** Byte by byte, as the version of the graph has it. */
  @Test
  void eightBytesAtATimeAreTheSameAsOne() {
    EntryNumbers.PayloadSource payloads = new EntryNumbers.PayloadSource(Payload.fixed(0));
    for (int size = 0; size < 70; size++) {
      byte[] expected = new byte[size + 4];
      PlainEntries.payload(Mix.mix(size), size, expected, 3);
      byte[] written = new byte[size + 4];
      payloads.write(Mix.mix(size), size, written, 3);
      assertThat(written).isEqualTo(expected);
    }
  }
}
