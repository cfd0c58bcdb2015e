// SPDX-License-Identifier: Apache-2.0
package catena.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import catena.harness.activity.Activity;
import catena.harness.activity.Effect;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ActivitiesTest {
  /** On this stands which runs prove anything; {@code RunSummaryTest} has what follows from it. */
  @ParameterizedTest
  @CsvSource({
    "VERIFIES, verify",
    "READS, walk scan batchwalk",
    "WRITES, createtable ingest bulk ycsb moru recreate rate",
    "HITS, agitate addservers summaries altertable compact flush",
    "TRIES, selftest",
    "WATCHES, stats pause balance quiesce"
  })
  void whatAnActivityDoesToATable(Effect effect, String words) {
    for (String word : words.split(" ", -1)) {
      Activity activity = Activities.SHIPPED.of(word).orElseThrow();
      assertThat(activity.description().effect()).as(word).isEqualTo(effect);
    }
  }
}
