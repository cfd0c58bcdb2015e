// SPDX-License-Identifier: Apache-2.0
package catena.harness.accumulo;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TablePlaceTest {
  @Test
  void itSaysWhetherTheTableIsThere() {
    assertThat(new TablePlace("ci", "test (1-2)", true, 1200).words())
        .isEqualTo("table ci, which exists, on instance test (1-2) with 1,200 tablet servers");
    assertThat(new TablePlace("ci", "test (1-2)", false, 1).words())
        .isEqualTo(
            "table ci, which does not exist yet, on instance test (1-2) with 1 tablet server");
  }
}
