// SPDX-License-Identifier: Apache-2.0
package catena.stats.sample;

import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** What a source reports: figures, and the addresses of the servers that it sees, by role. */
public final class Reading {
  private final Map<Metric, Double> cluster = new EnumMap<>(Metric.class);
  private final Map<Metric, Double> table = new EnumMap<>(Metric.class);
  private final SortedMap<String, SortedSet<String>> servers = new TreeMap<>();

  Reading cluster(Metric metric, Number value) {
    cluster.put(metric, value.doubleValue());
    return this;
  }

  Reading table(Metric metric, Number value) {
    table.put(metric, value.doubleValue());
    return this;
  }

  Reading servers(String role, Collection<String> addresses) {
    servers.put(role, new TreeSet<>(addresses));
    return this;
  }

  /** Adds all that another source reports. */
  void add(Reading other) {
    cluster.putAll(other.cluster);
    table.putAll(other.table);
    servers.putAll(other.servers);
  }

  void remove(Metric figure) {
    cluster.remove(figure);
    table.remove(figure);
  }

  Map<Metric, Double> cluster() {
    return Collections.unmodifiableMap(cluster);
  }

  /** The figures of the table. */
  public Map<Metric, Double> table() {
    return Collections.unmodifiableMap(table);
  }

  SortedMap<String, SortedSet<String>> servers() {
    return Collections.unmodifiableSortedMap(servers);
  }
}
