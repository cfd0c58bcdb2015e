// SPDX-License-Identifier: Apache-2.0
package catena.records.latency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import catena.records.history.WorkDone;
import catena.records.journal.Event;
import catena.records.journal.Journal;
import catena.records.journal.JournalReader;
import catena.records.run.RunDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MetersTest {
  private static final Duration TEN_SECONDS = Duration.ofSeconds(10);

  @TempDir private Path temporary;
  private final HandClock clock = new HandClock();
  private long processCpu;
  private RunDirectory directory;
  private Journal journal;

  @BeforeEach
  void open() throws IOException {
    directory = RunDirectory.at(temporary.toString(), new Configuration(false));
    journal =
        new Journal(
            directory.append(directory.events("test")),
            e -> {
              throw new AssertionError(e);
            });
  }

  @AfterEach
  void close() throws IOException {
    journal.close();
    directory.close();
  }

  private Meters meters(boolean writes) {
    return new Meters(
        directory, journal, clock, Measuring.USUAL_DIGITS, clock::nanos, () -> processCpu, writes);
  }

  private Meters meters() {
    return meters(false);
  }

  private List<Event.Throughput> events() throws IOException {
    journal.flush();
    List<Event.Throughput> events = new ArrayList<>();
    JournalReader.read(
        directory.fileSystem(),
        directory.events("test"),
        event -> events.add((Event.Throughput) event));
    return events;
  }

  /** A histogram of 3.4 MB for each of them would be too much. */
  @Test
  void manyClientsOfAPartShareOneLog() throws IOException {
    int clients = 300;
    try (Meters meters = meters()) {
      Set<LatencyRecorder> recorders = new HashSet<>();
      List<LatencyRecorder.Operation> operations = new ArrayList<>();
      for (int client = 0; client < clients; client++) {
        LatencyRecorder recorder = meters.open("walk-" + client).latency();
        recorders.add(recorder);
        operations.add(recorder.operation("lookup", true));
      }
      operations.forEach(each -> each.record(0, 1, Duration.ofSeconds(30).toNanos()));
      operations.forEach(each -> each.record(0, 1, 2));
      meters.tick();

      assertThat(recorders).as("those who hold histograms").hasSize(1);
      assertThat(directory.latencies()).hasSize(1);
      assertThat(meters.latencies().get(1)).matches("lookup +" + 2 * clients + " .*");
      meters.open("scan-0").latency().operation("scan", true).record(0, 1, 2);
      assertThat(directory.latencies()).hasSize(2);
    }
  }

  @Test
  void everyIntervalIsAnEventWithItsOwnSumsAlsoOneInWhichNothingWasDone() throws IOException {
    try (Meters meters = meters()) {
      Throughput walker = meters.open("walk-0").throughput();
      walker.done(1, 1, 2, 300);
      walker.done(3, 3, 4, 500);
      clock.advance(TEN_SECONDS);
      meters.tick();
      clock.advance(TEN_SECONDS);
      meters.tick();

      List<Event.Throughput> events = events();
      assertThat(events).extracting(Event.Throughput::client).containsOnly("walk-0");
      assertThat(events.get(0))
          .isEqualTo(
              new Event.Throughput(
                  events.get(0).at(),
                  "walk-0",
                  false,
                  10,
                  2,
                  4,
                  6,
                  800,
                  0,
                  0,
                  List.of(4L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L)));
      assertThat(events.get(1).operations()).isZero();
      assertThat(events.get(1).at() - events.get(0).at()).isEqualTo(10_000);
    }
  }

  @Test
  void anEventOfAWriterHasWhatItHandedOverInEachSecond() throws IOException {
    try (Meters writers = meters(true)) {
      Throughput writer = writers.open("ingest-w0").throughput();
      writer.handedOver(400);
      clock.advance(Duration.ofMillis(2_100));
      writer.handedOver(100);
      writer.done(0, 0, 500, 0);
      clock.advance(Duration.ofMillis(400));
      writers.tick();

      assertThat(events())
          .singleElement()
          .satisfies(
              event -> {
                assertThat(event.entries()).isEqualTo(500);
                assertThat(event.counts()).containsExactly(400L, 0L, 100L);
              });
    }
  }

  /** Not every operation of a mix reads a row: what it counts by second are the operations. */
  @Test
  void anEventOfAMixHasTheNumberOfOperationsOfEachSecond() throws IOException {
    try (Meters meters = meters()) {
      Throughput mix = meters.open("ycsb-0").throughput();
      mix.done(1, 0, 0, 0);
      mix.done(1, 0, 0, 0);
      clock.advance(Duration.ofSeconds(1));
      mix.done(1, 100, 100, 9_000);
      clock.advance(Duration.ofSeconds(1));
      meters.tick();

      assertThat(events().get(0).counts()).containsExactly(2L, 1L);
      List<String> operations = new ArrayList<>();
      WorkDone.bySecond(
          events().get(0),
          (what, amount, from, to) -> {
            if (what == WorkDone.Counted.OPERATIONS) {
              operations.add("%.1f".formatted(amount));
            }
          });
      assertThat(operations).containsExactly("2.0", "1.0");
    }
  }

  @Test
  void anEventHasTheNumberOfRowsOfEachSecond() throws IOException {
    try (Meters meters = meters()) {
      Throughput walker = meters.open("walk-0").throughput();
      clock.advance(Duration.ofMillis(999));
      walker.done(1, 1, 2, 300);
      clock.advance(Duration.ofMillis(1));
      walker.done(20, 20, 2, 300);
      walker.done(3, 3, 2, 300);
      clock.advance(Duration.ofMillis(2_500));
      meters.tick();
      walker.done(5, 5, 2, 300);
      clock.advance(Duration.ofMillis(400));
      meters.tick();
      clock.advance(Duration.ofMinutes(11));
      meters.tick();

      assertThat(events())
          .extracting(Event.Throughput::counts)
          .containsExactly(List.of(1L, 23L, 0L, 0L), List.of(5L), List.of());
    }
  }

  @Test
  void theRatesAreThoseOfAllClientsTogetherAndTheMostThatOfTheBestInterval() throws IOException {
    try (Meters meters = meters()) {
      Throughput one = meters.open("walk-0").throughput();
      Throughput other = meters.open("walk-1").throughput();
      one.done(1, 1, 1, 10);
      other.done(1, 1, 1, 10);
      other.done(1, 1, 1, 10);
      clock.advance(TEN_SECONDS);
      meters.tick();
      clock.advance(TEN_SECONDS);
      meters.tick();

      assertThat(meters.rates().lines("lookups", Duration.ofSeconds(2)))
          .as("over the time that the journal tells")
          .containsExactly(
              "3 lookups, 1.5/s, at most 0.3/s", "3 rows, 1.5/s; 3 entries, 1.5/s; 15 B/s");
    }
  }

  @Test
  void aClientThatKeepsItsScheduleIsNoLimit() throws IOException {
    try (Meters meters = meters()) {
      Throughput walker = meters.open("walk-0").throughput();
      walker.began(clock.nanos() - 1_000_000, clock.nanos());
      walker.done(1, 1, 1, 1);
      clock.advance(TEN_SECONDS);
      meters.tick();
      assertThat(meters.limits()).isEmpty();
    }
  }

  @Test
  void aClientThatBeginsLateIsReported() throws IOException {
    try (Meters meters = meters()) {
      Throughput walker = meters.open("walk-0").throughput();
      walker.began(clock.nanos() - Duration.ofSeconds(42).toNanos(), clock.nanos());
      clock.advance(TEN_SECONDS);
      meters.tick();
      clock.advance(TEN_SECONDS);
      meters.tick();
      assertThat(meters.limits())
          .containsExactly("walk-0 waited for answers: late in 1 of 2 intervals (by up to 42s)");
      assertThat(events().get(0).lateSeconds()).isEqualTo(42);
    }
  }

  @Test
  void aThreadWhoseCpuIsUsedUpIsALimit() {
    long[] cpu = {0};
    Throughput walker = new Throughput(clock::nanos, () -> cpu[0]);
    ClientLimit limit = new ClientLimit();
    walker.began(clock.nanos(), clock.nanos());
    for (int i = 1; i <= 100; i++) {
      clock.advance(Duration.ofMillis(100));
      cpu[0] = i * Duration.ofMillis(97).toNanos();
      walker.done(1, 1, 1, 1);
    }
    Event.Throughput interval = walker.take(clock.millis(), "walk-0", false);
    limit.add(interval);

    assertThat(interval.cpuRatio()).isCloseTo(0.97, within(1e-9));
    assertThat(limit.inWords("walk-0"))
        .contains("walk-0 may have been the limit: busy in 1 of 1 intervals (up to 97 % CPU)");
  }

  /** A server that is down makes a client late, too, and that one does nothing meanwhile. */
  @Test
  void whoIsLateIsTheLimitOnlyWhereItHardlyWaits() {
    ClientLimit limit = new ClientLimit();
    limit.add(interval(5.0, 0.7));
    limit.add(interval(19.0, 0.02));
    limit.add(interval(0.5, 0.7));
    assertThat(limit.inWords("ycsb-0"))
        .contains(
            "ycsb-0 may have been the limit: late in 1 of 3 intervals (by up to 5s); waited for"
                + " answers: late in 1 of 3 intervals (by up to 19s)");
  }

  private static Event.Throughput interval(double lateSeconds, double cpuRatio) {
    return new Event.Throughput(
        0, "ycsb-0", false, 10, 1, 1, 1, 1, cpuRatio, lateSeconds, List.of());
  }

  @Test
  void aProcessThatUsesAllItsProcessorsIsALimit() {
    int processors = Runtime.getRuntime().availableProcessors();
    try (Meters meters = meters()) {
      processCpu += processors * Duration.ofMillis(9_500).toNanos();
      clock.advance(TEN_SECONDS);
      meters.tick();
      assertThat(meters.limits())
          .singleElement()
          .asString()
          .contains("over 90 %", "in 1 of 1 intervals");
    }
  }

  @Test
  void theLastIntervalIsWrittenWhenTheMetersAreClosed() throws IOException {
    Meters meters =
        Meters.start(directory, journal, clock, new Measuring(Duration.ofHours(1), 3), false);
    meters.open("walk-0").throughput().done(1, 1, 1, 1);
    meters.close();
    assertThat(events()).hasSize(1);
    assertThat(meters.rates().lines("lookups", Duration.ofSeconds(1)).get(0))
        .startsWith("1 lookups");
  }

  @Test
  void aMeasuringThreadThatDiesIsADoubt() throws Exception {
    AtomicBoolean dead = new AtomicBoolean();
    InstantSource mortal =
        () -> {
          if (dead.get()) {
            throw new OutOfMemoryError("planted");
          }
          return Instant.EPOCH;
        };
    Meters meters =
        Meters.start(
            directory,
            journal,
            mortal.withZone(ZoneOffset.UTC),
            new Measuring(Duration.ofMillis(100), 3),
            false);
    Meter unused = meters.open("walk-0");
    assertThat(meters.doubts()).isEmpty();
    dead.set(true);
    while (meters.doubts().isEmpty()) {
      TimeUnit.MILLISECONDS.sleep(10);
    }
    dead.set(false);
    meters.close();
    assertThat(meters.doubts())
        .singleElement()
        .asString()
        .contains("measure died", "what was measured since", "planted");
  }
}
