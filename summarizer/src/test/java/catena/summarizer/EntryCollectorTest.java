// SPDX-License-Identifier: Apache-2.0
package catena.summarizer;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.GraphSpec;
import catena.summarizer.GraphSummarizer.EntryCollector;
import java.util.HashMap;
import java.util.Map;
import org.apache.accumulo.core.data.Key;
import org.apache.accumulo.core.data.Value;
import org.junit.jupiter.api.Test;

class EntryCollectorTest {
  @Test
  void whatTheJudgeThrowsAtIsNotJudgedAndIsNoDelete() {
    EntryCollector collector = new EntryCollector(GraphSpec.ofSeed(7));
    collector.accept(new Key("row"), null); // no value to judge
    Key delete = new Key("row");
    delete.setDeleted(true);
    collector.accept(delete, new Value());
    collector.accept(delete, new Value());

    Map<String, Long> numbers = new HashMap<>();
    collector.summarize(numbers::put);
    assertThat(numbers).containsEntry("unjudged", 1L).containsEntry("deletes", 2L);
  }
}
