package catena.harness.activity;

import catena.harness.command.CommandContext;
import catena.records.run.Environment;
import catena.records.run.Json;
import catena.records.run.RunDirectory;
import catena.records.settings.Settings;
import java.io.IOException;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The description of a run in its directory: {@code settings.properties} and {@code
 * environment.json}. That of a run that exists stays; what a command that carries it on works with
 * is put beside it, in {@code resumed-<milliseconds since 1970>.json}, and keys that are not yet in
 * the settings are added to them.
 */
final class RunDescription {
  private static final String SEED = "graph.seed";

  private final RunDirectory directory;
  private final CommandContext context;

  RunDescription(RunDirectory directory, CommandContext context) {
    this.directory = directory;
    this.context = context;
  }

  /**
   * With what an earlier run is carried on.
   *
   * @param settings the effective ones
   */
  private record Resumption(Environment environment, SortedMap<String, String> settings) {}

  /** Whether nobody has described the run yet. */
  boolean isMissing() throws IOException {
    return directory.read(directory.settings()).isEmpty();
  }

  /**
   * Describes it.
   *
   * @param carriesOn whether the command goes on with what another has begun
   * @param settled settings that are known only now
   * @param seed of the run, where the graph's was to be drawn
   */
  void write(boolean carriesOn, Settings settings, Map<String, String> settled, long seed)
      throws IOException {
    boolean missing = isMissing();
    if (!missing && !carriesOn) {
      return;
    }
    SortedMap<String, String> effective = new TreeMap<>(settings.effective());
    effective.computeIfPresent(SEED, (key, given) -> given.isBlank() ? Long.toString(seed) : given);
    effective.putAll(settled);
    Environment here = Environment.here(context.clock(), context.words());
    if (missing) {
      here.writeTo(directory);
    } else {
      directory.writePrivately(
          directory.resumption(here.startMillis()),
          Json.PRETTY.writeValueAsBytes(new Resumption(here, effective)),
          "with what the run is carried on");
      effective.putAll(directory.readSettings());
    }
    directory.writeSettings(effective);
  }
}
