// SPDX-License-Identifier: Apache-2.0
package catena.harness.engine;

import catena.harness.command.CommandContext;
import catena.records.run.Environment;
import catena.records.run.Json;
import catena.records.run.RunDirectory;
import java.io.IOException;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The description of a run in its directory: {@code settings.properties} and {@code
 * environment.json}. That of a run that exists stays; what a command that carries it on works with
 * is put next to it, in {@code resumed-<milliseconds since 1970>.json}, and keys that are not yet
 * in the settings are added to them.
 *
 * @param directory of the run
 * @param context of the command that is performed
 */
public record RunDescription(RunDirectory directory, CommandContext context) {
  private static final String SEED = "graph.seed";

  /** Whether the run has no description yet. */
  boolean isMissing() throws IOException {
    return directory.read(directory.settings()).isEmpty();
  }

  /**
   * Describes a run that begins.
   *
   * @param settings the effective ones
   */
  public void begin(SortedMap<String, String> settings) throws IOException {
    Environment.here(context.clock(), context.words()).writeTo(directory);
    directory.writeSettings(settings);
  }

  /**
   * Describes the run of a command.
   *
   * @param carriesOn whether the command goes on with what another has begun
   * @param settings the effective ones
   * @param settled settings that are known only now
   * @param seed of the run, where the graph's was to be drawn
   */
  void write(
      boolean carriesOn, Map<String, String> settings, Map<String, String> settled, long seed)
      throws IOException {
    boolean missing = isMissing();
    if (!missing && !carriesOn) {
      return;
    }
    SortedMap<String, String> effective = new TreeMap<>(settings);
    effective.computeIfPresent(SEED, (key, given) -> given.isBlank() ? Long.toString(seed) : given);
    effective.putAll(settled);
    if (missing) {
      begin(effective);
      return;
    }
    Environment here = Environment.here(context.clock(), context.words());
    directory.writePrivately(
        directory.resumption(here.startMillis()),
        Json.PRETTY.writeValueAsBytes(Map.of("environment", here, "settings", effective)),
        "with what the run is carried on");
    effective.putAll(directory.readSettings());
    directory.writeSettings(effective);
  }
}
