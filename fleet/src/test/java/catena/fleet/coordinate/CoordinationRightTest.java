// SPDX-License-Identifier: Apache-2.0
package catena.fleet.coordinate;

import static org.assertj.core.api.Assertions.assertThat;

import catena.fleet.agree.FleetNodes;
import catena.records.threads.StopSignal;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whether a coordinator may act that hears of ZooKeeper only when the test has it ask. */
@Timeout(60)
class CoordinationRightTest extends OneFleetEach {
  private final StopSignal phase = new StopSignal();

  /** What a part is told that waits for its end. */
  private String ended(Leadership lead) throws Exception {
    return lead.own(
        phase,
        stop -> {
          boolean unused = stop.await(Duration.ofSeconds(20));
          return stop.reason().orElse("nothing");
        });
  }

  @Test
  void itIsSureForTwoThirdsOfASessionAfterAnAnswer() throws Exception {
    long before = System.nanoTime();
    try (Coordinator coordinator = fleet.coordinator(1)) {
      Leadership lead = coordinator.lead();
      assertThat(lead.mayWrite()).isTrue();
      while (lead.mayWrite()) {
        phase.waitOut(Duration.ofMillis(5));
      }
      assertThat(Duration.ofNanos(System.nanoTime() - before))
          .isGreaterThanOrEqualTo(PretendFleet.SESSION.multipliedBy(2).dividedBy(3));
      lead.insist(lead::askForTheRight);
      assertThat(lead.mayWrite()).as("what was not sure is again").isTrue();
      assertThat(lead.isOusted()).isFalse();
    }
  }

  @Test
  void withoutAnAnswerWhatThisProcessDoesItselfIsEnded() throws Exception {
    try (Coordinator coordinator = fleet.coordinator(1)) {
      assertThat(ended(coordinator.lead())).startsWith("ZooKeeper has not answered for 2s");
      assertThat(coordinator.lead().doubts())
          .singleElement()
          .asString()
          .startsWith("what the coordinator did itself was stopped: ZooKeeper has not answered");
      assertThat(phase.asked()).as("workers go on").isFalse();
    }
  }

  @Test
  void whoWasTakenOverIsNeverSureAgain() throws Exception {
    try (Coordinator coordinator = fleet.coordinator(1);
        FleetNodes other = fleet.nodes()) {
      Leadership lead = coordinator.lead();
      assertThat(fleet.takenOver(other, "there").term()).isEqualTo(2);
      assertThat(lead.isOusted()).as("it is not known yet").isFalse();
      lead.insist(lead::askForTheRight);
      assertThat(lead.isOusted()).isTrue();
      lead.insist(lead::askForTheRight);
      assertThat(lead.mayWrite()).isFalse();
      assertThat(ended(lead)).isEqualTo("the run was taken over");
    }
  }

  @Test
  void whoHasTheRightIsLeftAlone() throws Exception {
    try (Coordinator coordinator = fleet.coordinator(1)) {
      boolean ended = coordinator.lead().own(phase, stop -> stop.await(Duration.ofMillis(200)));
      assertThat(ended).isFalse();
      assertThat(coordinator.lead().doubts()).isEmpty();
    }
  }
}
