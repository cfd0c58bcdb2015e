// SPDX-License-Identifier: Apache-2.0
package catena.ingest.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.graph.GraphSpec;
import catena.records.latency.Measuring;
import catena.records.settings.DurationRange;
import catena.records.settings.Layer;
import catena.records.settings.Settings;
import catena.records.threads.StopSignal;
import catena.records.words.UsageException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.accumulo.core.client.BatchWriterConfig;
import org.apache.accumulo.core.client.Durability;
import org.junit.jupiter.api.Test;

class IngestPlanTest {
  private static final DurationRange BACKOFF =
      new DurationRange(Duration.ofMillis(100), Duration.ofSeconds(1));

  private static final GraphSpec SPEC = GraphSpec.ofSeed(7);

  /** The same graph with other parameters, each after its name. */
  private static GraphSpec graph(String... changed) {
    Map<String, String> text = SPEC.toProperties();
    for (int i = 0; i < changed.length; i += 2) {
      text.put(changed[i], changed[i + 1]);
    }
    return GraphSpec.fromProperties(text);
  }

  private static Settings settings(Map<String, String> given) {
    return Settings.resolve(IngestPlan.SETTINGS, List.of(Layer.of("-o", given)));
  }

  @Test
  void everySettingReachesThePlan() {
    Settings settings =
        settings(
            Map.ofEntries(
                Map.entry("ingest.clients", "4"),
                Map.entry("ingest.entries", "1000"),
                Map.entry("ingest.duration", "2m"),
                Map.entry("ingest.buffer", "10M"),
                Map.entry("ingest.latency", "5s"),
                Map.entry("ingest.threads", "7"),
                Map.entry("ingest.durability", "log"),
                Map.entry("ingest.rate", "2500"),
                Map.entry("ingest.pause.running", "1s:2s"),
                Map.entry("ingest.pause.length", "3s:4s"),
                Map.entry("ingest.retry.limit", "10m"),
                Map.entry("ingest.retry.backoff", "100ms:1s"),
                Map.entry("ingest.announce", "100"),
                Map.entry("measure.interval", "5s"),
                Map.entry("measure.digits", "2")));
    DurationRange running = new DurationRange(Duration.ofSeconds(1), Duration.ofSeconds(2));
    DurationRange length = new DurationRange(Duration.ofSeconds(3), Duration.ofSeconds(4));
    assertThat(IngestPlan.of(settings))
        .isEqualTo(
            new IngestPlan(
                4,
                1000,
                Optional.of(Duration.ofMinutes(2)),
                new BatchWriterConfig()
                    .setMaxMemory(10 << 20)
                    .setMaxLatency(5, TimeUnit.SECONDS)
                    .setMaxWriteThreads(7)
                    .setDurability(Durability.LOG)
                    .setTimeout(5, TimeUnit.MINUTES),
                2500,
                Optional.of(new IngestPlan.PauseTimes(running, length)),
                new RetryPolicy(Duration.ofMinutes(10), BACKOFF),
                new Measuring(Duration.ofSeconds(5), 2),
                Optional.empty(),
                100));
    assertThat(settings.unread()).isEmpty();
  }

  @Test
  void byDefaultThereIsNoEnd() {
    IngestPlan plan = IngestPlan.of(settings(Map.of()));
    assertThat(plan.entries()).isEqualTo(Long.MAX_VALUE);
    assertThat(plan.duration()).isEmpty();
    assertThat(plan.total(1)).isEmpty();
    assertThat(plan.pauses()).isEmpty();
  }

  @Test
  void refusesWhatIsOutOfRange() {
    refuses("ingest.rate", "-1");
    refuses("ingest.clients", "0");
    refuses("ingest.entries", "-5");
    refuses("ingest.duration", "0");
    refuses("ingest.pause.running", "3s:2s");
    refuses("ingest.pause.running", "0:0");
    refuses("ingest.retry.backoff", "0:1s");
    refuses("ingest.durability", "perhaps");
  }

  @Test
  void whoImportsHasNoBatchWriterWhoseRowsCouldBeAnnounced() {
    assertThatThrownBy(
            () -> IngestPlan.of(settings(Map.of("ingest.announce", "100", "ingest.bulk", "true"))))
        .isInstanceOf(UsageException.class)
        .hasMessageContainingAll("ingest.announce", "leave one of them out");
    assertThat(IngestPlan.of(settings(Map.of("ingest.bulk", "true"))).announce()).isZero();
  }

  private static void refuses(String key, String text) {
    assertThatThrownBy(() -> IngestPlan.of(settings(Map.of(key, text))))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(key);
  }

  @Test
  void backsOffTwiceAsLongEachTimeUpToTheLongestUntilTheLimit() {
    RetryPolicy policy = new RetryPolicy(Duration.ofSeconds(10), BACKOFF);
    assertThat(policy.next(1, Duration.ZERO)).contains(Duration.ofMillis(100));
    assertThat(policy.next(3, Duration.ZERO)).contains(Duration.ofMillis(400));
    assertThat(policy.next(5, Duration.ZERO)).contains(Duration.ofSeconds(1));
    assertThat(policy.next(500, Duration.ZERO)).contains(Duration.ofSeconds(1));
    assertThat(policy.next(5, Duration.ofSeconds(9))).contains(Duration.ofSeconds(1));
    assertThat(policy.next(5, Duration.ofMillis(9001))).isEmpty();
  }

  @Test
  void pausesWhenTheRunningTimeIsOver() {
    DurationRange running = new DurationRange(Duration.ofSeconds(2), Duration.ofSeconds(4));
    DurationRange length = new DurationRange(Duration.ofSeconds(10), Duration.ofSeconds(20));
    Pauses pauses = new Pauses(new IngestPlan.PauseTimes(running, length), () -> 0.5, 0);
    assertThat(pauses.due(TimeUnit.MILLISECONDS.toNanos(2999))).isEmpty();
    assertThat(pauses.due(TimeUnit.SECONDS.toNanos(3))).contains(Duration.ofSeconds(15));
    pauses.goOn(TimeUnit.SECONDS.toNanos(18));
    assertThat(pauses.due(TimeUnit.SECONDS.toNanos(20))).isEmpty();
    assertThat(pauses.due(TimeUnit.SECONDS.toNanos(21))).isPresent();
  }

  @Test
  void pacesWritesFromTheirIntendedTimesAndGoesOnAfreshAfterAPause() throws Exception {
    long[] now = {0};
    Pace pace = new Pace(1000, 500, new StopSignal(), () -> now[0]);
    assertThat(pace.stretch()).isEqualTo(20);
    assertThat(pace.due(500)).isEqualTo(TimeUnit.MILLISECONDS.toNanos(500));
    now[0] = TimeUnit.SECONDS.toNanos(1);
    assertThat(pace.await(1000)).isTrue();
    pace.restart(100);
    assertThat(pace.due(600)).isEqualTo(TimeUnit.MILLISECONDS.toNanos(1500));
  }

  @Test
  void aStopCutsTheWaitForThePaceShort() throws Exception {
    StopSignal stop = new StopSignal();
    stop.ask("test");
    assertThat(new Pace(0.001, 500, stop, () -> 0).await(1)).isFalse();
    assertThat(new Pace(0, 500, stop, () -> 0).await(1)).isFalse();
    assertThat(new Pace(0, 500, new StopSignal(), () -> 0).await(1)).isTrue();
  }

  @Test
  void batchWritersThatMayFillTheHeapAreRefused() {
    long mega = 1 << 20;
    assertThat(IngestPlan.memory(10, 50 * mega, 1000 * mega)).isEmpty();
    assertThat(IngestPlan.memory(11, 50 * mega, 1000 * mega))
        .hasValueSatisfying(
            problem ->
                assertThat(problem)
                    .contains("ingest.clients=11")
                    .contains("heap of 1000M")
                    .contains("CATENA_OPTS"));
    assertThat(IngestPlan.memory(10_000, Long.MAX_VALUE, Long.MAX_VALUE)).isPresent();
  }

  /** The default of 50 MB is too little from some 7,000 tablets on. */
  @Test
  void aBufferThatHoldsFewMutationsForEachTabletIsSaidWithTheFigures() {
    IngestPlan plan = IngestPlan.of(settings(Map.of()));
    assertThat(plan.thinBuffer(16, SPEC)).isEmpty();
    assertThat(plan.thinBuffer(7_000, SPEC)).isEmpty();
    assertThat(plan.thinBuffer(20_000, SPEC))
        .hasValueSatisfying(
            words ->
                assertThat(words)
                    .contains("ingest.buffer (52,428,800 bytes) holds 73,429 mutations")
                    .contains("10 for each of the table's 20,000 tablets")
                    .contains("137M would be enough"));
    assertThat(plan.thinBuffer(7_000, graph("payload", "fixed:1000"))).isPresent();
    IngestPlan enough =
        IngestPlan.of(settings(Map.of("ingest.buffer", "137M", "ingest.clients", "1")));
    assertThat(enough.thinBuffer(20_000, SPEC)).isEmpty();
    assertThat(IngestPlan.of(settings(Map.of("ingest.bulk", "true"))).thinBuffer(20_000, SPEC))
        .as("files fill no buffer")
        .isEmpty();
  }

  /**
   * What a mutation puts fills the buffer, and the disks: all its cells, with their visibilities.
   */
  @Test
  void cellsAndVisibilitiesCountAsWhatIsWritten() {
    IngestPlan plan = IngestPlan.of(settings(Map.of()));
    assertThat(plan.forecast(SPEC).bytes()).isEqualTo(111);
    assertThat(plan.forecast(graph("columns", "10")).bytes()).isEqualTo(10 * 111);
    assertThat(plan.forecast(graph("copies", "5")).bytes()).isEqualTo(5 * 111);
    assertThat(plan.forecast(graph("visibilities", "A,A&B")).bytes()).isEqualTo(111 + 3);
    assertThat(plan.forecast(graph("visibilities", "A", "visibility.scope", "unique")).bytes())
        .isEqualTo(111 + 1 + 17);
    GraphSpec terms =
        graph("visibilities", "A", "visibility.terms", "9", "visibility.bytes", "900");
    assertThat(plan.forecast(terms).bytes()).isEqualTo(111 + 900);
    assertThat(plan.thinBuffer(7_000, graph("columns", "10"))).isPresent();
    assertThat(plan.thinBuffer(7_000, terms)).isPresent();
  }

  @Test
  void announcementsWithoutAnEndWarnThatLagHasNoneEither() {
    assertThat(IngestPlan.of(settings(Map.of("ingest.announce", "100"))).endlessAnnouncements())
        .hasValueSatisfying(words -> assertThat(words).contains("until Ctrl-C"));
    for (String end : List.of("ingest.entries", "ingest.duration")) {
      Map<String, String> ending =
          Map.of("ingest.announce", "100", end, end.endsWith("s") ? "5000" : "5s");
      assertThat(IngestPlan.of(settings(ending)).endlessAnnouncements()).isEmpty();
    }
    assertThat(IngestPlan.of(settings(Map.of())).endlessAnnouncements()).isEmpty();
  }
}
