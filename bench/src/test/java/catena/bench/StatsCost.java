// SPDX-License-Identifier: Apache-2.0
package catena.bench;

import catena.harness.accumulo.Connection;
import catena.harness.activity.CallerContext;
import catena.harness.activity.LocalFiles;
import catena.harness.activity.PartEnvironment;
import catena.harness.activity.RunContext;
import catena.harness.command.Terminal;
import catena.records.journal.Journal;
import catena.records.run.RunDirectory;
import catena.records.settings.Layer;
import catena.records.settings.Settings;
import catena.records.threads.StopSignal;
import catena.stats.StatsCollector;
import catena.stats.StatsSettings;
import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/**
 * What the collector costs at 30 s and at 1 s: CPU of its own process, and of the servers that it
 * asks beside as long a time without it.
 */
public final class StatsCost {
  private static final OperatingSystemMXBean PROCESS =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private StatsCost() {}

  /** Measures; {@code --rounds} is the length of each measurement, in units of 30 s. */
  public static void main(String... words) throws Exception {
    Options options = Options.parse(words);
    Path properties = Path.of(options.clientProps);
    Path clusterDirectory = properties.toAbsolutePath().getParent();
    Duration length = Duration.ofSeconds(30).multipliedBy(options.rounds);
    try (Connection connection = Connection.open(properties, Duration.ofSeconds(30))) {
      long before = servers(clusterDirectory);
      boolean unused = new StopSignal().await(length);
      System.out.printf(
          Locale.ROOT,
          "without:     servers %.4f cores%n",
          cores(servers(clusterDirectory) - before, length));
      for (String interval : List.of("30s", "1s")) {
        measure(connection, clusterDirectory, interval, length);
      }
    }
  }

  private static void measure(
      Connection connection, Path clusterDirectory, String interval, Duration length)
      throws Exception {
    Path directory = Files.createTempDirectory("catena-bench-");
    Settings settings =
        Settings.resolve(
            StatsSettings.ALL,
            List.of(Layer.of("bench", Map.of(StatsSettings.INTERVAL.key(), interval))));
    StopSignal stop = new StopSignal();
    PartEnvironment site =
        new PartEnvironment(
            () -> connection,
            true,
            CallerContext.of(
                new LocalFiles(clusterDirectory, clusterDirectory.resolve("conf/hadoop"))),
            List.of(),
            new Terminal(System.out, System.err),
            Clock.systemUTC(),
            1);
    try (RunDirectory run = RunDirectory.at(directory.toString(), new Configuration());
        Journal journal = new Journal(run.append(run.events("bench")), e -> {});
        StatsCollector collector =
            StatsCollector.start(
                new RunContext("stats", site, run, journal, Optional.empty(), stop),
                settings,
                stop)) {
      // The first samples load classes and open connections.
      boolean unused = stop.await(Duration.ofSeconds(65));
      long samples = collector.samples();
      long own = PROCESS.getProcessCpuTime();
      long servers = servers(clusterDirectory);
      unused = stop.await(length);
      double ownCores = cores(PROCESS.getProcessCpuTime() - own, length);
      System.out.printf(
          Locale.ROOT,
          "every %s: collector %.4f cores (%.3f %% of %d), servers %.4f cores, %d samples%n",
          interval,
          ownCores,
          100 * ownCores / PROCESS.getAvailableProcessors(),
          PROCESS.getAvailableProcessors(),
          cores(servers(clusterDirectory) - servers, length),
          collector.samples() - samples);
    }
    TestBed.remove(directory);
  }

  /** CPU time of a local cluster's servers, nanoseconds; their command lines name its directory. */
  private static long servers(Path clusterDirectory) {
    String name = clusterDirectory.toString();
    return ProcessHandle.allProcesses()
        .filter(process -> commandLine(process).contains(name))
        .filter(process -> process.pid() != ProcessHandle.current().pid())
        .flatMap(process -> process.info().totalCpuDuration().stream())
        .mapToLong(Duration::toNanos)
        .sum();
  }

  private static String commandLine(ProcessHandle process) {
    try {
      return Files.readString(Path.of("/proc", Long.toString(process.pid()), "cmdline"));
    } catch (IOException e) {
      return ""; // Gone, or another user's.
    }
  }

  private static double cores(long nanos, Duration length) {
    return (double) nanos / length.toNanos();
  }
}
