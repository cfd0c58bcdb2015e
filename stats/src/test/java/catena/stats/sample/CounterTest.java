// SPDX-License-Identifier: Apache-2.0
package catena.stats.sample;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CounterTest {
  private final Counter<String> counter = new Counter<>();

  @Test
  void whatIsThereAtFirstHasNotGrown() {
    assertThat(counter.grown("a", 100)).isZero();
    counter.turn();
    assertThat(counter.grown("a", 130)).isEqualTo(30);
  }

  @Test
  void whatComesLaterHasGrownFromNothing() {
    counter.turn();
    assertThat(counter.grown("b", 7)).isEqualTo(7);
  }

  @Test
  void whatFellBeganAnewAndWhatWasGoneToo() {
    assertThat(counter.grown("a", 100)).isZero();
    counter.turn();
    assertThat(counter.grown("a", 5)).isEqualTo(5);
    counter.turn();
    counter.turn();
    assertThat(counter.grown("a", 6)).isEqualTo(6);
  }
}
