// SPDX-License-Identifier: Apache-2.0
package catena.graph.judge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class FindingKindTest {
  @Test
  void eachHasItsOwnMeaning() {
    assertThat(Arrays.stream(FindingKind.values()).map(FindingKind::meaning))
        .allMatch(meaning -> !meaning.isBlank())
        .doesNotHaveDuplicates();
  }
}
