// SPDX-License-Identifier: Apache-2.0
package catena.stats;

import catena.harness.activity.Companion;
import catena.harness.activity.RunContext;
import catena.records.journal.Event;
import catena.records.journal.JournalReader;
import catena.records.run.Environment;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
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
}
