// SPDX-License-Identifier: Apache-2.0
package catena.report.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class WordsTest {
  @Test
  void whatIsSaidHasTheValuesInItsPlaces() {
    assertThat(Words.of("servers", "accumulo", "noon").about())
        .isEqualTo("Instance accumulo, as it was at noon.");
    assertThat(Words.of("runs").about()).contains("more than 90 % of a processor");
  }

  @Test
  void aPlotHasItsSectionAndItsUnit() {
    assertThat(Words.of("flush-time").titled("Time"))
        .isEqualTo(
            new Words(
                "flush-time",
                Section.WORK,
                "Time",
                "ms",
                "How long a window waited for its acknowledgement,"
                    + " at the time of the acknowledgement."));
  }

  @Test
  void whatHasNoWordsIsNamed() {
    assertThatThrownBy(() -> Words.of("flush-tine")).hasMessageContaining("flush-tine");
  }
}
