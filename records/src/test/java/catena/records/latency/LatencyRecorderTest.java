// SPDX-License-Identifier: Apache-2.0
package catena.records.latency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;

class LatencyRecorderTest {
  private static final long MILLI = 1_000_000;

  private final ByteArrayOutputStream log = new ByteArrayOutputStream();
  private final HandClock clock = new HandClock();

  private List<Histogram> read() {
    HistogramLogReader reader = new HistogramLogReader(new ByteArrayInputStream(log.toByteArray()));
    List<Histogram> histograms = new ArrayList<>();
    while (reader.hasNext()) {
      histograms.add((Histogram) reader.nextIntervalHistogram());
    }
    return histograms;
  }

  @Test
  void waitingBeforeTheStartCountsFromTheIntendedStart() {
    try (LatencyRecorder recorder = new LatencyRecorder(log, clock, Measuring.USUAL_DIGITS)) {
      recorder.operation("flush", true).record(0, 10 * MILLI, 15 * MILLI);
      clock.advance(Duration.ofSeconds(30));
    }
    List<Histogram> histograms = read();

    assertThat(histograms).extracting(Histogram::getTag).containsExactly("flush", "flush.service");
    assertThat(histograms.get(0).getMaxValue() / MILLI).isEqualTo(15);
    assertThat(histograms.get(1).getMaxValue() / MILLI).isEqualTo(5);
    assertThat(histograms.get(0).getStartTimeStamp()).isEqualTo(1_700_000_000_000L);
    assertThat(histograms.get(0).getEndTimeStamp()).isEqualTo(1_700_000_030_000L);
  }

  @Test
  void whatBeginsWhenItCanHasNoOtherLatencyThanTheOneFromThen() {
    try (LatencyRecorder recorder = new LatencyRecorder(log, clock, Measuring.USUAL_DIGITS)) {
      LatencyRecorder.Operation lookup = recorder.operation("lookup", false);
      lookup.record(0, 0, 15 * MILLI);
      lookup.unanswered(20 * MILLI, 1);
    }

    assertThat(read()).extracting(Histogram::getTag).containsExactly("lookup", "lookup.unanswered");
  }

  @Test
  void withTwoDigitsALogIsMuchSmallerAndAtMostOnePerCentOff() {
    ByteArrayOutputStream coarse = new ByteArrayOutputStream();
    try (LatencyRecorder exact = new LatencyRecorder(log, clock, Measuring.USUAL_DIGITS);
        LatencyRecorder rough = new LatencyRecorder(coarse, clock, 2)) {
      Random random = new Random(1);
      for (int i = 0; i < 30_000; i++) {
        long nanos = (long) (3 * MILLI * Math.exp(random.nextGaussian() / 2));
        exact.operation("lookup", true).record(0, 0, nanos);
        rough.operation("lookup", true).record(0, 0, nanos);
      }
    }
    assertThat(coarse.size()).isLessThan(log.size() / 3);
    Histogram expected = read().get(0);
    LatencyLogReader.read(
        new ByteArrayInputStream(coarse.toByteArray()),
        (operation, from, to, found) -> {
          assertThat(found.getTotalCount()).isEqualTo(30_000);
          for (double percent : new double[] {50, 99, 99.9}) {
            assertThat((double) found.getValueAtPercentile(percent))
                .isCloseTo((double) expected.getValueAtPercentile(percent), withinPercentage(1));
          }
        });
  }

  @Test
  void whatNeverBeganIsRecordedApartAsLongAsItWaited() {
    Pacer pacer = new Pacer(1000, 0);
    Histogram oneByOne = new Histogram(3);
    for (int i = 100; i < 20_000; i++) {
      oneByOne.recordValue(20_000 * MILLI - pacer.intendedNanos(i));
    }
    try (LatencyRecorder recorder = new LatencyRecorder(log, clock, Measuring.USUAL_DIGITS)) {
      LatencyRecorder.Operation lookup = recorder.operation("lookup", true);
      lookup.record(0, 0, MILLI);
      lookup.unanswered(new Upcoming(pacer, 100, Long.MAX_VALUE), 20_000 * MILLI);
    }
    assertThat(read())
        .extracting(Histogram::getTag)
        .containsExactly("lookup", "lookup.service", "lookup.unanswered");
    assertThat(read().get(0).getTotalCount()).isEqualTo(1);
    assertThat(read().get(2)).isEqualTo(oneByOne);
  }

  @Test
  void howManyNeverBeganCostsNothing() {
    try (LatencyRecorder recorder = new LatencyRecorder(log, clock, Measuring.USUAL_DIGITS)) {
      Upcoming upcoming = new Upcoming(new Pacer(1e9, 0), 0, Long.MAX_VALUE);
      recorder.operation("lookup", true).unanswered(upcoming, Duration.ofDays(2).toNanos());
    }
    assertThat(read().get(0).getTotalCount()).isEqualTo(Duration.ofDays(2).toNanos());
  }

  @Test
  void intervalsHoldWhatWasRecordedInThemAndAnEmptyOneIsLeftOut() {
    try (LatencyRecorder recorder = new LatencyRecorder(log, clock, Measuring.USUAL_DIGITS)) {
      LatencyRecorder.Operation flush = recorder.operation("flush", true);
      flush.record(0, 0, MILLI);
      flush.record(0, 0, MILLI);
      recorder.writeInterval();
      recorder.writeInterval();
      recorder.operation("flush", true).record(0, 0, MILLI);
      recorder.writeInterval();
      assertThat(recorder.total("flush").getTotalCount()).isEqualTo(3);
    }
    assertThat(read()).extracting(Histogram::getTotalCount).containsExactly(2L, 2L, 1L, 1L);
  }

  @Test
  void impossibleTimesAreBoundedAndNeverThrow() {
    try (LatencyRecorder recorder = new LatencyRecorder(log, clock, Measuring.USUAL_DIGITS)) {
      recorder.operation("flush", true).record(5, 5, 0);
      recorder.operation("flush", true).record(Long.MIN_VALUE / 2, 0, Long.MAX_VALUE / 2);
      recorder.writeInterval();
      assertThat(recorder.total("flush").getTotalCount()).isEqualTo(2);
    }
  }

  @Test
  void anOutageOfMinutesIsKeptAsLongAsItWas() {
    long outage = Duration.ofMinutes(17).toNanos();
    try (LatencyRecorder recorder = new LatencyRecorder(log, clock, Measuring.USUAL_DIGITS)) {
      recorder.operation("lookup", true).record(0, 0, MILLI);
      recorder.operation("lookup", true).record(0, outage - MILLI, outage);
    }
    List<Histogram> histograms = read();

    assertThat((double) histograms.get(0).getMaxValue())
        .isCloseTo((double) outage, withinPercentage(0.1));
    assertThat(histograms.get(1).getMaxValue() / MILLI).isEqualTo(1);
  }

  @Test
  void aTagIsOneWord() {
    try (LatencyRecorder recorder = new LatencyRecorder(log, clock, Measuring.USUAL_DIGITS)) {
      for (String bad : List.of("", "a b", "a,b", "a\n")) {
        assertThatThrownBy(() -> recorder.operation(bad, true))
            .isInstanceOf(IllegalArgumentException.class);
      }
    }
  }
}
