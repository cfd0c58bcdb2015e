// SPDX-License-Identifier: Apache-2.0
package catena.stats;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import catena.graph.judge.FindingKind;
import catena.harness.watch.RunFollower;
import catena.records.journal.Event;
import catena.records.journal.Journal;
import catena.records.latency.LatencyRecorder;
import catena.records.latency.Measuring;
import catena.records.run.Json;
import catena.records.run.RunDirectory;
import catena.records.threads.Bounded;
import catena.records.verdict.Finding;
import catena.stats.MetricsCompanion.MetricsEndpoint;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real Prometheus, as Debian packages it, scrapes a run; the shipped dashboard finds its data.
 */
@Timeout(120)
class RealPrometheusTest {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final Path DASHBOARD = Path.of("../conf/grafana/catena.json");

  @TempDir private Path files;
  private final HttpClient client = HttpClient.newHttpClient();
  private final Clock clock = Clock.systemUTC();
  private RunDirectory run;
  private Journal journal;
  private MetricsEndpoint endpoint;
  private Process prometheus;
  private String api;

  @BeforeEach
  void start() throws Exception {
    assumeTrue(
        Arrays.stream(System.getenv("PATH").split(":", -1))
            .anyMatch(directory -> Path.of(directory, "prometheus").toFile().canExecute()),
        "prometheus is not installed");
    run = RunDirectory.at(files.resolve("run").toString());
    journal = new Journal(run.append(run.events("run")), e -> {});
    endpoint = MetricsEndpoint.start(follower(), "127.0.0.1", 0, "agitated", "0.1.0");
    int port = freePort();
    Path config = files.resolve("prometheus.yml");
    Files.writeString(
        config,
        """
        global: {scrape_interval: 1s}
        scrape_configs:
          - job_name: catena
            static_configs: [{targets: ['%s']}]
        """
            .formatted(URI.create(endpoint.url()).getAuthority()));
    prometheus =
        new ProcessBuilder(
                "prometheus",
                "--config.file=" + config,
                "--storage.tsdb.path=" + files.resolve("tsdb"),
                "--web.listen-address=127.0.0.1:" + port)
            .redirectErrorStream(true)
            .redirectOutput(files.resolve("prometheus.log").toFile())
            .start();
    api = "http://127.0.0.1:" + port + "/api/v1/";
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private RunFollower follower() {
    return new RunFollower(run, Clock.systemUTC(), note -> {});
  }

  @AfterEach
  void stop() throws Exception {
    if (prometheus != null) {
      prometheus.destroy();
      assertThat(prometheus.waitFor(30, TimeUnit.SECONDS)).isTrue();
      endpoint.close();
      journal.close();
      run.close();
    }
  }

  private JsonNode ask(String what) throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(URI.create(api + what)).timeout(LIMIT).build();
    return Json.LINES.readTree(client.send(request, HttpResponse.BodyHandlers.ofString()).body());
  }

  private JsonNode query(String expression) throws IOException, InterruptedException {
    return ask("query?query=" + URLEncoder.encode(expression, UTF_8));
  }

  /** Asks until there is an answer with a value of at least this much. */
  private void await(String expression, double least) throws Exception {
    Bounded.run(
        "asking Prometheus for " + expression,
        LIMIT,
        () -> {
          while (value(expression) < least) {
            assertThat(prometheus.isAlive()).isTrue();
          }
        });
  }

  private double value(String expression) throws InterruptedException {
    try {
      return query(expression).at("/data/result/0/value/1").asDouble(-1);
    } catch (IOException e) {
      return -1; // it is still starting
    }
  }

  private void happens() throws IOException {
    long now = clock.millis();
    List.of(
            new Event.RunStarted(now, "run", "agitated"),
            new Event.PhaseStarted(now, "run", "ingest"),
            new Event.Flush(now, "ingest-w0", 0, 0, 0, 500, 20, 1, 1),
            new Event.Throughput(now, "walk-0", false, 1, 10, 9, 8, 700, 0, 0, List.of()),
            new Event.FindingSeen(now, "walk-0", Finding.of(FindingKind.LATE, "00ff", now)),
            new Event.FaultStarted(
                now, "agitate", 1, "kill", List.of("tserver-1@h:1"), now, List.of()),
            new Event.FaultProven(now, "agitate", 1, "gone"),
            new Event.FaultRecovered(now, "agitate", 1, new TreeMap<>()),
            new Event.FaultStarted(
                now, "agitate", 2, "pause", List.of("tserver-1@h:1"), now, List.of()),
            new Event.TabletHosted(now, "tablets", "2<", Optional.empty(), List.of()))
        .forEach(journal::add);
    journal.flush();
    try (LatencyRecorder latency =
        new LatencyRecorder(
            run.append(run.latency("walk-0")).stream(), clock, Measuring.USUAL_DIGITS)) {
      latency.operation("lookup", true).record(0, 0, 4_000_000);
    }
  }

  @Test
  void aScrapeShowsTheRunAndTheDashboardFindsItsData() throws Exception {
    await("up{job=\"catena\"}", 1);
    happens();
    await("catena_faults_in_effect{kind=\"pause\"}", 1);
    assertThat(value("catena_entries_acknowledged_total{group=\"ingest\"}")).isEqualTo(500);
    assertThat(value("catena_verdict{catena_verdict=\"UNKNOWN\"}")).isEqualTo(1);
    assertThat(value("catena_latency_seconds_bucket{operation=\"lookup\",le=\"0.005\"}"))
        .isEqualTo(1);
    List<String> expressions = expressions();
    assertThat(expressions).hasSizeGreaterThan(15);
    for (String expression : expressions) {
      JsonNode answer = query(expression);
      assertThat(answer.path("status").asText()).as(expression).isEqualTo("success");
      // A rate needs a time in which something was counted; the rest is there at once.
      if (!expression.contains("rate(") && !expression.contains("changes(")) {
        assertThat(answer.at("/data/result")).as(expression).isNotEmpty();
      }
    }
  }

  /** What the dashboard asks for, with its variables as Grafana puts them in. */
  private static List<String> expressions() throws IOException {
    List<String> found = new ArrayList<>();
    for (JsonNode each : Json.LINES.readTree(DASHBOARD.toFile()).findValues("expr")) {
      found.add(
          each.asText()
              .replace("$__rate_interval", "1m")
              .replace("$job", ".*")
              .replace("$instance", ".*"));
    }
    return found;
  }

  @Test
  void theDashboardAsksForNoOtherMetricsThanThereAre() throws Exception {
    happens();
    HttpRequest scrape = HttpRequest.newBuilder(URI.create(endpoint.url())).build();
    String text = client.send(scrape, HttpResponse.BodyHandlers.ofString()).body();
    for (String expression : expressions()) {
      var name = Pattern.compile("(catena|jvm)_\\w+").matcher(expression);
      while (name.find()) {
        String family = name.group().replaceAll("_bucket$", "");
        assertThat(text).as(expression).contains(family);
      }
    }
  }
}
