// SPDX-License-Identifier: Apache-2.0
package catena.stats;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import catena.graph.judge.FindingKind;
import catena.harness.watch.RunFollower;
import catena.records.journal.Event;
import catena.records.journal.Journal;
import catena.records.latency.LatencyRecorder;
import catena.records.latency.Measuring;
import catena.records.run.RunDirectory;
import catena.records.threads.Bounded;
import catena.records.verdict.Finding;
import catena.records.verdict.PendingVerdict;
import catena.records.verdict.Verdict;
import catena.records.verdict.VerdictFile;
import catena.records.words.UsageException;
import catena.stats.MetricsCompanion.MetricsEndpoint;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a run writes into its directory, as a program that scrapes sees it. */
@Timeout(60)
class MetricsEndpointTest {
  private static final long AT = 1_795_000_020_000L;
  private static final Clock CLOCK = Clock.fixed(Instant.ofEpochMilli(AT), ZoneOffset.UTC);
  private static final String OPEN_METRICS = "application/openmetrics-text;version=1.0.0;q=0.5";

  @TempDir private Path files;
  private final HttpClient client = HttpClient.newHttpClient();
  private RunDirectory run;
  private Journal journal;
  private MetricsEndpoint endpoint;
  private RunFollower follower;

  @BeforeEach
  void open() throws Exception {
    run = RunDirectory.at(files.toString());
    journal = new Journal(run.append(run.events("run")), e -> {});
    add(new Event.Flush(AT, "ingest-w0", 0, 0, 0, 77, 0, 1, 1)); // before: is not counted
    follower = follower();
    endpoint = MetricsEndpoint.start(follower, "127.0.0.1", 0, "agitated", "0.1.0");
  }

  private RunFollower follower() {
    return new RunFollower(run, Clock.systemUTC(), note -> {});
  }

  @AfterEach
  void close() throws Exception {
    endpoint.close();
    journal.close();
    run.close();
  }

  private void add(Event... events) {
    List.of(events).forEach(journal::add);
    journal.flush();
  }

  private HttpResponse<String> get(String url, String accept) throws Exception {
    return client.send(
        HttpRequest.newBuilder(URI.create(url)).header("Accept", accept).build(),
        HttpResponse.BodyHandlers.ofString());
  }

  private HttpResponse<String> head() throws Exception {
    HttpRequest head =
        HttpRequest.newBuilder(URI.create(endpoint.url()))
            .method("HEAD", HttpRequest.BodyPublishers.noBody())
            .build();
    return client.send(head, HttpResponse.BodyHandlers.ofString());
  }

  private String scrape() throws Exception {
    follower.poll();
    HttpResponse<String> response = get(endpoint.url(), OPEN_METRICS);
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().firstValue("Content-Type"))
        .hasValueSatisfying(type -> assertThat(type).startsWith("application/openmetrics-text"));
    assertThat(response.body()).endsWith("# EOF\n");
    return response.body();
  }

  /** A run in which everything happens that has a figure. */
  private void live() throws IOException {
    add(
        new Event.PhaseStarted(AT, "run", "ingest+agitate"),
        new Event.Flush(AT + 1_000, "ingest-w0", 0, 0, 0, 500, 20, 1, 1),
        new Event.Flush(AT + 2_500, "ingest-w1", 1, 0, 0, 300, 0, 1, 1),
        new Event.Rejected(AT + 2_600, "ingest-w1", 1, "gone", 1, 10),
        new Event.Throughput(AT + 3_000, "walk-0", false, 1, 10, 9, 8, 700, 0, 0, List.of()),
        new Event.Throughput(AT + 3_000, "ingest-w0", true, 1, 99, 99, 99, 99, 0, 0, List.of()),
        new Event.FindingSeen(AT + 4_000, "walk-0", Finding.of(FindingKind.LATE, "00ff", AT)),
        new Event.FaultStarted(
            AT + 5_000, "agitate", 1, "kill", List.of("tserver-1@h:1"), AT, List.of()),
        new Event.FaultProven(AT + 5_500, "agitate", 1, "gone"),
        new Event.FaultHealed(AT + 6_000, "agitate", 1, "started"),
        new Event.FaultRecovered(AT + 7_000, "agitate", 1, new TreeMap<>()),
        new Event.FaultStarted(
            AT + 8_000, "agitate", 2, "kill", List.of("tserver-2@h:2"), AT, List.of()),
        new Event.FaultStarted(
            AT + 8_000, "agitate", 3, "pause", List.of("tserver-3@h:3"), AT, List.of()),
        new Event.FaultDoubted(AT + 8_100, "agitate", 3, "prove", "it answered"),
        new Event.TabletHosted(AT, "tablets", "2<", Optional.empty(), List.of()),
        new Event.TabletHosted(AT, "tablets", "2;a", Optional.of("h:1"), List.of()));
    try (LatencyRecorder latency =
        new LatencyRecorder(
            run.append(run.latency("walk-0")).stream(), CLOCK, Measuring.USUAL_DIGITS)) {
      LatencyRecorder.Operation lookup = latency.operation("lookup", true);
      lookup.record(0, 3_000_000, 4_000_000);
      lookup.record(0, 0, 4_000_000);
      lookup.record(0, 0, 2_000_000_000L);
    }
  }

  @Test
  void everyFigureOfARunIsThere() throws Exception {
    live();
    PendingVerdict.begin(run, CLOCK, "the run").found();
    assertThat(scrape().lines())
        .contains(
            "catena_run_info{run=\"%s\",scenario=\"agitated\",version=\"0.1.0\"} 1"
                .formatted(run.name()),
            "catena_entries_acknowledged_total{group=\"ingest\"} 800.0",
            "catena_deletes_acknowledged_total{group=\"ingest\"} 20.0",
            "catena_windows_acknowledged_total{group=\"ingest\"} 2.0",
            "catena_windows_rejected_total{group=\"ingest\"} 1.0",
            "catena_last_acknowledgement_timestamp_seconds 1.7950000225E9",
            "catena_operations_total{group=\"walk\"} 10.0",
            "catena_rows_read_total{group=\"walk\"} 9.0",
            "catena_entries_read_total{group=\"walk\"} 8.0",
            "catena_read_bytes_total{group=\"walk\"} 700.0",
            "catena_latency_seconds_bucket{operation=\"lookup\",le=\"0.0025\"} 0",
            "catena_latency_seconds_bucket{operation=\"lookup\",le=\"0.005\"} 2",
            "catena_latency_seconds_bucket{operation=\"lookup\",le=\"1.0\"} 2",
            "catena_latency_seconds_bucket{operation=\"lookup\",le=\"2.5\"} 3",
            "catena_latency_seconds_count{operation=\"lookup\"} 3",
            "catena_service_latency_seconds_bucket{operation=\"lookup\",le=\"0.001\"} 1",
            "catena_findings_total{kind=\"LATE\"} 1.0",
            "catena_findings_total{kind=\"LOST\"} 0.0",
            "catena_faults_total{kind=\"kill\"} 2.0",
            "catena_faults_total{kind=\"pause\"} 1.0",
            "catena_faults_proven_total{kind=\"kill\"} 1.0",
            "catena_faults_recovered_total{kind=\"kill\"} 1.0",
            "catena_faults_doubted_total{kind=\"pause\"} 1.0",
            "catena_faults_in_effect{kind=\"kill\"} 1.0",
            "catena_faults_in_effect{kind=\"pause\"} 0.0",
            "catena_phase{phase=\"ingest+agitate\"} 1.0",
            "catena_tablets_unhosted 1.0",
            "catena_verdict{catena_verdict=\"FAIL\"} 1",
            "catena_verdict{catena_verdict=\"PASS\"} 0",
            "catena_verdict_pending 1.0")
        .anyMatch(line -> line.startsWith("jvm_memory_used_bytes"));
  }

  @Test
  void aFaultThatIsHealedIsInEffectUntilTheClusterWasSeenWhole() throws Exception {
    live();
    add(new Event.FaultHealed(AT + 8_500, "agitate", 2, "started"));
    assertThat(scrape().lines()).contains("catena_faults_in_effect{kind=\"kill\"} 1.0");
    add(new Event.FaultRecovered(AT + 9_000, "agitate", 2, new TreeMap<>()));
    assertThat(scrape().lines()).contains("catena_faults_in_effect{kind=\"kill\"} 0.0");
  }

  @Test
  void whatComesLaterIsCountedOnceAndTheVerdictStandsInTheEnd() throws Exception {
    live();
    String unused = scrape();
    add(
        new Event.Flush(AT + 9_000, "ingest-w0", 0, 0, 0, 100, 0, 1, 1),
        new Event.PhaseEnded(AT + 9_000, "run", "ingest+agitate", "done"),
        new Event.TabletHosted(AT, "tablets", "2<", Optional.of("h:1"), List.of()));
    VerdictFile.of(Verdict.FAIL, List.of(), Map.of(), Map.of(FindingKind.LOST, 79L)).writeTo(run);
    assertThat(scrape().lines())
        .contains(
            "catena_entries_acknowledged_total{group=\"ingest\"} 900.0",
            "catena_tablets_unhosted 0.0",
            "catena_findings_total{kind=\"LOST\"} 79.0",
            "catena_verdict_pending 0.0")
        .noneMatch(line -> line.startsWith("catena_phase{"));
  }

  @Test
  void prometheusOwnToolFindsNothingWrong() throws Exception {
    assumeTrue(
        Arrays.stream(System.getenv("PATH").split(":", -1))
            .anyMatch(directory -> Path.of(directory, "promtool").toFile().canExecute()),
        "promtool is not installed");
    live();
    follower.poll();
    HttpResponse<String> text = get(endpoint.url(), "text/plain");
    assertThat(text.headers().firstValue("Content-Type"))
        .contains("text/plain; version=0.0.4; charset=utf-8");
    Process check =
        new ProcessBuilder("promtool", "check", "metrics").redirectErrorStream(true).start();
    try (var in = check.getOutputStream()) {
      in.write(text.body().getBytes(UTF_8));
    }
    String said = new String(check.getInputStream().readAllBytes(), UTF_8);
    assertThat(check.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(said).isEmpty();
    assertThat(check.exitValue()).isZero();
  }

  @Test
  void onlyTheMetricsAreServedAndOnlyRead() throws Exception {
    String root = endpoint.url().replace("/metrics", "");
    assertThat(get(root + "/", "*/*").body()).contains("/metrics");
    assertThat(get(root + "/etc/passwd", "*/*").statusCode()).isEqualTo(404);
    HttpRequest post =
        HttpRequest.newBuilder(URI.create(endpoint.url()))
            .POST(HttpRequest.BodyPublishers.ofString("x"))
            .build();
    HttpResponse<String> refused = client.send(post, HttpResponse.BodyHandlers.ofString());
    assertThat(refused.statusCode()).isEqualTo(405);
    assertThat(head().body()).isEmpty();
  }

  @Test
  void aPortThatIsTakenIsRefused() {
    int taken = URI.create(endpoint.url()).getPort();
    assertThatThrownBy(
            () -> MetricsEndpoint.start(follower(), "127.0.0.1", taken, "agitated", "0.1.0"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("metrics.port")
        .hasMessageContaining(Integer.toString(taken));
    assertThatThrownBy(
            () -> MetricsEndpoint.start(follower(), "no such host", 0, "agitated", "0.1.0"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("metrics.address");
  }

  /** Such as a scanner of ports: it sends one byte and stays. */
  @Test
  void whoDoesNotFinishARequestKeepsNobodyElseWaiting() throws Exception {
    URI url = URI.create(endpoint.url());
    try (Socket one = new Socket(url.getHost(), url.getPort());
        Socket other = new Socket(url.getHost(), url.getPort())) {
      one.getOutputStream().write('G');
      other.getOutputStream().write('G');
      HttpRequest request = HttpRequest.newBuilder(url).timeout(Duration.ofSeconds(5)).build();
      for (int i = 0; i < 10; i++) {
        assertThat(client.send(request, HttpResponse.BodyHandlers.ofString()).statusCode())
            .isEqualTo(200);
      }
    }
    assertThat(System.getProperty("sun.net.httpserver.maxReqTime")).isEqualTo("10");
    assertThat(System.getProperty("sun.net.httpserver.maxRspTime")).isEqualTo("30");
  }

  @Test
  void itEndsWhenItIsClosed() throws Exception {
    String url = endpoint.url();
    assertThat(get(url, "*/*").statusCode()).isEqualTo(200);
    endpoint.close();
    assertThatThrownBy(() -> get(url, "*/*")).isInstanceOf(IOException.class);
  }

  /** As by a load balancer that checks whether the endpoint is there. */
  @Test
  void whoOnlyAsksWhetherThereAreMetricsHasNotScrapedThem() throws Exception {
    CompletableFuture<Boolean> scraped =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return endpoint.awaitScrape(Duration.ofSeconds(1));
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
    while (!scraped.isDone()) {
      assertThat(head().statusCode()).isEqualTo(200);
    }
    assertThat(scraped.get()).isFalse();
  }

  @Test
  void whoWaitsForAScrapeIsReleasedByIt() throws Exception {
    assertThat(endpoint.awaitScrape(Duration.ofMillis(1))).isFalse();
    CompletableFuture<Boolean> scraped =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return endpoint.awaitScrape(Duration.ofSeconds(50));
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
    Bounded.run(
        "scraping until it is seen",
        Duration.ofSeconds(40),
        () -> {
          while (!scraped.isDone()) {
            String unused = scrape();
          }
        });
    assertThat(scraped.get()).isTrue();
  }
}
