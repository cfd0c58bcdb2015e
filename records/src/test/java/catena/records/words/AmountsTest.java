// SPDX-License-Identifier: Apache-2.0
package catena.records.words;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AmountsTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "999, 999",
    "1000, 1.0 k",
    "99949, 99.9 k",
    "99951, 100 k",
    "389400, 389 k",
    "999499, 999 k",
    "999500, 1.0 M",
    "2100000, 2.1 M",
    "9223372036854775807, 9.2 E"
  })
  void largeNumbersHaveAUnit(long number, String words) {
    assertThat(Amounts.large(number)).isEqualTo(words);
  }

  @ParameterizedTest
  @CsvSource({
    "850, 0.85 ms",
    "9990, 9.99 ms",
    "680000, 680 ms",
    "999600, 1.0 s",
    "1234000, 1.2 s",
    "200000000, 3m20s"
  })
  void latenciesArePrintedInTheirUnit(long micros, String words) {
    assertThat(Amounts.latency(Duration.ofNanos(micros * 1000))).isEqualTo(words);
  }
}
