// SPDX-License-Identifier: Apache-2.0
package catena.records.latency;

import static org.assertj.core.api.Assertions.assertThat;

import catena.records.fixture.LatencySums;
import catena.records.journal.Journal;
import catena.records.run.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LatencySummaryTest {
  @TempDir private Path temporary;
  private final HandClock clock = new HandClock();
  private RunDirectory directory;

  @BeforeEach
  void open() {
    directory = RunDirectory.at(temporary.toString(), new Configuration(false));
  }

  @AfterEach
  void close() throws IOException {
    directory.close();
  }

  private Meters meters(Journal journal) {
    return new Meters(
        directory, journal, clock, Measuring.USUAL_DIGITS, clock::nanos, () -> 0, false);
  }

  private LatencyRecorder open(String name) throws IOException {
    return LatencyRecorder.open(directory, name, clock, Measuring.USUAL_DIGITS);
  }

  @Test
  void theLogsOfSeveralClientsAndIntervalsAddUpToOneHistogramOfEverything() throws IOException {
    SplittableRandom random = new SplittableRandom(5);
    Histogram all = new Histogram(3);
    try (Journal journal = new Journal(directory.append(directory.events("walk")), e -> {});
        Meters meters = meters(journal)) {
      List<LatencyRecorder> clients =
          List.of(meters.open("walk-0").latency(), meters.open("walk-2-0").latency());
      for (int i = 0; i < 10_000; i++) {
        long nanos = (long) Math.exp(random.nextDouble() * 26);
        clients.get(i % 2).operation("lookup", true).record(0, 0, nanos);
        all.recordValue(nanos);
        if (i % 1000 == 0) {
          clock.advance(Duration.ofSeconds(10));
          meters.tick();
        }
      }
      meters.tick();
      assertThat(meters.latencies().get(1)).startsWith("lookup ").contains(" 10,000 ");
    }
    assertThat(LatencySums.of(directory, "lookup")).isEqualTo(all);
  }

  @Test
  void aLogThatEndsInTheMiddleOfALineCountsUpToThere() throws IOException {
    for (String torn : List.of("Tag=lookup,17", "Tag=lookup,1.0,2.0,3.0,HISTF", "Tag=lookup")) {
      Path log = temporary.resolve("latency/torn.hlog");
      Files.deleteIfExists(log);
      try (LatencyRecorder recorder = open("torn")) {
        recorder.operation("lookup", true).record(0, 0, 5);
      }
      Files.writeString(log, torn, StandardOpenOption.APPEND);

      assertThat(LatencySums.of(directory, "lookup").getTotalCount()).isEqualTo(1);
    }
  }

  @Test
  void aNameThatWasUsedBeforeGetsASeparateLog() throws IOException {
    for (int phase = 0; phase < 2; phase++) {
      try (LatencyRecorder recorder = open("walk")) {
        recorder.operation("lookup", true).record(0, 0, 5);
      }
    }
    assertThat(directory.latencies()).hasSize(2);
    assertThat(LatencySums.of(directory, "lookup").getTotalCount()).isEqualTo(2);
  }

  @Test
  void theTableHasEachOperationWithItsCountInMilliseconds() throws IOException {
    try (Journal journal = new Journal(directory.append(directory.events("walk")), e -> {});
        Meters meters = meters(journal)) {
      assertThat(meters.latencies()).isEmpty();
      LatencyRecorder.Operation lookup = meters.open("walk-0").latency().operation("lookup", false);
      for (int i = 0; i < 999; i++) {
        lookup.record(0, 0, 2_000_000);
      }
      lookup.record(0, 0, Duration.ofMinutes(3).toNanos());
      lookup.unanswered(1, 7);
      meters.tick();

      assertThat(meters.latencies()).hasSize(2);
      assertThat(meters.latencies().get(1))
          .matches("lookup +1,000 +2.00 +2.00 +2.00 +2.00 +180,1\\d\\d");
    }
  }
}
