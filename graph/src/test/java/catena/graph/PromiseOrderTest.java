// SPDX-License-Identifier: Apache-2.0
package catena.graph;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.judge.Promise;
import catena.graph.judge.Promise.Progress;
import catena.graph.judge.Settled;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class PromiseOrderTest {
  /** Readers draw from them: another order in another process would be another run. */
  @Test
  void writersComeInTheOrderOfTheirNumbers() {
    Map<Integer, Progress> writers = new TreeMap<>();
    for (int writer = 0; writer < 500; writer += 7) {
      writers.put(writer, Settled.at(Position.ORIGIN));
    }
    Promise promise = new Promise(Map.copyOf(writers));
    assertThat(promise.writers().keySet()).containsExactlyElementsOf(writers.keySet());
    assertThat(promise.until(promise).writers().keySet())
        .containsExactlyElementsOf(writers.keySet());
  }
}
