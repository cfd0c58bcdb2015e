// SPDX-License-Identifier: Apache-2.0
package catena.fleet.coordinate;

import static org.assertj.core.api.Assertions.assertThat;

import catena.records.threads.StopSignal;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class CoordinationRightTest {
  private static final Duration LONG = Duration.ofHours(1);
  private static final Duration OFTEN = Duration.ofMillis(1);
  private static final Duration SOON = Duration.ofMillis(3);

  private final Queue<String> doubts = new ConcurrentLinkedQueue<>();
  private final StopSignal phase = new StopSignal();

  /** What a part is told that waits for its end. */
  private String ended(CoordinationRight right) throws Exception {
    return right.perform(
        OFTEN,
        phase,
        stop -> {
          boolean unused = stop.await(Duration.ofSeconds(20));
          return stop.reason().orElse("nothing");
        },
        doubts::add);
  }

  @Test
  void itIsSureForTwoThirdsOfASessionAfterAnAnswer() {
    CoordinationRight right = new CoordinationRight(LONG);
    assertThat(right.isSure()).isTrue();
    long now = System.nanoTime();
    right.answered(now - Duration.ofMinutes(41).toNanos());
    assertThat(right.isSure()).isFalse();
    right.answered(now - Duration.ofMinutes(39).toNanos());
    assertThat(right.isSure()).as("what was not sure is again").isTrue();
  }

  @Test
  void withoutAnAnswerWhatThisProcessDoesItselfIsEnded() throws Exception {
    assertThat(ended(new CoordinationRight(SOON))).startsWith("ZooKeeper has not answered for ");
    assertThat(doubts)
        .singleElement()
        .asString()
        .startsWith("what the coordinator did itself was stopped: ZooKeeper has not answered");
    assertThat(phase.asked()).as("workers go on").isFalse();
  }

  @Test
  void whoWasTakenOverIsNeverSureAgain() throws Exception {
    CoordinationRight right = new CoordinationRight(LONG);
    right.lose();
    right.answered(System.nanoTime());
    assertThat(right.isLost()).isTrue();
    assertThat(right.isSure()).isFalse();
    assertThat(ended(right)).isEqualTo("the run was taken over");
  }

  @Test
  void whoHasTheRightIsLeftAlone() throws Exception {
    CoordinationRight right = new CoordinationRight(LONG);
    boolean ended =
        right.perform(OFTEN, phase, stop -> stop.await(Duration.ofMillis(20)), doubts::add);
    assertThat(ended).isFalse();
    assertThat(doubts).isEmpty();
  }
}
