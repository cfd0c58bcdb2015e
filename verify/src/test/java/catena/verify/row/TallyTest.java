// SPDX-License-Identifier: Apache-2.0
package catena.verify.row;

import static org.assertj.core.api.Assertions.assertThat;

import catena.read.check.Count;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TallyTest {
  private final Tally tally = new Tally();

  private Map<Enum<?>, Long> drained() {
    Map<Enum<?>, Long> all = new HashMap<>();
    tally.drain(all::put);
    return all;
  }

  /** The short way counts what the long one counts of such an entry. */
  @Test
  void anExactEntryIsCountedAsAllThatItIs() {
    tally.exact(3, true, false);
    tally.exact(3, false, true);
    tally.exact(70, true, true);
    tally.one(Count.EXACT);
    tally.one(Count.REFERENCES);
    Map<Count, Long> expected = new EnumMap<>(Count.class);
    for (Count count : Count.values()) {
      expected.put(count, 0L);
    }
    expected.put(Count.VISITED, 3L);
    expected.put(Count.ENTRIES, 3L);
    expected.put(Count.NODES, 3L);
    expected.put(Count.EXACT, 4L);
    expected.put(Count.PROMISED, 3L);
    expected.put(Count.REFERENCED_PREDICTED, 2L);
    expected.put(Count.UNREFERENCED_PREDICTED, 1L);
    expected.put(Count.REFERENCES, 3L);
    assertThat(tally.all()).isEqualTo(expected);
    assertThat(expected).allSatisfy((count, n) -> assertThat(tally.get(count)).isEqualTo(n));
    assertThat(tally.visited()).isEqualTo(Map.of(3, 2L, 70, 1L));
  }

  @Test
  void whatWasHandedOutIsNotHandedOutAgain() {
    tally.exact(0, true, true);
    tally.add(Count.BYTES, 5);
    assertThat(drained())
        .containsEntry(Count.EXACT, 1L)
        .containsEntry(Count.BYTES, 5L)
        .doesNotContainKeys(Count.UNREFERENCED_PREDICTED, Count.GONE);
    assertThat(drained()).isEmpty();
    tally.exact(0, false, false);
    assertThat(drained())
        .containsEntry(Count.EXACT, 1L)
        .containsEntry(Count.UNREFERENCED_PREDICTED, 1L)
        .doesNotContainKeys(Count.REFERENCES, Count.BYTES);
  }
}
