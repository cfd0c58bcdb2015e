// SPDX-License-Identifier: Apache-2.0
package catena.harness.accumulo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TableCopyTest {
  private static final TableCopy COPY = new TableCopy("soak", "7", "abc", 3, false);

  @Test
  void whatAPropertySaysIsWhatWasStored() {
    assertThat(TableCopy.of(COPY.asProperties())).contains(COPY);
    assertThat(TableCopy.of(COPY.complete(true).asProperties())).contains(COPY.complete(true));
    assertThat(TableCopy.of(Map.of("table.custom.catena.seed", "7"))).isEmpty();
  }

  /** Else the graph of the copy would have keys that no graph has. */
  @Test
  void noneOfThemIsOneOfTheGraph() {
    assertThat(COPY.asProperties().keySet()).noneMatch(key -> key.startsWith(TableGraph.PREFIX));
  }

  @Test
  void oneThatSaysNothingOfItsEndIsNotComplete() {
    Map<String, String> properties = new HashMap<>(COPY.complete(true).asProperties());
    properties.remove("table.custom.catena-copy.complete");
    assertThat(TableCopy.of(properties)).contains(COPY);
  }
}
