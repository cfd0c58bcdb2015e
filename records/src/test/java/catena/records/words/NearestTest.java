// SPDX-License-Identifier: Apache-2.0
package catena.records.words;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestTest {
  @Test
  void theFewestChangesWinAndThenTheAlphabet() {
    assertThat(Nearest.to("runn", List.of("report", "run", "walk"))).contains("run");
    assertThat(Nearest.to("b", List.of("c", "a"))).contains("a");
  }

  @Test
  void whereThereIsNothingNothingIsNear() {
    assertThat(Nearest.to("x", List.of())).isEmpty();
    assertThat(Nearest.hint("x", List.of())).isEmpty();
    assertThat(Nearest.hint("--clients", List.of("--client-props", "--help"))).isEmpty();
    assertThat(Nearest.hint("runn", List.of("run"))).isEqualTo("; the nearest is run");
  }
}
