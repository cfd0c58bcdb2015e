// SPDX-License-Identifier: Apache-2.0
package catena.ingest.ycsb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class MixTest {
  @Test
  void operationsAreDrawnInTheirProportionsWhateverTheseComeTo() {
    Mix mix = new Mix(Map.of(Operation.READ, 1.0, Operation.UPDATE, 2.0, Operation.SCAN, 1.0));
    SplittableRandom random = new SplittableRandom(1);
    Map<Operation, Integer> seen = new EnumMap<>(Operation.class);
    for (int i = 0; i < 40_000; i++) {
      seen.merge(mix.draw(random), 1, Integer::sum);
    }
    assertThat(seen).containsOnlyKeys(Operation.READ, Operation.UPDATE, Operation.SCAN);
    assertThat(seen.get(Operation.READ)).isCloseTo(10_000, within(500));
    assertThat(seen.get(Operation.UPDATE)).isCloseTo(20_000, within(500));
    assertThat(seen.get(Operation.SCAN)).isCloseTo(10_000, within(500));
  }

  @Test
  void whatIsInItIsKnown() {
    Mix mix = new Mix(Map.of(Operation.READ_MODIFY_WRITE, 1.0, Operation.INSERT, 0.0));
    assertThat(mix.has(Operation.READ_MODIFY_WRITE)).isTrue();
    assertThat(mix.has(Operation.INSERT)).isFalse();
    assertThat(mix.updates()).isTrue();
    assertThat(mix.reads()).isTrue();
    assertThat(new Mix(Map.of(Operation.INSERT, 1.0)).reads()).isFalse();
  }

  @Test
  void nothingIsNoMix() {
    assertThatThrownBy(() -> new Mix(Map.of(Operation.READ, 0.0)))
        .hasMessageContaining("nothing to do");
  }
}
