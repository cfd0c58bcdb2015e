// SPDX-License-Identifier: Apache-2.0
package catena.harness.engine;

import static org.assertj.core.api.Assertions.assertThat;

import catena.harness.engine.ParallelPhase.PhaseMember;
import catena.records.threads.StopSignal;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.Verdict;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ParallelPhaseTest {
  private static final Duration LONG = Duration.ofMinutes(1);

  private static PhaseMember untilAsked(String name) {
    return new PhaseMember(name, true, stop -> fact(name + " stopped " + stop.await(LONG)));
  }

  private static PartOutcome fact(String line) {
    return PartOutcome.fact(line);
  }

  @Test
  void aMemberWithoutAnEndIsStoppedWhenAllTheRestHasEnded() throws Exception {
    StopSignal stop = new StopSignal();
    CountDownLatch second = new CountDownLatch(1);
    List<PartOutcome> outcomes =
        ParallelPhase.perform(
            List.of(
                untilAsked("walk"),
                new PhaseMember(
                    "first",
                    false,
                    own -> fact("first " + second.await(LONG.toMillis(), TimeUnit.MILLISECONDS))),
                new PhaseMember(
                    "second",
                    false,
                    own -> {
                      boolean early = own.asked();
                      second.countDown();
                      return fact("second asked " + early);
                    })),
            stop);
    assertThat(outcomes)
        .containsExactly(fact("walk stopped true"), fact("first true"), fact("second asked false"));
    assertThat(stop.asked()).isFalse();
  }

  @Test
  void aPartThatFailsIsADoubtAndEndsTheOthers() throws Exception {
    List<PartOutcome> outcomes =
        ParallelPhase.perform(
            List.of(
                new PhaseMember(
                    "ingest", false, stop -> fact("ingest stopped " + stop.await(LONG))),
                new PhaseMember(
                    "walk",
                    true,
                    stop -> {
                      throw new IOException("no such table");
                    })),
            new StopSignal());
    assertThat(outcomes.get(0)).isEqualTo(fact("ingest stopped true"));
    assertThat(outcomes.get(1).verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(outcomes.get(1).reasons()).containsExactly("walk failed: no such table");
  }

  @Test
  void aStopFromOutsideEndsAll() throws Exception {
    StopSignal stop = new StopSignal();
    List<PartOutcome> outcomes =
        ParallelPhase.perform(
            List.of(
                untilAsked("walk"),
                new PhaseMember(
                    "stopper",
                    true,
                    own -> {
                      stop.ask("Ctrl-C");
                      return fact(own.reason().orElse("none"));
                    })),
            stop);
    assertThat(outcomes).containsExactly(fact("walk stopped true"), fact("Ctrl-C"));
  }
}
