// SPDX-License-Identifier: Apache-2.0
package catena.report.history;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.judge.FindingKind;
import catena.records.history.TabletHistory;
import catena.records.verdict.Finding;
import catena.records.verdict.Origin;
import catena.report.history.FindingSamples.Place;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class FindingSamplesTest {
  private static final int PLACES = 1000;

  /** The row says where it was. */
  private final FindingSamples samples =
      new FindingSamples(finding -> new Place(finding.row(), "h:1"));

  private static Finding lost(String row) {
    return Finding.of(FindingKind.LOST, row, 5);
  }

  private static Origin acknowledged(long at, int writer, long block, int layer, long index) {
    return Origin.of(writer, block, layer, index)
        .withTimes(OptionalLong.empty(), OptionalLong.of(at));
  }

  private FindingSamples.Group group(String tablet) {
    return samples.groups().stream()
        .filter(group -> group.place().tablet().equals(tablet))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void wherePlacesAreTooManyThoseThatAreKnownAreStillCountedAndTheRestIsOne() {
    for (int i = 0; i < PLACES; i++) {
      samples.seen(lost("t" + i));
    }
    assertThat(samples.groups()).hasSize(PLACES).allMatch(group -> group.total() == 1);
    samples.seen(lost("t7"));
    samples.seen(lost("new"));
    samples.seen(lost("another"));
    assertThat(samples.groups()).hasSize(PLACES + 1);
    assertThat(group("t7").total()).isEqualTo(2);
    assertThat(group("").total()).as("of which the place is no more told apart").isEqualTo(2);
    assertThat(group("").place().server()).isEmpty();
    assertThat(samples.total()).isEqualTo(PLACES + 3);
  }

  @Test
  void thePlaceWithTheMostComesFirstAndALineForManyCountsAllOfThem() {
    samples.seen(lost("a"));
    samples.seen(Finding.of(FindingKind.CORRUPT, "b", 5));
    samples.seen(lost("b"));
    samples.seen(lost("c").standingFor(new Finding.Together(9, Optional.empty())));
    assertThat(samples.groups())
        .extracting(group -> group.place().tablet())
        .as("many in one line have no one place")
        .containsExactly("", "b", "a");
    assertThat(group("b").kinds()).isEqualTo(Map.of(FindingKind.CORRUPT, 1L, FindingKind.LOST, 1L));
    assertThat(samples.counts()).isEqualTo(Map.of(FindingKind.CORRUPT, 1L, FindingKind.LOST, 11L));
    assertThat(samples.total()).isEqualTo(12);
  }

  @Test
  void theFirstTwentyOfAKindAreKeptThoseOfOnePlaceTogether() {
    FindingSamples two =
        new FindingSamples(finding -> new Place(finding.row().endsWith("1") ? "t1" : "t0", "h:1"));
    for (int i = 0; i < 30; i++) {
      two.seen(lost("%02d".formatted(29 - i)));
    }
    List<FindingSamples.Located> first = two.first(FindingKind.LOST);
    assertThat(first).hasSize(20);
    assertThat(first).extracting(located -> located.finding().row()).startsWith("10", "12", "13");
    assertThat(first).extracting(located -> located.place().tablet()).endsWith("t0", "t1", "t1");
    assertThat(first.get(19).finding().row()).isEqualTo("21");
    assertThat(two.first(FindingKind.CORRUPT)).isEmpty();
    assertThat(two.total()).isEqualTo(30);
  }

  @Test
  void aGroupKnowsItsWritersAndWhenTheFirstAndTheLastWasAcknowledged() {
    samples.seen(lost("t"));
    assertThat(group("t").acknowledged().getCount()).isZero();
    assertThat(group("t").writers()).isEmpty();
    samples.seen(lost("t").withOrigin(acknowledged(400, 3, 0, 0, 0)));
    assertThat(group("t").acknowledged().getCount()).as("of one").isOne();
    samples.seen(lost("t").withOrigin(acknowledged(300, 1, 0, 0, 0)));
    samples.seen(lost("t").withOrigin(acknowledged(350, 3, 0, 1, 0)));
    assertThat(group("t").writers()).containsExactly(1, 3);
    assertThat(group("t").acknowledged().getMin()).isEqualTo(300);
    assertThat(group("t").acknowledged().getMax()).isEqualTo(400);
  }

  @Test
  void withoutARecordOfTabletsAllAreOfOnePlaceThatIsNotKnown() {
    FindingSamples unplaced = new FindingSamples(new TabletHistory(), Optional.empty());
    unplaced.seen(lost("a"));
    unplaced.seen(lost("b"));
    assertThat(unplaced.groups())
        .singleElement()
        .matches(group -> group.place().tablet().isEmpty());
  }
}
