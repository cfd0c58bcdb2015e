// SPDX-License-Identifier: Apache-2.0
package catena.scenario.watch;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.judge.FindingKind;
import catena.harness.command.Terminal;
import catena.records.journal.Event;
import catena.records.verdict.Finding;
import catena.records.verdict.Verdict;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What a person is told of events of another process. */
class EventWordsTest {
  private static final String KILL = "fault 3: kill tserver-1, tserver-2";
  private final WatchCompanion.EventWords words =
      new WatchCompanion.EventWords("run", new Terminal(System.out, System.err));

  private String of(String step) {
    return words
        .of(new Event.ServerAdded(1, "addservers", "tserver", "tserver-3@h:9997", step))
        .orElseThrow();
  }

  /** Another process that watches the run prints each step of a server that is added. */
  @Test
  void theStepsOfAServerThatIsAddedArePrinted() {
    assertThat(of("begun")).isEqualTo("adding tserver-3@h:9997");
    assertThat(of("registered")).isEqualTo("tserver-3@h:9997 is registered");
    assertThat(of("hosting")).isEqualTo("tserver-3@h:9997 hosts its first tablet");
    assertThat(of("balanced")).isEqualTo("the tablets are balanced with tserver-3@h:9997");
    assertThat(of("of a later version")).isEqualTo("tserver-3@h:9997: of a later version");
  }

  @Test
  void mostEventsAreNotPrinted() {
    assertThat(words.of(new Event.Continued(1, "ingest-w0"))).isEmpty();
  }

  private void begin() {
    assertThat(
            words.of(
                new Event.FaultStarted(
                    1, "agitate", 3, "kill", List.of("tserver-1", "tserver-2"), 1, List.of())))
        .contains(KILL);
  }

  @Test
  void eachStepOfAFaultIsPrintedByItsName() {
    begin();
    assertThat(words.of(new Event.FaultProven(2, "agitate", 3, "gone")))
        .contains(KILL + ": proven, gone");
    assertThat(words.of(new Event.FaultHealed(3, "agitate", 3, "started")))
        .contains(KILL + ": healed, started");
    assertThat(words.of(new Event.FaultHealed(3, "agitate", 3, ""))).contains(KILL + ": healed");
    assertThat(words.of(new Event.FaultHealed(3, "agitate", 3, null))).contains(KILL + ": healed");
    assertThat(words.of(new Event.FaultDoubted(4, "agitate", 3, "heal", "no answer")))
        .contains(KILL + ": heal: no answer");
    assertThat(
            words.of(
                new Event.FaultRecovered(
                    5, "agitate", 3, new TreeMap<>(Map.of("recovered.s", 12.0)))))
        .contains(KILL + ": recovered after 12s");
    assertThat(words.of(new Event.FaultRecovered(5, "agitate", 3, new TreeMap<>())))
        .contains(KILL + ": recovered");
    assertThat(words.of(new Event.FaultDone(5, "agitate", 3))).as("not known yet").isEmpty();
  }

  @Test
  void aFaultWhoseBeginningWasNotReadHasItsNumber() {
    begin();
    assertThat(words.of(new Event.FaultProven(2, "other", 3, "gone")))
        .as("of another agitator")
        .contains("fault 3: proven, gone");
    assertThat(words.of(new Event.FaultDoubted(2, "agitate", Event.OfFault.NONE, "watch", "blind")))
        .contains("agitate: watch: blind");
    assertThat(words.of(new Event.FaultStarted(1, "agitate", 4, "slow", List.of(), 1, List.of())))
        .as("of no server")
        .contains("fault 4: slow");
    assertThat(words.of(new Event.FaultProven(2, "agitate", 4, "late")))
        .contains("fault 4: slow: proven, late");
  }

  @Test
  void findingsAndVerificationsArePrinted() {
    Finding lost = Finding.of(FindingKind.LOST, "00000000000000aa", 5);
    assertThat(words.of(new Event.FindingSeen(1, "walk-r1", lost)))
        .contains("walk-r1: " + lost.inWords());
    assertThat(words.of(new Event.Verified(1, "verify", Verdict.PASS, "all of 5 rows")))
        .contains("verify: PASS, all of 5 rows");
  }

  @Test
  void aWorkerIsPrintedWhereItCameLate() {
    assertThat(words.of(new Event.WorkerBegan(1, "fleet", "1", 4, "walk", 2, true)))
        .contains("worker 1 has begun walk");
    assertThat(words.of(new Event.WorkerBegan(1, "fleet", "1", 4, "walk", 2, false))).isEmpty();
  }
}
