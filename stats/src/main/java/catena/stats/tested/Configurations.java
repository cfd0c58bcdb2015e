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
 * @param system in effect for all tables that say nothing else
 * @param tables what is in effect for each table that was asked, by its name
 */
public record Configurations(
    SortedMap<String, String> system, SortedMap<String, SortedMap<String, String>> tables) {
  /** The scope of what holds for all tables. */
  public static final String SYSTEM = "system";

  /** None. */
  static final Configurations NONE = new Configurations(new TreeMap<>(), new TreeMap<>());

  /** Copies the maps, and masks what is secret. */
  public Configurations {
    system = masked(system);
    SortedMap<String, SortedMap<String, String>> copies = new TreeMap<>();
    tables.forEach((table, properties) -> copies.put(table, masked(properties)));
    tables = copies;
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

  Configurations withSystem(Map<String, String> properties) {
    return new Configurations(new TreeMap<>(properties), tables);
  }

  Configurations withTable(String table, Map<String, String> properties) {
    SortedMap<String, SortedMap<String, String>> more = new TreeMap<>(tables);
    more.put(table, new TreeMap<>(properties));
    return new Configurations(system, more);
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
    tables.forEach(
        (table, properties) ->
            properties.forEach(
                (key, value) -> {
                  if (!value.equals(system.get(key))) {
                    differing(table, key, value, defaults).ifPresent(all::add);
                  }
                }));
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
    tables.forEach(
        (table, before) -> {
          if (later.tables.containsKey(table)) {
            changes("table " + table, before, later.tables.get(table), changes);
          }
        });
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
    for (Map.Entry<String, SortedMap<String, String>> each : tables.entrySet()) {
      run.writeProperties(
          run.tableConfiguration(each.getKey()), each.getValue(), "the table's configuration");
    }
  }

  /**
   * Reads those of a run directory.
   *
   * @param table the table whose configuration is read
   * @throws IOException if a file cannot be read or is damaged
   */
  public static Configurations readFrom(RunDirectory run, String table) throws IOException {
    Configurations read = NONE.withSystem(run.readProperties(run.systemConfiguration()));
    SortedMap<String, String> own = run.readProperties(run.tableConfiguration(table));
    return own.isEmpty() ? read : read.withTable(table, own);
  }
}
