// SPDX-License-Identifier: Apache-2.0
package catena.harness.accumulo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TableIteratorsTest {
  private static final String VERSIONING =
      "20,org.apache.accumulo.core.iterators.user.VersioningIterator";

  private final Map<String, String> properties = new HashMap<>();

  TableIteratorsTest() {
    for (String scope : new String[] {"scan", "minc", "majc"}) {
      properties.put("table.iterator." + scope + ".vers", VERSIONING);
      properties.put("table.iterator." + scope + ".vers.opt.maxVersions", "1");
    }
    properties.put("table.file.compress.type", "gz");
  }

  @Test
  void accumulosDefaultIsSound() {
    assertThat(TableIterators.problems(properties)).isEmpty();
  }

  @Test
  void severalVersionsAreNamed() {
    properties.put("table.iterator.scan.vers.opt.maxVersions", "2");

    assertThat(TableIterators.problems(properties))
        .containsExactly("table.iterator.scan.vers.opt.maxVersions=2: set it to 1");
  }

  @Test
  void anotherIteratorIsNamed() {
    properties.put(
        "table.iterator.majc.old", "30,org.apache.accumulo.core.iterators.user.AgeOffFilter");
    properties.put("table.iterator.majc.old.opt.ttl", "1000");

    assertThat(TableIterators.problems(properties))
        .singleElement()
        .asString()
        .startsWith("table.iterator.majc.old=30,")
        .contains("AgeOffFilter may hide or change entries");
  }

  @Test
  void aTableWithoutIteratorsReturnsEachVersion() {
    assertThat(TableIterators.returnsEveryVersion(properties)).isFalse();
    properties.keySet().removeIf(key -> key.startsWith("table.iterator."));

    assertThat(TableIterators.problems(properties)).isEmpty();
    assertThat(TableIterators.returnsEveryVersion(properties)).isTrue();
  }

  @Test
  void aTableThatKeepsOneVersionInSomeScopesIsNamed() {
    properties.keySet().removeIf(key -> key.startsWith("table.iterator.majc."));

    assertThat(TableIterators.problems(properties))
        .singleElement()
        .asString()
        .startsWith("table.iterator.majc has no ")
        .contains("other scopes have it");
    assertThat(TableIterators.returnsEveryVersion(properties)).isFalse();
  }
}
