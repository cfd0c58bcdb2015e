// SPDX-License-Identifier: Apache-2.0
package catena.stats;

import catena.harness.accumulo.TableName;
import catena.harness.instance.HadoopConf;
import catena.records.settings.Setting;
import catena.records.settings.Texts;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What can be set for the collector. */
public final class StatsSettings {
  /** What there is to sample. */
  enum Part {
    /** The cluster: servers, tables, file system, YARN. */
    CLUSTER,
    /** The host that the collector runs on. */
    HOST,
    /** The clients of the run. */
    CLIENTS
  }

  /** From one sample to the next. */
  public static final Setting<Duration> INTERVAL =
      Setting.ofDuration(
          "stats.interval",
          "30s",
          Duration.ofSeconds(1),
          Duration.ofHours(1),
          "time between two samples");

  static final Setting<Set<Part>> PARTS =
      Setting.of(
          "stats.parts",
          "cluster,host,clients",
          "empty or some of cluster, host, clients, separated by commas",
          "what is sampled; empty: nothing. On a fleet one process samples the cluster, each its"
              + " host",
          StatsSettings::parts);

  static final Setting<Optional<URI>> MONITOR =
      Setting.optional(
          Setting.of(
              "stats.monitor",
              "http://localhost/",
              "an address such as http://host:port",
              "Accumulo's monitor (default: the one registered in ZooKeeper)",
              StatsSettings::web));

  static final Setting<Optional<Duration>> DURATION =
      Setting.optional(
          Setting.ofDuration(
              "stats.duration",
              "1h",
              "how long bin/catena stats samples (default: until stopped)"));

  /** All of them. */
  public static final List<Setting<?>> ALL =
      List.of(TableName.SETTING, INTERVAL, PARTS, MONITOR, HadoopConf.SETTING, DURATION);

  private StatsSettings() {}

  private static URI web(String text) {
    URI uri = URI.create(text.strip());
    if (uri.getHost() == null || !Set.of("http", "https").contains(uri.getScheme())) {
      throw new IllegalArgumentException(text + " is no address of a web server");
    }
    return uri;
  }

  private static Set<Part> parts(String text) {
    return Texts.commaList(text).stream()
        .map(word -> Part.valueOf(word.toUpperCase(Locale.ROOT)))
        .collect(Collectors.toUnmodifiableSet());
  }
}
