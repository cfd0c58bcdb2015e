// SPDX-License-Identifier: Apache-2.0
package catena.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GraphSpecLimitsTest {
  private static GraphSpec with(String... keysAndValues) {
    Map<String, String> text = new HashMap<>(GraphSpec.ofSeed(1).toProperties());
    text.put("writers", "1");
    text.put("flush.interval", "10");
    for (int i = 0; i < keysAndValues.length; i += 2) {
      text.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    return GraphSpec.fromProperties(text);
  }

  @ParameterizedTest
  @CsvSource({
    "version, 1, 1, 0, 2",
    "row.min, 0, 1000000, -1, 9223372036854775807",
    "flush.interval, 1, 1073741824, 0, 1073741825",
    "depth, 1, 1048576, 0, 1048577",
    "max.cf, 1, 65536, 0, 65537",
    "max.cq, 1, 65536, 0, 65537",
    "delete.probability, 0, 1, -0.001, 1.001",
  })
  void bothLimitsAreAllowedAndWhatLiesBeyondIsRefusedByName(
      String key, String least, String greatest, String below, String above) {
    assertThat(with(key, least).toProperties().get(key)).startsWith(least);
    assertThat(with(key, greatest).toProperties().get(key)).startsWith(greatest);
    for (String beyond : new String[] {below, above}) {
      assertThatThrownBy(() -> with(key, beyond))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(key);
    }
  }

  @Test
  void thereIsAtLeastOneWriter() {
    assertThat(with("writers", "1").writers()).isEqualTo(1);
    assertThatThrownBy(() -> with("writers", "0")).hasMessage("writers must be at least 1: 0");
  }

  @Test
  void oneProblemIsNamedAlone() {
    assertThatThrownBy(() -> with("depth", "0")).hasMessage("depth must be in 1 to 2^20: 0");
  }

  /** Ten strata of 4 × 3 rows, for 4 writers' 3 windows, and one row less. */
  @Test
  void theLeastRangeHoldsABlockOfEachWriter() {
    assertThat(with("writers", "4", "depth", "3", "row.min", "5", "row.max", "125").rowMax())
        .isEqualTo(125);
    assertThatThrownBy(() -> with("writers", "4", "depth", "3", "row.min", "5", "row.max", "124"))
        .hasMessageContaining("119 rows in 10 strata leave 11 for the windows of 4 writers")
        .hasMessageContaining("3 windows each are the least");
  }

  @Test
  void aRangeHasRoomForTwoFifthsOfItsBitsInWriters() {
    assertThat(GraphSpec.defaultWriters(0, Long.MAX_VALUE, 1)).isEqualTo(65_536);
    assertThat(GraphSpec.defaultWriters(0, 10L << 20, 10)).isEqualTo(1 << 8);
    assertThat(GraphSpec.defaultWriters(10L << 20, 20L << 20, 10)).isEqualTo(1 << 8);
    assertThat(GraphSpec.defaultWriters(0, (10L << 20) - 1, 10)).isEqualTo(1 << 7);
    assertThat(GraphSpec.defaultWriters(0, 7, 1)).isEqualTo(1);
    assertThat(GraphSpec.defaultWriters(9, 9, 0)).isEqualTo(1);
  }

  @Test
  void aBackslashAtTheEndOfAListStandsForItself() {
    assertThat(GraphSpec.split("A,B\\")).containsExactly("A", "B\\");
  }
}
