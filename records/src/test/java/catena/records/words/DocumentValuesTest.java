// SPDX-License-Identifier: Apache-2.0
package catena.records.words;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DocumentValuesTest {
  @Test
  void eachDocumentIsKeysWithValuesOfTheirKinds() {
    assertThat(Document.values("f", "a: 1\nb: [x, {2: y}]\n---\nc: '3'\n"))
        .containsExactly(Map.of("a", 1, "b", List.of("x", Map.of(2, "y"))), Map.of("c", "3"));
  }

  @Test
  void whatIsNoneIsRefusedByItsName() {
    for (String text : List.of("a: [", "- a list", "a word")) {
      assertThatThrownBy(() -> Document.values("f", text))
          .isInstanceOf(UsageException.class)
          .hasMessageStartingWith("f is not YAML, or no keys with values: ");
    }
  }
}
