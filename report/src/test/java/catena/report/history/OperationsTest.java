// SPDX-License-Identifier: Apache-2.0
package catena.report.history;

import static org.assertj.core.api.Assertions.assertThat;

import catena.records.latency.Backlog;
import catena.records.latency.LatencyLogReader;
import catena.records.latency.LatencyRecorder;
import catena.records.latency.Measuring;
import catena.records.threads.StopSignal;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.time.Clock;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class OperationsTest {
  @Test
  void whatWasNotAnsweredIsNoLatencyOfTheOperation() {
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    try (LatencyRecorder recorder =
        new LatencyRecorder(log, Clock.systemUTC(), Measuring.USUAL_DIGITS)) {
      LatencyRecorder.Operation lookup = recorder.operation("lookup", true);
      lookup.record(0, 0, 1_000_000);
      Backlog backlog = new Backlog(new StopSignal(), () -> 20_000_000_000L);
      backlog.begun(0);
      assertThat(backlog.atEnd(lookup, UnaryOperator.identity()).underWay()).isEqualTo(1);
    }
    Set<String> tags = new TreeSet<>();
    long unreadable =
        LatencyLogReader.read(
            new ByteArrayInputStream(log.toByteArray()), (tag, from, to, all) -> tags.add(tag));

    assertThat(unreadable).isZero();
    assertThat(tags).containsExactly("lookup", "lookup.service", "lookup.unanswered");
    assertThat(Operations.ordered(tags)).containsExactly("lookup");
  }
}
