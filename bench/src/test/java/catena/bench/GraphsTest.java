// SPDX-License-Identifier: Apache-2.0
package catena.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.graph.GraphSpec;
import catena.graph.Payload;
import org.junit.jupiter.api.Test;

class GraphsTest {
  @Test
  void oneParameterDiffersFromTheDefault() {
    GraphSpec usual = GraphSpec.ofSeed(42);

    GraphSpec graph = Graphs.with("payload", "fixed:1000");

    assertThat(graph.payload()).isEqualTo(Payload.fixed(1000));
    assertThat(graph.seed()).isEqualTo(usual.seed());
    assertThat(graph.flushInterval()).isEqualTo(usual.flushInterval());
  }

  @Test
  void aParameterThatNoGraphHasIsRefused() {
    assertThatThrownBy(() -> Graphs.with("pay-load", "fixed:1000"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("pay-load");
  }
}
