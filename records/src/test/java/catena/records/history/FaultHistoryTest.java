// SPDX-License-Identifier: Apache-2.0
package catena.records.history;

import static org.assertj.core.api.Assertions.assertThat;

import catena.records.journal.Event;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class FaultHistoryTest {
  private static Event.FaultStarted started(long at, String client, int id) {
    return new Event.FaultStarted(
        at, client, id, "kill", List.of("tserver-1@h:1"), at - 1, List.of());
  }

  private static List<FaultRecord> faults(List<? extends Event> events) {
    FaultHistory history = new FaultHistory();
    assertThat(events).allMatch(history::accept);
    return history.faults();
  }

  private static final List<Event> TWO =
      List.of(
          started(1_000, "agitate", 1),
          new Event.FaultDone(1_001, "agitate", 1),
          new Event.FaultProven(1_002, "agitate", 1, "gone"),
          started(1_500, "agitate", 2),
          new Event.FaultHealed(1_600, "agitate", 1, "started"),
          new Event.FaultDoubted(1_700, "agitate", 2, "prove", "it answers"),
          new Event.FaultRecovered(
              1_800, "agitate", 1, new TreeMap<>(Map.of(RecoveryMeasure.RECOVERED.key(), 0.8))));

  @Test
  void whatHappenedToAFaultIsPutTogether() {
    List<FaultRecord> faults = faults(TWO);

    assertThat(faults).extracting(FaultRecord::id).containsExactly(1, 2);
    FaultRecord first = faults.get(0);
    assertThat(first.intendedAt()).isEqualTo(999);
    assertThat(first.provenAt()).hasValue(1_002);
    assertThat(first.evidence()).contains("gone");
    assertThat(first.healedAt()).hasValue(1_600);
    assertThat(first.outcome()).contains("started");
    assertThat(first.endedAt()).hasValue(1_800);
    assertThat(first.measures()).containsEntry("recovered.s", 0.8);
    assertThat(first.state()).isEqualTo("recovered");
    assertThat(first.inWords()).isEqualTo("fault 1, kill tserver-1@h:1");
    assertThat(faults.get(1).doubts()).containsExactly("prove: it answers");
    assertThat(faults.get(1).state()).isEqualTo("doubted");
  }

  @Test
  void whatCouldNotBeDoneIsNotRecoveredFrom() {
    Event doubted = new Event.FaultDoubted(1_100, "agitate", 1, "prove", "could not be done");
    Event healed = new Event.FaultHealed(1_200, "agitate", 1, "gc-1 runs");
    Event recovered =
        new Event.FaultRecovered(
            1_300, "agitate", 1, new TreeMap<>(Map.of(RecoveryMeasure.RECOVERED.key(), 0.3)));
    List<Event> events = List.of(started(1_000, "agitate", 1), doubted, healed, recovered);
    FaultRecord undone = faults(events).get(0);
    assertThat(undone.recovered()).isFalse();
    assertThat(undone.measures()).isEmpty();
    assertThat(undone.healed()).isTrue();
    assertThat(undone.endedAt()).hasValue(1_200);
    assertThat(undone.state()).isEqualTo("doubted");

    List<Event> done = new ArrayList<>(events);
    done.add(new Event.FaultDone(1_050, "agitate", 1));
    assertThat(faults(done).get(0).recovered()).as("done, and only not proven").isTrue();
    List<Event> older = List.of(started(1_000, "agitate", 1), healed, recovered);
    assertThat(faults(older).get(0).recovered()).as("of which nobody doubts that it hit").isTrue();
  }

  @Test
  void theOrderInWhichTheEventsAreReadDoesNotMatter() {
    List<Event> events = new ArrayList<>(TWO);
    Random random = new Random(1);
    for (int i = 0; i < 100; i++) {
      Collections.shuffle(events, random);
      assertThat(faults(events)).isEqualTo(faults(TWO));
    }
  }

  @Test
  void aFaultMayBeHealedByAnotherProcess() {
    List<FaultRecord> faults =
        faults(List.of(started(1, "agitate", 7), new Event.FaultHealed(9, "heal", 7, "started")));
    assertThat(faults).singleElement().satisfies(f -> assertThat(f.healedAt()).hasValue(9));
  }

  @Test
  void whatAClientReportsIsOfItsFaultWhereItHasOne() {
    List<FaultRecord> faults =
        faults(
            List.of(
                started(1, "agitate", 1),
                started(2, "agitate-2", 1),
                new Event.FaultHealed(3, "agitate", 1, "x")));
    assertThat(faults).extracting(FaultRecord::healed).containsExactly(true, false);
  }

  @Test
  void theSameNumberAgainIsAnotherFault() {
    List<FaultRecord> faults =
        faults(
            List.of(
                started(1, "agitate", 1),
                new Event.FaultHealed(2, "agitate", 1, "x"),
                started(3, "agitate", 1),
                new Event.FaultProven(4, "agitate", 1, "gone")));
    assertThat(faults).extracting(FaultRecord::proven).containsExactly(false, true);
    assertThat(faults).extracting(FaultRecord::healed).containsExactly(true, false);
  }

  @Test
  void aFaultWhoseBeginIsMissingIsCountedOnce() {
    FaultHistory history = new FaultHistory();
    history.accept(new Event.FaultProven(3, "agitate", 4, "gone"));
    history.accept(new Event.FaultHealed(4, "agitate", 4, "x"));
    assertThat(history.faults()).isEmpty();
    history.accept(new Event.FaultDoubted(5, "agitate", 5, "prove", "it was not done: a stop"));
    assertThat(history.headless()).as("what was not done has no begin").isEqualTo(1);
    assertThat(history.accept(new Event.Note(1, "x", "y"))).isFalse();
  }

  @Test
  void whatWasNeverSeenWholeGoesOn() {
    FaultRecord open = faults(List.of(started(1_000, "agitate", 1))).get(0);
    assertThat(open.endedAt()).isEmpty();
    assertThat(open.isDuring(1_000_000, 2_000_000)).isTrue();
    assertThat(open.isDuring(0, 999)).isFalse();
    assertThat(open.span(5_000)).isEqualTo(new Span(1_000, 5_000));
    FaultRecord over = faults(TWO).get(0);
    assertThat(over.isDuring(1_801, 2_000)).isFalse();
  }
}
