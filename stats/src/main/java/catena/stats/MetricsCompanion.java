// SPDX-License-Identifier: Apache-2.0
package catena.stats;

import static java.nio.charset.StandardCharsets.UTF_8;

import catena.harness.activity.Companion;
import catena.harness.activity.RunContext;
import catena.harness.watch.RunFollower;
import catena.records.journal.Event;
import catena.records.journal.JournalReader;
import catena.records.run.Environment;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import catena.records.threads.Threads;
import catena.records.words.Reasons;
import catena.records.words.UsageException;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.fs.Path;

/**
 * The endpoint from which Prometheus scrapes the metrics of a run, if a port is set; it is closed
 * once the verdict is written.
 */
public final class MetricsCompanion implements Companion {
  static final Setting<Integer> PORT =
      Setting.ofInt(
          "metrics.port",
          0,
          0,
          65_535,
          "port at which the metrics of a run are served for Prometheus; 0: not at all");

  static final Setting<String> ADDRESS =
      Setting.ofString(
          "metrics.address",
          "127.0.0.1",
          "address at which the metrics are served; 0.0.0.0 for all of this host");

  static final Setting<Duration> LINGER =
      Setting.ofDuration(
          "metrics.linger",
          "0s",
          Duration.ZERO,
          Duration.ofHours(1),
          "how long a run that is over waits at most until its verdict was scraped once");

  /** By run directory, with how long to wait; a verdict is written when the parts have ended. */
  private final Map<Path, Map.Entry<MetricsEndpoint, Duration>> served = new ConcurrentHashMap<>();

  @Override
  public String name() {
    return "metrics";
  }

  @Override
  public List<Setting<?>> settings() {
    return List.of(PORT, ADDRESS, LINGER);
  }

  @Override
  public Attendance attend(RunContext run, Settings whole) throws IOException {
    if (whole.get(PORT) == 0) {
      return Attendance.NONE;
    }
    Path key = run.directory().root();
    served.keySet().forEach(this::end); // of one that was broken off before its verdict
    MetricsEndpoint endpoint =
        MetricsEndpoint.start(
            run.follower(),
            whole.get(ADDRESS),
            whole.get(PORT),
            scenario(run),
            Environment.here(run.clock(), List.of()).catena());
    served.put(key, Map.entry(endpoint, whole.get(LINGER)));
    run.terminal().note("Metrics: " + endpoint.url());
    return Attendance.NONE; // the verdict is still to come: see concluded
  }

  /** The scenario of the run, as its journal has it at its beginning; empty if it has none. */
  private static String scenario(RunContext run) throws IOException {
    run.journal().flush();
    AtomicReference<String> scenario = new AtomicReference<>("");
    JournalReader.Summary unused =
        JournalReader.read(
            run.directory().fileSystem(),
            run.directory().events(run.journal().name()),
            event -> {
              if (event instanceof Event.RunStarted started && started.scenario() != null) {
                scenario.set(started.scenario());
              }
            });
    return scenario.get();
  }

  @Override
  public void concluded(RunContext run) throws InterruptedException {
    Path key = run.directory().root();
    Map.Entry<MetricsEndpoint, Duration> open = served.get(key);
    try {
      if (open != null && !open.getValue().isZero() && !run.stop().asked()) {
        boolean unused = open.getKey().awaitScrape(open.getValue());
      }
    } finally {
      end(key);
    }
  }

  private void end(Path run) {
    Optional.ofNullable(served.remove(run))
        .map(Map.Entry::getKey)
        .ifPresent(MetricsEndpoint::close);
  }

  /**
   * Serves the metrics of a run at {@code /metrics}, in the format that the client accepts:
   * OpenMetrics, or Prometheus' older text; in addition, the metrics of this process's JVM.
   */
  static final class MetricsEndpoint implements Closeable {
    /** Where the metrics are. */
    static final String PATH = "/metrics";

    private static final String OPEN_METRICS =
        "application/openmetrics-text; version=1.0.0; charset=utf-8";
    private static final String TEXT = "text/plain; version=0.0.4; charset=utf-8";

    private final HttpServer server;
    private final ExecutorService threads =
        Executors.newFixedThreadPool(4, Threads.daemons("metrics"));
    private final PrometheusMeterRegistry registry =
        new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final RunMeters meters;
    private final RunFollower.Listening listening;
    private final JvmGcMetrics collections = new JvmGcMetrics();
    private volatile Optional<CountDownLatch> last = Optional.empty();

    private MetricsEndpoint(
        HttpServer server, RunFollower follower, String scenario, String version)
        throws IOException {
      this.server = server;
      this.meters = new RunMeters(follower, scenario, version, registry);
      this.listening = follower.listen(meters);
      // Two names that Prometheus' own check (promtool) rejects.
      registry.config().meterFilter(MeterFilter.denyNameStartsWith("process.cpu.time"));
      registry.config().meterFilter(MeterFilter.denyNameStartsWith("system.cpu.count"));
      new JvmMemoryMetrics().bindTo(registry);
      new JvmThreadMetrics().bindTo(registry);
      new ProcessorMetrics().bindTo(registry);
      collections.bindTo(registry);
      server.createContext("/", this::answer);
      server.setExecutor(threads);
    }

    /**
     * Serves what happens in a run from now on.
     *
     * @param port 0 for one that is free
     * @param scenario of the run; empty if it has none
     * @param version Catena's own
     * @throws UsageException if it cannot listen there
     * @throws IOException if the directory cannot be listed
     */
    public static MetricsEndpoint start(
        RunFollower follower, String address, int port, String scenario, String version)
        throws IOException {
      HttpServer server;
      // Seconds that a client may keep a thread; read once in a process.
      System.getProperties().putIfAbsent("sun.net.httpserver.maxReqTime", "10");
      System.getProperties().putIfAbsent("sun.net.httpserver.maxRspTime", "30");
      try {
        server = HttpServer.create(new InetSocketAddress(address, port), 0);
      } catch (IOException
          | RuntimeException e) { // an address that cannot be resolved is the latter
        throw new UsageException(
            "The metrics cannot be served at %s:%d: %s; name another metrics.port or metrics.address,"
                    .formatted(address, port, Reasons.of(e))
                + " or do without by metrics.port=0");
      }
      try {
        MetricsEndpoint endpoint = new MetricsEndpoint(server, follower, scenario, version);
        server.start();
        return endpoint;
      } catch (IOException e) {
        server.stop(0);
        throw e;
      }
    }

    /** Where it serves: {@code http://127.0.0.1:9100/metrics}. */
    public String url() {
      InetSocketAddress at = server.getAddress();
      String host = at.getAddress().getHostAddress();
      return "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + at.getPort() + PATH;
    }

    private void answer(HttpExchange exchange) throws IOException {
      try (exchange) {
        String method = exchange.getRequestMethod().toUpperCase(Locale.ROOT);
        boolean read = method.equals("GET") || method.equals("HEAD");
        String path = exchange.getRequestURI().getPath();
        if (!read) {
          exchange.getResponseHeaders().set("Allow", "GET, HEAD");
          send(exchange, 405, TEXT, "only GET and HEAD\n");
        } else if (path.equals(PATH)) {
          metrics(exchange);
        } else {
          send(exchange, path.equals("/") ? 200 : 404, TEXT, "The metrics are at " + PATH + "\n");
        }
      }
    }

    private void metrics(HttpExchange exchange) throws IOException {
      Optional<CountDownLatch> asked = last;
      String accept =
          String.join(",", exchange.getRequestHeaders().getOrDefault("Accept", List.of()));
      String type = accept.contains("application/openmetrics-text") ? OPEN_METRICS : TEXT;
      meters.refresh();
      send(exchange, 200, type, registry.scrape(type));
      if (!isHead(exchange)) { // that asks whether there is something, and gets nothing of it
        asked.ifPresent(CountDownLatch::countDown);
      }
    }

    private static boolean isHead(HttpExchange exchange) {
      return exchange.getRequestMethod().equalsIgnoreCase("HEAD");
    }

    private static void send(HttpExchange exchange, int status, String type, String text)
        throws IOException {
      byte[] body = text.getBytes(UTF_8);
      exchange.getResponseHeaders().set("Content-Type", type);
      boolean head = isHead(exchange);
      exchange.sendResponseHeaders(status, head ? -1 : body.length);
      if (!head) {
        exchange.getResponseBody().write(body);
      }
    }

    /**
     * Waits until the metrics are scraped once more.
     *
     * @return whether they were, within the limit
     */
    public boolean awaitScrape(Duration limit) throws InterruptedException {
      CountDownLatch next = new CountDownLatch(1);
      last = Optional.of(next);
      return next.await(limit.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
      server.stop(0);
      threads.shutdownNow();
      listening.close();
      collections.close();
      registry.close();
    }
  }
}
