// SPDX-License-Identifier: Apache-2.0
package catena.scenario.watch;

import static org.assertj.core.api.Assertions.assertThat;

import catena.records.journal.Event;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StallWatchTest {
  private final List<String> told = new ArrayList<>();
  private final StallWatch watch = new StallWatch((text, at) -> told.add(at + " " + text));

  private void flush(String client, long at, long tookMillis) {
    long nanos = tookMillis * 1_000_000;
    watch.event("run", new Event.Flush(at, client, 0, 0, 0, 500, 0, nanos, nanos));
  }

  private void measured(String client, long at) {
    watch.event("run", new Event.Throughput(at, client, true, 10, 0, 0, 0, 0, 0, 0, List.of()));
  }

  private void flushes(long from, long to, long every) {
    for (long at = from; at <= to; at += every) {
      flush("ingest-w" + at / every % 2, at, every);
      watch.polled(at + 1);
    }
  }

  @Test
  void aStallIsReportedWhenItBeginsAndWhenItIsOverWithItsLength() {
    flushes(1000, 60_000, 100);
    watch.polled(69_999);
    assertThat(told).isEmpty();
    watch.polled(70_000);
    watch.polled(100_000);
    assertThat(told).containsExactly("70000 stall: no acknowledgement for 10s");
    flush("ingest-w0", 260_000, 200_000);
    watch.polled(260_001);
    assertThat(told)
        .containsExactly(
            "70000 stall: no acknowledgement for 10s", "260000 the stall is over: it lasted 3m20s");
    flushes(260_100, 280_000, 100);
    assertThat(told).hasSize(2);
  }

  @Test
  void whereWindowsAreLargeAStallTakesLonger() {
    flushes(15_000, 300_000, 15_000);
    watch.polled(359_999);
    assertThat(told).isEmpty();
    watch.polled(360_000);
    assertThat(told).containsExactly("360000 stall: no acknowledgement for 1m00s");
  }

  @Test
  void beforeTheFirstAcknowledgementThreeMinutesAreWaited() {
    watch.event("run", new Event.ClientStarted(0, "ingest-w0", "writer 0"));
    measured("ingest-w0", 10_000);
    watch.polled(179_999);
    assertThat(told).isEmpty();
    watch.polled(180_000);
    assertThat(told).containsExactly("180000 stall: no acknowledgement for 3m00s");
  }

  @Test
  void whoPausesOrHasStoppedIsNotWaitedFor() {
    flushes(1000, 60_000, 100);
    watch.event("run", new Event.Paused(60_100, "ingest-w0", 60_000));
    watch.event("run", new Event.ClientStopped(60_100, "ingest-w1", "done"));
    measured("ingest-w1", 60_200); // its last interval is told when it has stopped
    measured("ingest-w0", 70_000);
    watch.polled(200_000);
    assertThat(told).isEmpty();
    watch.event("run", new Event.Continued(200_000, "ingest-w0"));
    watch.polled(209_999);
    assertThat(told).isEmpty();
    watch.polled(210_000);
    assertThat(told).containsExactly("210000 stall: no acknowledgement for 10s");
    watch.event("run", new Event.ClientStopped(215_000, "ingest-w0", "stopped"));
    assertThat(told).hasSize(2).last().isEqualTo("215000 the stall is over: it lasted 15s");
  }

  /** A worker that is killed ends none of its writers; the next phase may have none. */
  @Test
  void whoWroteInAnEarlierPhaseIsNotWaitedFor() {
    flushes(1000, 60_000, 100);
    watch.event("run", new Event.PhaseStarted(61_000, "run", "verify"));
    watch.polled(400_000);
    assertThat(told).isEmpty();
    flushes(400_100, 460_000, 100);
    watch.polled(470_000);
    assertThat(told).containsExactly("470000 stall: no acknowledgement for 10s");
    watch.event("run", new Event.PhaseStarted(475_000, "run", "verify-2"));
    watch.polled(600_000);
    assertThat(told).hasSize(2).last().isEqualTo("475000 the stall is over: it lasted 15s");
  }

  @Test
  void whoWroteInAWorkerThatIsLostIsNotWaitedFor() {
    flushes(1000, 60_000, 100);
    watch.event("run", new Event.WorkerLost(60_500, "run", "0", "killed", "go-on"));
    watch.polled(100_000);
    assertThat(told).isEmpty();
    flushes(100_100, 120_000, 100);
    watch.polled(130_000);
    watch.event("run", new Event.WorkerLost(131_000, "run", "1", "killed", "go-on"));
    assertThat(told).containsExactly("130000 stall: no acknowledgement for 10s");
  }

  @Test
  void readersAreNoWriters() {
    watch.event("run", new Event.ClientStarted(0, "walk-0", "walk"));
    watch.event(
        "run", new Event.Throughput(10_000, "walk-0", false, 10, 1, 1, 1, 1, 0, 0, List.of()));
    watch.polled(1_000_000);
    assertThat(told).isEmpty();
  }
}
