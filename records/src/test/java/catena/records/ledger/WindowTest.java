// SPDX-License-Identifier: Apache-2.0
package catena.records.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.graph.Position;
import org.junit.jupiter.api.Test;

class WindowTest {
  private static final Position FROM = new Position(2, 1, 5);
  private static final Position TO = new Position(2, 1, 9);

  @Test
  void itHoldsItsWritesFromTheFirstToTheOneBeforeItsEnd() {
    Window window = new Window(FROM, TO, 3, 1);
    assertThat(window.writes()).isEqualTo(4);
    assertThat(window.at(0)).isEqualTo(FROM);
    assertThat(window.at(3)).isEqualTo(new Position(2, 1, 8));
    assertThat(window.holds(FROM)).isTrue();
    assertThat(window.holds(window.at(3))).isTrue();
    assertThat(window.holds(TO)).isFalse();
    assertThat(window.holds(new Position(2, 1, 4))).isFalse();
  }

  @Test
  void oneWithoutAWriteIsNone() {
    assertThatThrownBy(() -> new Window(TO, TO, 1, 0)).hasMessageContaining("empty window");
    assertThatThrownBy(() -> new Window(TO, FROM, 1, 0)).hasMessageContaining("empty window");
    assertThatThrownBy(() -> new Window(FROM, TO, -1, 0)).hasMessageContaining("negative");
    assertThatThrownBy(() -> new Window(FROM, TO, 0, -1)).hasMessageContaining("negative");
  }
}
