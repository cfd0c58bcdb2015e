// SPDX-License-Identifier: Apache-2.0
package catena.records.latency;

import static org.assertj.core.api.Assertions.assertThat;

import catena.records.journal.Event;
import catena.records.settings.Layer;
import catena.records.settings.Settings;
import catena.records.threads.StopSignal;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;

/** What a client owes when it is asked to stop, and what is told of it. */
class BacklogTest {
  private static final long SECOND = 1_000_000_000L;

  private final StopSignal stop = new StopSignal();
  private long now = 10 * SECOND;
  private final Backlog backlog = new Backlog(stop, () -> now);
  private final ByteArrayOutputStream log = new ByteArrayOutputStream();

  /** What is owed now, and what of it stands in the log, by tag, with how many and the longest. */
  private Unanswered atEnd(List<String> recorded) {
    Unanswered owed;
    try (LatencyRecorder recorder =
        new LatencyRecorder(log, new HandClock(), Measuring.USUAL_DIGITS)) {
      owed = backlog.atEnd(recorder.operation("lookup", true), upcoming -> upcoming);
    }
    HistogramLogReader reader = new HistogramLogReader(new ByteArrayInputStream(log.toByteArray()));
    Histogram each = (Histogram) reader.nextIntervalHistogram();
    while (each != null) {
      recorded.add(
          each.getTag() + " " + each.getTotalCount() + " " + each.getMaxValue() / 100_000_000);
      each = (Histogram) reader.nextIntervalHistogram();
    }
    return owed;
  }

  /** Ten in a second, from 8 s on. */
  private static Upcoming upcoming(long next, long limit) {
    return new Upcoming(new Pacer(10, 8 * SECOND), next, limit);
  }

  @Test
  void withoutABacklogNothingIsReported() {
    List<String> recorded = new ArrayList<>();
    assertThat(backlog.lateNanos(now)).isZero();
    assertThat(atEnd(recorded)).isEqualTo(Unanswered.NONE);
    assertThat(recorded).isEmpty();
  }

  @Test
  void whatIsDueAndWhatIsUnderWayIsOwedUpToTheStop() {
    backlog.upcoming(Optional.of(upcoming(5, 1000)));
    backlog.begun(7 * SECOND);
    backlog.answered();
    backlog.begun(9 * SECOND);
    assertThat(backlog.endNanos()).isEqualTo(10 * SECOND);
    assertThat(backlog.lateNanos(9 * SECOND)).isEqualTo(SECOND / 2);
    stop.ask("enough");
    now += 5 * SECOND;
    assertThat(backlog.endNanos()).isEqualTo(10 * SECOND);
    assertThat(backlog.lateNanos(9 * SECOND)).isEqualTo(SECOND / 2);
    assertThat(backlog.lateNanos(now)).as("it does not grow").isEqualTo(3 * SECOND / 2);
    List<String> recorded = new ArrayList<>();
    assertThat(atEnd(recorded)).isEqualTo(new Unanswered(1, 1, 15, 3 * SECOND / 2));
    assertThat(recorded).containsExactly("lookup.unanswered 16 15");
  }

  @Test
  void whatWasTakenBackIsNeitherOwedNorAnswered() {
    backlog.begun(4 * SECOND);
    backlog.takenBack();
    backlog.upcoming(Optional.of(upcoming(0, 0)));
    assertThat(atEnd(new ArrayList<>())).isEqualTo(Unanswered.NONE);
    backlog.begun(4 * SECOND);
    backlog.upcoming(Optional.empty());
    assertThat(atEnd(new ArrayList<>())).isEqualTo(new Unanswered(0, 1, 0, 6 * SECOND));
    backlog.answered();
    backlog.upcoming(Optional.of(upcoming(18, 19)));
    assertThat(atEnd(new ArrayList<>()))
        .as("the last of all")
        .isEqualTo(new Unanswered(1, 0, 1, SECOND / 5));
  }

  @Test
  void onlyWhatIsNotableIsReported() {
    assertThat(new Unanswered(9, 0, 5, SECOND - 1).inWords("lookups")).isEmpty();
    assertThat(new Unanswered(9, 0, 0, SECOND).isNotable()).isFalse();
    assertThat(new Unanswered(9, 0, 1, SECOND).isNotable()).isTrue();
    assertThat(new Unanswered(9, 1, 0, 0).isNotable()).isTrue();
    assertThat(new Unanswered(9, 2, 1234, 99_900_000_000L).inWords("lookups"))
        .contains("1,234 lookups were due and never begun, 2 under way, the oldest for 99.9 s");
    assertThat(new Unanswered(9, 0, 1, 100 * SECOND).inWords("scans"))
        .contains("1 scans were due and never begun, 0 under way, the oldest for 1m40s");
    Unanswered one = new Unanswered(1, 2, 3, 4 * SECOND);
    assertThat(one.and(new Unanswered(10, 20, 30, SECOND)))
        .isEqualTo(new Unanswered(11, 22, 33, 4 * SECOND));
    Event.Unanswered event = (Event.Unanswered) one.event(5, "walk-0", "lookup");
    assertThat(event).isEqualTo(new Event.Unanswered(5, "walk-0", "lookup", 1, 2, 3, 4.0));
    assertThat(Unanswered.of(event)).isEqualTo(one);
  }

  private static Settings settings(String... pairs) {
    Map<String, String> given = pairs.length == 0 ? Map.of() : Map.of(pairs[0], pairs[1]);
    return Settings.resolve(Measuring.SETTINGS, List.of(Layer.of("x", given)));
  }

  @Test
  void manyWorkersMeasureInLongerIntervals() {
    assertThat(Measuring.of(settings())).isEqualTo(new Measuring(Duration.ofSeconds(10), 3));
    assertThat(Measuring.of(settings("measure.digits", "4")).digits()).isEqualTo(4);
    assertThat(Measuring.ofWorker(settings(), Duration.ofSeconds(10))).isEmpty();
    assertThat(Measuring.ofWorker(settings(), Duration.ofSeconds(11)))
        .isEqualTo(Map.of("measure.interval", "11s", "measure.digits", "2"));
    assertThat(Measuring.ofWorker(settings("measure.digits", "3"), Duration.ofMinutes(1)))
        .isEqualTo(Map.of("measure.interval", "1m", "measure.digits", "3"));
  }
}
