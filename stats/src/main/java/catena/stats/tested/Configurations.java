// SPDX-License-Identifier: Apache-2.0
package catena.stats.tested;

import catena.records.run.RunDirectory;
import catena.records.tested.Tested.Difference;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How the system and the table are configured: what is in effect, defaults included, without
 * secrets; {@code configuration/system.properties} and {@code configuration/table-NAME.properties}.
 *
 * @param system in effect for all tables that say nothing else; empty if it is not known
 * @param table the name of the test table
 * @param own what is in effect for that table; empty if it is not known, or there is no table yet
 */
public record Configurations(
    SortedMap<String, String> system, String table, SortedMap<String, String> own) {
  /** The scope of what holds for all tables. */
  public static final String SYSTEM = "system";

  /** Copies the maps, and masks what is secret. */
  public Configurations {
    system = masked(system);
    own = masked(own);
  }

  private static SortedMap<String, String> masked(Map<String, String> properties) {
    SortedMap<String, String> masked = new TreeMap<>();
    properties.forEach(
        (key, value) -> {
          String text = value == null ? "" : value;
          masked.put(key, AccumuloProperties.masked(key, text));
        });
    return masked;
  }

  Configurations with(SortedMap<String, String> properties) {
    return new Configurations(system, table, properties);
  }

  /**
   * The properties that differ from the defaults; of a table, those that are not as the system has
   * them.
   *
   * @param defaults by key; a property without one is recorded with its value alone
   */
  List<Difference> differences(Map<String, String> defaults) {
    List<Difference> all = new ArrayList<>();
    system.forEach((key, value) -> differing(SYSTEM, key, value, defaults).ifPresent(all::add));
    own.forEach(
        (key, value) -> {
          if (!value.equals(system.get(key))) {
            differing(table, key, value, defaults).ifPresent(all::add);
          }
        });
    return all;
  }

  private static Optional<Difference> differing(
      String scope, String key, String value, Map<String, String> defaults) {
    Optional<String> byDefault = Optional.ofNullable(defaults.get(key));
    return byDefault.filter(value::equals).isPresent()
        ? Optional.empty()
        : Optional.of(new Difference(scope, key, byDefault, value));
  }

  /** What has changed since, one sentence for each property; not what was unknown before. */
  List<String> changesTo(Configurations later) {
    List<String> changes = new ArrayList<>();
    changes(SYSTEM, system, later.system, changes);
    changes("table " + table, own, later.own, changes);
    return changes;
  }

  private static void changes(
      String scope, Map<String, String> before, Map<String, String> after, List<String> changes) {
    if (before.isEmpty() || after.isEmpty()) {
      return;
    }
    SortedMap<String, String> keys = new TreeMap<>(before);
    keys.putAll(after);
    for (String key : keys.keySet()) {
      String was = before.getOrDefault(key, "not set");
      String is = after.getOrDefault(key, "not set");
      if (!was.equals(is)) {
        changes.add("During the run " + scope + ": " + key + " changed from " + was + " to " + is);
      }
    }
  }

  /** Writes the files of a run directory, for the owner's eyes only. */
  void writeTo(RunDirectory run) throws IOException {
    if (!system.isEmpty()) {
      run.writeProperties(run.systemConfiguration(), system, "the system's configuration");
    }
    if (!own.isEmpty()) {
      run.writeProperties(run.tableConfiguration(table), own, "the table's configuration");
    }
  }
}
